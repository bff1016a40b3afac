import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseChaos } from '../../src/mock/chaos/parse.ts';
import type { ChaosRequest, Fault, RatedFault } from '../../src/mock/chaos/plan.ts';
import { decide, RATED_FAULTS } from '../../src/mock/chaos/plan.ts';

const post = (n: number, more: Partial<ChaosRequest> = {}): ChaosRequest => ({
  ...{ n, method: 'POST', kind: 'supplier', occurrence: 1, tokenSince: 1 },
  ...more,
});

const faultsOf = (spec: string, count: number, more: Partial<ChaosRequest> = {}): (Fault | null)[] => {
  const plan = parseChaos(spec);
  return Array.from({ length: count }, (_, at) => decide(plan, post(at + 1, more)).fault);
};

/** Shares that total at most 1. */
const rates = fc
  .dictionary(fc.constantFrom<RatedFault>(...RATED_FAULTS), fc.double({ min: 0, max: 1, noNaN: true }))
  .map((weights) => {
    const total = Object.values(weights).reduce((sum, each) => sum + each, 0);
    return Object.fromEntries(Object.entries(weights).map(([name, one]) => [name, one / Math.max(1, total)]));
  });

describe('the decision which fault a request gets', () => {
  test('depends on the plan and the number of the request, not on earlier requests', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), rates, fc.integer({ min: 1, max: 1e9 }), (seed, faults, first) => {
        const plan = parseChaos({ seed, faults, latency: [0, 500], redirectTo: 'http://127.0.0.1:9' });
        const again = parseChaos(JSON.stringify({ ...plan, faults }));
        const numbers = Array.from({ length: 40 }, (_, at) => first + at);
        const forwards = numbers.map((n) => decide(plan, post(n)));
        const backwards = numbers.toReversed().map((n) => decide(again, post(n)));
        expect(backwards.reverse()).toEqual(forwards);
      }),
    );
  });

  test('the decision about a fault names only faults with a rate above 0, and keeps latency and cut within their bounds', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), rates, fc.integer({ min: 1, max: 1e12 }), (seed, faults, n) => {
        const plan = parseChaos({ seed, faults, latency: [20, 80], redirectTo: 'http://127.0.0.1:9' });
        const { fault, latencyMs, cut } = decide(plan, post(n));
        if (fault !== null) expect(faults[fault]).toBeGreaterThan(0);
        expect(latencyMs).toBeGreaterThanOrEqual(20);
        expect(latencyMs).toBeLessThanOrEqual(80);
        expect(cut).toBeGreaterThanOrEqual(0);
        expect(cut).toBeLessThan(1);
      }),
    );
  });

  test('chooses each fault about as often as its rate says', () => {
    for (const seed of [0, 1, 7, 2 ** 32 - 1]) {
      const met = faultsOf(`seed=${seed},reset-after=20%,429=5%,500=2%`, 2000);
      const count = (name: Fault | null) => met.filter((fault) => fault === name).length;
      for (const [name, least, most] of [
        ...([
          ['reset-after', 320, 480],
          ['429', 60, 140],
          ['500', 15, 70],
        ] as const),
      ]) {
        expect(count(name)).toBeGreaterThan(least);
        expect(count(name)).toBeLessThan(most);
      }
      expect(count(null)).toBe(2000 - count('reset-after') - count('429') - count('500'));
    }
  });

  test('differs from seed to seed, and jitter is spread over its whole range', () => {
    const spec = (seed: number) => `seed=${seed},reset-after=20%,latency=0-100`;
    expect(faultsOf(spec(1), 200)).not.toEqual(faultsOf(spec(2), 200));
    const plan = parseChaos(spec(1));
    const pauses = Array.from({ length: 2000 }, (_, n) => decide(plan, post(n + 1)).latencyMs);
    const mean = pauses.reduce((sum, each) => sum + each, 0) / pauses.length;
    expect(mean).toBeGreaterThan(45);
    expect(mean).toBeLessThan(55);
    expect(Math.min(...pauses)).toBeLessThan(5);
    expect(Math.max(...pauses)).toBeGreaterThan(95);
  });

  test('the decision about a fault is always the fault whose rate is 100%, and never one whose rate is 0%', () => {
    expect(new Set(faultsOf('reset-after=100%', 500))).toEqual(new Set(['reset-after']));
    expect(new Set(faultsOf('reset-after=0%', 500))).toEqual(new Set([null]));
  });
});

describe('the scope of a plan', () => {
  test.each<[string, Partial<ChaosRequest>, Fault | null]>([
    ['500=100%', { method: 'GET', kind: null }, null],
    ['500=100%', { method: 'POST', kind: null }, '500'],
    ['500=100%,reads=true', { method: 'GET', kind: null }, '500'],
    ['500=100%,reads', { method: 'HEAD', kind: null }, '500'],
    ['500=100%,only=get', { method: 'GET', kind: null }, '500'],
    ['500=100%,only=GET', {}, null],
    ['500=100%,kinds=product+component', {}, null],
    ['500=100%,kinds=product+component', { kind: 'component' }, '500'],
    ['500=100%,kinds=product', { kind: null }, null],
    ['500=100%,first-only', { occurrence: 1 }, '500'],
    ['500=100%,first-only', { occurrence: 2 }, null],
    ['500=100%,first-only=false', { occurrence: 2 }, '500'],
  ])('with %s, the request %o gets the fault %s', (spec, request, expected) => {
    expect(faultsOf(spec, 1, request)).toEqual([expected]);
  });

  test('limits latency as well, except that first-only does not limit it', () => {
    const plan = parseChaos('latency=30,first-only');
    expect(decide(plan, post(1, { occurrence: 2 })).latencyMs).toBe(30);
    expect(decide(plan, post(1, { method: 'GET' })).latencyMs).toBe(0);
  });
});

describe('faults of the setting "at", restarts and expiry', () => {
  test('a fault of "at" meets the request of its number whatever the scope, before rates and latency', () => {
    const plan = parseChaos('500=100%,latency=50,only=GET,first-only,at=2:hang+4:reset-after');
    const met = [1, 2, 3, 4].map((n) => decide(plan, post(n, { occurrence: 3 })));
    expect(met.map(({ fault }) => fault)).toEqual([null, 'hang', null, 'reset-after']);
    expect(met[1]!.latencyMs).toBe(0);
  });

  test('a restart meets only the first request after its number', () => {
    expect(faultsOf('restart=2+4', 6)).toEqual([null, null, 'restart', null, 'restart', null]);
  });

  test('a token first used before the expiry is expired, one first used after it is accepted', () => {
    const plan = parseChaos('expire=3,500=100%,kinds=product');
    const met = (n: number, tokenSince: number) => decide(plan, post(n, { tokenSince })).fault;
    expect([met(3, 1), met(4, 1), met(400, 3), met(5, 4)]).toEqual([null, 'expired', 'expired', null]);
  });
});
