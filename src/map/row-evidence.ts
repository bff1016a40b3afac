import { getOrCreate } from '../contract/grouped.ts';
import type { KindSpec, Reference } from '../contract/kind.ts';
import { parseDate } from '../records/date.ts';
import type { ColumnValues } from './column-values.ts';
import { isNumber } from './headers/header-readings.ts';
import { type ColumnProposal, targetOf } from './proposal.ts';
import type { ProposedColumn, SheetColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import { isDateColumn } from './propose-values.ts';

/** Maximum number of rows in which columns are compared. */
export const COMPARED_ROWS = 300;

/** The columns of numbers that add up to 100, or to 1, in most rows, beside columns of words. */
export function columnsOfShares(drafts: readonly ProposedColumn[], rows: readonly TextRow[]): Set<number> {
  const found = new Set<number>();
  const numbers = drafts.filter(({ values }) => values.filled > 0 && isShare(values));
  for (const group of candidatesIn(numbers)) {
    let [whole, all] = [0, 0];
    for (const { cells } of rows.slice(0, COMPARED_ROWS)) {
      const own = group.flatMap(({ index }) => numberIn(cells[index] ?? ''));
      if (own.length === 0) continue;
      all++;
      const sum = own.reduce((total, one) => total + one, 0);
      // Line numbers may be 1 in each row.
      if (Math.abs(sum - 100) <= 1 || (Math.abs(sum - 1) <= 0.01 && own.some((one) => one < 1))) whole++;
    }
    const isWhole = group.length > 1 && whole === all && all > 0;
    if (isWhole || (all >= 3 && whole >= all * 0.8)) for (const { index } of group) found.add(index);
  }
  return found;
}

/** The number of a cell, with or without a percent sign; none if it has another text. */
export const numberIn = (text: string): number[] => {
  const number = Number(text.replace(/\s*%$/, '').replace(',', '.'));
  return text === '' || Number.isNaN(number) ? [] : [number];
};

/** Whether all values are numbers above 0 and up to 100. */
export const isShare = ({ words }: ColumnValues): boolean => {
  const some = [...words.keys()].slice(0, 100);
  return some.every((text) => numberIn(text).some((number) => number > 0 && number <= 100));
};

/** Groups of columns that may be shares of one whole: those with numbered headers, such as `Qty`, `Qty (2)` or `QTA_A`. */
function candidatesIn(numbers: readonly ProposedColumn[]): ProposedColumn[][] {
  const byStem = Map.groupBy(numbers, ({ header }) => header.replace(NUMBERING, '').toLowerCase());
  const groups = [...byStem.values()].filter((group) => group.length > 1);
  return [...groups, ...numbers.map((one) => [one])];
}

const NUMBERING = /^(?:\d{1,2}|[A-F])[\s._-]+|[\s_.(#-]*\d{1,2}\)?(?=\D*$)|[\s_.(-]+[A-F]\)?$/gu;

/** Maximum number of columns that are compared with others. */
export const MOST_COMPARED = 200;

/** Sizes as the last part of an SKU. */
const SIZE_AT_END = /[-_./ ]?(?:\d?X{0,4}[SML]|T?U|OS|\d{1,2}[A-F]?|\d{2}[/,.]\d{1,2})$/i;

/**
 * The columns whose texts begin with the text of another column in the same row and go on, in nearly all rows, with the
 * index of that column. `withSizes`: those in which nearly all texts end with a size that others have, too. `counted`: those
 * that go on with 1, 2, 3 for each text of the other column, such as the parts of a product.
 */
export function columnsOfVariants(
  drafts: readonly ProposedColumn[],
  rows: readonly TextRow[],
): Record<'withSizes' | 'counted', Set<number>> & { readonly variants: Map<number, number> } {
  const variants = new Map<number, number>();
  const [withSizes, counted] = [new Set<number>(), new Set<number>()];
  const some = rows.slice(0, COMPARED_ROWS);
  const codes = drafts
    .slice(0, MOST_COMPARED)
    .filter(
      ({ values }) =>
        values.words.size > 2 &&
        [...values.words.keys()].slice(0, 50).every((text) => /\d/.test(text) && !/\s/.test(text)),
    );
  for (const one of codes)
    for (const other of codes) {
      if (one === other || one.values.words.size <= other.values.words.size) continue;
      const restOf = ({ cells }: TextRow) => {
        const [text = '', start = ''] = [cells[one.index], cells[other.index]];
        const isLonger = start.length >= 4 && text.length > start.length && text.startsWith(start);
        return isLonger ? [text.slice(start.length)] : [];
      };
      const hasBoth = ({ cells }: TextRow) => cells[one.index] && cells[other.index];
      // Most pairs of columns differ in their first row.
      const first = some.find(hasBoth);
      if (!first || restOf(first).length + restOf(some.findLast(hasBoth)!).length === 0) continue;
      const both = some.filter(hasBoth);
      const rests = both.flatMap(restOf);
      if (rests.length < 3 || rests.length < both.length * 0.9) continue;
      variants.set(one.index, other.index);
      const byStart = Map.groupBy(both, ({ cells }) => cells[other.index]);
      const isCounted = (own: readonly TextRow[]) =>
        own.flatMap(restOf).every((rest, at) => Number(/\d+$/.exec(rest)?.[0]) === at + 1);
      if (byStart.size < both.length && [...byStart.values()].every(isCounted)) counted.add(one.index);
      const sizes = rests.flatMap((rest) => SIZE_AT_END.exec(rest)?.[0] ?? []);
      const areRepeated = new Set(sizes).size * 2 <= sizes.length;
      if (sizes.length >= rests.length * 0.9 && areRepeated) withSizes.add(one.index);
    }
  return { variants, withSizes, counted };
}

/**
 * By index of a column of codes, the index of the column beside it that has their texts: each code has one text, and each
 * text one code.
 */
export function columnsOfTexts(
  drafts: readonly ProposedColumn[],
  rows: readonly TextRow[],
): Map<number, number> {
  const found = new Map<number, number>();
  for (const [at, one] of drafts.slice(0, MOST_COMPARED).entries())
    for (const other of isNumber(one.headerReadings) ? [] : [drafts[at - 1], drafts[at + 1]])
      if (other && areCodesOf(one.values, other.values) && textsBeside(rows, one, other).size > 1)
        found.set(one.index, other.index);
  return found;
}

/** By text of a column, the text of another one in the same rows; empty unless each text of both has one of the other. */
export function textsBeside(
  rows: readonly TextRow[],
  one: SheetColumn,
  other: SheetColumn,
): ReadonlyMap<string, string> {
  const [others, ones] = [new Map<string, string>(), new Map<string, string>()];
  for (const { cells } of rows.slice(0, COMPARED_ROWS)) {
    const [text, same] = [cells[one.index] ?? '', cells[other.index] ?? ''];
    if (text === '' && same === '') continue;
    const isOne =
      getOrCreate(others, text, () => same) === same && getOrCreate(ones, same, () => text) === text;
    if (text === '' || same === '' || !isOne) return new Map();
  }
  return others;
}

/** Whether a column has short codes, and another one as many texts that are longer. */
function areCodesOf({ words: codes, isCut }: ColumnValues, { words: texts }: ColumnValues): boolean {
  if (isCut || codes.size !== texts.size || codes.size < 2) return false;
  const isCode = (text: string) => /^[\p{Lu}\d._/-]{1,8}$/u.test(text);
  const isText = (text: string) => /\p{L}{3}/u.test(text);
  const length = (words: ColumnValues['words']) => words.keys().reduce((sum, text) => sum + text.length, 0);
  return (
    codes.keys().every(isCode) &&
    texts.keys().every((text) => isText(text) && !/\d/.test(text)) &&
    length(codes) < length(texts)
  );
}

/** The columns of dates that are before those of another column in nearly all rows, and these other columns. */
export function columnsOfPeriods(
  drafts: readonly ProposedColumn[],
  rows: readonly TextRow[],
): { readonly starts: Set<number>; readonly ends: Set<number> } {
  const [starts, ends] = [new Set<number>(), new Set<number>()];
  const dates = drafts.filter(({ values }) => values.words.size > 1 && isDateColumn(values));
  for (const [at, one] of dates.entries()) {
    const next = dates[at + 1];
    if (!next || next.index > one.index + 2) continue;
    const both = rows.slice(0, COMPARED_ROWS).filter(({ cells }) => cells[one.index] && cells[next.index]);
    const inOrder = both.filter(({ cells }) => dayOf(cells[one.index]!) < dayOf(cells[next.index]!));
    if (both.length < 2 || inOrder.length < both.length * 0.9) continue;
    starts.add(one.index);
    ends.add(next.index);
  }
  return { starts, ends };
}

/** A day that can be compared with others of its column; a month without its number counts as the year. */
function dayOf(text: string): number {
  const date = parseDate(text, 'day-first');
  if (date !== undefined) return Number(date.replaceAll('-', ''));
  return Number(/(?:19|20)\d\d/.exec(text)?.[0] ?? 0) * 10_000;
}

/** The columns that contain the postal code of another column in nearly all rows. */
export function columnsOfAddresses(drafts: readonly ProposedColumn[], rows: readonly TextRow[]): Set<number> {
  const zip = drafts.find(({ target }) => target === 'address.postalCode');
  const some = rows.slice(0, COMPARED_ROWS).filter(({ cells }) => zip && cells[zip.index]);
  const others = some.length === 0 ? [] : drafts.filter((draft) => draft !== zip);
  return new Set(
    others.flatMap(({ index }) => {
      const whole = some.filter(({ cells }) => cells[index]?.includes(cells[zip!.index]!));
      return whole.length >= some.length * 0.8 ? [index] : [];
    }),
  );
}

/** The indexes of columns that are at most two columns after one of these columns. */
export function besideOf(
  drafts: readonly ProposedColumn[],
  isOne: (draft: ProposedColumn) => boolean,
): Set<number> {
  return new Set(drafts.flatMap((draft) => (isOne(draft) ? [-1, 1, 2].map((off) => draft.index + off) : [])));
}

/** The columns that are partly blank and have as many filled rows as at least two others. */
export function columnsOfFirstRows(drafts: readonly ProposedColumn[]): Set<number> {
  const groups = Map.groupBy(
    drafts.filter(({ values }) => values.filled > 1 && values.filled < values.rows),
    ({ values }) => values.filled,
  );
  return new Set(
    [...groups.values()]
      .filter((group) => group.length > 2)
      .flatMap((group) => group.map(({ index }) => index)),
  );
}

/** Minimum number of columns that are blank in the same rows, and minimum share of these rows. */
const [FEWEST_BLANK, BLANK_SHARE] = [3, 0.25];

/** Rows of which several are about one record, which has its values only in the first of them. */
interface Blocks {
  /** The columns that are filled only in these first rows. */
  readonly indexes: ReadonlySet<number>;
  /** Those of them to the left of the others, such as a season, whose values hold until the next one. */
  readonly outer: ReadonlySet<number>;
}

/** Whether a row has a value beside its first one: a title above other rows has none. */
export const hasValues = ({ cells }: TextRow): boolean => cells.filter((text) => text !== '').length > 1;

/**
 * The columns that are filled only in the first of several rows: at least three of them in the same rows, and each row has values
 * in other columns.
 */
export function blocksIn(all: readonly TextRow[]): Blocks | undefined {
  const rows = all.slice(0, MOST_ROWS).filter(hasValues);
  const width = Math.min(MOST_COMPARED, Math.max(0, ...rows.map(({ cells }) => cells.length)));
  const columns = Array.from({ length: width }, (_, index) => ({
    index,
    filled: rows.map(({ cells }) => Boolean(cells[index])),
  })).filter(({ filled }) => filled.includes(true));
  const [own] = [...Map.groupBy(columns, ({ filled }) => filled.map(Number).join('')).values()]
    .filter(([one]) => one!.filled[0] && one!.filled.filter((is) => !is).length >= rows.length * BLANK_SHARE)
    .sort((one, other) => other.length - one.length);
  if (!own || own.length < FEWEST_BLANK) return undefined;
  const { filled: first, index: start } = own[0]!;
  const end = own.at(-1)!.index;
  // The second material of some components may be blank in the same rows.
  const inBlocks = columns.filter(
    ({ index, filled }) => index <= end && filled.every((one, at) => !one || first[at]),
  );
  const others = columns.filter((column) => !inBlocks.includes(column));
  if (!rows.every((_, at) => others.some(({ filled }) => filled[at]))) return undefined;
  const indexes = new Set(inBlocks.map(({ index }) => index));
  return { indexes, outer: new Set(indexes.values().filter((index) => index < start)) };
}

/** The record of which those of a kind are parts: the product of a component, whose key is in that of the component. */
export const ownerOf = ({ key, references }: KindSpec): Reference | undefined =>
  references.find(({ fields }) => key.includes(fields[0]!));

/** The columns of the fields that name that record, certain or most likely. */
export const recordColumns = (
  kind: KindSpec,
  columns: readonly Pick<ColumnProposal, 'index' | 'target' | 'likely' | 'candidates'>[],
): (number | undefined)[] =>
  (ownerOf(kind)?.fields ?? []).map(
    (path) => columns.find((column) => (targetOf(column) ?? column.candidates[0]) === path)?.index,
  );

/** The different texts of rows in a column. */
export const textsIn = (rows: readonly TextRow[], index: number): ReadonlySet<string> =>
  new Set(rows.flatMap(({ cells }) => cells[index] || []));

/** The rows of each record that several rows name by their texts in some columns: none without a text in the first one. */
export function recordsIn(
  rows: readonly TextRow[],
  by: readonly [number, ...(number | undefined)[]],
): TextRow[][] {
  const named = rows.filter(({ cells }) => cells[by[0]]);
  const records = Map.groupBy(named, ({ cells }) => by.map((index) => cells[index ?? -1] ?? '').join('\0'));
  return [...records.values()].filter((own) => own.length > 1);
}

/** Maximum number of rows in which the parts of records are searched. */
export const MOST_ROWS = 1000;
/** Minimum number of records with several rows, and of different values in them that are proof. */
const FEWEST_RECORDS = 4;
export const PROVING_VALUES = 3;

/**
 * The columns that have one value for all rows with the same texts in the columns `by`, and different ones elsewhere: they
 * belong to the record that those texts name, such as the maker of a product in the rows of its components. None if the first
 * of these columns is unknown. `mayBe`: also those with few values, or with one only in the first of these rows.
 */
export function columnsOfRecords(
  columns: readonly SheetColumn[],
  rows: readonly TextRow[],
  by: readonly (number | undefined)[],
  mayBe = false,
): Set<number> {
  const [key, ...others] = by;
  if (key === undefined) return new Set();
  const several = recordsIn(rows.slice(0, MOST_ROWS), [key, ...others]);
  if (several.length < FEWEST_RECORDS) return new Set();
  const isOfRecord = ({ index }: SheetColumn) => {
    if (by.includes(index)) return false;
    const filled = several.map((own) => own.flatMap(({ cells }) => cells[index] || []));
    const isFirst = mayBe && several.every((own, at) => own[0]!.cells[index] && filled[at]!.length === 1);
    const repeated = isFirst ? filled : filled.filter((texts) => texts.length > 1);
    if (repeated.length < FEWEST_RECORDS || repeated.some((texts) => new Set(texts).size > 1)) return false;
    return new Set(repeated.map(([text]) => text)).size >= (mayBe ? 1 : PROVING_VALUES);
  };
  return new Set(columns.filter(isOfRecord).map(({ index }) => index));
}
