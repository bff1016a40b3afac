import { type KindSpec, keyText, type Reference } from '../../contract/kind.ts';
import type { FindingCode } from '../../findings/catalogue.ts';
import { type Finding, originText } from '../../findings/finding.ts';
import { nearest } from '../../nearest.ts';
import { cut } from '../records/text.ts';
import { severityOf } from './rule.ts';

/** A record that was staged, with its place. `columns` is JSON: path to column letters. */
export interface Placed {
  readonly id: number;
  readonly kind: string;
  readonly family: string;
  readonly key: string;
  readonly hash: string;
  readonly file: string;
  readonly sheet: string;
  readonly row: number;
  /** Of a text file: the line where the row starts. */
  readonly line?: number | null;
  readonly columns: string;
}

/** What the rules across records ask; a stage answers from its tables, a test from literals. */
export interface RecordIndex {
  /** Records whose key stands more than once, those of one key together, in the order of the input. */
  sameKey(): Iterable<Placed>;
  /** Namings of records that are neither in the input nor known from earlier runs. */
  unresolved(): Iterable<
    Placed & {
      readonly field: string;
      readonly toKind: string;
      readonly toKey: string;
      /** Set: it stands for so many more of the same field, and `toKey` is empty. */
      readonly more?: number;
    }
  >;
  /** Records that share a reference with one of other content, those of one reference together. */
  sharedRefs(): Iterable<Placed & { readonly shareKey: string; readonly shareHash: string }>;
  keysOf(kind: string): readonly string[];
  /** How many records there are of each kind and family; those without a family are left out. */
  families(): readonly { readonly kind: string; readonly family: string; readonly count: number }[];
  /** The records of a kind and family, in the order of the input. */
  ofFamily(kind: string, family: string): Iterable<Placed>;
  /** References by a field of a kind to records whose field `says.field` has another value than `says.value`. */
  saysElse(
    naming: { readonly kind: string; readonly field: string; readonly to: string },
    says: NonNullable<Reference['says']>,
  ): Iterable<Placed & { readonly toKey: string; readonly said: string }>;
}

export interface CrossSettings {
  readonly strict: boolean;
  /** The service holds what the input does not: an unknown reference is a warning. */
  readonly externalRefs: boolean;
  readonly kinds: readonly KindSpec[];
}

/** A finding across records, with the record it makes invalid or superfluous. */
export interface CrossFinding {
  readonly finding: Finding;
  readonly record: number;
  /** `invalid`: not sent. `twin`: repeats another record exactly. Null: goes on. */
  readonly effect: 'invalid' | 'twin' | null;
}

/** The rules across records, one after the other. */
export function* checkAcross(index: RecordIndex, settings: CrossSettings): Iterable<CrossFinding> {
  yield* sameKeyTwice(index, settings);
  yield* unknownReferences(index, settings);
  yield* sharedReferences(index, settings);
  yield* strayFamilies(index);
  yield* wrongTargets(index, settings);
}

/** The same key twice: identical rows are one record; different content is an error on each row. */
function* sameKeyTwice(index: RecordIndex, { kinds }: CrossSettings): Iterable<CrossFinding> {
  let group: Placed[] = [];
  for (const placed of index.sameKey()) {
    if (group.length > 0 && !sameRecord(group[0]!, placed)) {
      yield* judge(group);
      group = [];
    }
    group.push(placed);
  }
  yield* judge(group);

  function* judge(rows: readonly Placed[]): Iterable<CrossFinding> {
    const first = rows[0];
    if (!first) return;
    const different = rows.find((row) => row.hash !== first.hash);
    const field = kinds.find((kind) => kind.name === first.kind)?.key[0] ?? null;
    const key = shownKey(first.key);
    if (!different) {
      for (const row of rows.slice(1)) {
        yield cross(
          row,
          'duplicate-identical',
          field,
          `${row.kind} ${key} repeats ${placeOf(first)}; it is sent once`,
          key,
          'twin',
        );
      }
      return;
    }
    for (const row of rows) {
      // the first row whose content is another, without a search for each of them
      const other = row.hash === first.hash ? different : first;
      yield cross(
        row,
        'duplicate-different',
        field,
        `${row.kind} ${key} stands at ${placeOf(other)} too, with other content`,
        key,
        'invalid',
      );
    }
  }
}

function sameRecord(a: Placed, b: Placed): boolean {
  return a.kind === b.kind && a.key === b.key && a.family === b.family;
}

/** Comparisons of short keys that suggestions may cost, some two seconds; keys beyond that have none. */
const MOST_COMPARED = 5_000_000;

