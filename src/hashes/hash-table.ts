/** The table consists of parts that grow one after the other, so that it never needs much more memory than its slots. */
export const PARTS = 64;
const PART_BITS = 6;
const FIRST_SLOTS = 16;
/** Share of the slots of a part that may be in use before it grows, and by how much small and large parts grow. */
const MAX_LOAD = 0.75;
const GROWTH = 2;
const LARGE_SLOTS = 2048;
const LARGE_GROWTH = 1.3;
/** The words of a slot before its values: the two halves of the hash. */
const HASH_WORDS = 2;
/** The lowest bits of a hash are the flags of its slot. */
export const FLAGS = 7;

/**
 * A hash table in typed arrays: hashes of 61 bits, each with three flags (1, 2 and 4) and the same number of 32-bit values.
 * All are 0 at first. An offset, as `put` and `find` return it, is valid until the next `put`.
 */
export class HashTable {
  /** The words of a slot. */
  readonly width: number;
  readonly #parts: Uint32Array[] = [];
  readonly #slots = new Uint32Array(PARTS).fill(FIRST_SLOTS);
  readonly #used = new Uint32Array(PARTS);
  /** Whether the last `put` added its hash. */
  isNew = false;
  /** The number of hashes. */
  size = 0;

  constructor(values: number) {
    this.width = HASH_WORDS + values;
    for (let part = 0; part < PARTS; part++) this.#parts.push(new Uint32Array(FIRST_SLOTS * this.width));
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
      this.size++;
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
    for (let part = 0; part < PARTS; part++) yield* this.offsetsIn(part);
  }

  /** The offsets of the hashes in a part. A hash is in the same part of every table. */
  *offsetsIn(part: number): Generator<number> {
    const words = this.#parts[part]!;
    for (let at = 0; at < words.length; at += this.width) if (words[at] !== 0) yield (at << PART_BITS) | part;
  }

  /** Removes the hashes of a part, and frees its memory. */
  dropPart(part: number): void {
    if (this.#used[part] === undefined) return;
    this.size -= this.#used[part]!;
    this.#used[part] = 0;
    this.#parts[part]!.fill(0);
    this.#resize(part, FIRST_SLOTS);
  }

  /** Makes room for so many hashes in a part. */
  reserve(part: number, hashes: number): void {
    const slots = Math.ceil(hashes / MAX_LOAD) + 1;
    if (slots > this.#slots[part]!) this.#resize(part, slots);
  }

  sizeOf(part: number): number {
    return this.#used[part]!;
  }

  /** Copies the slots in use of a part to `target`, from `start`; returns their end in it. */
  copyPart(part: number, target: Uint32Array, start: number): number {
    const words = this.#parts[part]!;
    let end = start;
    for (let at = 0; at < words.length; at += this.width) {
      if (words[at] === 0) continue;
      for (let word = at; word < at + this.width; word++) target[end++] = words[word]!;
    }
    return end;
  }

  /** Adds the hash at an offset of another table, without its flags and values. */
  putSame(table: HashTable, offset: number): number {
    const words = table.#wordsAt(offset);
    const at = offset >>> PART_BITS;
    return this.put(words[at]!, words[at + 1]!);
  }

  /** Removes all hashes. The memory is kept. */
  clear(): void {
    for (const words of this.#parts) words.fill(0);
    this.#used.fill(0);
    this.size = 0;
  }

  has(offset: number, flag: 1 | 2 | 4): boolean {
    return (this.#wordsAt(offset)[(offset >>> PART_BITS) + 1]! & flag) !== 0;
  }

  set(offset: number, flags: number): void {
    this.#wordsAt(offset)[(offset >>> PART_BITS) + 1]! |= flags;
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
    const width = this.width;
    let at = Math.trunc((first * slots) / 2 ** 32) * width;
    for (;;) {
      const word = words[at];
      if (word === 0 || (word === first && ((words[at + 1]! ^ low) & ~FLAGS) === 0)) return at;
      at += width;
      if (at === words.length) at = 0;
    }
  }

  #grow(part: number): void {
    const before = this.#slots[part]!;
    this.#resize(part, Math.ceil(before * (before < LARGE_SLOTS ? GROWTH : LARGE_GROWTH)));
  }

  #resize(part: number, slots: number): void {
    const [old, width] = [this.#parts[part]!, this.width];
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
