import type { KindSpec } from '../contract/kind.ts';
import { foldText } from '../fold.ts';
import { headerWords } from '../recognise/header-similarity.ts';
import { cleanCell } from '../recognise/text.ts';
import type { JoinedHeader } from './joined-header.ts';
import { referenceTo, weightOf } from './part-fields.ts';
import type { Found } from './parts-beside.ts';
import type { SheetColumn } from './propose-draft.ts';
import { recordsIn, textsIn } from './row-evidence.ts';
import type { RowPart, SharedRows } from './row-parts.ts';

/** Columns that may describe a record, and the header above them. */
export interface Block {
  readonly heading: string;
  readonly indexes: ReadonlySet<number>;
  /** The kind of the next columns, to whose record it may refer. */
  readonly next?: KindSpec;
  /** Whether the columns are the same in all rows of a record: they are its part although their fields are only likely. */
  readonly isOfRecords?: true;
}

/** Minimum number of columns of a group. */
const FEWEST_COLUMNS = 3;

/** The name of a record with its number, before that of a field: `comp1_type`, `Trim 2 - code`. */
const NUMBERED = /^(\p{L}[\p{L}\p{M}]*)[ ._-]?(\d{1,2})[ ._-]+(?=\p{L})/u;

/** The header of the group of a column without a row of such headers: its first word, with its number. */
function headingIn(text: string): string {
  const [, name, number] = NUMBERED.exec(text) ?? [];
  return name === undefined ? (headerWords(text)[0] ?? '') : `${foldText(name)} ${number}`;
}

/** The groups of columns that a row above the headers names, or that headers with the same first word make. */
export function groupsOf({
  header,
  above,
  columns,
}: Pick<SharedRows, 'header' | 'above' | 'columns'>): Block[] {
  const texts = header.joins ? header.parts?.[0] : above?.cells.map(cleanCell);
  const headings = columns.filter(({ index }) => (texts?.[index] ?? '') !== '');
  const isRow = headings.length > 1 && headings.length * 2 <= columns.length;
  let heading = '';
  const named = columns.map(({ index, header: text, lookupText }): readonly [string, number] => {
    if (!isRow) return [headingIn((header.joins ? undefined : lookupText) ?? text), index];
    heading = texts![index] || heading;
    return [heading, index];
  });
  return runsOf(named);
}

/** The groups of columns whose headers have the same last word, which names the record: `Pays frs`, `Contact`, `Ville frs`. */
export function groupsByLastWord({ columns }: Pick<SharedRows, 'columns'>): Block[] {
  const lasts = columns.map(({ header, lookupText }) => headerWords(lookupText ?? header).at(-1) ?? '');
  const isBetween = (at: number) => at > 0 && lasts[at - 1] !== '' && lasts[at - 1] === lasts[at + 1];
  return runsOf(columns.map(({ index }, at) => [lasts[isBetween(at) ? at - 1 : at]!, index] as const));
}

/** The groups of neighbouring columns with the same heading. */
function runsOf(named: readonly (readonly [heading: string, index: number])[]): Block[] {
  const runs: { heading: string; indexes: Set<number> }[] = [];
  for (const [own, index] of named) {
    const last = runs.at(-1);
    if (last?.heading === own) last.indexes.add(index);
    else runs.push({ heading: own, indexes: new Set([index]) });
  }
  return runs.filter((run) => run.heading !== '' && run.indexes.size >= FEWEST_COLUMNS);
}

/** The parts with the groups that have no key, such as the contacts of a supplier, of which a part reads more than the main kind. */
export function withGroups(
  rows: SharedRows,
  groups: readonly Block[],
  found: readonly Found[],
): readonly Found[] {
  const taken = new Set(found.flatMap(({ indexes }) => [...indexes]));
  const free = new Set(rows.columns.map(({ index }) => index)).difference(taken);
  const weightIn = (kind: KindSpec, own: ReadonlySet<number>) =>
    weightOf(rows.propose(kind, columnsOfPart(rows, { columns: own })));
  return groups
    .filter(({ indexes }) => !indexes.values().some((index) => taken.has(index)))
    .reduce((parts, { indexes }) => {
      const [best] = parts
        .filter((part) => referenceTo(part.kind, rows.main) || !haveOwnValues(rows, part.key, indexes))
        .map((part) => ({ part, weight: weightIn(part.kind, indexes) }))
        .sort((one, other) => other.weight - one.weight);
      if (!best || best.weight <= weightIn(rows.main, indexes)) return parts;
      // Another column of a field that the part already fills adds nothing.
      const adds = (kind: KindSpec, others: ReadonlySet<number>) =>
        weightIn(kind, others.union(indexes)) - weightIn(kind, others);
      if (adds(best.part.kind, best.part.indexes) <= adds(rows.main, free.difference(indexes))) return parts;
      return parts.map((part) =>
        part === best.part ? { ...part, indexes: part.indexes.union(indexes) } : part,
      );
    }, found);
}

/** Whether columns have different values in most of the records that several rows name by a key: they say nothing of them. */
function haveOwnValues({ rows }: SharedRows, key: number, indexes: ReadonlySet<number>): boolean {
  const several = recordsIn(rows, [key]);
  return indexes
    .values()
    .some((index) => several.filter((own) => textsIn(own, index).size > 1).length > several.length / 2);
}

/** The columns of a part, with the texts to look up for their headers. */
export const columnsOfPart = (
  { columns, header }: Pick<SharedRows, 'columns' | 'header'>,
  part: Pick<RowPart, 'columns' | 'below'>,
): SheetColumn[] =>
  columns
    .filter(({ index }) => part.columns.has(index))
    .map((column) => (part.below?.has(column.index) ? withoutHeading(column, header) : column));

const withoutHeading = (column: SheetColumn, header: JoinedHeader): SheetColumn => ({
  ...column,
  lookupText: textWithout(column, header),
});

/** The header of a column without that of its group. */
const textWithout = ({ index, header, lookupText }: SheetColumn, { lower }: JoinedHeader): string =>
  lower?.[index] || (lookupText ?? header).replace(NUMBERED, '');

/** The headers of a group without its own; undefined if they are not below it. */
export function textsBelow({ columns, header }: SharedRows, { indexes }: Block): string | undefined {
  const own = columns.filter(({ index }) => indexes.has(index));
  const areBelow = header.lower !== undefined || own.every(({ header: text }) => NUMBERED.test(text));
  return areBelow ? own.map((column) => foldText(textWithout(column, header))).join('\n') : undefined;
}
