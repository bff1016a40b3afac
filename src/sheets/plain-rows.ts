import type { Cell } from './cell.ts';
import { type CsvRows, type TextSheet, unguarded } from './csv-rows.ts';
import type { TextRows } from './text-rows.ts';

/** What a byte means in a row. */
const TEXT = 0;
const DELIMITER = 1;
const LINE_FEED = 2;
const CARRIAGE_RETURN = 3;
const QUOTE = 4;
const EQUALS = 5;
const APOSTROPHE = 6;
const BEYOND_ASCII = 7;
const BRACKET = 8;

const PLAIN_DELIMITERS = /^[\t;|,]$/;

/** Rows with more cells are not plain. */
const MOST_CELLS = 1024;

const SPACE = 0x20;
const VERTICAL_BAR = 0x7c;

/**
 * Reads plain rows in one pass over their bytes. All rows are plain, except those with a line break or a formula in a
 * cell, with a quote as an ordinary character, with a fault, or with very many or very long cells.
 * Property: the rows and findings are the same as if `TextRows` and `CsvRows.take` read all rows.
 */
export class PlainRows {
  readonly #kinds: Uint8Array | undefined;
  readonly #mostBytes: number;
  /** Start and end of each cell of the last row in its decoded text. */
  readonly #starts = new Int32Array(MOST_CELLS);
  readonly #stops = new Int32Array(MOST_CELLS);
  /** End of the last row in bytes, without its line end, and start of the next one. */
  #stop = 0;
  #next = 0;
  #isAscii = true;
  #hasApostrophe = false;
  #hasDoubled = false;
  #hasBracket = false;
  readonly #repeated: RepeatedTexts | undefined;
  /** By column: how many more texts were new than known. Texts of columns where they hardly repeat are not searched. */
  readonly #misses = new Uint16Array(MOST_CELLS);

  constructor({ delimiter, apostrophes, limits, forLookup }: TextSheet) {
    if (delimiter === null || PLAIN_DELIMITERS.test(delimiter)) {
      this.#kinds = kindsOf(delimiter, apostrophes);
      if (forLookup) {
        this.#kinds[0x28] = BRACKET;
        this.#repeated = new RepeatedTexts();
      }
    }
    this.#mostBytes = Math.min(limits.rowBytes, limits.cellCharacters);
  }

