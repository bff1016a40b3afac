import type { KindSpec } from '../contract/kind.ts';
import { headersOf } from '../records/headers.ts';
import type { Links } from './evidence.ts';
import { unnumberedPath } from './map-file/targets.ts';
import { hasOwnWords, referenceTo, weightOf } from './part-fields.ts';
import { type ColumnProposal, columnWith, isField, targetOf } from './proposal.ts';
import { missingOf } from './propose-columns.ts';
import type { SheetColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import type { RowPart } from './row-parts.ts';
import { FEWEST_ROWS, NEARLY_ALL, type SplitRows, splitByBlanks, splitsByText } from './row-splits.ts';

/** Some rows of a table, and the columns that they fill. */
interface SomeRows extends SplitRows {
  readonly columns: readonly SheetColumn[];
}

/** A list whose rows may describe records of several kinds, each in rows of its own. */
interface MixedRows {
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
interface KindRows extends SomeRows {
  readonly kind: KindSpec;
  readonly proposals: readonly ColumnProposal[];
  readonly targets: ReadonlyMap<number, string>;
  readonly keys: ReadonlyMap<string, string>;
}

/**
 * The kinds of rows that the texts of a column tell apart, such as `ART` and `MAT`, or the levels of a bill of materials, or
 * that fill different columns: those of products, and those of their components below them. A product that another sheet has is
 * only the title of its components. Empty if there are no such rows.
 */
export function kindsOfRows(mixed: MixedRows): RowPart[] {
  const { columns, rows } = mixed;
  if (columns.every(({ values }) => values.filled === 0 || values.filled === values.rows)) return [];
  for (const { index, split } of splitsByText(columns, rows)) {
    const parts = partsOf(mixed, withColumns(mixed, split, index), index);
    if (parts.length > 0) return parts;
  }
  const split = splitByBlanks(columns, rows);
  if (!split) return [];
  const [upper, lower] = withColumns(mixed, split) as [SomeRows, SomeRows];
  const parts = partsOf(mixed, [upper, lower]);
  return parts.length > 0 ? parts : partBelowTitles(mixed, upper, lower);
}

const withColumns = ({ columnsOf }: MixedRows, split: readonly SplitRows[], without?: number): SomeRows[] =>
  split.map((own) => ({
    ...own,
    columns: columnsOf(new Set(own.rows.map(({ row }) => row))).filter(
      ({ index, values }) => index !== without && values.filled > 0,
    ),
  }));

/**
 * The kinds of some rows that read the most columns; rows that describe nothing are in none. `index`: the column by which
 * they differ.
 */
function partsOf(mixed: MixedRows, some: readonly SomeRows[], index?: number): RowPart[] {
  if (!some.some((one) => some.some((other) => areApart(one, other)))) return [];
  const readings = mixed.kinds.map((parent): KindRows[] => {
    const children = mixed.kinds.filter((kind) => referenceTo(kind, parent));
    const parents = some.flatMap((own) => readAs(mixed, parent, own, some, children) ?? []);
    const rows = parents.reduce((sum, one) => sum + one.rows.length, 0);
    if (rows < FEWEST_ROWS || parents.length === some.length) return [];
    const others = some.filter((own) => !parents.some((one) => one.rows === own.rows));
    const found = others.flatMap(
      (own) => children.flatMap((kind) => readBelow(mixed, kind, own, parents) ?? [])[0] ?? [],
    );
    const isField = () =>
      index !== undefined && [parent, ...children].some((kind) => isFieldOf(mixed, kind, index));
    // Rows that all lack a field, such as the categories by which they were split, are of one kind.
    if ([parents, found].every((all) => all.some(isLacking))) return [];
    return found.length > 0 && !isField() ? [...parents, ...found] : [];
  });
  const weight = (all: readonly KindRows[]) => all.reduce((sum, one) => sum + weightOf(one.proposals), 0);
  const [best = []] = readings.sort((one, other) => weight(other) - weight(one));
  const byKind = Map.groupBy(best, ({ kind }) => kind.name);
  return [...byKind].map(([kind, [first, ...same]]): RowPart => {
    const texts = [first!, ...same].flatMap((one) => one.with.texts);
    const columns = new Set([first!, ...same].flatMap((one) => one.columns.map((column) => column.index)));
    const ignored = [...doubledIn(mixed.columns, first!), ...onlyOfParent(first!, best[0]!)];
    const targets = new Map([...first!.targets, ...ignored.map((index) => [index, 'ignore'] as const)]);
    for (const index of targets.keys()) columns.add(index);
    const { keys } = first!;
    return { kind, columns, targets, keys, rows: { ...first!.with, texts } };
  });
}

/** The columns of other rows whose headers name a field of these rows, which another column fills. */
function doubledIn(columns: readonly SheetColumn[], { kind, columns: own, proposals }: KindRows): number[] {
  const isComposition = (path: string) => path.startsWith('composition');
  const filled = new Set(proposals.filter(isField).map((one) => unnumberedPath(targetOf(one)!)));
  return columns.flatMap(({ index, header }) => {
    const path = own.some((one) => one.index === index)
      ? undefined
      : headersOf(kind).meaning(header)?.field.path;
    if (path === undefined) return [];
    const isTaken =
      filled.has(unnumberedPath(path)) || (isComposition(path) && [...filled].some(isComposition));
    return isTaken ? [index] : [];
  });
}

/**
 * The columns that show no field of these rows, and whose header certainly says what they are in the rows of the parent: a
 * field that this kind does not have, such as the name of a product, or none.
 */
function onlyOfParent({ kind, proposals }: KindRows, parent: KindRows): number[] {
  if (kind === parent.kind) return [];
  const own = new Set(kind.fields.map(({ path }) => unnumberedPath(path)));
  const certain = new Map(
    parent.proposals.flatMap(({ index, target }) => (target === null ? [] : [[index, target] as const])),
  );
  return proposals.flatMap(({ index, likely, candidates }) => {
    const target = certain.get(index);
    if (likely !== 'ignore' || candidates.length > 0 || target === undefined) return [];
    return target.includes('.') || own.has(target) ? [] : [index];
  });
}

/** Whether a column certainly fills a field: its texts are values of records, and no types of rows. */
const isFieldOf = (mixed: MixedRows, kind: KindSpec, index: number): boolean =>
  mixed
    .propose(kind, mixed)
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

/** Minimum weight of the fields of rows of which one required field is in a column whose words are unknown. */
const ENOUGH_FIELDS = 3;

/**
 * The rows as records of a kind, if they have its key and all required fields, and are not better read as another one. `some`:
 * these rows, and those of other records.
 */
function readAs(
  mixed: MixedRows,
  kind: KindSpec,
  own: SomeRows,
  some: readonly SomeRows[],
  others: readonly KindSpec[],
): KindRows | undefined {
  const repeated = repeatedBelow(own, some);
  const named = mixed.propose(kind, own);
  const isNamed = repeated === undefined || named.some((one) => targetOf(one) === kind.key[0]);
  const targets = new Map(isNamed ? [] : [[repeated, kind.key[0]!]]);
  const proposals = isNamed ? named : mixed.propose(kind, own, targets);
  const lacking = lackingIn(kind, proposals);
  if (lacking.length > 0 && !mayHave(kind, lacking, proposals)) return undefined;
  const isOther = others.some((other) => {
    const read = mixed.propose(other, own);
    const isBetter = hasOwnWords(other, kind, own.columns, read) || weightOf(read) > weightOf(proposals);
    return isBetter && mayBe(other, kind, own, read);
  });
  return isOther ? undefined : { ...own, kind, proposals, targets, keys: new Map() };
}

const isLacking = ({ kind, proposals, keys }: KindRows): boolean =>
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
    const column = columnWith(parent.proposals, parent.kind.key[at]);
    if (!column) continue;
    const share = (holds: (text: string, upper: string) => boolean) =>
      own.rows.filter((row) =>
        holds(row.cells[column.index] ?? '', above.get(row.row)?.cells[column.index] ?? ''),
      ).length / own.rows.length;
    if (share((text, upper) => text !== '' && text === upper) >= NEARLY_ALL) targets.set(column.index, field);
    else if (!isNeeded(kind, field, parents)) continue;
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

/**
 * Whether rows need a part of the key of the row above: a required one, or any if several rows above have the same first part, as
 * the colours of a product do.
 */
function isNeeded(kind: KindSpec, field: string, parents: readonly KindRows[]): boolean {
  if (isRequired(kind, field)) return true;
  const refs = parents.flatMap(({ proposals, kind: { key }, rows }) => {
    const at = columnWith(proposals, key[0])?.index;
    return at === undefined ? [] : rows.map(({ cells }) => cells[at]);
  });
  return new Set(refs).size < refs.length;
}

const isRequired = ({ fields }: KindSpec, field: string): boolean =>
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
 * The rows below titles, which name a record of another sheet, if they describe records that refer to it. What the titles say of
 * that record, the other sheet says, too.
 */
function partBelowTitles(mixed: MixedRows, titles: SomeRows, own: SomeRows): RowPart[] {
  const { kinds, links, propose, columns } = mixed;
  const at = own.with.index;
  const parent = kinds.find(({ name }) => links.keysOf.get(at)?.has(name));
  if (!parent || titles.rows.length < FEWEST_ROWS || own.rows.length < FEWEST_ROWS) return [];
  const named = propose(parent, titles, new Map([[at, parent.key[0]!]]));
  const isKnown = (column: ColumnProposal) => {
    const field = targetOf(column) ?? column.candidates[0] ?? 'ignore';
    return field === 'ignore' || links.fields.has(`${parent.name}.${field}`);
  };
  if (!named.every(isKnown)) return [];
  for (const kind of kinds.filter((one) => referenceTo(one, parent))) {
    const keys = new Map(
      referenceTo(kind, parent)!.fields.flatMap((field, part) => {
        const column = named.find(({ target }) => target === parent.key[part]);
        return column && isRequired(kind, field) ? [[field, `{^${column.header}}`] as const] : [];
      }),
    );
    const proposals = propose(kind, own);
    if (!mayBe(kind, parent, own, proposals, keys)) continue;
    const all = new Set(columns.map(({ index }) => index));
    return [{ kind: kind.name, columns: all, keys, rows: own.with }];
  }
  return [];
}

/**
 * Whether rows may be records of a kind that refer to those of another: they have its key and all required fields, or their
 * words are those of the kind and not of the other, and only one field is missing. `known`: the fields that are filled otherwise.
 */
function mayBe(
  kind: KindSpec,
  other: KindSpec,
  { columns }: SomeRows,
  proposals: readonly ColumnProposal[],
  known?: { has(field: string): boolean },
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
function lackingIn(
  kind: KindSpec,
  proposals: readonly ColumnProposal[],
  known?: { has(field: string): boolean },
): string[] {
  const has = (path: string) => proposals.some((one) => isField(one) && targetOf(one) === path);
  const isOpen = (path: string) =>
    proposals.some(({ target, candidates }) => target === null && candidates.includes(path));
  const [key, ...parts] = kind.key as [string, ...string[]];
  const fields = new Set(proposals.filter(isField).map((one) => unnumberedPath(targetOf(one)!)));
  const lacking = missingOf(kind, proposals).flatMap(({ field, template }) => {
    if (template !== undefined && kind.follows?.[field] !== undefined) return [];
    if (field === key || parts.includes(field) || known?.has(field) || isOpen(field)) return [];
    if (fields.has(unnumberedPath(field))) return [];
    return field.startsWith('composition') && fields.has('composition') ? [] : [field];
  });
  return has(key) || isOpen(key) ? lacking : [key, ...lacking];
}
