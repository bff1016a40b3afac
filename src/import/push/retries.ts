import type { RetryBudget } from '../../service/retry.ts';

/** What the tries of one record take from the retries of the run. */
export class Retries {
  readonly #budget: RetryBudget;
  #paid = 0;

  constructor(budget: RetryBudget) {
    this.#budget = budget;
  }

  /** Pays for one more try; false when the run has no retries left. */
  pay(): boolean {
    if (!this.#budget.take()) return false;
    this.#paid++;
    return true;
  }

  /** The service lives: what the retries of this record cost is given back. */
  refund(): void {
    if (this.#paid === 0) this.#budget.succeeded(false);
    for (; this.#paid > 0; this.#paid--) this.#budget.succeeded(true);
  }
}
