import type { KindSpec } from '../contract/kind.ts';
import { hasOwnWords, type Known, lackingFields, referenceTo, weightOf } from './part-fields.ts';
import { type ColumnProposal, columnWith, targetOf } from './proposal.ts';
import type { SheetColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import { FEWEST_ROWS, NEARLY_ALL, type SplitRows } from './row-splits.ts';
import type { Links } from './sheet-evidence.ts';

/** Some rows of a table, and the columns that they fill. */
export interface SomeRows extends SplitRows {
  readonly columns: readonly SheetColumn[];
  /** What is proposed for the columns of these rows; the same for each call. */
  readonly read: (kind: KindSpec) => readonly ColumnProposal[];
}

/** A list whose rows may describe records of several kinds, each in rows of its own. */
export interface MixedRows {
  readonly kinds: readonly KindSpec[];
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly TextRow[];
  readonly links: Links;
  /** The columns of some of the rows. */
  readonly columnsOf: (rows: ReadonlySet<number>) => readonly SheetColumn[];
  readonly propose: (
    kind: KindSpec,
    own: Pick<SomeRows, 'columns' | 'rows'>,
    targets?: ReadonlyMap<number, string>,
  ) => readonly ColumnProposal[];
}

/** Some rows, read as records of a kind. */
export interface KindRows extends SomeRows {
  readonly kind: KindSpec;
  readonly proposals: readonly ColumnProposal[];
  readonly targets: ReadonlyMap<number, string>;
  readonly keys: ReadonlyMap<string, string>;
}

/** Whether two kinds of rows each fill a column that the other does not. */
export const areApart = (one: SomeRows, other: SomeRows): boolean =>
  hasColumnBeside(one, other) && hasColumnBeside(other, one);

const hasColumnBeside = (own: SomeRows, { columns }: SomeRows): boolean =>
  own.columns.some(
    ({ index, values: { filled, rows } }) =>
      filled >= rows * NEARLY_ALL && !columns.some((column) => column.index === index),
  );

/** Minimum weight of the fields of rows of which one required field is in a column whose words are unknown. */
const ENOUGH_FIELDS = 3;

/**
 * The rows as records of a kind, if they have its key and all required fields, and are not better read as another one. `some`:
 * these rows, and those of other records.
 */
export function readAs(
  mixed: MixedRows,
  kind: KindSpec,
  own: SomeRows,
  some: readonly SomeRows[],
  others: readonly KindSpec[],
): KindRows | undefined {
  const repeated = repeatedBelow(own, some);
  const named = own.read(kind);
  const isNamed = repeated === undefined || named.some((one) => targetOf(one) === kind.key[0]);
  const targets = new Map(isNamed ? [] : [[repeated, kind.key[0]!]]);
  const proposals = isNamed ? named : mixed.propose(kind, own, targets);
  const lacking = lackingIn(kind, proposals);
  if (lacking.length > 0 && !mayHave(kind, lacking, proposals)) return undefined;
  const isOther = others.some((other) => {
    const read = own.read(other);
    const isBetter = hasOwnWords(other, kind, own.columns, read) || weightOf(read) > weightOf(proposals);
    return isBetter && mayBe(other, kind, own, read);
  });
  return isOther ? undefined : { ...own, kind, proposals, targets, keys: new Map() };
}

export const isLacking = ({ kind, proposals, keys }: KindRows): boolean =>
  lackingIn(kind, proposals, keys).length > 0;

/** Whether the only lacking field may be in a column whose words are unknown: a required field of rows with many others. */
function mayHave(kind: KindSpec, lacking: readonly string[], proposals: readonly ColumnProposal[]): boolean {
  const isOpen = ({ target, samples }: ColumnProposal) =>
    target === null && samples.length > 1 && samples.every((text) => /\p{L}/u.test(text) && !/\d/.test(text));
  return (
    lacking.length === 1 &&
    lacking[0] !== kind.key[0] &&
    weightOf(proposals) >= ENOUGH_FIELDS &&
    proposals.some(isOpen)
  );
}

/**
 * The only column of codes that is different in each of these rows, and that all other rows below them repeat: the reference of the
 * product in the rows of its components.
 */
function repeatedBelow(own: SomeRows, some: readonly SomeRows[]): number | undefined {
  const others = some.filter((one) => one.rows !== own.rows).flatMap(({ rows }) => rows);
  const above = rowsAbove(others, [own]);
  const below = others.filter(({ row }) => above.has(row));
  if (own.rows.length < FEWEST_ROWS || below.length < own.rows.length) return undefined;
  const isRepeated = ({ index, values }: SheetColumn) =>
    values.filled === own.rows.length &&
    values.words.size === own.rows.length &&
    values.words.keys().every((text) => /\d/.test(text) && !/\s/.test(text)) &&
    below.filter((row) => row.cells[index] === above.get(row.row)!.cells[index]).length >=
      below.length * NEARLY_ALL;
  const [first, ...more] = own.columns.filter(isRepeated);
  return more.length === 0 ? first?.index : undefined;
}

/** The rows as records of a kind that refer to those of other rows above them. */
export function readBelow(
  mixed: MixedRows,
  kind: KindSpec,
  own: SomeRows,
  parents: readonly KindRows[],
): KindRows | undefined {
  const [parent] = parents as [KindRows];
  if (own.rows.length < FEWEST_ROWS || !parents.every((one) => areApart(one, own))) return undefined;
  const { fields } = referenceTo(kind, parent.kind)!;
  const above = rowsAbove(own.rows, parents);
  const targets = new Map<number, string>();
  const keys = new Map<string, string>();
  for (const [at, field] of fields.entries()) {
    const column = columnWith(parent.proposals, parent.kind.key[at]);
    if (!column) continue;
    const share = (holds: (text: string, upper: string) => boolean) =>
      own.rows.filter((row) =>
        holds(row.cells[column.index] ?? '', above.get(row.row)?.cells[column.index] ?? ''),
      ).length / own.rows.length;
    if (share((text, upper) => text !== '' && text === upper) >= NEARLY_ALL) targets.set(column.index, field);
    else if (share((text, upper) => text !== upper && upper !== '') >= NEARLY_ALL) {
      keys.set(field, `{^${column.header}}`);
      // The column has the references of both.
      if (at === 0 && share((text) => text !== '') >= NEARLY_ALL) targets.set(column.index, kind.key[0]!);
    }
  }
  const isReferred = keys.has(fields[0]!) || [...targets.values()].includes(fields[0]!);
  const proposals = mixed.propose(kind, own, targets);
  return isReferred && mayBe(kind, parent.kind, own, proposals)
    ? { ...own, kind, proposals, targets, keys }
    : undefined;
}

export const isRequired = ({ fields }: KindSpec, field: string): boolean =>
  fields.some(({ path, required }) => path === field && required === 'always');

/** The row of a parent above each row, by its number. */
function rowsAbove(rows: readonly TextRow[], parents: readonly SomeRows[]): Map<number, TextRow> {
  const all = parents.flatMap((parent) => parent.rows).sort((one, other) => one.row - other.row);
  let at = 0;
  return new Map(
    rows.flatMap((row) => {
      while (all[at + 1] !== undefined && all[at + 1]!.row < row.row) at++;
      const above = all[at];
      return above && above.row < row.row ? [[row.row, above] as const] : [];
    }),
  );
}

/**
 * Whether rows may be records of a kind that refer to those of another: they have its key and all required fields, or their
 * words are those of the kind and not of the other, and only one field is missing. `known`: the fields that are filled otherwise.
 */
export function mayBe(
  kind: KindSpec,
  other: KindSpec,
  { columns }: SomeRows,
  proposals: readonly ColumnProposal[],
  known?: Known,
): boolean {
  const lacking = lackingIn(kind, proposals, known);
  if (lacking.length === 0) return true;
  if (mayHave(kind, lacking, proposals)) return true;
  return lacking.length === 1 && lacking[0] !== kind.key[0] && hasOwnWords(kind, other, columns, proposals);
}

/**
 * The required fields that no column may have. Parts of the key but the first are often the same for all records, so that a
 * person can say them.
 */
function lackingIn(kind: KindSpec, proposals: readonly ColumnProposal[], known?: Known): string[] {
  const isOpen = (path: string) =>
    proposals.some(({ target, candidates }) => target === null && candidates.includes(path));
  const [key] = kind.key as [string];
  const lacking = lackingFields(kind, proposals, known).filter(
    (field) => !kind.key.includes(field) && !isOpen(field),
  );
  return columnWith(proposals, key) || isOpen(key) ? lacking : [key, ...lacking];
}
