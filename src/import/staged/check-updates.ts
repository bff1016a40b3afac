import { toContractNames } from '../../contract/body.ts';
import { type Body, isUpdatable, type Json, type KindSpec, keyText } from '../../contract/kind.ts';
import {
  CLEAR_WORDS,
  describingFields,
  isCleared,
  updatable,
  withServiceValues,
} from '../../contract/v3/update.ts';
import { fieldText } from '../../findings/finding.ts';
import type { Staged, Updates } from '../../ledger/ledger.ts';
import type { UpdateRow } from '../../ledger/updates.ts';
import { cut } from '../../recognise/text.ts';
import { type CrossFinding, findingOn } from '../../records/check/cross-finding.ts';
import { leavesOf } from '../../records/check/rule.ts';
import { shareFaults } from '../../records/check/rules/shares.ts';
import { kindText, numberText, say } from '../../say.ts';
import { valuesNotGiven, whyUnclear, withoutRemoved } from '../../send/plan/merge.ts';
import { identityChanges, patchOf, sameJson } from '../../send/plan/patch.ts';
import type { CreatedRecord } from '../../service/service.ts';
import { updateAdvice } from '../report/repeat-command.ts';

/** The updates of a run, and the kinds of its interface. */
export interface UpdateScope {
  readonly updates: Updates;
  readonly kinds: readonly KindSpec[];
}

/** The updates to check, and the rows that they come from. */
export interface CheckScope extends UpdateScope {
  readonly staged: Staged;
}

/**
 * Checks the updates of a run before anything is sent: an update must not change fields that identify its record.
 * `sendChanged`: changed records of an import are also sent as updates.
 */
export function* checkUpdates(scope: CheckScope, sendChanged: boolean): Iterable<CrossFinding> {
  const { staged, updates } = scope;
  const kinds = new Map(scope.kinds.filter(isUpdatable).map((kind) => [kind.name, kind]));
  if (kinds.size === 0) return;
  for (const row of updates.rows([...kinds.keys()])) {
    if (!row.asked && !sendChanged) continue;
    const kind = kinds.get(row.kind)!;
    const known = knownContent(row, kind);
    yield* checkLists(scope, row, kind, known);
    yield* checkRequiredParts(scope, row, kind, known);
    if (known === null) {
      const message = say().staged.contentUnknown({ kind: kindText(kind.name), key: keyText(row.key) });
      yield findingOn(staged.row(row.id), 'update-unknown', kind.key[0]!, message, keyText(row.key), null);
      continue;
    }
    for (const { field, before, after } of changedIdentity(updates, kind, row, known)) {
      const message = say().staged.identityChanged({
        field,
        kind: kindText(kind.name),
        key: keyText(row.key),
        before: textOf(before),
        after: textOf(after),
      });
      yield findingOn(staged.row(row.id), 'update-identity', field, message, textOf(after), 'invalid');
    }
  }
}

/**
 * Reports new records of an import with updates that look like changes of an existing record: the row has an id,
 * or no field that describes the record. Creating the record would make a duplicate, or a nearly empty record.
 */
export function* checkNewRecords({ staged, updates, kinds: all }: CheckScope): Iterable<CrossFinding> {
  const kinds = new Map(all.filter(isUpdatable).map((kind) => [kind.name, kind]));
  if (kinds.size === 0) return;
  for (const row of updates.newRows([...kinds.keys()])) {
    const kind = kinds.get(row.kind)!;
    const body = JSON.parse(row.body) as Body;
    const fields = describingFields(kind);
    const hasId = body.id !== undefined;
    if (!hasId && (fields.length === 0 || fields.some((field) => body[field] !== undefined))) continue;
    const about = { kind: kindText(kind.name), key: keyText(row.key) };
    const message = hasId
      ? say().staged.idNotKnown(about)
      : say().staged.nothingDescribes({ ...about, fields: fields.join(', ') });
    yield findingOn(
      staged.row(row.id),
      'update-or-create',
      kind.key[0]!,
      message,
      keyText(row.key),
      'invalid',
      updateAdvice(kind),
    );
  }
}

/**
 * Reports lists that a row gives only in part, if it is unclear what happens to the other items, or if the shares
 * do not total 100.
 */
