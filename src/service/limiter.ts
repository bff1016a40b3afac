import pLimit from 'p-limit';
import { type Clock, systemClock } from './clock.ts';
import { ConcurrencyLimit, type FoundLimit, type RequestEnd } from './concurrency.ts';
import type { Answer } from './service.ts';

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
const RETRY_BUDGET = 500;
const RETRY_COST = 5;
const FIRST_TRY_REFUND = 1;

/** The limits that a user sets. */
export interface RequestLimits {
  /** Maximum number of requests per second; 0 for no limit. */
  readonly rate: number;
  /** Maximum number of open requests. */
  readonly concurrency: number;
}

/** What the response to a request reveals about the load on the service. */
export function requestEndOf({ type }: Answer): RequestEnd {
  if (type === 'throttled') return 'throttled';
  return ['accepted', 'updated', 'exists', 'refused'].includes(type) ? 'clean' : 'error';
}

/** The rate of all machines that share a memory. */
export interface SharedPace {
  /** Leases up to `wanted` turns, `intervalMs` apart. Returns how long to wait for the first, in milliseconds. */
  slots(wanted: number, intervalMs: number): Promise<{ readonly count: number; readonly waitMs: number }>;
  /** No request of any machine leaves for `ms`. */
  hold(ms: number): Promise<void>;
  /** Whether a record may leave now: this machine still counts as its sender when the response is due. */
  readonly mayLeave: boolean;
}

/** Ends an open request. `latencyMs`: the time until its response, if it was measured. Only the first call counts. */
export type EndRequest = (end: RequestEnd, latencyMs?: number | null) => void;

/**
 * The pace of all requests of the process, whatever they do: how many are open, how many leave in a second, and until
 * when none leaves at all (Retry-After). A request takes a place, then a turn, and then leaves.
 */
export class Limiter {
  readonly clock: Clock;
  /** Maximum number of open requests. */
  readonly concurrency: number;
  readonly #limit: ConcurrencyLimit;
  /** Callbacks of the requests that wait for a place, in order. */
  readonly #waiting = new Set<() => void>();
  readonly #turns: Spacing;
  readonly #departures: Spacing;
  readonly #shared: SharedPace | null;
  #heldUntil = Number.NEGATIVE_INFINITY;

  constructor(
    { rate, concurrency }: RequestLimits,
    clock: Clock = systemClock,
    shared: SharedPace | null = null,
  ) {
    if (!(rate >= 0)) throw new RangeError(`a rate is 0 or more, not ${rate}`);
    this.clock = clock;
    this.concurrency = concurrency;
    this.#limit = new ConcurrencyLimit(concurrency);
    const intervalMs = rate === 0 ? 0 : (1000 / rate) * STRETCH;
    this.#shared = shared;
    this.#turns = new Spacing(intervalMs, clock, () => this.#heldUntil, shared);
    this.#departures = new Spacing(intervalMs, clock, () => Number.NEGATIVE_INFINITY);
  }

  /** The present limit of open requests. */
  get limit(): number {
    return this.#limit.limit;
  }

  /** The limit of open requests that suits the service; see `ConcurrencyLimit.found`. */
  get found(): FoundLimit | null {
    return this.#limit.found;
  }

  /** Holds all requests that have not left yet. It can lengthen an earlier hold, never shorten it. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.clock.now() + ms);
    // If the memory is lost, its next claim says so.
    if (Number.isFinite(ms)) this.#shared?.hold(ms).catch(() => {});
  }

  /** Whether no request may leave now. */
  get isHeld(): boolean {
    return this.#heldUntil > Number.NEGATIVE_INFINITY && this.clock.now() < this.#heldUntil;
  }

  /** Whether a request that sends a record may leave now: it may have waited for a connection. */
  get mayLeave(): boolean {
    return !this.isHeld && (this.#shared?.mayLeave ?? true);
  }

  /** Resolves, in order, when one more request may be open. Rejects with the signal's reason. */
  place(signal?: AbortSignal): Promise<EndRequest> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#waiting.delete(grant);
        reject(signal?.reason);
      };
      const grant = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve(this.#open());
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(grant);
      this.#grantPlaces();
    });
  }

  /** Resolves, in order, when the rate allows one more request and none is held. Rejects with the signal's reason. */
  turn(signal?: AbortSignal): Promise<void> {
    return this.#turns.next(signal);
  }

  /**
   * Spaces the requests again at the moment they leave: after a slow write, many turns could end at once. A request that
   * is held then must not leave: see `isHeld`.
   */
  leave(signal?: AbortSignal): Promise<void> {
    return this.#departures.next(signal);
  }

  /** Resolves when a request that needs no write before it may leave. Rejects with the signal's reason. */
  async turnToLeave(signal?: AbortSignal): Promise<void> {
    do {
      await this.turn(signal);
      await this.leave(signal);
    } while (this.isHeld);
  }

  #grantPlaces(): void {
    for (const grant of this.#waiting) {
      if (this.#limit.openRequests >= this.limit) return;
      this.#waiting.delete(grant);
      grant();
    }
  }

  #open(): EndRequest {
    let isOpen = true;
    this.#limit.begin();
    return (end, latencyMs = null) => {
      if (!isOpen) return;
      isOpen = false;
      this.#limit.end(end, latencyMs);
      this.#grantPlaces();
    };
  }
}

