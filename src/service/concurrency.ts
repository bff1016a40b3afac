import { Waiters } from './waiters.ts';

const START = 4;

/** How a request ended, as far as the limit cares: well, with "slow down", or otherwise. */
export type Release = 'clean' | 'throttled' | 'error';

/**
 * How many requests may be out at once. It starts low and grows by one with each request that ends well, so that it
 * doubles in a round, until the service first says to slow down; from then on by one each time a whole limit's worth
 * ended well. Each "slow down" halves it (additive increase, multiplicative decrease, after a slow start).
 */
export class ConcurrencyLimit {
  readonly #cap: number;
  readonly #waiters = new Waiters();
  #limit: number;
  #out = 0;
  #clean = 0;
  #starting = true;
  /** Requests that were out at the last halving: their throttles tell nothing new. */
  #stale = 0;

  constructor(cap: number) {
    if (!Number.isInteger(cap) || cap < 1) throw new RangeError(`concurrency is 1 or more, not ${cap}`);
    this.#cap = cap;
    this.#limit = Math.min(START, cap);
  }

  /** The limit at this moment. */
  get limit(): number {
    return this.#limit;
  }

  /** Requests that are out at this moment; above `limit` for a while after a halving. */
  get out(): number {
    return this.#out;
  }

  /** Resolves, in order, when one more request may be out; rejects with the signal's reason. */
  acquire(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#waiters.size === 0 && this.#out < this.#limit) {
      this.#out++;
      return Promise.resolve();
    }
    return this.#waiters.wait(signal);
  }

  /** Gives back what `acquire` gave; once each. */
  release(result: Release): void {
    if (this.#out === 0) throw new Error('released more often than acquired');
    this.#out--;
    const stale = this.#stale > 0;
    if (stale) this.#stale--;
    if (result === 'clean') this.#grow();
    else this.#clean = 0;
    if (result === 'throttled') this.#starting = false;
    if (result === 'throttled' && !stale) {
      this.#limit = Math.max(1, Math.floor(this.#limit / 2));
      this.#stale = this.#out;
    }
    while (this.#out < this.#limit && this.#waiters.next()) this.#out++;
  }

  #grow(): void {
    if (++this.#clean < this.#limit && !this.#starting) return;
    this.#clean = 0;
    this.#limit = Math.min(this.#cap, this.#limit + 1);
  }
}
