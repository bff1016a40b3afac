const BUCKET = 500;
const COST = 5;
const FIRST_TRY_REFUND = 1;

/** A longer Retry-After ends a run: come back later. */
export const LONGEST_PAUSE_MS = 3_600_000;

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
