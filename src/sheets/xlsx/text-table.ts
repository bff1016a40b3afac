/**
 * Texts are in blocks of this many bytes. V8 keeps the characters of so long a string outside of its heap, whose garbage
 * collection would copy them and make room for more of them. A position is a block, an offset in it, and a flag for
 * UTF-8.
 */
const BLOCK_BITS = 20;
const BLOCK_BYTES = 1 << BLOCK_BITS;
const OFFSET_MASK = BLOCK_BYTES - 1;
const UTF8 = 1 << 31;
const MOST_BLOCKS = 1 << (31 - BLOCK_BITS);

/** Maximum length of a text in a block. */
const MOST_CHARACTERS = 5000;

/** Number of positions in an array, so that a growing table is never copied. */
const STARTS_BITS = 14;
const STARTS_MASK = (1 << STARTS_BITS) - 1;

/** Number of texts that are kept as strings, and their maximum length. */
const RECENT = 1 << 14;
const LONGEST_RECENT = 128;

/** A text counts as at least this many characters: short texts must not make the table larger than its limit. */
const LEAST_CHARACTERS = 24;

const LATIN1 = /^[\0-\xff]*$/;

/**
 * Texts by number, in little more memory than their characters: one byte for each character of Latin-1, and UTF-8 for
 * texts with others. A text becomes a string when it is read; one that is read repeatedly is the same string each time.
 * A string of 13 characters or more keeps its block in memory.
 */
export class TextTable {
  /** Number of texts, and of their characters (each text counts as at least 24). */
  length = 0;
  characters = 0;
  /** The block that is filled: its bytes from `filled` on are free, except the last one. */
  readonly block: Buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  filled = 0;
  /** Full blocks, each one string of Latin-1: a text is a slice of it. */
  private readonly blocks: string[] = [];
  private readonly starts: Uint32Array[] = [];
  /** Texts that are too long for a block, or not valid Unicode. */
  private readonly apart = new Map<number, string>();
  private readonly recent: (string | undefined)[] = new Array(RECENT);
  private readonly recentNumbers = new Int32Array(RECENT).fill(-1);

  add(text: string): void {
    const isLatin1 = LATIN1.test(text);
    if (text.length > MOST_CHARACTERS || !(isLatin1 || text.isWellFormed())) {
      this.apart.set(this.length, text);
      this.commit(this.filled, text.length);
      return;
    }
    const bytes = Buffer.from(text, isLatin1 ? 'latin1' : 'utf8');
    if (this.filled + bytes.length >= BLOCK_BYTES) this.nextBlock();
    bytes.copy(this.block, this.filled);
    this.commit(this.filled + bytes.length, text.length, isLatin1 ? 0 : UTF8);
  }

  /** Adds the bytes of the block from `filled` to `end` as a text of that many characters: Latin-1, or UTF-8. */
  commit(end: number, characters: number, flag = 0): void {
    const offset = this.length & STARTS_MASK;
    if (offset === 0) this.starts.push(new Uint32Array(STARTS_MASK + 1));
    const start = (this.blocks.length << BLOCK_BITS) | this.filled;
    this.starts[this.length >> STARTS_BITS]![offset] = start | flag;
    this.filled = end;
    this.length++;
    this.characters += Math.max(characters, LEAST_CHARACTERS);
  }

  /** Starts a new block. Call it also after the last text, before any is read. */
  nextBlock(): void {
    if (this.blocks.length === MOST_BLOCKS) throw new RangeError('The table of texts is full.');
    this.blocks.push(this.block.toString('latin1', 0, this.filled));
    this.filled = 0;
  }

  /** The text with a number; undefined if there is none. */
  get(number: number): string | undefined {
    const slot = number & (RECENT - 1);
    if (this.recentNumbers[slot] !== number) {
      if (number >= this.length) return undefined;
      // Most texts are read once: only those that are read again are kept.
      this.recentNumbers[slot] = number;
      this.recent[slot] = undefined;
      return this.read(number);
    }
    const known = this.recent[slot];
    if (known !== undefined) return known;
    const text = this.read(number);
    if (text.length <= LONGEST_RECENT) this.recent[slot] = text;
    return text;
  }

  private read(number: number): string {
    const start = this.starts[number >> STARTS_BITS]![number & STARTS_MASK]!;
    if (this.apart.size > 0) {
      const text = this.apart.get(number);
      if (text !== undefined) return text;
    }
    const place = start & ~UTF8;
    const block = this.blocks[place >> BLOCK_BITS]!;
    const next = number + 1;
    const after = next < this.length ? this.starts[next >> STARTS_BITS]![next & STARTS_MASK]! & ~UTF8 : -1;
    const end = after >> BLOCK_BITS === place >> BLOCK_BITS ? after & OFFSET_MASK : block.length;
    const bytes = block.slice(place & OFFSET_MASK, end);
    return place === start ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
  }
}
