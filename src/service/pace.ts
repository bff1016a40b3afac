import { type Clock, systemClock } from './clock.ts';
import { Waiters } from './waiters.ts';

/** Turns stand this much further apart than the rate asks, so that a count over any sliding second stays under it. */
const STRETCH = 1.02;

/**
 * How late a timer may grant a turn without the next one moving as well. It must stay below the 20 ms that STRETCH
 * leaves in a second: then the lateness never lets one turn too many into a window of a second.
 */
const FORGIVEN_LATENESS_MS = 10;

/**
 * The rate limit: turns are spaced evenly and granted in the order they were asked for. Idle time earns no burst.
 * A pause (Retry-After) holds every sender, whatever the rate.
 */
export class Pacer {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #waiters = new Waiters();
  #next = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #sleep: AbortController | null = null;

  /** `rate` in requests a second; 0 means no limit. */
  constructor(rate: number, clock: Clock = systemClock) {
    if (!(rate >= 0)) throw new RangeError(`a rate is 0 or more, not ${rate}`);
    this.#clock = clock;
    this.#intervalMs = rate === 0 ? 0 : (1000 / rate) * STRETCH;
  }

  /** When the pause ends, on the pacer's clock; minus infinity when there never was one. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** Resolves when the caller may send one request; rejects with the signal's reason. */
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

  /** No turn is granted before `monotonicMs` on the pacer's clock. A pause can be lengthened, never shortened. */
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
      // An aborted sleep is no error: the line is empty, or has been filled again since.
      await this.#clock.sleep(due - now, sleep.signal).catch(() => {});
    }
    this.#sleep = null;
  }
}