function* checkLists(
  { staged }: CheckScope,
  row: UpdateRow,
  kind: KindSpec,
  known: Body | null,
): Iterable<CrossFinding> {
  const given = JSON.parse(row.body) as Body;
  const unclear = new Set<string>();
  for (const [name, value] of Object.entries(updatable(kind, given))) {
    const before = known?.[name];
    yield* checkPlainValues(staged, row, name, before, value);
    const fault = before === undefined ? null : whyUnclear(kind, name, before, value);
    if (fault === null) continue;
    unclear.add(name);
    const path = fieldText(`${name}.${fault.at}`);
    const items = before as Body[];
    const message =
      'missing' in fault
        ? say().staged.itemRemoved({
            field: path,
            missing: fieldText(`${name}.${fault.missing}`),
            known: itemText(items[fault.missing]!),
          })
        : say().staged.itemMoved({
            field: path,
            name: fault.name,
            other: fieldText(`${name}.${fault.known}`),
            known: itemText(items[fault.known]!),
            number: numberText(items.length),
          });
    const item = (value as (Body | null)[])[fault.at]!;
    yield findingOn(
      staged.row(row.id),
      'update-list',
      `${name}.${fault.at}`,
      message,
      item === null ? '(clear)' : itemText(item),
      'invalid',
      say().staged.itemsAdvice(),
    );
  }
  const { set } = patchOf(kind, known, given);
  for (const { code, path, message, value, suggestion } of shareFaults(kind, set, (name) =>
    unclear.has(name),
  )) {
    const [name] = path.split('.');
    const isCompleted = !sameJson(set[name!]!, withoutRemoved(given[name!]!));
    const text = isCompleted ? say().staged.withUnchanged({ message }) : message;
    const advice = suggestion ?? (isCompleted ? say().staged.itemsAdvice() : undefined);
    yield findingOn(staged.row(row.id), code, path, text, value ?? '', null, advice);
  }
}

/**
 * Reports a list of plain values if numbered columns give only some of the values: it is unclear which known values to
 * remove.
 */
function* checkPlainValues(
  staged: Staged,
  { id }: UpdateRow,
  name: string,
  known: Json | undefined,
  given: Json,
): Iterable<CrossFinding> {
  if (!Array.isArray(given) || given.length === 0) return;
  if (given.some((value) => typeof value === 'object' && value !== null)) return;
  const removed = given.indexOf(null);
  const before = Array.isArray(known) ? known : [];
  const missing = valuesNotGiven(before, given);
  const isOpen = Array.isArray(known) ? missing.length > 0 : removed >= 0;
  if (!isOpen) return;
  const origin = staged.row(id);
  const columns = Object.keys(JSON.parse(origin.columns) as object).filter(
    (path) => path.startsWith(`${name}.`) && /^\d+$/.test(path.slice(name.length + 1)),
  );
  if (columns.length === 0) return;
  if (removed < 0 && given.length >= before.length && columns.includes(`${name}.0`)) return;
  const path = removed < 0 ? name : `${name}.${removed}`;
  const values = withoutRemoved(given) as Json[];
  const message =
    removed < 0
      ? say().staged.valuesMissing({
          list: name,
          count: before.length,
          before: numberText(before.length),
          given: numberText(values.length),
          missing: missing.join(', '),
        })
      : missing.length > 0
        ? say().staged.valueRemoved({ field: fieldText(path), list: name, missing: missing.join(', ') })
        : say().staged.valueRemovedUnknown({ field: fieldText(path), list: name });
  const advice = say().staged.valuesAdvice({ list: name });
  yield findingOn(
    origin,
    'update-list',
    path,
    message,
    values.join('; ') || CLEAR_WORDS[0],
    'invalid',
    advice,
  );
}

/** An item of a list for a message, truncated: `name BOAT, usagePercentage 80`. */
const itemText = (item: Body): string =>
  cut(
    leavesIn(item)
      .map(([path, value]) => `${path} ${value}`)
      .join(', '),
    200,
  );

function leavesIn(value: Json, path = ''): [string, Json][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesIn(inner, path === '' ? name : `${path}.${Array.isArray(value) ? Number(name) + 1 : name}`),
  );
}

/** Reports objects that an update would send incomplete: neither the row nor the ledger has a required part. */
function* checkRequiredParts(
  { staged }: CheckScope,
  row: UpdateRow,
  kind: KindSpec,
  known: Body | null,
): Iterable<CrossFinding> {
  const { set } = patchOf(kind, known, JSON.parse(row.body) as Body);
  for (const [name, value] of Object.entries(set)) if (isCleared(value)) delete set[name];
  for (const field of kind.fields) {
    if (field.required !== 'within') continue;
    for (const { path, value, grouped } of leavesOf(field, set)) {
      if (value !== undefined || !grouped) continue;
      const message = say().staged.partMissing({ field: fieldText(path), whole: path.split('.')[0]! });
      yield findingOn(staged.row(row.id), 'required', path, message, '', 'invalid');
    }
  }
}

/** The known content of a record in the service, with its id. Null if the content is unknown. */
export function knownContent({ known, answer, asCreated }: UpdateRow, kind: KindSpec): Body | null {
  if (known === null) return null;
  const given = JSON.parse(answer ?? '{}') as Partial<CreatedRecord>;
  const body = withServiceValues(kind, toContractNames(kind, JSON.parse(known) as Body), {
    ...given,
    asCreated,
  });
  return { ...body, ...(given.id !== undefined && { id: given.id }) };
}

export function changedIdentity(
  updates: Updates,
  kind: KindSpec,
  { body }: UpdateRow,
  known: Body,
): ReturnType<typeof identityChanges> {
  return identityChanges(kind, known, JSON.parse(body) as Body, (field, key) => {
    const { to, or = [] } = kind.references.find(({ fields }) => fields[0] === field)!;
    return updates.idOf([to, ...or], key);
  });
}

const textOf = (value: Json): string => (typeof value === 'string' ? `"${value}"` : JSON.stringify(value));
