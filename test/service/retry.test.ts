import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RetryBudget } from '../../src/service/limiter.ts';
import {
  backoffMs,
  decideRetry,
  type FailedAttempt,
  type RetryDecision,
  retryAfterOf,
} from '../../src/service/retry.ts';

describe('the budget of retries', () => {
  it('the budget of retries allows 100 retries if the service never responds, however many rows wait', () => {
    const budget = new RetryBudget();
    const taken = Array.from({ length: 1000 }, () => budget.pay()).filter(Boolean);
    expect(taken).toHaveLength(100);
    expect(budget.left).toBe(0);
  });

  it('the budget of retries gets a retry back if its request is successful after it', () => {
    const budget = new RetryBudget();
    for (let i = 0; i < 1000; i++) {
      expect(budget.pay()).toBe(true);
      budget.refund(1);
    }
    expect(budget.left).toBe(100);
  });

  it('earns one retry from five requests that are successful at the first try', () => {
    const budget = new RetryBudget();
    while (budget.pay());
    for (let i = 0; i < 4; i++) budget.refund(0);
    expect(budget.pay()).toBe(false);
    budget.refund(0);
    expect(budget.pay()).toBe(true);
    expect(budget.pay()).toBe(false);
  });

  it('the budget of retries never has more retries than it began with, and never fewer than none', () => {
    const step = fc.constantFrom('take', 'first', 'retried');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 600 }), (steps) => {
        const budget = new RetryBudget();
        let [retries, earned] = [0, 0];
        for (const now of steps) {
          if (now === 'take') retries += Number(budget.pay());
          else budget.refund(now === 'retried' ? 1 : 0);
          earned += now === 'first' ? 1 : now === 'retried' ? 5 : 0;
          expect(budget.left).toBeGreaterThanOrEqual(0);
          expect(budget.left).toBeLessThanOrEqual(100);
          expect(retries).toBeLessThanOrEqual(100 + Math.floor(earned / 5));
        }
      }),
    );
  });
});

describe('the wait before a retry', () => {
  it.each([
    [1, 499],
    [2, 999],
    [3, 1999],
    [6, 15_999],
    [7, 19_999],
    [1000, 19_999],
  ])('the wait before a retry is for retry %i at most %i ms', (attempt, most) => {
    expect(backoffMs(attempt, () => 1 - Number.EPSILON)).toBe(most);
    expect(backoffMs(attempt, () => 0)).toBe(0);
  });
});

describe('the decision about a retry', () => {
  const attempt = { failures: 1, most: 5, retriesLeft: true, jitter: 0.5 };

  it.each<[string, Partial<FailedAttempt>, RetryDecision]>([
    ['a first failure', {}, { type: 'retry', waitMs: 250, holdsAll: false }],
    ['a later failure waits longer', { failures: 3 }, { type: 'retry', waitMs: 1000, holdsAll: false }],
    ['the last attempt but one', { failures: 4 }, { type: 'retry', waitMs: 2000, holdsAll: false }],
    ['the last attempt', { failures: 5 }, { type: 'spent', waitMs: 4000, holdsAll: false }],
    ['no retries left', { retriesLeft: false }, { type: 'spent', waitMs: 250, holdsAll: false }],
    ['Retry-After', { retryAfterMs: 7000 }, { type: 'retry', waitMs: 7000, holdsAll: true }],
    ['Retry-After: 0', { retryAfterMs: 0 }, { type: 'retry', waitMs: 0, holdsAll: true }],
    ['an hour', { retryAfterMs: 3_600_000 }, { type: 'retry', waitMs: 3_600_000, holdsAll: true }],
    ['over an hour', { retryAfterMs: 3_600_001 }, { type: 'too-long', waitMs: 3_600_001, holdsAll: true }],
  ])('follows from the failure: %s', (_, given, decision) => {
    expect(decideRetry({ ...attempt, ...given })).toEqual(decision);
  });

  it('the decision about a retry takes the wait from the Retry-After of a response, and only from there', () => {
    const throttled = { type: 'throttled', status: 429 } as const;
    expect(retryAfterOf({ ...throttled, retryAfterMs: 7000 })).toBe(7000);
    expect(retryAfterOf({ ...throttled, retryAfterMs: null })).toBeNull();
    expect(retryAfterOf({ type: 'unsent', error: 'connection refused' })).toBeNull();
  });

  it('the decision about a retry gives all retries of a request back once the service responds', () => {
    const budget = new RetryBudget();
    for (let paid = 0; paid < 100; paid++) expect(budget.pay()).toBe(true);
    expect([budget.pay(), budget.left]).toEqual([false, 0]);
    budget.refund(40);
    expect(budget.left).toBe(40);
    budget.refund(100);
    expect(budget.left).toBe(100);
  });
});
