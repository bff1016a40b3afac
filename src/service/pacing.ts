import { type Clock, systemClock } from './clock.ts';

/**
 * Turns are this much further apart than the rate requires, so that no sliding second contains more turns than the rate
 * allows.
 */
const STRETCH = 1.02;

/**
 * How late a timer may grant a turn without delaying the next one. It is below the 20 ms that STRETCH saves in a
 * second, so late timers never put one turn too many into a second.
 */
const FORGIVEN_LATENESS_MS = 10;

/** The first limit of open requests. */
const FIRST_LIMIT = 4;

/**
 * Limits the rate: turns are evenly spaced and granted in order. Idle time allows no burst. A pause (Retry-After) stops
 * all requests, whatever the rate.
 */
export class Pacer {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #waiters = new Waiters();
  #next = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #sleep: AbortController | null = null;

  /** `rate` is in requests per second; 0 means no limit. */
  constructor(rate: number, clock: Clock = systemClock) {
    if (!(rate >= 0)) throw new RangeError(`a rate is 0 or more, not ${rate}`);
    this.#clock = clock;
    this.#intervalMs = rate === 0 ? 0 : (1000 / rate) * STRETCH;
  }

  /** The end of the pause on the pacer's clock; minus infinity if there was none. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** Resolves when the caller may send one request. Rejects with the signal's reason. */
  turn(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const now = this.#clock.now();
    if (this.#waiters.size === 0 && now >= this.#due()) {
      this.#next = now + this.#intervalMs;
      return Promise.resolve();
    }
    const turn = this.#waiters.wait(signal, () => {
      if (this.#waiters.size === 0) this.#sleep?.abort();
    });
    if (this.#sleep === null) void this.#grantInOrder();
    return turn;
  }

  /** Grants no turn before `monotonicMs` on the pacer's clock. Can lengthen a pause, never shorten it. */
  pauseUntil(monotonicMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, monotonicMs);
  }

  #due(): number {
    return Math.max(this.#next, this.#pausedUntil);
  }

  async #grantInOrder(): Promise<void> {
    while (this.#waiters.size > 0) {
      const now = this.#clock.now();
      const due = this.#due();
      if (now >= due) {
        this.#next = Math.max(due, now - FORGIVEN_LATENESS_MS) + this.#intervalMs;
        this.#waiters.next();
        continue;
      }
      const sleep = new AbortController();
      this.#sleep = sleep;
      // An aborted sleep is not an error: the queue became empty, or was filled again.
      await this.#clock.sleep(due - now, sleep.signal).catch(() => {});
    }
    this.#sleep = null;
  }
}

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
    this.#limit = Math.min(FIRST_LIMIT, cap);
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

interface Waiter {
  readonly grant: () => void;
}

/** A queue of promises. An aborted promise leaves the queue. */
class Waiters {
  readonly #queue = new Set<Waiter>();

  get size(): number {
    return this.#queue.size;
  }

  /**
   * Resolves when it is first and `next()` is called. If the signal is aborted, rejects with its reason, then calls
   * `onLeave`.
   */
  wait(signal: AbortSignal | undefined, onLeave?: () => void): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#queue.delete(waiter);
        reject(signal?.reason);
        onLeave?.();
      };
      const waiter: Waiter = {
        grant: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.add(waiter);
    });
  }

  /** Resolves the first promise; false if the queue is empty. */
  next(): boolean {
    for (const waiter of this.#queue) {
      this.#queue.delete(waiter);
      waiter.grant();
      return true;
    }
    return false;
  }
}
