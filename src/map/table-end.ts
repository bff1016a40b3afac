import { cleanCell, isFilled } from '../recognise/text.ts';
import type { Row } from '../sheets/cell.ts';
import { type JoinedHeader, lastRowOf, textIn } from './joined-header.ts';

/** Where a row belongs: to the table, with the rows that were held before it; to the table below; or to none. */
export type RowPlace =
  | { readonly in: 'table'; readonly rows: readonly Row[] }
  | { readonly in: 'below'; readonly title: Row | undefined }
  | { readonly in: 'none' };

/** Minimum number of headers of a table, and of those that are known. */
const FEWEST_HEADERS = 3;
const FEWEST_KNOWN = 2;
/** Rows with few values are held only if other rows have at least this many. */
const FEWEST_COLUMNS = 5;
const MOST_HELD = 50;
/** Number of first rows that show how many values a row has. */
const COUNTED_ROWS = 200;
const NUMBER = /^[-+]?\d[\d.,\s]*$/;
/** Minimum number of sizes in the headers of a table of measurements. */
const FEWEST_SIZES = 3;
const LETTER_SIZE = /^(?:\d?x{0,4}[sl]|m)$/i;
const NUMBER_SIZE = /^\d{2,3}$/;
/** Maximum number of searches for a header row. */
const MOST_SEARCHES = 200;

/**
 * Finds the end of a table: the header row of another one below blank rows or a title, or rows with few values below the last
 * record. Such rows are held until a row below them shows what they are.
 */
export class TableEnd {
  readonly #isKnown: (header: string) => boolean;
  readonly #headerRow: () => JoinedHeader | undefined;
  readonly #kept: { readonly first: readonly Row[] };
  #last = 0;
  #rows = 0;
  /** The largest number of values in a row. */
  #most = 0;
  #isTable = false;
  #searches = 0;
  /** Rows that are perhaps a title or notes. */
  #held: Row[] = [];
  /** A row that is perhaps the heading of the rows below it. */
  #section: Row[] = [];
  /** Whether a blank row is before the held rows. */
  #isApart = false;
  /** The first text of the rows below the table, if they are a table of something else. */
  otherTable: string | undefined;

  /**
   * @param isKnown whether a header means something
   * @param headerRow the header row of the rows so far
   * @param kept the first rows of the table
   */
  constructor(
    isKnown: (header: string) => boolean,
    headerRow: () => JoinedHeader | undefined,
    kept: { readonly first: readonly Row[] },
  ) {
    this.#isKnown = isKnown;
    this.#headerRow = headerRow;
    this.#kept = kept;
  }

  /** The rows below the table, if blank rows separate them from it. */
  get apart(): readonly Row[] {
    return this.#isApart ? this.#held : [];
  }