  /** Moves the plain rows at the start of the text to `rows`. The row after them is not plain, or not complete. */
  take(text: TextRows, rows: CsvRows): void {
    const kinds = this.#kinds;
    const unread = kinds && text.unread();
    if (unread === undefined) return;
    const { bytes, end } = unread;
    let { start } = unread;
    while (!rows.ended) {
      const count = this.#scan(kinds!, bytes, start, end);
      const cells = count === 0 ? undefined : this.#cells(bytes, start, count);
      if (cells === undefined) break;
      rows.addPlain(cells, this.#repeated && this.#hasBracket);
      start = this.#next;
    }
    text.skipTo(start);
  }

  /** Finds the cells of the row at `start`; returns their number, 0 if the row is not plain or not complete. */
  #scan(kinds: Uint8Array, bytes: Buffer, start: number, end: number): number {
    const starts = this.#starts;
    const stops = this.#stops;
    this.#isAscii = true;
    this.#hasApostrophe = false;
    this.#hasDoubled = false;
    this.#hasBracket = false;
    let count = 0;
    /** Offset of a byte minus `before` is the offset of its character in the text. */
    let before = start;
    let from = 0;
    let isOpen = false;
    /** 1 after a closing quote. */
    let closed = 0;
    for (let at = start; at < end; at++) {
      let kind = kinds[bytes[at]!]!;
      while (kind === TEXT && ++at < end) kind = kinds[bytes[at]!]!;
      if (kind === TEXT) break;
      if (kind === DELIMITER) {
        if (isOpen) continue;
        if (count === MOST_CELLS - 1) return 0;
        starts[count] = from;
        stops[count++] = at - before - closed;
        from = at + 1 - before;
        closed = 0;
      } else if (kind <= CARRIAGE_RETURN) {
        const next = at + 1;
        if (isOpen || at - start > this.#mostBytes || (kind === CARRIAGE_RETURN && next === end)) return 0;
        starts[count] = from;
        stops[count++] = at - before - closed;
        this.#stop = at;
        this.#next = kind === CARRIAGE_RETURN && kinds[bytes[next]!] === LINE_FEED ? next + 1 : next;
        return count;
      } else if (kind === QUOTE) {
        if (isOpen) {
          if (at + 1 === end) return 0;
          const next = kinds[bytes[at + 1]!]!;
          if (next === QUOTE) {
            this.#hasDoubled = true;
            at++;
            continue;
          }
          if (next === TEXT || next > CARRIAGE_RETURN) return 0;
          isOpen = false;
          closed = 1;
        } else {
          if (at - before !== from) return 0;
          isOpen = true;
          from++;
        }
      } else if (kind === BEYOND_ASCII) {
        const byte = bytes[at]!;
        if (byte < 0xc0) before++;
        else if (byte >= 0xf0) before--;
        this.#isAscii = false;
      } else if (kind === BRACKET) this.#hasBracket ||= beginsWithBracket(kinds, bytes, start, at);
      else if (kind === APOSTROPHE) this.#hasApostrophe = true;
      else if (kind === EQUALS && at - before === from) return 0;
    }
    return 0;
  }

  /** The cells of the row; undefined if its text is not valid UTF-8. */
  #cells(bytes: Buffer, start: number, count: number): Cell[] | undefined {
    const isAscii = this.#isAscii;
    // Each row is its own string: cells are slices of it, and must not keep other rows in memory.
    let text: string | undefined;
    if (!isAscii) {
      text = bytes.toString('utf8', start, this.#stop);
      if (text.includes('\ufffd')) return undefined;
    }
    const starts = this.#starts;
    const stops = this.#stops;
    const repeated = this.#repeated;
    const misses = this.#misses;
    const cells: Cell[] = new Array(count);
    for (let index = 0; index < count; index++) {
      const from = starts[index]!;
      const stop = stops[index]!;
      if (from === stop) {
        cells[index] = null;
        continue;
      }
      if (repeated && isAscii && stop - from <= LONGEST_REPEATED && misses[index]! < MOST_MISSES) {
        const known = repeated.find(bytes, start + from, start + stop);
        if (known !== undefined) {
          cells[index] = known;
          if (misses[index]! > 0) misses[index]!--;
          continue;
        }
        misses[index]!++;
      }
      text ??= bytes.toString('latin1', start, this.#stop);
      cells[index] = text.slice(from, stop);
    }
    if (this.#hasDoubled) replaceAll(cells, '"', (text) => text.replaceAll('""', '"'));
    if (this.#hasApostrophe) replaceAll(cells, "'", unguarded);
    return cells;
  }
}

function kindsOf(delimiter: string | null, apostrophes: boolean): Uint8Array {
  const kinds = new Uint8Array(256);
  kinds[0x0a] = LINE_FEED;
  kinds[0x0d] = CARRIAGE_RETURN;
  kinds[0x22] = QUOTE;
  if (apostrophes) kinds[0x27] = APOSTROPHE;
  kinds[0x3d] = EQUALS;
  kinds.fill(BEYOND_ASCII, 0x80);
  if (delimiter !== null) kinds[delimiter.charCodeAt(0)] = DELIMITER;
  return kinds;
}

/** Whether a bracket may begin a cell, or a part of a list in it, behind blanks. */
function beginsWithBracket(kinds: Uint8Array, bytes: Buffer, start: number, bracket: number): boolean {
  let at = bracket - 1;
  while (at >= start && bytes[at]! <= SPACE) at--;
  if (at < start) return true;
  const kind = kinds[bytes[at]!];
  return (
    (kind !== TEXT && kind !== APOSTROPHE && kind !== EQUALS && kind !== BRACKET) || isSeparator(bytes[at]!)
  );
}

const isSeparator = (byte: number): boolean => byte === 0x3b || byte === 0x2c || byte === VERTICAL_BAR;

/** Longer texts are always new strings. */
const LONGEST_REPEATED = 32;
const MOST_MISSES = 5000;
const SLOTS = 8192;
/** The slot of a hash is in its upper 13 bits. */
const SLOT_SHIFT = 32 - 13;

/**
 * The texts that cells have again and again, as one string each: less work for the garbage collector, and for maps,
 * because V8 remembers the hash of a string. It knows as many texts as it has slots, and forgets those that hardly repeat.
 */
class RepeatedTexts {
  readonly #texts: (string | undefined)[] = new Array(SLOTS).fill(undefined);
  readonly #bytes = new Uint8Array(SLOTS * LONGEST_REPEATED);
  /** The hash of the last text of each slot that is not known. */
  readonly #last = new Int32Array(SLOTS);

  /** The text of ASCII bytes; undefined if it is new. */
  find(bytes: Buffer, from: number, stop: number): string | undefined {
    const length = stop - from;
    const hash = hashOf(bytes, from, stop);
    const slot = hash >>> SLOT_SHIFT;
    const text = this.#texts[slot];
    if (text !== undefined && text.length === length) {
      const known = this.#bytes;
      const offset = slot * LONGEST_REPEATED - from;
      let at = from;
      while (at < stop && known[offset + at] === bytes[at]) at++;
      if (at === stop) return text;
    }
    if (this.#last[slot] !== hash) {
      this.#last[slot] = hash;
      return undefined;
    }
    const added = bytes.toString('latin1', from, stop);
    this.#texts[slot] = added;
    for (let at = 0; at < length; at++) this.#bytes[slot * LONGEST_REPEATED + at] = bytes[from + at]!;
    return added;
  }
}

/** A hash of the length, and of the first, the middle and the last bytes. */
function hashOf(bytes: Buffer, from: number, stop: number): number {
  const length = stop - from;
  let hash = length;
  if (length < 4) {
    for (let at = from; at < stop; at++) hash = (hash << 8) | bytes[at]!;
    return Math.imul(hash, FACTORS[0]);
  }
  const middle = from + (length >> 1);
  hash |= (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[middle]! << 8);
  const last = (bytes[stop - 3]! << 16) | (bytes[stop - 2]! << 8) | bytes[stop - 1]!;
  return Math.imul(hash, FACTORS[0]) ^ Math.imul(last, FACTORS[1]);
}

const FACTORS = [0x9e3779b1, 0x85ebca77] as const;

function replaceAll(cells: Cell[], sign: string, replaced: (text: string) => string): void {
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    if (typeof cell === 'string' && cell.includes(sign)) cells[index] = replaced(cell);
  }
}
