import { asCalled } from '../contract/completion-names.ts';
import { covers } from '../contract/covers.ts';
import type { Body, Json, KindSpec } from '../contract/kind.ts';
import { answersWhole, isCleared, locks, partnersOf, wireName } from '../contract/v3/update.ts';
import { type Changed, changeTexts, NOT_KNOWN } from '../plan/change-text.ts';
import { diff } from '../plan/diff.ts';
import type { Answer } from '../service/service.ts';
import type { Ended, Errand } from './errand.ts';

/** How a record ends that an update was answered with: by what of it the service took. */
export function updateEnding(errand: Errand, answer: Extract<Answer, { type: 'updated' }>): Ended {
  const { kind } = errand;
  const { took, kept, unseen } = comparison(errand, answer.record);
  const { messages: words = [] } = answer;
  const ids = answer.answer === null ? {} : { answer: JSON.stringify(answer.answer) };
  const end = { status: answer.status, ...ids, entry: 'updated', took: [...took, ...unseen] } as const;
  if (kept.length === 0) {
    const notes = unseen.length === 0 ? [] : [`the answer does not show ${unseen.join(', ')}`];
    return { ...end, outcome: 'updated', messages: [...changesOf(errand, end.took), ...notes, ...words] };
  }
  const names = kept.join(', ');
  if (locks(kind) && took.length === 0) {
    const message = `locked: collection was launched for it, and the service does not take updates of it into account any more; ${names} ${kept.length === 1 ? 'stays as it was' : 'stay as they were'}`;
    // What is not shown was not taken either.
    return { ...end, took: [], outcome: 'rejected', messages: [message, ...words] };
  }
  const also = took.length === 0 ? '' : `, and took ${took.join(', ')}`;
  return {
    ...end,
    outcome: 'rejected',
    messages: [
      `the service answered 200 and kept ${names} as before${also}`,
      ...changesOf(errand, end.took),
      ...words,
    ],
  };
}

/** What the service took, before and after; of a field that the ledger knows nothing of, no value before. */
function changesOf({ kind, row, body, context }: Errand, took: readonly string[]): string[] {
  const before = asCalled(kind, JSON.parse(context.sending.acceptedOf(row.id) ?? '{}') as Body);
  return changeTexts(
    took.flatMap((name): Changed[] => {
      const after = body[name]!;
      if (!Object.hasOwn(before, name)) return [{ path: name, before: NOT_KNOWN, after }];
      if (isCleared(after)) return [{ path: name, before: before[name], after: undefined }];
      return diff({ [name]: before[name]! }, { [name]: after });
    }),
  );
}

interface Comparison {
  /** Fields in the names that people gave. */
  readonly took: string[];
  readonly kept: string[];
  /** The answer says nothing of them. */
  readonly unseen: string[];
}

function comparison({ kind, body, wire, context }: Errand, record: Body): Comparison {
  const found: Comparison = { took: [], kept: [], unseen: [] };
  for (const name of Object.keys(body)) {
    const sent = wireName(kind, name);
    if (sent === null || !Object.hasOwn(wire, sent)) found.took.push(name);
    else found[isTaken(sent, wire[sent]!)].push(name);
  }
  return found;

  function isTaken(name: string, value: Json): keyof Comparison {
    const held = record[name];
    if (held !== undefined && held !== null) return covers(value, held) ? 'took' : 'kept';
    if (isCleared(value)) return 'took';
    const partner = partnersOf(kind, name).find((other) => typeof record[other] === 'string');
    if (partner !== undefined) return byPartner(name, value, partner);
    return answersWhole(kind) || held === null ? 'kept' : 'unseen';
  }

  /** One of the two is the id of what the other names. */
  function byPartner(name: string, value: Json, partner: string): keyof Comparison {
    const id = idOf(kind, name, value) ?? idOf(kind, partner, record[partner]!);
    if (id === undefined) return 'unseen';
    return id === record[partner] || id === value ? 'took' : 'kept';
  }

  function idOf(of: KindSpec, field: string, value: Json): string | undefined {
    const reference = of.references.find(({ fields }) => fields[0] === field);
    if (!reference || typeof value !== 'string') return undefined;
    return context.sending.idOf([reference.to, ...(reference.or ?? [])], value) ?? undefined;
  }
}
