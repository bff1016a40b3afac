import { type KindSpec, oncePer } from '../contract/kind.ts';
import { headersOf } from '../records/headers.ts';
import {
  areApart,
  isLacking,
  isRequired,
  type KindRows,
  type MixedRows,
  mayBe,
  readAs,
  readBelow,
  type SomeRows,
} from './kind-rows.ts';
import { unnumberedPath } from './map-file/targets.ts';
import { fieldsIn, referenceTo, weightOf } from './part-fields.ts';
import { type ColumnProposal, columnWith, targetOf } from './proposal.ts';
import type { SheetColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import { ownerOf } from './row-evidence.ts';
import type { RowPart } from './row-parts.ts';
import { FEWEST_ROWS, type SplitRows, splitByBlanks, splitsByText } from './row-splits.ts';

/**
 * The kinds of rows that the texts of a column tell apart, such as `ART` and `MAT`, or the levels of a bill of materials, or
 * that fill different columns: those of products, and those of their components below them. A product that another sheet has is
 * only the title of its components. Empty if there are no such rows.
 */
export function kindsOfRows(
  mixed: MixedRows,
  main: KindSpec,
  proposals: readonly ColumnProposal[],
): RowPart[] {
  const { columns, rows } = mixed;
  if (columns.every(({ values }) => values.filled === 0 || values.filled === values.rows)) return [];
  if (areParts(main, proposals, rows)) return [];
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

/** Whether each row has a key and, in another column, another reference to the record that it is a part of. */
function areParts(kind: KindSpec, proposals: readonly ColumnProposal[], rows: readonly TextRow[]): boolean {
  const [key, owner] = [kind.key[0], ownerOf(kind)?.fields[0]].map(
    (path) => columnWith(proposals, path)?.index,
  );
  if (key === undefined || owner === undefined) return false;
  return rows.every(({ cells }) => cells[key] && cells[owner] && cells[key] !== cells[owner]);
}

const withColumns = (mixed: MixedRows, split: readonly SplitRows[], without?: number): SomeRows[] =>
  split.map((own) => {
    const columns = mixed
      .columnsOf(new Set(own.rows.map(({ row }) => row)))
      .filter(({ index, values }) => index !== without && values.filled > 0);
    const read = oncePer((kind: KindSpec) => mixed.propose(kind, { ...own, columns }));
    return { ...own, columns, read };
  });

/**
 * The kinds of some rows that read the most columns; rows that describe nothing are in none. `index`: the column by which
 * they differ.
 */
function partsOf(mixed: MixedRows, some: readonly SomeRows[], index?: number): RowPart[] {
  if (!some.some((one) => some.some((other) => areApart(one, other)))) return [];
  const areBlank = some.some((own) => own.with.texts.includes(''));
  const isField = oncePer((kind: KindSpec) => index !== undefined && isFieldOf(mixed, kind, index, areBlank));
  const readings = mixed.kinds.map((parent): KindRows[] => {
    const children = mixed.kinds.filter((kind) => referenceTo(kind, parent));
    if (children.length === 0 || [parent, ...children].some(isField)) return [];
    const parents = some.flatMap((own) => readAs(mixed, parent, own, some, children) ?? []);
    const rows = parents.reduce((sum, one) => sum + one.rows.length, 0);
    if (rows < FEWEST_ROWS || parents.length === some.length) return [];
    const others = some.filter((own) => !parents.some((one) => one.rows === own.rows));
    const found = others.flatMap(
      (own) => children.flatMap((kind) => readBelow(mixed, kind, own, parents) ?? [])[0] ?? [],
    );
    // Rows that all lack a field, such as the categories by which they were split, are of one kind.
    if ([parents, found].every((all) => all.some(isLacking))) return [];
    return found.length > 0 ? [...parents, ...found] : [];
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
  const filled = fieldsIn(proposals);
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

/**
 * Whether a column certainly fills a field, or may fill one where other rows are blank: its texts are values of records, and no types of
 * rows.
 */
const isFieldOf = (mixed: MixedRows, kind: KindSpec, index: number, areBlank: boolean): boolean =>
  mixed.propose(kind, mixed).some((one) => {
    if (one.index !== index) return false;
    return one.target === null ? areBlank && one.candidates.length > 0 : one.target !== 'ignore';
  });

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
    if (!mayBe(kind, parent, own, own.read(kind), keys)) continue;
    const all = new Set(columns.map(({ index }) => index));
    return [{ kind: kind.name, columns: all, keys, rows: own.with }];
  }
  return [];
}
