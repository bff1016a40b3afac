/** Records at most that wait out a pause beside those that are being sent: memory stays flat when a service stalls. */
const MOST_PAUSED = 1000;

/**
 * Limits how many records are being sent at once. A record that waits out a pause (before it is read back or sent again) lends
 * its slot to another. When it comes back more slots may be taken than there are, and no new record starts until one is
 * free. `ConcurrencyLimit` limits the requests in flight.
 */
export class Slots {
  readonly #most: number;
  #taken = 0;
  #paused = 0;
  #wake: (() => void) | null = null;

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when a slot is free; for one caller at a time. */
  async free(): Promise<void> {
    while (this.#taken >= this.#most || this.#paused >= MOST_PAUSED) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  take(): void {
    this.#taken++;
  }

  release(): void {
    this.#taken--;
    this.#notify();
  }

  /** Lends the slot of the caller to others until `pause` is over. */
  async lend(pause: Promise<void>): Promise<void> {
    this.#taken--;
    this.#paused++;
    this.#notify();
    try {
      await pause;
    } finally {
      this.#paused--;
      this.#taken++;
      this.#notify();
    }
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}
