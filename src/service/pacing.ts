/** Longer timers fire at once in Node. Callers therefore check the clock after every sleep. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The prefix of the identifier of a machine's start, if the start is identified only by its date (milliseconds
 * since 1970).
 */
export const BY_DATE = '~';
/** Tolerance when two such dates are compared: systems correct clocks by at most 500 parts per million. */
const DRIFT_MS = 2000;
const DRIFT_SHARE = 5e-4;

/**
 * Turns are 2 % further apart than the rate requires, so that no period of one second contains more turns than the
 * rate allows.
 */
const STRETCH = 1.02;

/**
 * How late a timer may grant a turn without delaying the next one. It is below the 20 ms that STRETCH saves in a
 * second, so late timers never put one turn too many into a second.
 */
const FORGIVEN_LATENESS_MS = 10;

/** The retry budget of a run: its size, the cost of a retry, and what a success without retries returns to it. */
const BUCKET = 500;
const COST = 5;
const FIRST_TRY_REFUND = 1;

/**
 * A moment on a clock that never jumps, in milliseconds since the machine started. `boot` identifies that start. All
 * processes of a machine share the clock until a restart.
 */
export interface Moment {
  readonly boot: string;
  readonly ms: number;
}

/** A monotonic clock in milliseconds. It has no date and never jumps. */
export interface Clock {
  now(): number;
  /** The present moment, for comparison with a moment that an earlier process stored. */
  moment(): Moment;
  /** Resolves after about `ms`, perhaps a little early. Rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

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

  /** Takes a turn if the caller may send one request now. */
  tryTurn(): boolean {
    if (this.#waiters.size > 0) return false;
    const now = this.#clock.now();
    if (now < this.#due()) return false;
    this.#next = now + this.#intervalMs;
    return true;
  }

  /** Resolves when the caller may send one request. Rejects with the signal's reason. */
  turn(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.tryTurn()) return Promise.resolve();
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

interface Waiter {
  readonly grant: () => void;
}

/** A queue of promises. An aborted promise leaves the queue. */
export class Waiters {
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

/**
 * The retries of a whole run. If the service is down, the run costs a fixed number of extra requests (100), however
 * many rows wait. A service that mostly works earns its retries back.
 */
export class RetryBudget {
  #left = BUCKET;

  /** Pays for one retry; false if the budget is used up. */
  take(): boolean {
    if (this.#left < COST) return false;
    this.#left -= COST;
    return true;
  }

  /** Call it when a request succeeds. If it needed retries, the last one costs nothing. */
  succeeded(retried: boolean): void {
    this.#left = Math.min(BUCKET, this.#left + (retried ? COST : FIRST_TRY_REFUND));
  }

  /** Number of retries that are left. */
  get left(): number {
    return Math.floor(this.#left / COST);
  }
}

/** The retries of one request, paid from the budget of the run. */
export class Retries {
  readonly #budget: RetryBudget;
  #paid = 0;

  constructor(budget: RetryBudget) {
    this.#budget = budget;
  }

  /** Whether the run has a retry left. */
  get left(): boolean {
    return this.#budget.left > 0;
  }

  /** Pays for one more attempt; false if the run has no retries left. */
  pay(): boolean {
    if (!this.#budget.take()) return false;
    this.#paid++;
    return true;
  }

  /** The service responded: returns the cost of this request's retries to the budget. */
  refund(): void {
    if (this.#paid === 0) this.#budget.succeeded(false);
    for (; this.#paid > 0; this.#paid--) this.#budget.succeeded(true);
  }
}

export const systemClock: Clock = {
  now: () => performance.now(),
  // A moment of this process only. `import/machine-clock.ts` has the clock that processes share.
  moment: () => ({ boot: `process ${performance.timeOrigin}`, ms: performance.now() }),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
        Math.min(Math.max(Math.ceil(ms), 0), LONGEST_TIMER_MS),
      );
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/**
 * The milliseconds from one moment to a later one. Null if they cannot be compared: the machine was restarted in
 * between, it is another machine, or the date was changed on a system where only the date identifies a start.
 */
export function elapsedMs(since: Moment, until: Moment): number | null {
  const ms = until.ms - since.ms;
  return ms >= 0 && isSameBoot(since.boot, until.boot, ms) ? ms : null;
}

function isSameBoot(one: string, other: string, apartMs: number): boolean {
  if (one === other) return one !== '';
  if (!one.startsWith(BY_DATE) || !other.startsWith(BY_DATE)) return false;
  return Math.abs(Number(one.slice(1)) - Number(other.slice(1))) <= DRIFT_MS + apartMs * DRIFT_SHARE;
}
