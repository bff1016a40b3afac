import { type Clock, systemClock } from './clock.ts';
import { Waiters } from './waiters.ts';

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
