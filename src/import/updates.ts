import { command } from '../advice.ts';
import type { CreateAnswer } from '../contract/answer.ts';
import { asCalled } from '../contract/completion-names.ts';
import { type Body, type Json, type KindSpec, keyText } from '../contract/kind.ts';
import {
  CLEAR_WORDS,
  describingFields,
  isCleared,
  isUpdatable,
  updatable,
  withServiceValues,
} from '../contract/v3/update.ts';
import { fieldText } from '../findings/finding.ts';
import { changedAfter, endUnsent } from '../ledger/changed.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { placedRow } from '../ledger/order.ts';
import {
  dropUpdate,
  idLookup,
  newAfter,
  planUpdate,
  type UpdateRow,
  updatesAfter,
} from '../ledger/updates.ts';
import { type CrossFinding, cross } from './check/cross.ts';
import { leavesOf } from './check/leaves.ts';
import { shareFaults } from './check/rules/totals.ts';
import { changeTexts } from './plan/change-text.ts';
import { changedFields, outdatedMessages } from './plan/changed.ts';
import { unclearIn, valuesNotGiven, withoutRemoved } from './plan/merge.ts';
import { identityChanges, patchOf, sameJson } from './plan/patch.ts';
import { cut } from './records/text.ts';

/** Which records are meant, and where they go. */
export interface UpdatePlace {
  readonly ledger: Ledger;
  readonly run: number;
  readonly target: string;
  readonly interfaceName: string;
  /** The kinds of the interface. */
  readonly kinds: readonly KindSpec[];
  /** The flags by which a printed command finds the same environment and ledger. */
  readonly flags?: readonly string[];
}

/**
 * What is wrong with the updates of a run before anything is sent: fields of identity that differ from what was accepted.
 * `offered`: changed records of an import are to be sent as updates too.
 */
export function* checkUpdates(place: UpdatePlace, offered: boolean): Iterable<CrossFinding> {
  const idOf = idLookup(place.ledger, place);
  for (const { row, kind } of rowsOf(place, 'sound')) {
    if (!row.asked && !offered) continue;
    const known = knownOf(row, kind);
    yield* unclear(place, row, kind, known);
    yield* incomplete(place, row, kind, known);
    if (known === null) {
      const message = `nothing is known here of the content of ${kind.name} ${keyText(row.key)}: all fields given are sent, and whom it names as buyer and seller is not compared`;
      yield cross(
        placedRow(place.ledger, row.id),
        'update-unknown',
        kind.key[0]!,
        message,
        keyText(row.key),
        null,
      );
      continue;
    }
    for (const { field, before, after } of identityOf(idOf, kind, row, known)) {
      const message = `${field} of ${kind.name} ${keyText(row.key)} is ${textOf(before)}, and an update cannot make it ${textOf(after)}`;
      yield cross(
        placedRow(place.ledger, row.id),
        'update-identity',
        field,
        message,
        textOf(after),
        'invalid',
      );
    }
  }
}

/**
 * New records of an import that sends updates, of which the row only says what changed: it has the id of a record, or nothing
 * that describes one. To create it would make a second or a near-empty record.
 */
