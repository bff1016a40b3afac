import { say } from '../../say.ts';
import { limitError } from '../limits.ts';
import type { Limits } from '../source.ts';
import type { Archive } from './archive.ts';
import { readXml } from './read-xml.ts';
import { CLOSE, OPEN, TEXT, type Xml } from './xml.ts';
import { copyOfText } from './xml-characters.ts';

/**
 * Texts are stored in blocks of this many bytes. V8 keeps such long strings outside of its heap, so that garbage collection
 * does not copy them. The position of a text is a number with three parts: the block, the offset in it, and a flag for
 * UTF-8.
 */
const BLOCK_BITS = 20;
const BLOCK_BYTES = 1 << BLOCK_BITS;
const OFFSET_MASK = BLOCK_BYTES - 1;
const UTF8 = 1 << 31;
const MOST_BLOCKS = 1 << (31 - BLOCK_BITS);

/** Maximum number of bytes in UTF-8 for each code unit of UTF-16. */
const CHARACTER_BYTES = 3;
const LAST_OF_LATIN1 = 0xff;

/** Number of positions in an array, so that a growing table is never copied. */
const STARTS_BITS = 14;
const STARTS_MASK = (1 << STARTS_BITS) - 1;

/** A text counts as at least this many characters: short texts must not make the table larger than its limit. */
const LEAST_CHARACTERS = 24;

/**
 * Texts by number, in little more memory than their characters: one byte for each character of Latin-1, and UTF-8 for
 * texts with others. A text becomes a string when it is read; if it has 13 characters or more, it keeps its block in
 * memory.
 */
export class TextTable {
  /** Number of texts, and of their characters (each text counts as at least 24). */
  length = 0;
  characters = 0;
  /** The block that is being filled, and the offset of its first free byte. */
  private readonly block: Buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  private filled = 0;
  /** Full blocks, each one string of Latin-1: a text is a slice of it. */
  private readonly blocks: string[] = [];
  private readonly starts: Uint32Array[] = [];
  /** Texts that are too long for a block, or not valid Unicode. */
  private readonly outsideBlocks = new Map<number, string>();

  add(text: string): void {
    const most = CHARACTER_BYTES * text.length;
    const isTooLong = most >= BLOCK_BYTES;
    if (this.filled + most >= BLOCK_BYTES && !isTooLong) this.nextBlock();
    const start = (this.blocks.length << BLOCK_BITS) | this.filled;
    let flag = 0;
    if (isTooLong) this.outsideBlocks.set(this.length, copyOfText(text));
    else if (!this.addLatin1(text)) {
      if (text.isWellFormed()) {
        this.filled += this.block.write(text, this.filled, 'utf8');
        flag = UTF8;
      } else this.outsideBlocks.set(this.length, copyOfText(text));
    }
    const offset = this.length & STARTS_MASK;
    if (offset === 0) this.starts.push(new Uint32Array(STARTS_MASK + 1));
    this.starts[this.length >> STARTS_BITS]![offset] = start | flag;
    this.length++;
    this.characters += Math.max(text.length, LEAST_CHARACTERS);
  }

  /** Starts a new block. Call it also after the last text, before any is read. */
  nextBlock(): void {
    if (this.blocks.length === MOST_BLOCKS) throw new RangeError('The table of texts is full.');
    this.blocks.push(this.block.toString('latin1', 0, this.filled));
    this.filled = 0;
  }

  /** The text with a number; undefined if there is none. */
  get(number: number): string | undefined {
    if (number >= this.length) return undefined;
    if (this.outsideBlocks.size > 0) {
      const text = this.outsideBlocks.get(number);
      if (text !== undefined) return text;
    }
    const start = this.starts[number >> STARTS_BITS]![number & STARTS_MASK]!;
    const place = start & ~UTF8;
    const block = this.blocks[place >> BLOCK_BITS]!;
    const next = number + 1;
    const after = next < this.length ? this.starts[next >> STARTS_BITS]![next & STARTS_MASK]! & ~UTF8 : -1;
    const end = after >> BLOCK_BITS === place >> BLOCK_BITS ? after & OFFSET_MASK : block.length;
    const bytes = block.slice(place & OFFSET_MASK, end);
    return place === start ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
  }

  /** Adds a text of Latin-1; returns false for others. For most texts the loop is faster than a call of Node. */
  private addLatin1(text: string): boolean {
    const { block } = this;
    let end = this.filled;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > LAST_OF_LATIN1) return false;
      block[end++] = code;
    }
    this.filled = end;
    return true;
  }
}

/** The shared texts of a workbook. */
export interface SharedStrings {
  readonly texts: Pick<TextTable, 'get'>;
  /** Lengths of texts that are too long for a cell, by number; the texts are truncated. */
  readonly tooLong: ReadonlyMap<number, number>;
}

/** Reads the shared texts: runs of rich text are joined, phonetic text is ignored. */
export async function sharedStringsOf(
  archive: Archive,
  part: string | undefined,
  limits: Limits,
): Promise<SharedStrings> {
  const texts = new TextTable();
  const tooLong = new Map<number, number>();
  if (part === undefined || !archive.has(part)) return { texts, tooLong };
  const collector = new TextCollector(limits.cellCharacters);
  await readXml(archive, part, (token, xml) => {
    if (collector.take(token, xml, 2) || xml.depth !== 1 || xml.name !== 'si') return;
    if (token === CLOSE) {
      if (collector.length > limits.cellCharacters) tooLong.set(texts.length, collector.length);
      texts.add(unescaped(collector.collected));
      if (texts.characters > limits.sharedCharacters)
        throw limitError(limits, 'sharedCharacters', say().limits.texts);
    }
    collector.clear();
  });
  texts.nextBlock();
  return { texts, tooLong };
}

/**
 * Collects the text of an `si` or `is` element: its `t` and the `t` of its runs, without phonetic text. Text beyond the
 * limit is counted but not stored.
 */
export class TextCollector {
  /** Number of characters, including those beyond the limit. */
  length = 0;
  private readonly limit: number;
  /** The text so far. It may keep the chunk that it is from in memory. */
  collected = '';
  private collecting = false;
  private phonetic = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  clear(): void {
    this.collected = '';
    this.length = 0;
    this.collecting = false;
    this.phonetic = 0;
  }

  /**
   * Takes a token; returns whether it is inside the element.
   *
   * @param depth depth of the element.
   */
  take(token: number, xml: Xml, depth: number): boolean {
    if (token === TEXT) {
      if (this.collecting) this.add(xml.text());
      return true;
    }
    if (xml.depth < depth || (token === OPEN && xml.depth === depth)) return false;
    if (xml.name === 'rPh') this.phonetic += token === OPEN ? 1 : -1;
    else if (xml.name === 't' && this.phonetic === 0) this.collecting = token === OPEN;
    return true;
  }

  add(text: string): void {
    this.length += text.length;
    if (this.length <= this.limit) this.collected = this.collected === '' ? text : this.collected + text;
    else if (this.collected.length < this.limit)
      this.collected = (this.collected + text).slice(0, this.limit);
  }

  /** The text as it stands, as a string of its own (see `copyOfText`). */
  raw(): string {
    return copyOfText(this.collected);
  }

  /** The text with escapes such as `_x000D_` resolved, as a string of its own (see `copyOfText`). */
  value(): string {
    return copyOfText(unescaped(this.collected));
  }
}

/** Resolves escapes of characters that XML cannot contain: `_x000D_`, and `_x005F_` for the underscore. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
