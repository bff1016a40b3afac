import { type Field, isQuantity } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { isTotalWord, LONGEST_TOTAL, TOTAL, totalLabel } from '../records/total-words.ts';
import type { Row } from '../sheets/cell.ts';
import { isWholeCell } from './map-file/settings-of-fields.ts';
import { fieldNamed } from './map-file/targets.ts';
import type { ColumnProposal, FillProposal, GroupProposal, RecordRows } from './proposal.ts';
import { hasValues, textsIn } from './row-evidence.ts';

/** A row below the header, with its cells as texts. */
export interface TextRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** Cells of a column that are merged: the numbers of the first and the last row. */
export interface MergedRows {
  readonly index: number;
  readonly first: number;
  readonly last: number;
}

/** Whether a row adds up other rows: it would hide what the columns contain. `above`: the row above it. */
export function isTotal({ cells }: Row, above: Row | undefined): boolean {
  const total = totalLabel(cells, above?.cells ?? []);
  return total !== undefined && (total.numbers > 0 || isTotalWord(total.label));
}

/**
 * The rows that fill a column with a field, without those that repeat another one in all these columns. `filledDown`: columns of
 * which the blank cells in parts of a key have the value above.
 */
export function withoutRepeats(
  kind: KindSpec,
  all: readonly TextRow[],
  columns: readonly Pick<ColumnProposal, 'index' | 'target'>[],
  filledDown: ReadonlySet<number> = new Set(),
): readonly TextRow[] {
  const fields = columns.filter(({ target }) => target !== 'ignore');
  const rows = all.filter((row) => fields.some(({ index }) => textAt(row, index) !== ''));
  const keys = columns.flatMap(({ index, target }) =>
    target !== null && filledDown.has(index) && kind.key.includes(target) ? [index] : [],
  );
  const textOf = textsBelow(new Set(keys));
  const byTexts = Map.groupBy(rows, (row) => columns.map(({ index }) => textOf(row, index)).join('\0'));
  return rows.length === byTexts.size ? rows : [...byTexts.values()].map(([first]) => first!);
}

/** What a column is in a record: a part of its key, one value, items of lists, or not decided yet. */
interface RowColumn {
  readonly index: number;
  readonly header: string;
  readonly is: 'key' | 'value' | 'items' | 'open';
  readonly field?: Field;
}

/** Maximum number of records that are shown. */
const MOST_SHOWN = 2;

/** If a smaller share of the records has several rows, these may be mistakes: a missing key, a row that was pasted twice. */
const MIN_SHARE = 0.05;

interface RowsProposal {
  readonly group?: GroupProposal;
  readonly fills?: readonly FillProposal[];
  readonly first?: readonly RecordRows[];
}

/**
 * How rows become records: which rows are one record, and which blank cells have the value above: surely those of the columns
 * `filledDown`.
 */
export function proposeRows(
  kind: KindSpec,
  proposals: readonly ColumnProposal[],
  rows: readonly TextRow[],
  merges: readonly MergedRows[],
  filledDown: ReadonlySet<number> = new Set(),
): RowsProposal {
  const columns = columnsOf(kind, proposals);
  const keys = columns.filter(({ is }) => is === 'key');
  if (!keys.some(({ field }) => field!.path === kind.key[0])) return {};
  const own = rows.filter((row) => !startsWithTotal(row.cells) && (filledDown.size === 0 || hasValues(row)));
  const groups = groupsIn(
    own,
    keys.map(({ index }) => index),
  );
  const group = groupOf(groups, columns, keys);
  const fills = fillsOf(
    kind,
    columns,
    group === undefined ? own : groups.map(([first]) => first!),
    own,
    merges,
  ).map((fill) => (filledDown.has(fill.index) ? { ...fill, isCertain: true } : fill));
  const first = group?.first ?? firstRows(own, columns, fills);
  return { ...(group && { group }), ...(fills.length > 0 && { fills }), first };
}

/** The first rows, with the values above blank cells where they are certain. */
function firstRows(
  rows: readonly TextRow[],
  columns: readonly RowColumn[],
  fills: readonly FillProposal[],
): RecordRows[] {
  const textOf = textsBelow(new Set(fills.flatMap(({ index, isCertain }) => (isCertain ? [index] : []))));
  return rows.slice(0, MOST_SHOWN).map((row) => ({
    rows: [row.row],
    cells: columns
      .filter(({ is }) => is !== 'open')
      .map(({ index }) => {
        const text = textOf(row, index);
        return text === '' ? [] : [text];
      }),
  }));
}

/** The texts of rows that are read in their order; in the columns `filled`, blank cells have the value above. */
function textsBelow(filled: ReadonlySet<number>): (row: TextRow, index: number) => string {
  const above = new Map<number, string>();
  return (row, index) => {
    const text = textAt(row, index) || (filled.has(index) ? above.get(index) : undefined) || '';
    above.set(index, text);
    return text;
  };
}

