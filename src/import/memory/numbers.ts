const SHIFT = 14;
const PART = 2 ** SHIFT;

/** A growing list of whole numbers of 32 bits: 4 bytes each, and nothing is copied when it grows. */
export class Numbers {
  readonly #parts: Int32Array[] = [];
  length = 0;

  /** Returns the new length, like an array. */
  push(number: number): number {
    const at = this.length & (PART - 1);
    if (at === 0) this.#parts.push(new Int32Array(PART));
    this.#parts[this.length >>> SHIFT]![at] = number;
    return ++this.length;
  }

  at(index: number): number {
    return this.#parts[index >>> SHIFT]![index & (PART - 1)]!;
  }

  set(index: number, number: number): void {
    this.#parts[index >>> SHIFT]![index & (PART - 1)] = number;
  }
}
