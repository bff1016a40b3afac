import { asCalled } from '../../contract/completion-names.ts';
import { covers } from '../../contract/covers.ts';
import type { Body, Json, KindSpec } from '../../contract/kind.ts';
import { answersWhole, isCleared, locks, partnersOf, wireName } from '../../contract/v3/update.ts';
import type { Answer } from '../../service/service.ts';
import { type Changed, changeTexts, NOT_KNOWN, valueText } from '../plan/change-text.ts';
import { diff } from '../plan/diff.ts';
import type { Ended } from './endings.ts';
import type { RecordRequest } from './request.ts';

type UpdateRequest = Pick<RecordRequest, 'kind' | 'row' | 'body' | 'wire' | 'sending'>;

/** How a record ends that an update was answered with: by what of it the service took. */
export function updateEnding(request: UpdateRequest, answer: Extract<Answer, { type: 'updated' }>): Ended {
  const { kind } = request;
  const { took, kept, unseen } = comparison(request, answer.record);
  const { messages: words = [] } = answer;
  const ids = answer.answer === null ? {} : { answer: JSON.stringify(answer.answer) };
  const end = { status: answer.status, ...ids, entry: 'updated', took: [...took, ...unseen] } as const;
  if (kept.length === 0) {
    const notes = unseen.length === 0 ? [] : [`the answer does not show ${unseen.join(', ')}`];
    return { ...end, outcome: 'updated', messages: [...changesOf(request, end.took), ...notes, ...words] };
  }
  const others = kept.filter(({ isOther }) => isOther).map(({ name }) => name);
  const shows = kept.map(({ text }) => text);
  if (locks(kind) && took.length === 0 && others.length === 0) {
    const message = `not taken into account: ${shows.join('; ')}; the record may be locked: after collection was launched for it, the service takes no updates of it into account`;
    // What is not shown was not taken either.
    return { ...end, took: [], outcome: 'rejected', messages: [message, ...words] };
  }
  const also = took.length === 0 ? '' : `; it took ${took.join(', ')}`;
  const message = `the service answered 200 and did not take all of it: ${shows.join('; ')}${also}`;
  const odd =
    others.length === 0
      ? []
      : [
          `${others.join(', ')}: neither what was sent nor what was known; it may have been changed elsewhere`,
        ];
  return {
    ...end,
    unknown: others,
    outcome: 'rejected',
    messages: [message, ...odd, ...changesOf(request, end.took), ...words],
  };
}

/** A field that the service did not take over. */
interface Kept {
  readonly name: string;
  /** What the service shows of it, beside what was sent. */
  readonly text: string;
  /** It shows neither what was sent nor what was known of it before. */
  readonly isOther: boolean;
}

/** What the service took, before and after; of a field that the ledger knows nothing of, no value before. */
function changesOf({ kind, row, body, sending }: UpdateRequest, took: readonly string[]): string[] {
  const before = asCalled(kind, JSON.parse(sending.acceptedOf(row.id) ?? '{}') as Body);
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
  readonly kept: Kept[];
  /** The answer says nothing of them. */
  readonly unseen: string[];
}

function comparison({ kind, body, wire, sending, row }: UpdateRequest, record: Body): Comparison {
  const found: Comparison = { took: [], kept: [], unseen: [] };
  const known = JSON.parse(sending.contentOf(row.id) ?? '{}') as Partial<Body>;
  for (const name of Object.keys(body)) {
    const sent = wireName(kind, name);
    const end = sent === null || !Object.hasOwn(wire, sent) ? 'took' : isTaken(sent, wire[sent]!);
    if (end === 'kept') found.kept.push(asKept(name, sent!));
    else found[end].push(name);
  }
  return found;

  function asKept(name: string, sent: string): Kept {
    const [held, before] = [record[sent] ?? null, known[name] ?? null];
    // An id is never what the sheet names.
    const isOther = name === sent && held !== null && before !== null && !covers(before, held);
    const is = before === null || isOther ? 'is' : 'stays';
    const partner = held === null ? partnerOf(sent) : undefined;
    const shown = held === null ? notShown(partner) : `${is} ${valueText(held)}`;
    const was = isOther ? `, ${valueText(before)} was known before` : '';
    return { name, isOther, text: `${name} ${shown} (${valueText(wire[sent])} was sent${was})` };
  }

  function notShown(partner: string | undefined): string {
    if (partner === undefined) return 'is not in its answer';
    return `is not that of ${partner} ${valueText(record[partner])}, which its answer shows`;
  }

  function partnerOf(name: string): string | undefined {
    return partnersOf(kind, name).find((other) => typeof record[other] === 'string');
  }

  function isTaken(name: string, value: Json): keyof Comparison {
    const held = record[name];
    if (held !== undefined && held !== null) return covers(value, held) ? 'took' : 'kept';
    if (isCleared(value)) return 'took';
    const partner = partnerOf(name);
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
    return sending.idOf([reference.to, ...(reference.or ?? [])], value) ?? undefined;
  }
}
