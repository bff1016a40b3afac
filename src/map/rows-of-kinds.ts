import type { KindSpec } from '../contract/kind.ts';
import { unnumberedPath } from './map-file/targets.ts';
import { isField, referenceTo, targetOf, weightOf } from './part-fields.ts';
import type { ColumnProposal } from './proposal.ts';
import { missingOf } from './propose-columns.ts';
import type { SheetColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import type { RowPart } from './row-parts.ts';

/** The rows of a table with one of its texts in a column, and the columns that they fill. */
interface SomeRows {
  readonly text: string;
  readonly rows: readonly TextRow[];
  readonly columns: readonly SheetColumn[];
}

/** A list whose rows may describe records of several kinds, each in rows of its own. */
interface MixedRows {
  readonly kinds: readonly KindSpec[];
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly TextRow[];
  /** The columns of some of the rows. */
  readonly columnsOf: (rows: ReadonlySet<number>) => readonly SheetColumn[];
  readonly propose: (
    kind: KindSpec,
    columns: readonly SheetColumn[],
    targets: ReadonlyMap<number, string>,
    rows: readonly TextRow[],
  ) => readonly ColumnProposal[];
}

/** Rows with the same text, read as records of a kind. */
interface KindRows extends SomeRows {
  readonly kind: KindSpec;
  readonly proposals: readonly ColumnProposal[];
  readonly targets: ReadonlyMap<number, string>;
  readonly keys: ReadonlyMap<string, string>;
}

/** Maximum number of texts of a column that tells rows apart, and of such columns that are tried. */
const MOST_TEXTS = 8;
const MOST_COLUMNS = 6;
/** Minimum number of rows of a kind. */
const FEWEST_ROWS = 2;
/** Minimum share of the rows in which something holds. */
const NEARLY_ALL = 0.9;

const NO_TARGETS: ReadonlyMap<number, string> = new Map();

/**
 * The kinds of rows that the texts of a column tell apart, such as `ART` and `MAT`, or the levels of a bill of materials:
 * those of products, and those of their components below them. Empty if there is no such column.
 */
export function kindsOfRows(mixed: MixedRows): RowPart[] {
  if (mixed.columns.every(({ values }) => values.filled === 0 || values.filled === values.rows)) return [];
  const tried = mixed.columns
    .filter(({ header, values }) => header !== '' && !values.isCut && values.words.size <= MOST_TEXTS)
    .filter(({ header }) => mixed.columns.filter((other) => other.header === header).length === 1)
    .map((column) => ({ column, byText: Map.groupBy(mixed.rows, ({ cells }) => cells[column.index] ?? '') }))
    .filter(({ byText }) => byText.size <= MOST_TEXTS && areDifferent([...byText.values()]))
    .slice(0, MOST_COLUMNS);
  for (const { column, byText } of tried) {
    const parts = partsOf(mixed, column, someRows(mixed, column, byText));
    if (parts.length > 0) return parts;
  }
  return [];
}

function someRows(
  { columnsOf }: MixedRows,
  { index }: SheetColumn,
  byText: ReadonlyMap<string, readonly TextRow[]>,
): SomeRows[] {
  return [...byText].map(([text, own]) => ({
    ...{ text, rows: own },
    columns: columnsOf(new Set(own.map(({ row }) => row))).filter(
      (column) => column.index !== index && column.values.filled > 0,
    ),
  }));
}

/** Whether the rows with one text and those with another each nearly always fill a column that the others leave blank. */
function areDifferent(some: readonly (readonly TextRow[])[]): boolean {
  const counts = some.map((rows) => {
    const filled: number[] = [];
    for (const { cells } of rows)
      for (const [index, text] of cells.entries()) if (text !== '') filled[index] = (filled[index] ?? 0) + 1;
    return filled;
  });
  const hasOwn = (at: number, beside: number) =>
    counts[at]!.some(
      (count, index) => count >= some[at]!.length * NEARLY_ALL && counts[beside]![index] === undefined,
    );
  return counts.some((_, at) => counts.some((_, beside) => hasOwn(at, beside) && hasOwn(beside, at)));
}

/** The kinds of the rows with each text that read the most columns; rows that describe nothing are in none. */
function partsOf(mixed: MixedRows, { index, header }: SheetColumn, some: readonly SomeRows[]): RowPart[] {
  const readings = mixed.kinds.map((parent): KindRows[] => {
    const children = mixed.kinds.filter((kind) => referenceTo(kind, parent));
    const parents = some.flatMap((own) => readAs(mixed, parent, own, children) ?? []);
    const rows = parents.reduce((sum, one) => sum + one.rows.length, 0);
    if (rows < FEWEST_ROWS || parents.length === some.length) return [];
    const others = some.filter(({ text }) => !parents.some((one) => one.text === text));
    const found = others.flatMap(
      (own) => children.flatMap((kind) => readBelow(mixed, kind, own, parents) ?? [])[0] ?? [],
    );
    const isFound = found.length > 0 && ![parent, ...children].some((kind) => isFieldOf(mixed, kind, index));
    return isFound ? [...parents, ...found] : [];
  });
  const weight = (all: readonly KindRows[]) => all.reduce((sum, one) => sum + weightOf(one.proposals), 0);
  const [best = []] = readings.sort((one, other) => weight(other) - weight(one));
  const byKind = Map.groupBy(best, ({ kind }) => kind.name);
  return [...byKind].map(([kind, [first, ...same]]): RowPart => {
    const texts = [first!, ...same].map(({ text }) => text);
    const columns = new Set([first!, ...same].flatMap((one) => one.columns.map((column) => column.index)));
    const { targets, keys } = first!;
    return { kind, columns, targets, constants: new Map(), keys, rows: { header, index, texts } };
  });
}

/** Whether a column certainly fills a field: its texts are values of records, and no types of rows. */
const isFieldOf = (mixed: MixedRows, kind: KindSpec, index: number): boolean =>
  mixed
    .propose(kind, mixed.columns, NO_TARGETS, mixed.rows)
    .some((one) => one.index === index && one.target !== null && one.target !== 'ignore');

/** Whether two kinds of rows each fill a column that the other does not. */
const areApart = (one: SomeRows, other: SomeRows): boolean =>
  [
    [one, other],
    [other, one],
  ].every(([own, beside]) =>
    own!.columns.some(
      ({ index, values }) =>
        values.filled >= values.rows * NEARLY_ALL &&
        !beside!.columns.some((column) => column.index === index),
    ),
  );

/** The rows as records of a kind, if they have its key and all required fields, and are not better read as another one. */
function readAs(
  mixed: MixedRows,
  kind: KindSpec,
  own: SomeRows,
  others: readonly KindSpec[],
): KindRows | undefined {
  const proposals = mixed.propose(kind, own.columns, NO_TARGETS, own.rows);
  if (!isComplete(kind, proposals, new Set())) return undefined;
  const isOther = others.some((other) => {
    const read = mixed.propose(other, own.columns, NO_TARGETS, own.rows);
    return isComplete(other, read, new Set()) && weightOf(read) > weightOf(proposals);
  });
  return isOther ? undefined : { ...own, kind, proposals, targets: NO_TARGETS, keys: new Map() };
}

/** The rows as records of a kind that refer to those of other rows above them. */
function readBelow(
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
    const column = parent.proposals.find((one) => targetOf(one) === parent.kind.key[at]);
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
  const proposals = mixed.propose(kind, own.columns, targets, own.rows);
  return isReferred && isComplete(kind, proposals, keys)
    ? { ...own, kind, proposals, targets, keys }
    : undefined;
}

/** The row of a parent above each row, by its number. */
function rowsAbove(rows: readonly TextRow[], parents: readonly KindRows[]): Map<number, TextRow> {
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

/** Whether columns have the key of a kind, and may have all its required fields. `known`: those that are filled otherwise. */
function isComplete(
  kind: KindSpec,
  proposals: readonly ColumnProposal[],
  known: { has(field: string): boolean },
): boolean {
  const has = (path: string) => proposals.some((one) => isField(one) && targetOf(one) === path);
  const isOpen = (path: string) =>
    proposals.some(({ target, candidates }) => target === null && candidates.includes(path));
  const key = kind.key[0]!;
  if (!has(key) && !isOpen(key)) return false;
  const fields = new Set(proposals.filter(isField).map((one) => unnumberedPath(targetOf(one)!)));
  return missingOf(kind, proposals).every(({ field }) => {
    if (field === key || known.has(field) || isOpen(field) || fields.has(unnumberedPath(field))) return true;
    return field.startsWith('composition') && fields.has('composition');
  });
}
