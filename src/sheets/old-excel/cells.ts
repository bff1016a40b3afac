import type { CellObject, Range, WorkBook, WorkSheet } from 'xlsx';
import { say } from '../../say.ts';
import type { Cell } from '../cell.ts';
import { Damage } from '../damage.ts';
import { RowBuilder, type TakeRow } from '../row-builder.ts';
import type { Limits } from '../source.ts';
import { numberCell } from '../xlsx/number-cell.ts';
import { formatCache, type NumberFormat } from '../xlsx/number-format.ts';
import type { StreamSheet } from './calc-on-load.ts';

/** Error values by their codes in the file. */
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

/** A sheet as the parser returns it with `dense`. */
interface DenseSheet {
  readonly '!data'?: readonly (readonly (CellObject | undefined)[])[];
  readonly '!rows'?: readonly ({ readonly hidden?: boolean } | undefined)[];
  readonly '!merges'?: readonly Range[];
  readonly '!type'?: string;
}

export interface ParsedSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly sheet: DenseSheet;
  readonly uncomputed: ReadonlySet<number> | undefined;
}

/**
 * The sheets with cells, in their order.
 *
 * @throws Damage if a listed sheet is missing: the parser drops a sheet that it cannot read to its end, without an error.
 */
export function parsedSheets(book: WorkBook, stream: readonly StreamSheet[]): ParsedSheet[] {
  const names = new Set<string>();
  return book.SheetNames.flatMap((name, index) => {
    if (names.has(name)) throw new Damage(say().damaged.sameSheets({ sheet: name }));
    names.add(name);
    const sheet = ownSheet(book.Sheets, name);
    if (sheet?.['!type'] !== undefined && sheet['!type'] !== 'sheet') return [];
    if (!Array.isArray(sheet?.['!data'])) throw new Damage(say().damaged.sheet({ sheet: name }));
    const listed = book.Workbook?.Sheets?.find((one) => one?.name === name);
    const hidden = (listed?.Hidden ?? 0) !== 0;
    return [{ name, hidden, sheet, uncomputed: stream[index]?.uncomputed }];
  });
}

function ownSheet(sheets: Record<string, WorkSheet>, name: string): DenseSheet | undefined {
  // A sheet with this name becomes the prototype of the object instead of a property.
  if (name === '__proto__') return Object.getPrototypeOf(sheets);
  return Object.hasOwn(sheets, name) ? (sheets[name] as DenseSheet) : undefined;
}

/** Reads the rows of a sheet one by one: `take` receives each before the next one is built. */
export function* readRows(
  { name, sheet, uncomputed }: ParsedSheet,
  date1904: boolean,
  file: string,
  limits: Limits,
  take: TakeRow,
): Generator<void> {
  const builder = new RowBuilder(limits, file, name, take);
  const formatOf = formatCache();
  for (const { s: start, e: end } of sheet['!merges'] ?? []) builder.merged(start.c, start.r + 1, end.r + 1);
  // The array has holes for blank rows: the loop visits only existing rows.
  for (const key of Object.keys(sheet['!data']!)) {
    const index = Number(key);
    const cells = sheet['!data']![index]!;
    builder.begin(index + 1, sheet['!rows']?.[index]?.hidden === true);
    // Rejects a column beyond the limit before the loop visits all empty columns before it.
    if (cells.length > limits.columns) builder.set(cells.length - 1, '?');
    for (let column = 0; column < cells.length; column++) {
      const cell = cells[column];
      if (cell === undefined) continue;
      if (uncomputed?.has(index * 65_536 + column)) builder.set(column, { type: 'uncached' });
      else builder.set(column, cellOf(cell, formatOf, date1904));
    }
    builder.end();
    yield;
  }
}

function cellOf({ t, v, z }: CellObject, formatOf: (code: string) => NumberFormat, date1904: boolean): Cell {
  if (t === 's') return typeof v === 'string' ? v : null;
  if (t === 'b') return v === true;
  if (t === 'e') return { type: 'error', code: ERRORS[Number(v)] ?? '#error' };
  if (t !== 'n' || typeof v !== 'number') return null;
  if (!Number.isFinite(v)) return { type: 'error', code: '#NUM!' };
  return numberCell(v, typeof z === 'string' ? formatOf(z) : undefined, date1904);
}
