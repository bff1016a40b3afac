/** The table consists of parts that grow one after the other, so that it never needs much more memory than its slots. */
const PARTS = 64;
const PART_BITS = 6;
const FIRST_SLOTS = 16;
/** Share of the slots of a part that may be in use before it grows, and by how much it grows. */
const MAX_LOAD = 0.75;
const GROWTH = 1.3;
/** The words of a slot before its values: the two halves of the hash. */
const HASH_WORDS = 2;
/** The lowest bits of a hash are the flags of its slot. */
const FLAGS = 3;

/**
 * A hash table in typed arrays: hashes of 62 bits, each with two flags (1 and 2) and the same number of 32-bit values.
 * All are 0 at first. An offset, as `put` and `find` return it, is valid until the next `put`.
 */
export class HashTable {
  readonly #width: number;
  readonly #parts: Uint32Array[] = [];
  readonly #slots = new Uint32Array(PARTS).fill(FIRST_SLOTS);
  readonly #used = new Uint32Array(PARTS);
  /** Whether the last `put` added its hash. */
  isNew = false;

  constructor(values: number) {
    this.#width = HASH_WORDS + values;
    for (let part = 0; part < PARTS; part++) this.#parts.push(new Uint32Array(FIRST_SLOTS * this.#width));
  }

  /** The offset of a hash, which is added if it is missing. */
  put(high: number, low: number): number {
    const part = low >>> (32 - PART_BITS);
    if (this.#used[part]! >= this.#slots[part]! * MAX_LOAD) this.#grow(part);
    const words = this.#parts[part]!;
    const at = this.#slotOf(words, this.#slots[part]!, high, low);
    this.isNew = words[at] === 0;
    if (this.isNew) {
      words[at] = stored(high);
      words[at + 1] = low & ~FLAGS;
      this.#used[part]!++;
    }
    return (at << PART_BITS) | part;
  }

  /** The offset of a hash; -1 if it is missing. */
  find(high: number, low: number): number {
    const part = low >>> (32 - PART_BITS);
    const words = this.#parts[part]!;
    const at = this.#slotOf(words, this.#slots[part]!, high, low);
    return words[at] === 0 ? -1 : (at << PART_BITS) | part;
  }

  /** The offset in this table of the hash that another table has at an offset; -1 if it is missing. */
  findSame(table: HashTable, offset: number): number {
    const words = table.#wordsAt(offset);
    const at = offset >>> PART_BITS;
    return this.find(words[at]!, words[at + 1]!);
  }

  *offsets(): Generator<number> {
    for (const [part, words] of this.#parts.entries())
      for (let at = 0; at < words.length; at += this.#width)
        if (words[at] !== 0) yield (at << PART_BITS) | part;
  }

  has(offset: number, flag: 1 | 2): boolean {
    return (this.#wordsAt(offset)[(offset >>> PART_BITS) + 1]! & flag) !== 0;
  }

  set(offset: number, flag: 1 | 2): void {
    this.#wordsAt(offset)[(offset >>> PART_BITS) + 1]! |= flag;
  }

  value(offset: number): number {
    return this.#wordsAt(offset)[(offset >>> PART_BITS) + HASH_WORDS]!;
  }

  setValue(offset: number, value: number): void {
    this.#wordsAt(offset)[(offset >>> PART_BITS) + HASH_WORDS] = value;
  }

  #wordsAt(offset: number): Uint32Array {
    return this.#parts[offset & (PARTS - 1)]!;
  }

  /** Where the slot of a hash starts, or the free slot where it belongs. */
  #slotOf(words: Uint32Array, slots: number, high: number, low: number): number {
    const first = stored(high);
    const width = this.#width;
    let at = Math.trunc((first * slots) / 2 ** 32) * width;
    for (;;) {
      const word = words[at];
      if (word === 0 || (word === first && ((words[at + 1]! ^ low) & ~FLAGS) === 0)) return at;
      at += width;
      if (at === words.length) at = 0;
    }
  }

  #grow(part: number): void {
    const slots = Math.ceil(this.#slots[part]! * GROWTH);
    const [old, width] = [this.#parts[part]!, this.#width];
    const words = new Uint32Array(slots * width);
    for (let from = 0; from < old.length; from += width) {
      if (old[from] === 0) continue;
      const to = this.#slotOf(words, slots, old[from]!, old[from + 1]!);
      for (let word = 0; word < width; word++) words[to + word] = old[from + word]!;
    }
    this.#slots[part] = slots;
    this.#parts[part] = words;
    // Frees the memory at once, not at the next garbage collection.
    (old.buffer as ArrayBuffer).transfer(0);
  }
}

/** The upper half of a hash as it is stored. A free slot has 0. */
const stored = (high: number): number => high >>> 0 || 1;