function columnsOf(kind: KindSpec, proposals: readonly ColumnProposal[]): RowColumn[] {
  return proposals.flatMap(({ index, header, target, samples }): RowColumn[] => {
    if (target === 'ignore' || samples.length === 0) return [];
    if (target === null) return [{ index, header, is: 'open' }];
    const field = fieldNamed(kind, target)?.field;
    if (!field) return [];
    const is = kind.key.includes(field.path)
      ? 'key'
      : field.path.includes('[]') || isWholeCell(kind, field)
        ? 'items'
        : 'value';
    return [{ index, header, is, field }];
  });
}

function startsWithTotal(cells: readonly string[]): boolean {
  const first = cells.find((text) => text !== '') ?? '';
  return first.length <= LONGEST_TOTAL && TOTAL.test(first);
}

/** The rows of each record, as the import joins them. */
function groupsIn(rows: readonly TextRow[], by: readonly number[]): TextRow[][] {
  const groups: TextRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    const first = group?.[0];
    const isSame = (index: number) => {
      const text = textAt(row, index);
      return text === '' || text === textAt(first!, index);
    };
    if (group && by.every(isSame)) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

const textAt = ({ cells }: TextRow, index: number): string => cells[index] ?? '';

function groupOf(
  groups: readonly (readonly TextRow[])[],
  columns: readonly RowColumn[],
  keys: readonly RowColumn[],
): GroupProposal | undefined {
  const quantities = columns.filter(
    ({ is, field }) => is === 'value' && field !== undefined && isQuantity(field.value),
  );
  // Rows that differ only in ignored columns are the same record anyway, unless each may have its own quantity.
  const several = groups.filter(
    (rows) =>
      rows.length > 1 &&
      (!areEqual(rows, columns) ||
        (quantities.some((column) => isRepeated(rows, column)) && !areSameRow(rows))),
  );
  if (several.length === 0) return undefined;
  const texts = keys.map(({ header }) => header);
  // Columns without a unique header are named by letters, to which a group cannot refer.
  if (texts.includes('') || new Set(texts).size < texts.length) return undefined;
  const values = columns.filter(({ is }) => is === 'value');
  const differing = values.filter((column) => several.some((rows) => hasDifferentValues(rows, column)));
  const repeated = quantities.filter(
    (column) => !differing.includes(column) && several.some((rows) => isRepeated(rows, column)),
  );
  const first = groups.map((rows) => keyOf(rows[0]!, keys));
  const items = columns.filter(({ is }) => is === 'items');
  const isCertain =
    differing.length === 0 &&
    new Set(first).size === first.length &&
    several.every((rows) => isOneRecord(rows, columns, keys)) &&
    (several.length >= groups.length * MIN_SHARE || several.every((rows) => isWhole(shareOf(rows, items))));
  return {
    by: texts,
    isCertain,
    first: several.slice(0, MOST_SHOWN).map((rows) => ({
      rows: rows.map(({ row }) => row),
      cells: columns
        .filter(({ is }) => is !== 'open')
        .map(({ index }) => rows.map((row) => textAt(row, index)).filter((text) => text !== '')),
    })),
    differing: [...differing, ...repeated].map((column) => ({
      index: column.index,
      ...(column.field!.value.type === 'number' && { adds: column.field!.path }),
      ...(repeated.includes(column) && { repeats: true }),
    })),
  };
}

const keyOf = (row: TextRow, keys: readonly RowColumn[]): string =>
  JSON.stringify(keys.map(({ index }) => textAt(row, index)));

const areEqual = ([first, ...rest]: readonly TextRow[], columns: readonly RowColumn[]): boolean =>
  rest.every((row) => columns.every(({ index }) => textAt(row, index) === textAt(first!, index)));

const areSameRow = ([first, ...rest]: readonly TextRow[]): boolean =>
  rest.every(({ cells }) => cells.join('\0') === first!.cells.join('\0'));

/** Whether several rows of a group have a value in a column. */
const isRepeated = (rows: readonly TextRow[], { index }: RowColumn): boolean =>
  rows.filter((row) => textAt(row, index) !== '').length > 1;

/** Whether the rows of a group have two values in a column. */
const hasDifferentValues = (rows: readonly TextRow[], { index }: RowColumn): boolean =>
  textsIn(rows, index).size > 1;

/**
 * Whether rows whose single values agree are certainly one record: each adds an item, or has only the key, and none has a whole
 * list.
 */
function isOneRecord(
  rows: readonly TextRow[],
  columns: readonly RowColumn[],
  keys: readonly RowColumn[],
): boolean {
  const [first, ...rest] = rows;
  if (keys.some(({ index, field }) => field!.required === 'always' && textAt(first!, index) === ''))
    return false;
  if (columns.some((column) => column.is === 'open' && hasDifferentValues(rows, column))) return false;
  const items = columns.filter(({ is }) => is === 'items');
  if (haveWholeLists(rows, items)) return false;
  return rest.every((row) => {
    const continues = keys.some(({ index }) => textAt(row, index) === '' && textAt(first!, index) !== '');
    const hasValues = columns.some(({ is, index }) => is === 'value' && textAt(row, index) !== '');
    const addsItems = items.some(
      ({ index }) => textAt(row, index) !== '' && textAt(row, index) !== textAt(first!, index),
    );
    const hasOnlyKey = columns.every(({ is, index }) => is === 'key' || textAt(row, index) === '');
    return hasOnlyKey || (addsItems && !(continues && hasValues));
  });
}

/**
 * Whether rows have different compositions, and one of them is whole: a cell with all materials, or shares that add up
 * to 100 %.
 */
function haveWholeLists(rows: readonly TextRow[], items: readonly RowColumn[]): boolean {
  const own = items.filter(({ field }) => /^composition(?:\[|$)/.test(field!.path));
  const lists = new Set(
    rows
      .map((row) => JSON.stringify(own.map(({ index }) => textAt(row, index))))
      .filter((text) => /\w/.test(text)),
  );
  return lists.size > 1 && rows.some((row) => hasWhole(row, own) || isWhole(shareOf([row], own)));
}

const hasWhole = (row: TextRow, items: readonly RowColumn[]): boolean =>
  items.some(({ index, field }) => !field!.path.includes('[]') && textAt(row, index) !== '');

/** The sum of the percentages of rows. */
function shareOf(rows: readonly TextRow[], items: readonly RowColumn[]): number {
  let sum = 0;
  for (const { index, field } of items) {
    const { path, value } = field!;
    if (value.type !== 'number' || value.unit !== '%' || !path.startsWith('composition[]')) continue;
    for (const row of rows) sum += Number(textAt(row, index).replace(/\s*%$/, '').replace(',', '.'));
  }
  return sum;
}

const isWhole = (share: number): boolean => Math.abs(share - 100) <= 1 || Math.abs(share - 1) <= 0.01;

/** Columns whose blank cells may have the value above. */
function fillsOf(
  kind: KindSpec,
  columns: readonly RowColumn[],
  headers: readonly TextRow[],
  rows: readonly TextRow[],
  merges: readonly MergedRows[],
): FillProposal[] {
  const refers = ({ path }: Field) => kind.references.some(({ fields }) => fields.includes(path));
  // A title above some rows has nothing in all other columns.
  const untitled = columns.length > FEW_COLUMNS ? headers.filter(hasValues) : headers;
  const blanksOf = (index: number) => untitled.map((row) => Number(textAt(row, index) === '')).join('');
  // One season for all products may be written in the first row of each.
  const filledDown = new Set(
    columns.filter(({ index }) => isFilledDown(untitled, index)).map(({ index }) => blanksOf(index)),
  );
  return columns.flatMap(({ index, field, is, header }): FillProposal[] => {
    if (!field || is === 'items' || header === '' || isQuantity(field.value)) return [];
    const own = merges.filter((merged) => merged.index === index);
    // Rows that have nothing in it are one record with the row above, unless they differ in another part of the key.
    if (field.path === kind.key[0] && (own.length === 0 || headers.every((row) => textAt(row, index) !== '')))
      return [];
    const isRequired = field.required === 'always';
    const about = { index, isSent: !isRequired };
    if (own.length > 0) {
      const inMerge = coveredBy(own);
      const isCertain = rows.every((row) => textAt(row, index) !== '' || inMerge(row.row));
      return [{ ...about, isCertain }];
    }
    const isLikely = isRequired || is === 'key' || refers(field);
    return isLikely && filledDown.has(blanksOf(index)) ? [{ ...about, isCertain: false }] : [];
  });
}

/** Whether a row is covered by merged cells: it is in their range below the first row, which has the value. */
function coveredBy(merges: readonly MergedRows[]): (row: number) => boolean {
  const sorted = [...merges].sort((one, other) => one.first - other.first);
  let at = 0;
  return (row) => {
    while (sorted[at] !== undefined && sorted[at]!.last < row) at++;
    const merged = sorted[at];
    return merged !== undefined && merged.first < row;
  };
}

/** In a table with so few columns, a row may have only its key. */
const FEW_COLUMNS = 4;

/** Minimum share of blank cells. */
const BLANK_SHARE = 0.25;

/**
 * Whether a column looks as if each value were written only in the first of the rows that it belongs to. The next rows may have
 * the same value.
 */
function isFilledDown(rows: readonly TextRow[], index: number): boolean {
  let above = '';
  let filled = 0;
  let blank = 0;
  for (const row of rows) {
    const text = textAt(row, index);
    if (text === '') {
      if (filled === 0) return false;
      blank++;
    } else if (text === above) return false;
    else filled++;
    above = text;
  }
  return filled > 0 && blank >= BLANK_SHARE * (filled + blank);
}