export function* checkNewRecords(place: UpdatePlace): Iterable<CrossFinding> {
  const kinds = new Map(place.kinds.filter(isUpdatable).map((kind) => [kind.name, kind]));
  if (kinds.size === 0) return;
  for (let after = 0; ; ) {
    const rows = newAfter(place.ledger, place, [...kinds.keys()], after);
    for (const row of rows) {
      const kind = kinds.get(row.kind)!;
      const body = JSON.parse(row.body) as Body;
      const fields = describingFields(kind);
      const hasId = body.id !== undefined;
      if (!hasId && (fields.length === 0 || fields.some((field) => body[field] !== undefined))) continue;
      const why = hasId ? 'the row gives the id of a record' : `it has none of ${fields.join(', ')}`;
      const message = `${kind.name} ${keyText(row.key)} is not known here, and ${why}: it is not created by an import with --update`;
      yield cross(
        placedRow(place.ledger, row.id),
        'update-or-create',
        kind.key[0]!,
        message,
        keyText(row.key),
        'invalid',
        updateAdvice(kind),
      );
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** How to change a record that somebody else created. */
export const updateAdvice = (kind: KindSpec): string =>
  `to change a record that was created elsewhere: ${command(kind.plural, 'update', 'FILE')}, where FILE has the rows`;

/** Lists that a row gives a part of, where it is not clear what becomes of the other items or their shares do not total 100. */
function* unclear(
  { ledger }: UpdatePlace,
  row: UpdateRow,
  kind: KindSpec,
  known: Body | null,
): Iterable<CrossFinding> {
  const given = JSON.parse(row.body) as Body;
  const open = new Set<string>();
  for (const [name, value] of Object.entries(updatable(kind, given))) {
    const before = known?.[name];
    yield* valuesLeft(ledger, row, name, before, value);
    const fault = before === undefined ? null : unclearIn(kind, name, before, value);
    if (fault === null) continue;
    open.add(name);
    const path = fieldText(`${name}.${fault.at}`);
    const items = before as Body[];
    const message =
      'missing' in fault
        ? `${path} is removed here, and the row does not give ${fieldText(`${name}.${fault.missing}`)}, which is known to have ${itemText(items[fault.missing]!)}`
        : `${path} has the ${fault.name} of ${fieldText(`${name}.${fault.known}`)}, which is known to have ${itemText(items[fault.known]!)}, and the row does not give all ${items.length} items`;
    const item = (value as (Body | null)[])[fault.at]!;
    yield cross(
      placedRow(ledger, row.id),
      'update-list',
      `${name}.${fault.at}`,
      message,
      item === null ? '(clear)' : itemText(item),
      'invalid',
      WHOLE_LIST,
    );
  }
  const { set } = patchOf(kind, known, given);
  for (const { code, path, message, value, suggestion } of shareFaults(kind, set, (name) => open.has(name))) {
    const [name] = path.split('.');
    const isCompleted = !sameJson(set[name!]!, withoutRemoved(given[name!]!));
    const said = isCompleted ? `${message}, with the items that the row does not change` : message;
    const advice = suggestion ?? (isCompleted ? WHOLE_LIST : undefined);
    yield cross(placedRow(ledger, row.id), code, path, said, value ?? '', null, advice);
  }
}

/** A list of plain values that numbered columns give a part of: it is not clear what becomes of its other values. */
function* valuesLeft(
  ledger: Ledger,
  { id }: UpdateRow,
  name: string,
  known: Json | undefined,
  given: Json,
): Iterable<CrossFinding> {
  if (!Array.isArray(given) || given.length === 0) return;
  if (given.some((value) => typeof value === 'object' && value !== null)) return;
  const removed = given.indexOf(null);
  const before = Array.isArray(known) ? known : [];
  const left = valuesNotGiven(before, given);
  const isOpen = Array.isArray(known) ? left.length > 0 : removed >= 0;
  if (!isOpen) return;
  const placed = placedRow(ledger, id);
  const columns = Object.keys(JSON.parse(placed.columns) as object).filter(
    (path) => path.startsWith(`${name}.`) && /^\d+$/.test(path.slice(name.length + 1)),
  );
  if (columns.length === 0) return;
  if (removed < 0 && given.length >= before.length && columns.includes(`${name}.0`)) return;
  const path = removed < 0 ? name : `${name}.${removed}`;
  const values = withoutRemoved(given) as Json[];
  const message =
    removed < 0
      ? `${name} is known to have ${before.length} values, and the row gives ${values.length}: not ${left.join(', ')}`
      : left.length > 0
        ? `${fieldText(path)} is removed here, and ${left.join(', ')} of ${name}, as it is known here, is not given`
        : `${fieldText(path)} is removed here, and it is not known here which values ${name} has`;
  const advice = `give all values in one cell of a column ${name}, separated by semicolons`;
  yield cross(placed, 'update-list', path, message, values.join('; ') || CLEAR_WORDS[0], 'invalid', advice);
}

/** `name BOAT, usagePercentage 80`: an item of a list as a person reads it, cut where it is long. */
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

const WHOLE_LIST =
  'give all items of the list, each in its columns; (clear) in a column of an item removes it';

/** Objects that an update would send without a part that they must have: neither the row nor the ledger has it. */
function* incomplete(
  { ledger }: UpdatePlace,
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
      const message = `${fieldText(path)} is missing: an update sends ${path.split('.')[0]} whole, and it is not known here what the record has`;
      yield cross(placedRow(ledger, row.id), 'required', path, message, '', 'invalid');
    }
  }
}

/**
 * Plans the updates of a run inside a transaction of the caller's: what was asked for, and with `offered` the changed
 * records of an import, wait to be sent with the fields that differ; without any, they end as unchanged. Without `offered` a
 * changed record ends as outdated, or as existing where it is not known what was sent of it: a create would change nothing. What a
 * later run sent is left as it is. Gives how many ended as existing so.
 */
export function planUpdates(place: UpdatePlace, offered: boolean): number {
  const { ledger } = place;
  const idOf = idLookup(ledger, place);
  let unknown = 0;
  for (const { row, kind } of rowsOf(place, 'open')) {
    if (!row.asked && (row.status === 'unchanged' || row.status === 'existing')) {
      endUnsent(ledger, row, row.status, []);
      continue;
    }
    if (!row.asked && row.status !== 'changed') {
      // An update of a key that the ledger has forgotten since is a create again.
      dropUpdate(ledger, row.id);
      continue;
    }
    const known = knownOf(row, kind);
    const given = JSON.parse(row.body) as Body;
    const { set, replaces } = patchOf(kind, known, given);
    const fixed = known === null ? [] : identityOf(idOf, kind, row, known).map(({ field }) => field);
    const names = [...fixed, ...Object.keys(set)];
    if (names.length === 0) endUnsent(ledger, row, 'unchanged', []);
    else if (row.later !== null) endUnsent(ledger, row, 'existing', [sentLater(row.later)]);
    else if (row.asked || offered)
      planUpdate(
        ledger,
        row.id,
        { patch: JSON.stringify(set), replaces: JSON.stringify(replaces) },
        row.doubt,
      );
    else if (row.had !== null) {
      const changes = changedFields(kind, asCalled(kind, JSON.parse(row.had) as Body), given);
      if (changes.length === 0) endUnsent(ledger, row, 'existing', []);
      else endUnsent(ledger, row, 'updatable', outdatedMessages(kind, changes, false));
    } else if (known === null) {
      unknown++;
      endUnsent(ledger, row, 'existing', [notOffered(place, kind, UNKNOWN_CONTENT, fixed)]);
    } else {
      const changes = changedFields(kind, known, given);
      const changed = `${names.join(', ')} changed since it was accepted`;
      if (changes.length + fixed.length === 0) endUnsent(ledger, row, 'unchanged', []);
      else {
        const end = fixed.length > 0 ? 'outdated' : 'updatable';
        endUnsent(ledger, row, end, [notOffered(place, kind, changed, fixed), ...changeTexts(changes)]);
      }
    }
  }
  return unknown;
}

/**
 * Ends the other changed records of a run inside a transaction of the caller's: no request changes them in the service, and
 * a create would be refused or make a second one. Those that changed only in form end as unchanged.
 */
export function endChanged({ ledger, run, kinds }: UpdatePlace): void {
  const specs = new Map(kinds.map((kind) => [kind.name, kind]));
  for (let after = 0; ; ) {
    const rows = changedAfter(ledger, run, after);
    for (const row of rows) {
      const kind = specs.get(row.kind)!;
      const known = row.known === null ? null : (JSON.parse(row.known) as Body);
      const changes = known && changedFields(kind, known, JSON.parse(row.body) as Body);
      const accepted = row.accepted === 1;
      if (changes?.length === 0) endUnsent(ledger, row, accepted ? 'unchanged' : 'existing', []);
      else if (row.later !== null) endUnsent(ledger, row, 'existing', [sentLater(row.later)]);
      else if (changes === null) endUnsent(ledger, row, 'existing', [`${UNKNOWN_CONTENT}; not sent`]);
      else endUnsent(ledger, row, 'outdated', outdatedMessages(kind, changes, accepted));
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

const UNKNOWN_CONTENT = 'the service has this key, with a content that is not known here';

const sentLater = (run: string): string =>
  `run ${run} has sent this record since: nothing of this row is sent`;

function notOffered(
  { flags = [] }: UpdatePlace,
  kind: KindSpec,
  changed: string,
  fixed: readonly string[],
): string {
  const unsent = `${changed}; not sent, as a create is no update`;
  if (fixed.length > 0) return `${unsent}, and an update cannot change ${fixed.join(', ')}`;
  return `${unsent}: say --update, or send them by ${command(kind.plural, 'update', 'FILE', ...flags)}, where FILE holds the rows`;
}

function* rowsOf(
  place: UpdatePlace,
  which: 'open' | 'sound',
): Iterable<{ readonly row: UpdateRow; readonly kind: KindSpec }> {
  const kinds = new Map(place.kinds.filter(isUpdatable).map((kind) => [kind.name, kind]));
  if (kinds.size === 0) return;
  for (let after = 0; ; ) {
    const rows = updatesAfter(place.ledger, place, [...kinds.keys()], after, which);
    for (const row of rows) yield { row, kind: kinds.get(row.kind)! };
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** What the service has of the record as far as is known, with the id that it gave; null when its content is not known. */
function knownOf({ known, answer, asCreated }: UpdateRow, kind: KindSpec): Body | null {
  if (known === null) return null;
  const given = JSON.parse(answer ?? '{}') as Partial<CreateAnswer>;
  const body = withServiceValues(kind, asCalled(kind, JSON.parse(known) as Body), { ...given, asCreated });
  return { ...body, ...(given.id !== undefined && { id: given.id }) };
}

function identityOf(
  idOf: ReturnType<typeof idLookup>,
  kind: KindSpec,
  { body }: UpdateRow,
  known: Body,
): ReturnType<typeof identityChanges> {
  return identityChanges(kind, known, JSON.parse(body) as Body, (field, key) => {
    const { to, or = [] } = kind.references.find(({ fields }) => fields[0] === field)!;
    return idOf([to, ...or], key);
  });
}

const textOf = (value: Json): string => (typeof value === 'string' ? `"${value}"` : JSON.stringify(value));
