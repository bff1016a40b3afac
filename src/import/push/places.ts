/** Most records that wait out a pause beside those that are on their way: memory stays flat on a service that stalls. */
const MOST_RESTING = 1000;

/**
 * How many records are on their way at once. One that waits out a pause (before it is read back, or sent again) leaves
 * its place to another; when it comes back there may be too many for a while, and nobody new is let in until there are
 * not. How many requests are out is bounded elsewhere.
 */
export class Places {
  readonly #most: number;
  #taken = 0;
  #resting = 0;
  #wake: (() => void) | null = null;

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when there is a place for one more; for one caller at a time. */
  async free(): Promise<void> {
    while (this.#taken >= this.#most || this.#resting >= MOST_RESTING) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  enter(): void {
    this.#taken++;
  }

  leave(): void {
    this.#taken--;
    this.#call();
  }

  /** Gives the place of the caller to others until `pause` is over. */
  async rest(pause: Promise<void>): Promise<void> {
    this.#taken--;
    this.#resting++;
    this.#call();
    try {
      await pause;
    } finally {
      this.#resting--;
      this.#taken++;
      this.#call();
    }
  }

  #call(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}
