import type { KindSpec } from '../../contract/kind.ts';
import type { Cell } from '../../sheets/cell.ts';
import { type Coerced, type Filled, type Note, UNREADABLE } from './coercion.ts';
import { isWholeComposition } from './composition-column.ts';
import { coercionOf } from './field-coercion.ts';
import { certainShares } from './fractions.ts';
import { type PlainText, plainText } from './plain-text.ts';
import type { Column } from './record.ts';
import { isSuspect } from './text.ts';
import { checkedText, isCheckedText } from './text-check.ts';
import { unitCoercion } from './unit-column.ts';

/** Reads a cell of a row with these cells. */
export type CellReader = (cell: Cell, cells: readonly Cell[]) => Coerced;

/** Maximum length of a text that is remembered, and maximum number of texts of a column and of all columns. */
const LONGEST = 100;
const MOST = 1000;
const MOST_OF_ALL = 50_000;

/**
 * Reads the cells of a column. A plain text is read in one pass, and a text that was read before without a finding in
 * one lookup; only the others pass all checks and the coercion.
 */
export class ColumnReader {
  readonly index: number;
  readonly #read: CellReader;
  readonly #plain: PlainText | undefined;
  readonly #isList: boolean;
  readonly #isMapped: boolean;
  readonly #most: number;
  /** The values of texts that gave no finding. Undefined if they depend on other cells, or if texts hardly repeat. */
  #known: Map<string, Coerced> | undefined;
  #hits = 0;
  #misses = 0;
  #isNoted = false;

  /** `columns` is the number of columns of the sheet. */
  constructor(column: Column, kind: KindSpec, columns: number, note: Note, isTextFile: () => boolean) {
    const noted: Note = (code, cell, message, suggestion) => {
      this.#isNoted = true;
      note(code, cell, message, suggestion);
    };
    this.index = column.index;
    this.#read = certainShares(kind, column, reading(column, noted, isTextFile), noted);
    this.#plain = plainText(column);
    this.#isList = column.field.path.endsWith('[]');
    this.#isMapped = column.mapped !== undefined;
    this.#most = Math.min(MOST, Math.ceil(MOST_OF_ALL / columns));
    if (column.mapped?.unitColumn === undefined) this.#known = new Map();
  }

  read(cell: Cell, cells: readonly Cell[]): Coerced {
    if (typeof cell !== 'string') return this.#read(cell, cells);
    if (cell === '' && !this.#isMapped) return undefined;
    if (this.#plain?.accepts(cell)) return this.#isList ? [cell] : cell;
    const known = this.#known?.get(cell);
    if (known === undefined) return this.#readNew(cell, cells);
    this.#hits++;
    return known;
  }

  #readNew(cell: string, cells: readonly Cell[]): Coerced {
    this.#isNoted = false;
    const value = this.#read(cell, cells);
    if (this.#known === undefined || this.#isNoted || cell.length > LONGEST) return value;
    const kept = keepable(value);
    if (kept === undefined) return value;
    if (this.#known.size < this.#most) this.#known.set(ownText(cell), kept);
    else if (++this.#misses > 2 * this.#hits + MOST) this.#known = undefined;
    return value;
  }
}

/** The value, if rows can share it; else undefined. Lists are copied into bodies, objects are not. */
function keepable(value: Coerced): Coerced {
  if (typeof value === 'string') return ownText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (!Array.isArray(value) || value.some((item) => typeof item === 'object')) return undefined;
  return value.map((item) => (typeof item === 'string' ? ownText(item) : item));
}

/** A copy of a text. A cell of a text file may be a part of a much longer text, which it would keep in memory. */
function ownText(text: string): string {
  const own = Buffer.from(text, 'latin1').toString('latin1');
  return own === text ? own : Buffer.from(text, 'utf16le').toString('utf16le');
}

/**
 * Extends a coercion with the checks of every column: damaged text, spreadsheet errors, and formulas without a
 * result.
 */
export function reading(column: Column, note: Note, isTextFile: () => boolean): CellReader {
  const { mapped } = column;
  const coercion = mapped?.unitColumn ? unitCoercion(column, mapped, mapped.unitColumn) : coercionOf(column);
  const { value } = column.field;
  const isText = isCheckedText(value);
  const checked = { value, isRead: value.type === 'choice' || isWholeComposition(column.field) };
  return (cell, cells) => {
    if (cell === null) return undefined;
    if (isText && typeof cell === 'string' && isSuspect(cell))
      return coercion(checkedText(cell, checked, note, isTextFile), note, cells);
    if (typeof cell === 'object') {
      if (cell.type === 'error') {
        note('cell-error', cell, `the cell contains the spreadsheet error ${cell.code}`);
        return UNREADABLE;
      }
      if (cell.type === 'uncached') {
        note('cell-uncached', cell, 'the formula has no stored result', 'open and save the workbook');
        return UNREADABLE;
      }
    }
    return coercion(cell as Filled, note, cells);
  };
}
