/** Share of the slots that may be in use before the table doubles. */
const MAX_LOAD = 0.7;
const FIRST_SLOTS = 1024;
/** The words of a slot before its values: the two halves of the hash. */
const HASH_WORDS = 2;
/** The lowest bits of a hash are the flags of its slot. */
const FLAGS = 3;

/**
 * A hash table in one typed array: hashes of 62 bits, each with two flags (1 and 2) and the same number of 32-bit values.
 * All are 0 at first. An offset, as `put` and `find` return it, is valid until the next `put`.
 */
export class HashTable {
  readonly #width: number;
  #slots = FIRST_SLOTS;
  #used = 0;
  #words: Uint32Array;
  /** Whether the last `put` added its hash. */
  isNew = false;

  constructor(values: number) {
    this.#width = HASH_WORDS + values;
    this.#words = new Uint32Array(FIRST_SLOTS * this.#width);
  }

  /** The offset of a hash, which is added if it is missing. */
  put(high: number, low: number): number {
    if (this.#used >= this.#slots * MAX_LOAD) this.#double();
    const at = this.#slotOf(this.#words, this.#slots, high, low);
    this.isNew = this.#words[at] === 0;
    if (this.isNew) {
      this.#words[at] = stored(high);
      this.#words[at + 1] = low & ~FLAGS;
      this.#used++;
    }
    return at;
  }

  /** The offset of a hash; -1 if it is missing. */
  find(high: number, low: number): number {
    const at = this.#slotOf(this.#words, this.#slots, high, low);
    return this.#words[at] === 0 ? -1 : at;
  }

  /** The offset in this table of the hash that another table has at an offset; -1 if it is missing. */
  findSame(table: HashTable, at: number): number {
    return this.find(table.#words[at]!, table.#words[at + 1]!);
  }

  *offsets(): Generator<number> {
    for (let at = 0; at < this.#words.length; at += this.#width) if (this.#words[at] !== 0) yield at;
  }

  has(at: number, flag: 1 | 2): boolean {
    return (this.#words[at + 1]! & flag) !== 0;
  }

  set(at: number, flag: 1 | 2): void {
    this.#words[at + 1]! |= flag;
  }

  value(at: number): number {
    return this.#words[at + HASH_WORDS]!;
  }

  setValue(at: number, value: number): void {
    this.#words[at + HASH_WORDS] = value;
  }

  /** Where the slot of a hash starts, or the free slot where it belongs. */
  #slotOf(words: Uint32Array, slots: number, high: number, low: number): number {
    const first = stored(high);
    const mask = slots - 1;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const at = slot * this.#width;
      const word = words[at];
      if (word === 0 || (word === first && ((words[at + 1]! ^ low) & ~FLAGS) === 0)) return at;
    }
  }

  #double(): void {
    const [old, slots] = [this.#words, this.#slots * 2];
    const words = new Uint32Array(slots * this.#width);
    for (const from of this.offsets()) {
      const to = this.#slotOf(words, slots, old[from]!, old[from + 1]!);
      for (let word = 0; word < this.#width; word++) words[to + word] = old[from + word]!;
    }
    this.#slots = slots;
    this.#words = words;
    // Frees the memory at once, not at the next garbage collection.
    (old.buffer as ArrayBuffer).transfer(0);
  }
}

/** The upper half of a hash as it is stored. A free slot has 0. */
const stored = (high: number): number => high >>> 0 || 1;
