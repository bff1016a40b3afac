/** Rows of a column in order, each of which is taken once, however many ranges have it. */
export class UnreadRows {
  readonly #rows: readonly number[];
  /** The place of the next row that was not taken. */
  readonly #next: Int32Array;

  constructor(rows: readonly number[]) {
    this.#rows = rows.toSorted((one, other) => one - other);
    this.#next = Int32Array.from({ length: rows.length + 1 }, (_, at) => at);
  }

  *take(first: number, last: number): Generator<number> {
    let low = 0;
    for (let high = this.#rows.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (this.#rows[middle]! < first) low = middle + 1;
      else high = middle;
    }
    for (let at = this.#find(low); at < this.#rows.length && this.#rows[at]! <= last; at = this.#find(at)) {
      yield this.#rows[at]!;
      this.#next[at] = at + 1;
    }
  }

  #find(from: number): number {
    const next = this.#next;
    let at = from;
    while (next[at] !== at) {
      next[at] = next[next[at]!]!;
      at = next[at]!;
    }
    return at;
  }
}