  /** The rows that are held, although nothing separates them from the table. Each is given once. */
  released(): readonly Row[] {
    const section = this.#section;
    this.#section = [];
    return [...section, ...(this.#isApart ? [] : this.#release())];
  }

  place(row: Row): RowPlace {
    const isApart = this.#rows > 0 && row.row > this.#last + 1;
    this.#last = row.row;
    this.#rows++;
    const isHeld = this.#held.length > 0;
    const isCounted = isApart || isHeld || this.#rows <= COUNTED_ROWS;
    const filled = isCounted ? row.cells.filter(isFilled).length : hasOnlyOne(row) ? 1 : this.#most;
    const mayEnd = isApart || isHeld || (filled === 1 && this.#most >= FEWEST_COLUMNS);
    if (mayEnd && !this.#isTable && this.#searches++ < MOST_SEARCHES) this.#isTable = this.#hasRecords();
    if (mayEnd && this.#isTable) {
      const headers = isApart || isHeld ? this.#headersIn(row) : undefined;
      if (headers === 'same') {
        this.#held = [];
        return { in: 'none' };
      }
      if (headers === 'other') {
        // What is held is the title of the table below.
        this.#isApart = true;
        return { in: 'below', title: this.#held.at(-1) };
      }
      if (this.otherTable === undefined && this.#isOther(row, filled))
        this.otherTable = firstText(this.#held[0]!);
      if (this.otherTable !== undefined) return { in: 'none' };
      const isShort = filled <= Math.max(1, Math.floor(this.#most / 4)) && this.#most >= FEWEST_COLUMNS;
      if (isShort && this.#held.length < MOST_HELD) {
        if (!isHeld) this.#isApart = isApart;
        this.#held.push(row);
        return { in: 'none' };
      }
    }
    this.#most = Math.max(this.#most, filled);
    const rows = [...this.#section, ...this.#release()].filter((one) => !isHeading(one, row));
    // Only the next row shows whether it is a heading of the rows below it.
    const isOpen = filled === 1 && this.#most >= FEWEST_COLUMNS;
    this.#section = isOpen ? [row] : [];
    return { in: 'table', rows: isOpen ? rows : [...rows, row] };
  }

  /** Whether the rows so far have a header row with a row below it. */
  #hasRecords(): boolean {
    const header = this.#headerRow();
    const known = header?.cells.filter((_, index) => this.#isKnown(textIn(header, index))) ?? [];
    return known.length >= FEWEST_HEADERS && this.#kept.first.some(({ row }) => row > header!.row);
  }

  /** Whether a row has headers: those of another table, or those of this one again. */
  #headersIn(row: Row): 'other' | 'same' | undefined {
    const texts = row.cells.map(cleanCell);
    const filled = texts.filter((text) => text !== '');
    const isText = row.cells.every((cell) => cell === null || typeof cell === 'string');
    if (!isText || filled.length < FEWEST_HEADERS || filled.some((text) => /\d\d/.test(text)))
      return undefined;
    const known = filled.filter(this.#isKnown).length;
    const header = this.#headerRow();
    const same = texts.filter(
      (text, index) => text !== '' && header && text === textIn(header, index),
    ).length;
    if (same * 2 > filled.length) return 'same';
    return known >= FEWEST_KNOWN && known * 2 >= filled.length ? 'other' : undefined;
  }

  /** Whether a row below blank rows and a title has unknown headers: those of a smaller table, of other columns or of sizes. */
  #isOther({ cells }: Row, filled: number): boolean {
    const isTitled = this.#isApart && this.#held.length > 0 && this.#held.every(hasOnlyOne);
    if (!isTitled || filled < FEWEST_HEADERS) return false;
    const isText = cells.every((cell) => cell === null || (typeof cell === 'string' && !/\d/.test(cell)));
    return isText ? filled <= this.#most / 2 || this.#isUnlike(cells) : hasSizes(cells);
  }

  /** Whether a text is in a column that has only numbers, or letters are sizes. */
  #isUnlike(cells: Row['cells']): boolean {
    const last = lastRowOf(this.#headerRow()!);
    const records = this.#kept.first.filter(({ row }) => row > last);
    const isNumeric = (index: number) => {
      const texts = records.map((row) => cleanCell(row.cells[index])).filter((text) => text !== '');
      return texts.length > 0 && texts.every((text) => NUMBER.test(text));
    };
    return hasSizes(cells) || cells.some((cell, index) => isFilled(cell) && isNumeric(index));
  }

  #release(): Row[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }
}

/** Whether a row has several sizes, and no other number: `S`, `M`, `L`, or numbers with the same step. */
function hasSizes(cells: Row['cells']): boolean {
  const texts = cells.map(cleanCell).filter((text) => text !== '');
  if (texts.filter((text) => LETTER_SIZE.test(text)).length >= FEWEST_SIZES)
    return texts.every((text) => LETTER_SIZE.test(text) || !/\d/.test(text));
  const numbers = texts
    .filter((text) => /\d/.test(text))
    .map((text) => (NUMBER_SIZE.test(text) ? Number(text) : NaN));
  const step = numbers[1]! - numbers[0]!;
  const areSteps = numbers.every((size, at) => at === 0 || size - numbers[at - 1]! === step);
  return numbers.length >= FEWEST_SIZES && step > 0 && areSteps && !/\d/.test(texts[0]!);
}

/** Whether a row has only a text without digits, above the first value of the row below it. */
function isHeading(row: Row, below: Row): boolean {
  const first = row.cells.findIndex(isFilled);
  const text = row.cells[first];
  const isText = typeof text === 'string' && !/\d/.test(text);
  return isText && hasOnlyOne(row) && first === below.cells.findIndex(isFilled);
}

/** The first text of a row. */
const firstText = ({ cells }: Row): string => cleanCell(cells.find(isFilled));

/** Whether a row has at most one value. */
function hasOnlyOne({ cells }: Row): boolean {
  const first = cells.findIndex(isFilled);
  return cells.findIndex((cell, index) => index > first && isFilled(cell)) < 0;
}
