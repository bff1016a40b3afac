import { toContractNames } from '../../contract/body.ts';
import { covers } from '../../contract/covers.ts';
import type { Body, Json, KindSpec } from '../../contract/kind.ts';
import { isCleared, locks, partnersOf, returnsRecord, wireName } from '../../contract/v3/update.ts';
import { say } from '../../say.ts';
import type { Answer } from '../../service/service.ts';
import { type ChangedField, changeTexts, diff, NOT_KNOWN, valueText } from '../plan/changed.ts';
import type { EndState } from './endings.ts';
import type { RecordRequest } from './request.ts';

type UpdateRequest = Pick<RecordRequest, 'kind' | 'row' | 'body' | 'wire' | 'sending'>;

/** The ending of an update, based on the fields that the service applied. */
export function updateEnding(request: UpdateRequest, answer: Extract<Answer, { type: 'updated' }>): EndState {
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
    const notes = notShown.length === 0 ? [] : [say().records.responseHides({ fields: notShown.join(', ') })];
    return { ...end, outcome: 'updated', messages: [...changesOf(request, end.applied), ...notes, ...words] };
  }
  const others = kept.filter(({ isOther }) => isOther).map(({ name }) => name);
  const fields = kept.map(({ text }) => text).join('; ');
  if (locks(kind) && applied.length === 0 && others.length === 0) {
    const message = say().records.locked({ fields });
    // Fields that the response does not show were not applied either.
    return { ...end, applied: [], outcome: 'rejected', messages: [message, ...words] };
  }
  const { changedElsewhere, partlyApplied, partlyAppliedOthers } = say().records;
  const message =
    applied.length === 0
      ? partlyApplied({ fields })
      : partlyAppliedOthers({ fields, applied: applied.join(', ') });
  const odd = others.length === 0 ? [] : [changedElsewhere({ fields: others.join(', ') })];
  return {
    ...end,
    unknown: others,
    outcome: 'rejected',
    messages: [message, ...odd, ...changesOf(request, end.applied), ...words],
  };
}

/** A field that the service did not apply. */
interface UnappliedField {
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
  const before = toContractNames(kind, JSON.parse(sending.updates.acceptedOf(row.id) ?? '{}') as Body);
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
  readonly kept: UnappliedField[];
  /** Fields that the response does not show. */
  readonly notShown: string[];
}

function compare({ kind, body, wire, sending, row }: UpdateRequest, record: Body): Comparison {
  const result: Comparison = { applied: [], kept: [], notShown: [] };
  const known = JSON.parse(sending.entries.contentOf(row.id) ?? '{}') as Partial<Body>;
  for (const name of Object.keys(body)) {
    const sent = wireName(kind, name);
    const end = sent === null || !Object.hasOwn(wire, sent) ? 'applied' : isApplied(sent, wire[sent]!);
    if (end === 'kept') result.kept.push(asKept(name, sent!));
    else result[end].push(name);
  }
  return result;

  function asKept(name: string, sent: string): UnappliedField {
    const [now, before] = [record[sent] ?? null, known[name] ?? null];
    // An id never equals the reference in the sheet.
    const isOther = name === sent && now !== null && before !== null && !covers(before, now);
    return { name, isOther, text: keptText(sent, { field: name, sent: valueText(wire[sent]) }) };

    function keptText(sentName: string, texts: { readonly field: string; readonly sent: string }): string {
      const { fieldHidden, fieldIs, fieldNotThat, fieldOther, fieldStays } = say().records;
      if (now !== null) {
        const shown = { ...texts, now: valueText(now) };
        if (isOther) return fieldOther({ ...shown, before: valueText(before) });
        return before === null ? fieldIs(shown) : fieldStays(shown);
      }
      const partner = partnerOf(sentName);
      if (partner === undefined) return fieldHidden(texts);
      return fieldNotThat({ ...texts, partner, value: valueText(record[partner]) });
    }
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
    return returnsRecord(kind) || now === null ? 'kept' : 'notShown';
  }

  /** Compares two fields that identify the same record: one contains its id, the other its key. */
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
