import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit, type Release } from '../../src/service/concurrency.ts';

async function fill(limit: ConcurrencyLimit): Promise<void> {
  while (limit.out < limit.limit) await limit.acquire();
}

describe('limit', () => {
  it.each([
    [1, 1],
    [3, 3],
    [4, 4],
    [64, 4],
  ])('with a cap of %i starts at %i', (cap, start) => {
    expect(new ConcurrencyLimit(cap).limit).toBe(start);
  });

  it('doubles in a round until the service first says to slow down', async () => {
    const limit = new ConcurrencyLimit(20);
    const seen: number[] = [];
    for (let round = 0; round < 4; round++) {
      await fill(limit);
      while (limit.out > 0) limit.release('clean');
      seen.push(limit.limit);
    }
    expect(seen).toEqual([8, 16, 20, 20]);
  });

  it('then is searched between the good limits and the one that was too high, and tried again less often', async () => {
    const limit = new ConcurrencyLimit(6);
    const seen: number[] = [];
    await limit.acquire();
    limit.release('throttled');
    for (let i = 0; i < 40; i++) {
      await limit.acquire();
      limit.release('clean');
      seen.push(limit.limit);
    }
    const rounds = [2, 3, 3, 4, 4, 5, 5].map((limit, at) => [limit, seen[[0, 1, 4, 5, 9, 10, 15][at]!]]);
    for (const [limit, at] of rounds) expect(at).toBe(limit);
    expect(seen.slice(16)).toEqual(Array.from({ length: 24 }, () => 6));
  });

  it('halves once for all that were out when the service said to slow down', async () => {
    const limit = new ConcurrencyLimit(64);
    while (limit.limit < 16) {
      await limit.acquire();
      limit.release('clean');
    }
    await fill(limit);
    for (let i = 0; i < 16; i++) limit.release('throttled');
    expect(limit.limit).toBe(8);
    await fill(limit);
    for (let i = 0; i < 8; i++) limit.release('throttled');
    expect(limit.limit).toBe(4);
  });

  it('never goes under one', async () => {
    const limit = new ConcurrencyLimit(4);
    for (let i = 0; i < 10; i++) {
      await limit.acquire();
      limit.release('throttled');
    }
    expect(limit.limit).toBe(1);
  });

  it('starts its window again after an error', async () => {
    const limit = new ConcurrencyLimit(10);
    for (const result of ['throttled', 'clean', 'error', 'clean'] as const) {
      await limit.acquire();
      limit.release(result);
    }
    expect(limit.limit).toBe(2);
    await limit.acquire();
    limit.release('clean');
    expect(limit.limit).toBe(3);
  });

  it.each([0, -1, 1.5, Number.NaN])('%d is a mistake of the caller', (cap) => {
    expect(() => new ConcurrencyLimit(cap)).toThrow(RangeError);
  });

  it('is not released more often than acquired', () => {
    expect(() => new ConcurrencyLimit(1).release('clean')).toThrow(/released/);
  });
});

describe('line', () => {
  it('lets a waiter go that was aborted, and keeps its place free', async () => {
    const limit = new ConcurrencyLimit(1);
    await limit.acquire();
    const stop = new AbortController();
    const left = expect(limit.acquire(stop.signal)).rejects.toThrow('enough');
    const next = limit.acquire();
    stop.abort(new Error('enough'));
    await left;
    limit.release('clean');
    await next;
    expect(limit.out).toBe(1);
    await expect(limit.acquire(stop.signal)).rejects.toThrow('enough');
  });

  it('never lets out more than the cap, keeps the order, and serves everyone', async () => {
    const results = fc.array(fc.constantFrom<Release>('clean', 'clean', 'clean', 'throttled', 'error'), {
      minLength: 1,
      maxLength: 120,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), results, async (cap, results) => {
        const limit = new ConcurrencyLimit(cap);
        const served: number[] = [];
        const waiting = results.map((_, i) => limit.acquire().then(() => served.push(i)));
        for (const result of results) {
          await Promise.resolve();
          expect(limit.out).toBeGreaterThan(0);
          expect(limit.out).toBeLessThanOrEqual(cap);
          limit.release(result);
          expect(limit.limit).toBeGreaterThanOrEqual(1);
          expect(limit.limit).toBeLessThanOrEqual(cap);
        }
        await Promise.all(waiting);
        expect(served).toEqual(results.map((_, i) => i));
        expect(limit.out).toBe(0);
      }),
    );
  });
});
