import { isAscii } from 'node:buffer';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const EQUALS = 0x3d;

/** `="00012"` */
const FORMULA_TEXT = /^="[^"]*(?:""[^"]*)*"$/;

/** Whether a cell is a formula that contains only a text in quotes. */
export function isFormulaText(text: string): boolean {
  return text.charCodeAt(0) === EQUALS && FORMULA_TEXT.test(text);
}

/** The text `00012` of the formula `="00012"`, which programs write so that a spreadsheet does not read a number. */
export const textOfFormula = (formula: string): string => formula.slice(2, -1).replaceAll('""', '"');

/** The reason why the text cannot be split any further. */
export interface TextFault {
  /** An unclosed quote, text after a closing quote, or a row longer than allowed. */
  readonly kind: 'open-quote' | 'text-after-quote' | 'long-row';
  /** 0-based column of the problem. */
  readonly column: number;
}

/** Bytes of UTF-8 text. */
export interface UnreadText {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * Splits UTF-8 text into rows of cells as spreadsheets do: a quote is special only at the start of a cell. Elsewhere it
 * is an ordinary character. Each byte is read once, wherever the chunks are split.
 */
export class TextRows {
  /** Line breaks inside quoted cells of the last row. */
  breaks = 0;
  /**
   * Index of the first cell of the last row that contains a quote as an ordinary character: the cell neither starts with
   * a quote nor is a formula of a text. -1 if there is none.
   */
  quote = -1;
  /** Whether the text ended with the last row, without a line end. */
  unended = false;
  /** Set when no further row can be read. */
  fault: TextFault | undefined;

  readonly #delimiter: string | null;
  readonly #delimiterBytes: Buffer;
  readonly #rowBytes: number;
  #bytes: Buffer = Buffer.alloc(0);
  /** Start of the row, position of the scan, and end of the bytes. */
  #start = 0;
  #at = 0;
  #end = 0;
  #isOwn = false;
  #isAscii = true;
  #ended = false;
  #afterReturn = false;
  /**
   * Start of the open quoted cell as an offset in the row, -1 if none. The other fields are the kinds of quotes in the
   * row.
   */
  #opened = -1;
  #hasQuoted = false;
  #hasLoose = false;

  /** @param delimiter null if every row is one cell. */
  constructor(delimiter: string | null, rowBytes: number) {
    this.#delimiter = delimiter;
    this.#delimiterBytes = Buffer.from(delimiter ?? '');
    this.#rowBytes = rowBytes;
  }

  /** Adds bytes. Call it only after `next` has returned undefined. */
  add(chunk: Buffer): void {
    const left = this.#end - this.#start;
    if (left === 0) {
      this.#bytes = chunk;
      this.#isOwn = false;
      this.#isAscii = isAscii(chunk);
      this.#start = 0;
      this.#at = 0;
      this.#end = chunk.length;
      return;
    }
    this.#isAscii &&= isAscii(chunk);
    if (!this.#isOwn || this.#bytes.length - this.#end < chunk.length) {
      const isRoomy = this.#isOwn && this.#start >= left && this.#bytes.length - left >= chunk.length;
      // Double the buffer, so that a long row is copied only a few times.
      const room = isRoomy ? this.#bytes : Buffer.allocUnsafeSlow(2 * left + chunk.length);
      this.#bytes.copy(room, 0, this.#start, this.#end);
      this.#bytes = room;
      this.#isOwn = true;
      this.#at -= this.#start;
      this.#start = 0;
      this.#end = left;
    }
    chunk.copy(this.#bytes, this.#end);
    this.#end += chunk.length;
  }

  /** Marks the end of the text: `next` then returns the last row too. */
  end(): void {
    this.#ended = true;
  }

  /** The bytes from the start of a row, none of which was read yet; undefined if a row is read in part. */
  unread(): UnreadText | undefined {
    this.#skipLineFeed();
    if (this.fault !== undefined || this.#at > this.#start) return undefined;
    return { bytes: this.#bytes, start: this.#start, end: this.#end };
  }

  /** Skips rows that were read elsewhere, to the start of a row in the same bytes. */
  skipTo(start: number): void {
    this.#start = start;
    this.#at = start;
  }

  /** The cells of the next row; undefined if more bytes are needed, or at the end. */
  next(): string[] | undefined {
    if (this.fault !== undefined) return undefined;
    this.#skipLineFeed();
    const at = this.#rowEnd();
    if (at === undefined || at - this.#start > this.#rowBytes) {
      this.fault ??= this.#faultOf(at);
      return undefined;
    }
    return at === this.#end && this.#start === at ? undefined : this.#take(at);
  }

  #skipLineFeed(): void {
    if (!this.#afterReturn || this.#start === this.#end) return;
    this.#afterReturn = false;
    if (this.#bytes[this.#start] === LINE_FEED) this.#at = ++this.#start;
  }

  /** The position of the end of the row; undefined if it is not there yet. */
  #rowEnd(): number | undefined {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = this.#at;
    while (at < end) {
      if (this.#opened !== -1) {
        while (at < end && bytes[at] !== QUOTE) at++;
        // The next character decides whether the quote closes the cell, so wait for more bytes.
        if (at + this.#delimiterBytes.length >= end && !this.#ended) break;
        if (at === end) break;
        if (at + 1 < end && bytes[at + 1] === QUOTE) at += 2;
        else if (this.#endsCell(at + 1)) {
          this.#opened = -1;
          at++;
        } else {
          this.fault = { kind: 'text-after-quote', column: this.#columnOf(this.#opened) };
          return undefined;
        }
        continue;
      }
      let byte = bytes[at]!;
      while (byte > QUOTE && ++at < end) byte = bytes[at]!;
      if (at === end) break;
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) return at;
      if (byte === QUOTE) {
        if (this.#beginsCell(at)) {
          this.#opened = at - this.#start;
          this.#hasQuoted = true;
        } else this.#hasLoose = true;
      }
      at++;
    }
    this.#at = at;
    return this.#ended && this.#opened === -1 ? end : undefined;
  }

  #faultOf(at: number | undefined): TextFault | undefined {
    const length = (at ?? this.#end) - this.#start;
    const isOpen = this.#opened !== -1;
    const kind = length > this.#rowBytes ? 'long-row' : isOpen && this.#ended ? 'open-quote' : undefined;
    return kind && { kind, column: this.#columnOf(isOpen ? this.#opened : length) };
  }

  #beginsCell(at: number): boolean {
    const from = at - this.#delimiterBytes.length;
    return at === this.#start || (from >= this.#start && this.#isDelimiter(from));
  }

  #endsCell(at: number): boolean {
    if (at === this.#end) return true;
    const byte = this.#bytes[at];
    return byte === LINE_FEED || byte === CARRIAGE_RETURN || this.#isDelimiter(at);
  }

  #isDelimiter(at: number): boolean {
    const delimiter = this.#delimiterBytes;
    if (delimiter.length === 1) return this.#bytes[at] === delimiter[0];
    const end = at + delimiter.length;
    return delimiter.length > 0 && end <= this.#end && delimiter.compare(this.#bytes, at, end) === 0;
  }

  /** The column at an offset in the row. */
  #columnOf(offset: number): number {
    return this.#split(this.#text(this.#start + offset)).length - 1;
  }

  /** Copies the row into its own string: cells are slices of it, and must not keep other rows in memory. */
  #text(end: number): string {
    return this.#bytes.toString(this.#isAscii ? 'latin1' : 'utf8', this.#start, end);
  }

  #take(at: number): string[] {
    const text = this.#text(at);
    const next = at + 1;
    const isReturn = at < this.#end && this.#bytes[at] === CARRIAGE_RETURN;
    this.#afterReturn = isReturn && next >= this.#end;
    this.#start = isReturn && next < this.#end && this.#bytes[next] === LINE_FEED ? next + 1 : next;
    if (this.#start > this.#end) this.#start = this.#end;
    this.#at = this.#start;
    this.quote = -1;
    this.breaks = 0;
    this.unended = at === this.#end;
    const cells = this.#split(text);
    if (this.#hasQuoted) this.breaks = text.match(/\r\n|\r|\n/g)?.length ?? 0;
    else if (this.#hasLoose) this.quote = cells.findIndex(hasQuote);
    this.#hasQuoted = false;
    this.#hasLoose = false;
    return cells;
  }

  #split(text: string): string[] {
    const delimiter = this.#delimiter;
    if (!this.#hasQuoted) return delimiter === null ? [text] : text.split(delimiter);
    const cells: string[] = [];
    for (let at = 0; at <= text.length; ) {
      const isQuoted = text.charCodeAt(at) === QUOTE;
      let end = at;
      if (isQuoted) {
        end = text.indexOf('"', at + 1);
        while (end !== -1 && text.charCodeAt(end + 1) === QUOTE) end = text.indexOf('"', end + 2);
        const inside = text.slice(at + 1, end === -1 ? text.length : end);
        cells.push(inside.includes('"') ? inside.replaceAll('""', '"') : inside);
      }
      const next = delimiter === null || end === -1 ? -1 : text.indexOf(delimiter, end);
      const stop = next === -1 ? text.length : next;
      if (!isQuoted) {
        const cell = text.slice(at, stop);
        if (this.quote === -1 && this.#hasLoose && hasQuote(cell)) this.quote = cells.length;
        cells.push(cell);
      }
      at = next === -1 ? text.length + 1 : stop + delimiter!.length;
    }
    return cells;
  }
}

const hasQuote = (cell: string): boolean => cell.includes('"') && !isFormulaText(cell);
