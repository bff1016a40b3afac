/**
 * Counts the creates in a row whose response was lost. Requests that were out together when the first response was lost
 * count as one: a broken connection is one event, however many requests it carried.
 */
export class LostResponses {
  #inARow = 0;
  /** Number of the current row, or of the last one. */
  #row = 0;

  /** 0 after a certain response. */
  get inARow(): number {
    return this.#inARow;
  }

  /** A create leaves. Returns what `count` needs if its response is lost. */
  leaving(): number {
    return this.#inARow > 0 ? this.#row : 0;
  }

  /** `leftIn` is the result of `leaving` for the request. */
  count(leftIn: number): void {
    if (this.#inARow === 0) {
      this.#inARow = 1;
      this.#row++;
    } else if (leftIn === this.#row) this.#inARow++;
  }

  /** Something certain is known of a record. */
  reset(): void {
    this.#inARow = 0;
  }
}
