import { toContractNames } from '../../contract/body.ts';
import { covers } from '../../contract/covers.ts';
import type { Body, Json, KindSpec } from '../../contract/kind.ts';
import { isCleared, locks, partnersOf, returnsWholeRecord, wireName } from '../../contract/v3/update.ts';
import type { Answer } from '../../service/service.ts';
import { type ChangedField, changeTexts, diff, NOT_KNOWN, valueText } from '../plan/changed.ts';
import type { Ended } from './endings.ts';
import type { RecordRequest } from './request.ts';

type UpdateRequest = Pick<RecordRequest, 'kind' | 'row' | 'body' | 'wire' | 'sending'>;

/** The ending of an update, based on the fields that the service applied. */
export function updateEnding(request: UpdateRequest, answer: Extract<Answer, { type: 'updated' }>): Ended {
  const { kind } = request;
  const { applied, kept, notShown } = compare(request, answer.record);
  const { messages: words = [] } = answer;
  const ids = answer.answer === null ? {} : { answer: JSON.stringify(answer.answer) };
  const end = {
    status: answer.status,
    ...ids,
    entry: 'updated',
    applied: [...applied, ...notShown],
  } as const;
  if (kept.length === 0) {
    const notes = notShown.length === 0 ? [] : [`the response does not show ${notShown.join(', ')}`];
    return { ...end, outcome: 'updated', messages: [...changesOf(request, end.applied), ...notes, ...words] };
  }
  const others = kept.filter(({ isOther }) => isOther).map(({ name }) => name);
  const shows = kept.map(({ text }) => text);
  if (locks(kind) && applied.length === 0 && others.length === 0) {
    const message = `not applied: ${shows.join('; ')}; the record may be locked: the service ignores updates of a record after collection was launched for it`;
    // Fields that the response does not show were not applied either.
    return { ...end, applied: [], outcome: 'rejected', messages: [message, ...words] };
  }
  const also = applied.length === 0 ? '' : `; it applied ${applied.join(', ')}`;
  const message = `the service returned 200 but did not apply all fields: ${shows.join('; ')}${also}`;
  const odd =
    others.length === 0
      ? []
      : [
          `${others.join(', ')}: neither the value that was sent nor the one known before; it may have been changed elsewhere`,
        ];
  return {
    ...end,
    unknown: others,
    outcome: 'rejected',
    messages: [message, ...odd, ...changesOf(request, end.applied), ...words],
  };
}

/** A field that the service did not apply. */
interface Kept {
  readonly name: string;
  /** The value that the service shows and the value that was sent, as text. */
  readonly text: string;
  /** Whether the value that the service shows is neither the value that was sent nor the value known before. */
  readonly isOther: boolean;
}

/**
 * The values before and after the update, for the fields that the service applied. The value before is missing if
 * the ledger does not know it.
 */
function changesOf({ kind, row, body, sending }: UpdateRequest, applied: readonly string[]): string[] {
  const before = toContractNames(kind, JSON.parse(sending.acceptedOf(row.id) ?? '{}') as Body);
  return changeTexts(
    applied.flatMap((name): ChangedField[] => {
      const after = body[name]!;
      if (!Object.hasOwn(before, name)) return [{ path: name, before: NOT_KNOWN, after }];
      if (isCleared(after)) return [{ path: name, before: before[name], after: undefined }];
      return diff({ [name]: before[name]! }, { [name]: after });
    }),
  );
}

interface Comparison {
  /** Applied fields, by their names in the input. */
  readonly applied: string[];
  readonly kept: Kept[];
  /** Fields that the response does not show. */
  readonly notShown: string[];
}

function compare({ kind, body, wire, sending, row }: UpdateRequest, record: Body): Comparison {
  const result: Comparison = { applied: [], kept: [], notShown: [] };
  const known = JSON.parse(sending.contentOf(row.id) ?? '{}') as Partial<Body>;
  for (const name of Object.keys(body)) {
    const sent = wireName(kind, name);
    const end = sent === null || !Object.hasOwn(wire, sent) ? 'applied' : isApplied(sent, wire[sent]!);
    if (end === 'kept') result.kept.push(asKept(name, sent!));
    else result[end].push(name);
  }
  return result;

  function asKept(name: string, sent: string): Kept {
    const [now, before] = [record[sent] ?? null, known[name] ?? null];
    // An id never equals the reference in the sheet.
    const isOther = name === sent && now !== null && before !== null && !covers(before, now);
    const is = before === null || isOther ? 'is' : 'stays';
    const partner = now === null ? partnerOf(sent) : undefined;
    const shown = now === null ? notShown(partner) : `${is} ${valueText(now)}`;
    const was = isOther ? `, ${valueText(before)} was known before` : '';
    return { name, isOther, text: `${name} ${shown} (${valueText(wire[sent])} was sent${was})` };
  }

  function notShown(partner: string | undefined): string {
    if (partner === undefined) return 'is not in its response';
    return `is not that of ${partner} ${valueText(record[partner])}, which its response shows`;
  }

  function partnerOf(name: string): string | undefined {
    return partnersOf(kind, name).find((other) => typeof record[other] === 'string');
  }

  function isApplied(name: string, value: Json): keyof Comparison {
    const now = record[name];
    if (now !== undefined && now !== null) return covers(value, now) ? 'applied' : 'kept';
    if (isCleared(value)) return 'applied';
    const partner = partnerOf(name);
    if (partner !== undefined) return byPartner(name, value, partner);
    return returnsWholeRecord(kind) || now === null ? 'kept' : 'notShown';
  }

  /** Compares two values of which one is the id of the record that the other one identifies by key. */
  function byPartner(name: string, value: Json, partner: string): keyof Comparison {
    const id = idOf(kind, name, value) ?? idOf(kind, partner, record[partner]!);
    if (id === undefined) return 'notShown';
    return id === record[partner] || id === value ? 'applied' : 'kept';
  }

  function idOf(of: KindSpec, field: string, value: Json): string | undefined {
    const reference = of.references.find(({ fields }) => fields[0] === field);
    if (!reference || typeof value !== 'string') return undefined;
    return sending.idOf([reference.to, ...(reference.or ?? [])], value) ?? undefined;
  }
}
