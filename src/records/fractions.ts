import type { Body, Json, KindSpec } from '../contract/kind.ts';
import { type Coerced, type OnCellFinding, UNREADABLE } from '../recognise/coercion.ts';
import { displayText, quoted } from '../recognise/text.ts';
import { numberText, say } from '../say.ts';
import type { Cell } from '../sheets/cell.ts';
import { headerParts } from './headers.ts';
import type { Column, SheetMap } from './record.ts';

/** The columns with the shares of one total, which may be in the items of several lists. */
export interface ShareColumns {
  /** The names of the lists, and of the share in each item. */
  readonly lists: readonly string[];
  readonly share: string;
  /** `at` is the index among the columns that fill a field, `index` the index of the column in the sheet. */
  readonly columns: readonly { readonly at: number; readonly index: number }[];
}

/** For each total of the kind: the columns with its shares, except those whose unit a map file names. */
export function shareColumns({ kind, columns, labels = [] }: SheetMap): ShareColumns[] {
  if (kind.partial) return [];
  return (kind.totals ?? []).flatMap(({ items, share, with: others = [] }) => {
    const lists = [items, ...others];
    const paths = new Set(lists.map((name) => `${name}[].${share}`));
    const found = [...columns, ...labels].flatMap(({ field, index, mapping }, at) => {
      const isOpen = mapping?.unit === undefined && mapping?.unitColumn === undefined;
      return isOpen && paths.has(field.path) ? [{ at, index }] : [];
    });
    return found.length < 2 ? [] : [{ lists, share, columns: found }];
  });
}

/** Maximum difference of the total from 1, because shares may be rounded. */
const TOLERANCE = 0.005 + 1e-9;

/**
 * Converts the shares of a row to percentages if they are fractions: `0.3` and `0.7` become 30 and 70. That is certain
 * only if every item has a share, there are at least two, each is below 1 and without a percent sign, and all add up to
 * 1. A single 1 may be 1 % or 100 %: it is a fraction only if rows above have fractions (`afterOthers`). Returns what was
 * converted, for a finding.
 */
export function convertFractions(
  { lists, share, columns }: ShareColumns,
  cells: readonly Cell[],
  values: readonly Coerced[],
  body: Body,
  afterOthers = false,
): { readonly at: number; readonly message: string } | undefined {
  const given: number[] = [];
  let first: number | undefined;
  for (const { at, index } of columns) {
    const value = values[at];
    if (value === undefined) continue;
    if (typeof value !== 'number' || value <= 0 || value > 1 || hasUnit(cells[index])) return undefined;
    given.push(value);
    first ??= at;
  }
  const total = given.reduce((sum, value) => sum + value, 0);
  const isWhole = given.length === 1 && total === 1 && afterOthers;
  const isSum = given.length > 1 && !given.includes(1) && Math.abs(total - 1) <= TOLERANCE;
  if (first === undefined || !(isWhole || isSum)) return undefined;
  const items = lists.flatMap((name) => (body[name] as Item[] | undefined) ?? []);
  // Each given share is in an item of its own, so equal numbers mean that every item has one.
  if (items.length !== given.length) return undefined;
  for (const item of items) item[share] = percentage(item[share] as number);
  if (isWhole) return { at: first, message: say().cells.fractionWhole() };
  const fractions = given.map(numberText).join(' + ');
  const percentages = given.map((fraction) => numberText(percentage(fraction))).join(' + ');
  return { at: first, message: say().cells.fractions({ fractions, percentages }) };
}

type Item = { [name: string]: Json };

const percentage = (fraction: number): number => Math.round(fraction * 1e8) / 1e6;

/** Whether a cell shows that its number is a percentage: a percent cell, or a text with a unit. */
const hasUnit = (cell: Cell | undefined): boolean =>
  typeof cell === 'string'
    ? /[^\d.,\s'’+−-]/.test(cell)
    : typeof cell === 'object' && cell?.type === 'percent';

/** Whether a column has percentages that belong to no total of the kind, and no unit in its header or in a map file. */
function isLoneShare({ totals = [] }: KindSpec, { field, header, mapping }: Column): boolean {
  const { value, path } = field;
  if (value.type !== 'number' || value.unit !== '%' || value.ours === 'bounds-and-unit') return false;
  if (mapping?.unit !== undefined || mapping?.unitColumn !== undefined) return false;
  if (headerParts(header)?.unit !== undefined) return false;
  return !totals.some(({ items, share, with: others = [] }) =>
    [items, ...others].some((name) => path === `${name}[].${share}`),
  );
}

/** Reads a column. A percentage of at most 1 without a percent sign may be a fraction, so it is an error. */
export function shareReader(kind: KindSpec, column: Column, read: ReadCell, note: OnCellFinding): ReadCell {
  if (!isLoneShare(kind, column)) return read;
  return (cell, cells) => {
    const value = read(cell, cells);
    if (typeof value !== 'number' || value <= 0 || value > 1 || hasUnit(cell)) return value;
    const { percentOrFraction, percentAdvice, percentMapAdvice } = say().cells;
    const about = { value: numberText(value), percentage: numberText(percentage(value)) };
    const message = percentOrFraction({ text: quoted(displayText(cell)), ...about });
    const line = column.mapping?.line('units');
    const advice = line === undefined ? percentAdvice(about) : percentMapAdvice({ line, ...about });
    note('percent-fraction', cell, message, advice);
    return UNREADABLE;
  };
}

type ReadCell = (cell: Cell, cells: readonly Cell[]) => Coerced;
