import type { Answer } from './service.ts';

/**
 * Maximum number of attempts of one request, by the reason of the failures. The same for creates, updates and reads.
 */
export const MOST_ATTEMPTS = {
  /** The service asked to try again later (429, or 503 with Retry-After). */
  putOff: 50,
  /** Nothing of the request was sent. */
  unsent: 5,
  /** The record was refused, but the reason is unreadable. */
  unreadable: 4,
  /** The response to a create or update was lost. */
  lostSend: 5,
  /** The response to a read was lost. */
  lostRead: 4,
  /** Reading one record back failed for any reason. */
  readBack: 3,
} as const;

/** A Retry-After longer than this ends the run: the user has to come back later. */
const LONGEST_PAUSE_MS = 3_600_000;

export interface FailedAttempt {
  /** Number of attempts that failed for the same reason, including this one. */
  readonly failures: number;
  /** Maximum number of attempts, from `MOST_ATTEMPTS`. */
  readonly most: number;
  /** The wait that the service requested, in milliseconds; null if it requested none. */
  readonly retryAfterMs?: number | null;
  /** Whether the run has retries left. */
  readonly retriesLeft: boolean;
  /** From 0 up to 1, without 1. */
  readonly jitter: number;
}

export interface RetryDecision {
  /** `too-long`: the service asks for a longer wait than a run makes. `spent`: no attempts or no retries are left. */
  readonly type: 'retry' | 'too-long' | 'spent';
  readonly waitMs: number;
  /** Whether the service requested the wait: then no other request may be sent before its end either. */
  readonly holdsAll: boolean;
}

/** Decides whether and when a request is retried. A retry is paid from the budget of the run. */
export function decideRetry(attempt: FailedAttempt): RetryDecision {
  const { failures, most, retryAfterMs = null, retriesLeft, jitter } = attempt;
  const waitMs = retryAfterMs ?? backoffMs(failures, () => jitter);
  const isSpent = failures >= most || !retriesLeft;
  const type = waitMs > LONGEST_PAUSE_MS ? 'too-long' : isSpent ? 'spent' : 'retry';
  return { type, waitMs, holdsAll: retryAfterMs !== null };
}

/** The wait that a response requests, in milliseconds; null if it requests none. */
export const retryAfterOf = (answer: Answer): number | null =>
  answer.type === 'throttled' ? answer.retryAfterMs : null;

const BUCKET = 500;
const COST = 5;
const FIRST_TRY_REFUND = 1;

/**
 * The retries of a whole run. If the service is down, the run costs a fixed number of extra requests (100), however
 * many rows wait. A service that mostly works earns its retries back.
 */
export class RetryBudget {
  #left = BUCKET;

  /** Pays for one retry; false if the budget is spent. */
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

const BACKOFF_BASE_MS = 500;
const BACKOFF_CAP_MS = 20_000;

/**
 * The wait before retry number `attempt` (1 is the first), in milliseconds: anything between 0 and a limit that doubles
 * up to 20 s (full jitter). `random` returns a number from 0 up to 1, without 1.
 */
export function backoffMs(attempt: number, random: () => number): number {
  const bound = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** Math.max(0, attempt - 1));
  return Math.floor(random() * bound);
}
