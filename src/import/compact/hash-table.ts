/** Share of the slots that may be in use before the table doubles. */
const MAX_LOAD = 0.7;
const FIRST_SLOTS = 1024;
/** The words of a slot before its values: the two halves of the hash. */
const HASH_WORDS = 2;

/** A hash table in one typed array: hashes of 64 bits, each with the same number of 32-bit values, at first 0. */
export class HashTable {
  readonly #width: number;
  #slots = FIRST_SLOTS;
  #used = 0;
  /** The slots one after the other. `put` and `find` return where in it the values of a hash are. */
  words: Uint32Array;
  /** Whether the last `put` added its hash. */
  isNew = false;

  constructor(values: number) {
    this.#width = HASH_WORDS + values;
    this.words = new Uint32Array(FIRST_SLOTS * this.#width);
  }

  get size(): number {
    return this.#used;
  }

  /** Adds a hash if it is missing. Returns the offset of its values, which is valid until the next call. */
  put(high: number, low: number): number {
    if (this.#used >= this.#slots * MAX_LOAD) this.#double();
    const at = this.#slotOf(this.words, this.#slots, high, low);
    this.isNew = this.words[at] === 0 && this.words[at + 1] === 0;
    if (this.isNew) {
      this.words[at] = high;
      this.words[at + 1] = usedLow(high, low);
      this.#used++;
    }
    return at + HASH_WORDS;
  }

  /** The offset of the values of a hash; -1 if it is missing. */
  find(high: number, low: number): number {
    const at = this.#slotOf(this.words, this.#slots, high, low);
    return this.words[at] === 0 && this.words[at + 1] === 0 ? -1 : at + HASH_WORDS;
  }

  /** The offsets of the values of all hashes. The hash is in the two words before them. */
  *offsets(): Generator<number> {
    for (let at = 0; at < this.words.length; at += this.#width)
      if (this.words[at] !== 0 || this.words[at + 1] !== 0) yield at + HASH_WORDS;
  }

  /** Where the slot of a hash starts, or the free slot where it belongs. */
  #slotOf(words: Uint32Array, slots: number, high: number, low: number): number {
    const [first, second] = [high >>> 0, usedLow(high, low)];
    const mask = slots - 1;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const at = slot * this.#width;
      const [a, b] = [words[at], words[at + 1]];
      if ((a === first && b === second) || (a === 0 && b === 0)) return at;
    }
  }

  #double(): void {
    const slots = this.#slots * 2;
    const words = new Uint32Array(slots * this.#width);
    for (const values of this.offsets()) {
      const from = values - HASH_WORDS;
      const to = this.#slotOf(words, slots, this.words[from]!, this.words[from + 1]!);
      for (let word = 0; word < this.#width; word++) words[to + word] = this.words[from + word]!;
    }
    this.#slots = slots;
    this.words = words;
  }
}

/** The lower half of a hash as it is stored: a free slot has zeros, so no hash may be zero. */
const usedLow = (high: number, low: number): number => (high === 0 && low === 0 ? 1 : low >>> 0);
