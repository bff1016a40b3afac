/** Number of whole numbers that one part of the set can contain. */
const NUMBERS_PER_PART = 2 ** 15;
const WORD_BITS = 32;

/** A set of whole numbers, most of them consecutive. It stores a bit for each number of a part. */
export class NumberSet {
  readonly #parts = new Map<number, Uint32Array>();

  add(number: number): void {
    const index = Math.floor(number / NUMBERS_PER_PART);
    const part = this.#parts.get(index) ?? new Uint32Array(NUMBERS_PER_PART / WORD_BITS);
    this.#parts.set(index, part);
    const bit = number % NUMBERS_PER_PART;
    part[Math.floor(bit / WORD_BITS)]! |= 1 << (bit % WORD_BITS);
  }

  has(number: number): boolean {
    const bit = number % NUMBERS_PER_PART;
    const word = this.#parts.get(Math.floor(number / NUMBERS_PER_PART))?.[Math.floor(bit / WORD_BITS)] ?? 0;
    return (word & (1 << (bit % WORD_BITS))) !== 0;
  }

  /** The numbers in the set, in ascending order. */
  *[Symbol.iterator](): Generator<number> {
    for (const index of [...this.#parts.keys()].sort((a, b) => a - b)) {
      for (const [at, word] of this.#parts.get(index)!.entries()) {
        if (word === 0) continue;
        for (let bit = 0; bit < WORD_BITS; bit++)
          if ((word & (1 << bit)) !== 0) yield index * NUMBERS_PER_PART + at * WORD_BITS + bit;
      }
    }
  }
}