/** A reference names something in the input or known from earlier runs. */
function* unknownReferences(index: RecordIndex, { externalRefs }: CrossSettings): Iterable<CrossFinding> {
  const candidates = new Map<string, readonly string[]>();
  const suggestions = new Map<string, string | undefined>();
  let left = MOST_COMPARED;
  const code = externalRefs ? 'reference-external' : 'reference-unknown';
  const effect = externalRefs ? null : 'invalid';
  for (const row of index.unresolved()) {
    const kinds = row.toKind.replaceAll('|', ' or ');
    if (row.more !== undefined) {
      const message = `${row.more} more of the ${kinds} records that the row names are neither in the input nor known from earlier runs`;
      yield cross(row, code, row.field, message, `${row.more} more of row ${row.row}`, effect);
      continue;
    }
    const id = `${row.toKind}\u001e${row.toKey}`;
    if (!suggestions.has(id) && suggestions.size < 2000) {
      if (!candidates.has(row.toKind)) {
        const keys = row.toKind.split('|').flatMap((kind) => index.keysOf(kind));
        candidates.set(row.toKind, keys.map(keyText));
      }
      const among = candidates.get(row.toKind)!;
      const text = keyText(row.toKey);
      const cost = among.length * Math.ceil(text.length / 32) ** 2;
      suggestions.set(id, cost > left ? undefined : nearest(text, among));
      if (cost <= left) left -= cost;
    }
    const named = shownKey(row.toKey).replace(/ \/ $/, '');
    const near = suggestions.get(id);
    const message = `${kinds} ${named} is neither in the input nor known from earlier runs`;
    const suggestion = near === undefined ? undefined : `did you mean "${near}"?`;
    yield cross(row, code, row.field, message, named, effect, suggestion);
  }
}

/** One component reference with differing content is doubtful: the first row is the measure. */
function* sharedReferences(index: RecordIndex, settings: CrossSettings): Iterable<CrossFinding> {
  let first: (Placed & { shareKey: string; shareHash: string }) | undefined;
  for (const row of index.sharedRefs()) {
    if (!first || first.kind !== row.kind || first.shareKey !== row.shareKey) {
      first = row;
      continue;
    }
    if (row.shareHash === first.shareHash) continue;
    const field = settings.kinds.find((kind) => kind.name === row.kind)?.sharedRef?.field ?? null;
    yield cross(
      row,
      'shared-ref-differs',
      field,
      `${row.kind} ${shownKey(row.shareKey)} has other content here than at ${placeOf(first)}`,
      row.shareKey,
      null,
    );
  }
}

/** Rows of another family are taken for a mistake when they are at most one in this many of their kind. */
const STRAY_SHARE = 20;

/** Reports a row alone in its family, or a few among many of their kind: their project type is probably wrong. */
function* strayFamilies(index: RecordIndex): Iterable<CrossFinding> {
  const groups = index.families();
  const inAll = countBy(groups, ({ family }) => family);
  if (inAll.size < 2) return;
  const ofKind = countBy(groups, ({ kind }) => kind);
  const most = [...inAll].reduce((one, other) => (other[1] > one[1] ? other : one))[0];
  for (const { kind, family, count } of groups) {
    if (family === most) continue;
    const alone = inAll.size === 2 && inAll.get(family) === 1 && inAll.get(most)! > 1;
    if (!alone && count * STRAY_SHARE > ofKind.get(kind)!) continue;
    for (const row of index.ofFamily(kind, family)) {
      const others = alone ? `all other rows are ${most}` : `most rows are ${most}`;
      const message = `the ${kind} ${shownKey(row.key)} is ${family}, and ${others}`;
      yield cross(row, 'family-differs', 'projectType', message, family, null);
    }
  }
}

function countBy<Group extends { readonly count: number }>(
  groups: readonly Group[],
  by: (group: Group) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const group of groups) counts.set(by(group), (counts.get(by(group)) ?? 0) + group.count);
  return counts;
}

/** Reports references to records of the wrong sort: a warehouse is a supplier of the category for warehouses (interface 2.1). */
function* wrongTargets(index: RecordIndex, { kinds }: CrossSettings): Iterable<CrossFinding> {
  for (const kind of kinds) {
    for (const { fields, to, says } of kind.references) {
      if (says === undefined) continue;
      const [field] = fields as [string];
      for (const row of index.saysElse({ kind: kind.name, field, to }, says)) {
        const message = `${field} ${shownKey(row.toKey)} is a ${to} of the ${says.field} "${cut(row.said, 60)}", not "${says.value}"`;
        yield cross(row, 'warehouse-category', field, message, shownKey(row.toKey), null);
      }
    }
  }
}

/** A key as a message shows it: a file of some kilobytes may have one of thousands of letters in each of its rows. */
export const shownKey = (key: string): string => cut(keyText(key), 200);

/** A finding about a record, at the column of a field. */
export function cross(
  row: Placed,
  code: FindingCode,
  field: string | null,
  message: string,
  value: string,
  effect: CrossFinding['effect'],
  suggestion?: string,
): CrossFinding {
  const columns = columnsOf(row);
  // A part without a column of its own stands for the first column of its field.
  const column = field === null ? undefined : (columns[field] ?? columns[field.split('.')[0]!]);
  return {
    record: row.id,
    effect,
    finding: {
      code,
      severity: severityOf(code, false),
      origin: {
        file: row.file,
        sheet: row.sheet,
        row: row.row,
        ...(typeof row.line === 'number' ? { line: row.line } : {}),
        ...(column ? { column } : {}),
      },
      kind: row.kind,
      ...(field === null ? {} : { field }),
      value: cut(value, 200),
      message,
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  };
}

/** The last columns that were parsed: rows of one sheet come together, and a sheet may have millions of findings. */
let parsed: { readonly text: string; readonly columns: Readonly<Record<string, string>> } | undefined;

function columnsOf({ columns: text }: Placed): Readonly<Record<string, string>> {
  if (parsed?.text !== text) parsed = { text, columns: JSON.parse(text) as Record<string, string> };
  return parsed.columns;
}

const placeOf = ({ file, sheet, row }: Placed): string => originText({ file, sheet, row });
