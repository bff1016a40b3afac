/** Answers in a row that say nothing after which a run stops: one that goes on would put every row in doubt. */
const MOST = 10;

/**
 * Counts the creates in a row of which the answer did not say whether they were taken. Those that were out together when
 * the first of them was lost count as that one: a connection that breaks is one event, however much it carried.
 */
export class Silence {
  #length = 0;
  /** Number of the silence that is, or was last. */
  #number = 0;

  /** Nothing was heard since that is certain. */
  get lasts(): boolean {
    return this.#length > 0;
  }

  get isTooLong(): boolean {
    return this.#length >= MOST;
  }

  get length(): number {
    return this.#length;
  }

  /** A create leaves; give what this gives to `unknown`. */
  leaving(): number {
    return this.#length > 0 ? this.#number : 0;
  }

  unknown(left: number): void {
    if (this.#length === 0) {
      this.#length = 1;
      this.#number++;
    } else if (left === this.#number) this.#length++;
  }

  /** Something certain was heard of a record. */
  broken(): void {
    this.#length = 0;
  }
}