/** Evenly spaced turns, granted in order. Idle time allows no burst. */
class Spacing {
  readonly #intervalMs: number;
  readonly #clock: Clock;
  readonly #heldUntil: () => number;
  /** The last turn that was asked for; never rejected. */
  #last = Promise.resolve();
  #next = Number.NEGATIVE_INFINITY;
  readonly #shared: SharedPace | null;
  /** Number of turns that wait, and the leased slots that are left. */
  #waiting = 0;
  #slots = 0;

  constructor(intervalMs: number, clock: Clock, heldUntil: () => number, shared: SharedPace | null = null) {
    this.#intervalMs = intervalMs;
    this.#clock = clock;
    this.#heldUntil = heldUntil;
    this.#shared = shared;
  }

  async next(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const askedAt = this.#clock.now();
    if (this.#intervalMs === 0 && askedAt >= this.#heldUntil()) return;
    this.#waiting++;
    const turn = this.#last.then(() =>
      this.#shared === null || this.#intervalMs === 0
        ? this.#due(askedAt, signal)
        : this.#slot(this.#shared, signal),
    );
    this.#last = turn.then(
      () => void this.#waiting--,
      () => void this.#waiting--,
    );
    await turn;
  }

  /** Waits for the next leased slot. One that is late is dropped: others may have leased the time after it. */
  async #slot(shared: SharedPace, signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const held = this.#heldUntil() - this.#clock.now();
      if (held > 0) await this.#clock.sleep(held, signal);
      else if (this.#slots === 0) {
        const { count, waitMs } = await shared.slots(this.#waiting, this.#intervalMs);
        this.#slots = count;
        this.#next = this.#clock.now() + Math.max(0, waitMs);
      } else {
        const wait = this.#next - this.#clock.now();
        if (wait > 0) await this.#clock.sleep(wait, signal);
        else {
          this.#next += this.#intervalMs;
          this.#slots--;
          if (wait >= -FORGIVEN_LATENESS_MS) return;
        }
      }
    }
  }

  async #due(askedAt: number, signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const now = this.#clock.now();
      const due = Math.max(this.#next, this.#heldUntil());
      if (now >= due) {
        this.#next = this.#intervalMs + (askedAt < due ? Math.max(due, now - FORGIVEN_LATENESS_MS) : now);
        return;
      }
      await this.#clock.sleep(due - now, signal);
    }
  }
}

/**
 * The retries of a whole run. If the service is down, the run costs a fixed number of extra requests (100), however
 * many rows wait. A service that mostly works earns its retries back.
 */
export class RetryBudget {
  #left = RETRY_BUDGET;

  /** Number of retries that are left. */
  get left(): number {
    return Math.floor(this.#left / RETRY_COST);
  }

  /** Pays for one retry; false if the budget is used up. */
  pay(): boolean {
    if (this.left === 0) return false;
    this.#left -= RETRY_COST;
    return true;
  }

  /** Call it when the service responds to a request: returns the cost of its retries. `paid`: their number. */
  refund(paid: number): void {
    this.#left = Math.min(RETRY_BUDGET, this.#left + (paid === 0 ? FIRST_TRY_REFUND : paid * RETRY_COST));
  }
}

/** Work that runs at the same time, up to a number of tasks. */
export class Tasks {
  readonly #limit;
  readonly #running = new Set<Promise<void>>();

  constructor(most: number) {
    this.#limit = pLimit(most);
  }

  /** Starts `work`, which must not reject, when there is room for it. Resolves when it starts. */
  start(work: () => Promise<void>): Promise<void> {
    return new Promise((started) => {
      const task = this.#limit(() => {
        started();
        return work();
      }).finally(() => this.#running.delete(task));
      this.#running.add(task);
    });
  }

  /** Resolves when all tasks have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }
}
