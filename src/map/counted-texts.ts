import type { Row } from '../sheets/cell.ts';
import type { ColumnValues } from './column-values.ts';
import { type JoinedHeader, lastRowOf, linesIn, lookupTextOf, textIn, valueIn } from './joined-header.ts';
import type { SheetColumn } from './propose-draft.ts';

/** Maximum number of columns that are read. */
export const MOST_COLUMNS = 2000;
/** Maximum number of different texts of a column, and of a sheet. */
const MOST_TEXTS = 5000;
const MOST_TEXTS_OF_SHEET = 200_000;

/** Counts the texts of rows by column, in bounded memory. */
export class CountedTexts {
  /** Number of rows that were added. */
  rows = 0;
  readonly #counts: {
    readonly words: Map<string, { rows: number }>;
    readonly lines: Map<string, number>;
    filled: number;
    isCut: boolean;
  }[] = [];
  #texts = 0;

  add(row: Row): void {
    this.rows++;
    const width = Math.min(row.cells.length, MOST_COLUMNS);
    for (let index = 0; index < width; index++) {
      const cell = row.cells[index];
      if (cell === null || cell === undefined || cell === '') continue;
      const own = this.#counts[index];
      if (typeof cell === 'string' && own) {
        // Of too many texts nothing is counted but the cells. Most other cells repeat a text of their column, which is clean.
        const isFull = own.isCut && own.words.size >= MOST_TEXTS;
        const same = isFull ? undefined : own.words.get(cell);
        if (same) same.rows++;
        if (same || (isFull && cell.trim() !== '')) own.filled++;
        if (same || isFull) continue;
      }
      const text = valueIn(row, index);
      if (text === '') continue;
      this.#counts[index] ??= { words: new Map(), lines: new Map(), filled: 0, isCut: false };
      const count = this.#counts[index]!;
      count.filled++;
      if (count.isCut) continue;
      const known = count.words.get(text);
      if (known !== undefined) known.rows++;
      else if (count.words.size < MOST_TEXTS && this.#texts < MOST_TEXTS_OF_SHEET) {
        count.words.set(text, { rows: 1 });
        this.#texts++;
      } else count.isCut = true;
      const lines = linesIn(row, index);
      if (lines !== undefined && count.words.has(text) && this.#texts < MOST_TEXTS_OF_SHEET) {
        if (!count.lines.has(lines)) this.#texts++;
        addTo(count.lines, lines, 1);
      }
    }
  }

  /** The columns of the sheet with their values below the header row, which is one of the first rows. */
  columns(header: JoinedHeader, first: readonly Row[]): SheetColumn[] {
    const below = first.filter(({ row }) => row > lastRowOf(header));
    const width = Math.min(
      MOST_COLUMNS,
      Math.max(header.cells.length, this.#counts.length, ...below.map(({ cells }) => cells.length)),
    );
    const rows = below.length + this.rows;
    return Array.from({ length: width }, (_, index): SheetColumn => {
      const words = new Map<string, number>();
      const lines = new Map<string, number>();
      let filled = 0;
      for (const row of below) {
        const text = valueIn(row, index);
        if (text === '') continue;
        filled++;
        addTo(words, text, 1);
        const own = linesIn(row, index);
        if (own !== undefined) addTo(lines, own, 1);
      }
      const after = this.#counts[index];
      for (const [text, { rows: times }] of after?.words ?? []) addTo(words, text, times);
      for (const [text, count] of after?.lines ?? []) addTo(lines, text, count);
      const values: ColumnValues = {
        words,
        ...(lines.size > 0 && { lines }),
        filled: filled + (after?.filled ?? 0),
        rows,
        isCut: after?.isCut ?? false,
      };
      const text = textIn(header, index);
      const lookupText = lookupTextOf(header, index);
      return { index, header: text, ...(lookupText !== text && { lookupText }), values };
    }).filter(({ header: name, values }) => name !== '' || values.filled > 0);
  }
}

const addTo = (counts: Map<string, number>, text: string, count: number): void =>
  void counts.set(text, (counts.get(text) ?? 0) + count);
