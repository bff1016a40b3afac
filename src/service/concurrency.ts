import { Waiters } from './waiters.ts';

const START = 4;

/** How a request ended: with a response, with "slow down", or otherwise. */
export type Release = 'clean' | 'throttled' | 'error';

/**
 * Limits the number of open requests like TCP: slow start, then additive increase and multiplicative decrease. The
 * limit starts low and grows by one with each clean request until the service first says "slow down". After that it
 * grows by one when as many requests as the limit were clean. Each "slow down" halves it.
 */
export class ConcurrencyLimit {
  readonly #cap: number;
  readonly #waiters = new Waiters();
  #limit: number;
  #out = 0;
  #clean = 0;
  #starting = true;
  /** Number of requests that were open at the last halving. Their "slow down" does not halve again. */
  #stale = 0;

  constructor(cap: number) {
    if (!Number.isInteger(cap) || cap < 1) throw new RangeError(`concurrency is 1 or more, not ${cap}`);
    this.#cap = cap;
    this.#limit = Math.min(START, cap);
  }

  /** The present limit. */
  get limit(): number {
    return this.#limit;
  }

  /** Number of open requests. It exceeds `limit` for a while after a halving. */
  get out(): number {
    return this.#out;
  }

  /** Resolves, in order, when one more request may be sent. Rejects with the signal's reason. */
  acquire(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#waiters.size === 0 && this.#out < this.#limit) {
      this.#out++;
      return Promise.resolve();
    }
    return this.#waiters.wait(signal);
  }

  /** Ends a request. Call it once for each `acquire`. */
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
