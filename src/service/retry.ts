import type { Answer } from './service.ts';

/** Attempts of one request before it is given up, by what keeps them from succeeding. The same for creates, updates and reads. */
export const MOST_ATTEMPTS = {
  /** The service asked to come back later (429, or 503 with Retry-After). */
  putOff: 50,
  /** No byte of the request left. */
  unsent: 5,
  /** The record was refused, but the reason is unreadable. */
  unreadable: 4,
  /** A create or update whose response was lost. */
  lostSend: 5,
  /** A read whose response was lost. */
  lostRead: 4,
  /** Reading one record back, whatever fails. */
  readBack: 3,
} as const;

/** A longer Retry-After ends a run: come back later. */
const LONGEST_PAUSE_MS = 3_600_000;

export interface FailedAttempt {
  /** Failed attempts of the request for the same reason, this one included. */
  readonly failures: number;
  /** Attempts at most, from `MOST_ATTEMPTS`. */
  readonly most: number;
  /** The wait that the service asked for; null when it did not say. */
  readonly retryAfterMs?: number | null;
  /** Whether the run has retries left. */
  readonly retriesLeft: boolean;
  /** From 0 up to 1. */
  readonly jitter: number;
}

export interface RetryDecision {
  /** `too-long`: the service asks for a longer wait than a run makes. `spent`: no attempts or no retries are left. */
  readonly type: 'retry' | 'too-long' | 'spent';
  readonly waitMs: number;
  /** The service asked for the wait, so no other request may leave before its end either. */
  readonly holdsAll: boolean;
}

/** Decides whether a request is tried again, and when. A retry must be paid for from the budget of the run. */
export function decideRetry(attempt: FailedAttempt): RetryDecision {
  const { failures, most, retryAfterMs = null, retriesLeft, jitter } = attempt;
  const waitMs = retryAfterMs ?? backoffMs(failures, () => jitter);
  const isSpent = failures >= most || !retriesLeft;
  const type = waitMs > LONGEST_PAUSE_MS ? 'too-long' : isSpent ? 'spent' : 'retry';
  return { type, waitMs, holdsAll: retryAfterMs !== null };
}

/** The wait that a response asks for; null when it asks for none. */
export const retryAfterOf = (answer: Answer): number | null =>
  answer.type === 'throttled' ? answer.retryAfterMs : null;

const BUCKET = 500;
const COST = 5;
const FIRST_TRY_REFUND = 1;

/**
 * The retries of a whole run, so that a dead service costs a fixed number of extra requests (100) however many rows
 * wait, while a service that mostly works earns its retries back.
 */
export class RetryBudget {
  #left = BUCKET;

  /** Pays for one retry; false when the budget is spent. */
  take(): boolean {
    if (this.#left < COST) return false;
    this.#left -= COST;
    return true;
  }

  /** A request got through: on its first try, or on a retry, which then cost nothing. */
  succeeded(retried: boolean): void {
    this.#left = Math.min(BUCKET, this.#left + (retried ? COST : FIRST_TRY_REFUND));
  }

  /** How many retries are left. */
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

  /** Whether the run has a retry left to pay for. */
  get left(): boolean {
    return this.#budget.left > 0;
  }

  /** Pays for one more attempt; false when the run has no retries left. */
  pay(): boolean {
    if (!this.#budget.take()) return false;
    this.#paid++;
    return true;
  }

  /** The service responded: what the retries of this request cost is given back. */
  refund(): void {
    if (this.#paid === 0) this.#budget.succeeded(false);
    for (; this.#paid > 0; this.#paid--) this.#budget.succeeded(true);
  }
}

const BACKOFF_BASE_MS = 500;
const BACKOFF_CAP_MS = 20_000;

/**
 * How long to wait before retry number `attempt` (1 is the first): anywhere between nothing and a bound that doubles
 * up to 20 s (full jitter). `random` gives a number from 0 up to 1.
 */
export function backoffMs(attempt: number, random: () => number): number {
  const bound = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** Math.max(0, attempt - 1));
  return Math.floor(random() * bound);
}
