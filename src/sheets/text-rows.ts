import { isAscii } from 'node:buffer';

const LINE_FEED = 10;
const RETURN = 13;
const QUOTE = 34;
const EQUALS = 61;

/** `="00012"` */
const FORMULA_TEXT = /^="[^"]*(?:""[^"]*)*"$/;

/** Whether a cell is a formula that is nothing but a text between quotes. */
export function isFormulaText(text: string): boolean {
  return text.charCodeAt(0) === EQUALS && FORMULA_TEXT.test(text);
}

/** Why a text cannot be split into rows any further. */
export interface TextFault {
  /** A quote is open at the end of the text, text follows a closing quote, or the row is longer than allowed. */
  readonly kind: 'open-quote' | 'text-after-quote' | 'long-row';
  /** 0-based column in which that is. */
  readonly column: number;
}

/**
 * Splits UTF-8 text into rows of cells as spreadsheets do: a quote has a meaning only at the start of a cell, anywhere
 * else it is a character. Each byte is looked at once, however the chunks fall.
 */
export class TextRows {
  /** Of the row that `next` gave last: line breaks inside its quoted cells. */
  breaks = 0;
  /**
   * Of that row: the first cell, 0-based, with a quote that is a character, as the cell neither begins with one nor is a
   * formula of a text; -1 without one.
   */
  quote = -1;
  /** Whether the text ended with that row, without a line end. */
  unended = false;
  /** Set once no further row can be read. */
  fault: TextFault | undefined;

  readonly #delimiter: string | null;
  readonly #delimiterBytes: Buffer;
  readonly #rowBytes: number;
  #bytes: Buffer = Buffer.alloc(0);
  /** Where the row starts, how far it was looked at, and where the bytes end. */
  #start = 0;
  #at = 0;
  #end = 0;
  #isOwn = false;
  #isAscii = true;
  #ended = false;
  #afterReturn = false;
  /** Of the row so far: where its open cell starts, from the row's start (-1 outside quotes), and what it has. */
  #opened = -1;
  #hasQuoted = false;
  #hasLoose = false;

  /** @param delimiter null where every row is one cell. */
  constructor(delimiter: string | null, rowBytes: number) {
    this.#delimiter = delimiter;
    this.#delimiterBytes = Buffer.from(delimiter ?? '');
    this.#rowBytes = rowBytes;
  }

  /** Adds the next bytes; take all rows with `next` before. */
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
      // room for as much again: a long row is copied a few times only
      const room = Buffer.allocUnsafe(2 * left + chunk.length);
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

  /** Says that no bytes follow: `next` then gives the last row too. */
  end(): void {
    this.#ended = true;
  }

  /** The cells of the next row; undefined when more bytes are needed, or at the end. */
  next(): string[] | undefined {
    if (this.fault !== undefined) return undefined;
    if (this.#afterReturn && this.#start < this.#end) {
      this.#afterReturn = false;
      if (this.#bytes[this.#start] === LINE_FEED) this.#at = ++this.#start;
    }
    const at = this.#rowEnd();
    if (at === undefined || at - this.#start > this.#rowBytes) {
      this.fault ??= this.#faultOf(at);
      return undefined;
    }
    return at === this.#end && this.#start === at ? undefined : this.#take(at);
  }

  /** Looks for the end of the row: where it is, or undefined. */
  #rowEnd(): number | undefined {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = this.#at;
    while (at < end) {
      if (this.#opened !== -1) {
        while (at < end && bytes[at] !== QUOTE) at++;
        // what follows the quote decides
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
      if (byte === LINE_FEED || byte === RETURN) return at;
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
    return byte === LINE_FEED || byte === RETURN || this.#isDelimiter(at);
  }

  #isDelimiter(at: number): boolean {
    const delimiter = this.#delimiterBytes;
    if (delimiter.length === 1) return this.#bytes[at] === delimiter[0];
    const end = at + delimiter.length;
    return delimiter.length > 0 && end <= this.#end && delimiter.compare(this.#bytes, at, end) === 0;
  }

  /** The column of what stands so many bytes after the row's start. */
  #columnOf(offset: number): number {
    return this.#split(this.#text(this.#start + offset)).length - 1;
  }

  /**
   * A text of its own for each row: its cells are parts of it, and must not keep the bytes of other rows in memory.
   */
  #text(end: number): string {
    return this.#bytes.toString(this.#isAscii ? 'latin1' : 'utf8', this.#start, end);
  }

  #take(at: number): string[] {
    const text = this.#text(at);
    const next = at + 1;
    const isReturn = at < this.#end && this.#bytes[at] === RETURN;
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
