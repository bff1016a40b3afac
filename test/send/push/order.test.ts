import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referencesIn } from '../../../src/contract/body.ts';
import { type Body, keyText } from '../../../src/contract/kind.ts';
import { kindNamed } from '../../../src/contract/registry.ts';
import {
  ANSWERS,
  component,
  type Given,
  keyOfGiven,
  packaging,
  product,
  pushed,
  seeded,
  supplier,
} from './harness.ts';

/** A valid batch in a random order, with all referenced records. */
const batch = fc
  .record({
    suppliers: fc.integer({ min: 1, max: 12 }),
    packagings: fc.integer({ min: 1, max: 6 }),
    products: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.boolean()), { maxLength: 25 }),
    components: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { maxLength: 30 }),
    batches: fc.integer({ min: 1, max: 3 }),
  })
  .chain(({ suppliers, packagings, products, components, batches }) => {
    const refs = Array.from({ length: suppliers }, (_, index) => `S${index}`);
    const packs = Array.from({ length: packagings }, (_, index) => `E${index}`);
    const one = <T>(list: readonly T[], at: number): T => list[at % list.length]!;
    const records: Given[] = [
      ...refs.map((ref) => supplier(ref)),
      ...packs.map((ref) => packaging(ref)),
      ...products.map(([by, from, packed, coloured], index) =>
        product(coloured ? `P${index}/C/RED` : `P${index}/C`, {
          supplierRef: one(refs, by),
          warehouseRef: one(refs, from),
          packagingRefs: [one(packs, packed), one(packs, packed + 1)],
        }),
      ),
      ...(products.length === 0 ? [] : components).map(([by, of, coloured], index) => {
        const at = of % products.length;
        const colour = coloured && products[at]![3] ? '/RED' : '';
        return component(`M${index}`, `P${at}/C${colour}`, { supplierRef: one(refs, by) });
      }),
    ];
    const waves = records.map((record, index) => ({ ...record, batch: `W${index % batches}` }));
    return fc.shuffledSubarray(waves, { minLength: waves.length });
  });

describe('a push', () => {
  it('a push sends a record only after the responses for all records that it refers to, at a concurrency of 64', async () => {
    await fc.assert(
      fc.asyncProperty(batch, fc.integer(), async (records, seed) => {
        const random = seeded(seed);
        const answered = () => run.calls.filter(({ answer }) => answer !== undefined).map(({ key }) => key);
        const run: { calls: readonly { key: string; answer: unknown }[] } = { calls: [] };
        const result = await pushed(records, {
          seed,
          settleMs: 0,
          latencyMs: () => Math.floor(random() * 40),
          script: (call, service) => {
            run.calls = service.calls;
            const before = new Set(answered());
            for (const { key, partial } of referencesIn(kindNamed('v2', call.kind), call.body)) {
              const named = keyText(key);
              const there = partial
                ? [...before].some((known) => known.startsWith(named))
                : before.has(named);
              if (!there) throw new Error(`${call.key} left before ${named} was answered`);
            }
            return ANSWERS.accepted;
          },
        });
        expect(result.error).toBeUndefined();
        expect(new Set(Object.values(result.outcomes))).toEqual(new Set(['created']));
        expect(result.service.calls).toHaveLength(records.length);
        result.ledger.close();
      }),
      { numRuns: 60 },
    );
  });

  it('a push sends the first record of each kind alone, and the others of the kind after its response', async () => {
    const many = Array.from({ length: 20 }, (_, index) => index);
    const records = [
      ...many.map((index) => component(`M${index}`, 'P0/C/RED')),
      ...many.map((index) => product(`P${index}/C/RED`, { supplierRef: 'S0' })),
      ...many.map((index) => packaging(`E${index}`)),
      ...many.map((index) => supplier(`S${index}`)),
    ];
    const outAtStart = new Map<string, number[]>();
    await pushed(records, {
      script: ({ kind }, service) => {
        outAtStart.set(kind, [...(outAtStart.get(kind) ?? []), service.out]);
        return ANSWERS.accepted;
      },
    });
    expect([...outAtStart.keys()]).toEqual(['supplier', 'packaging', 'product', 'component']);
    for (const out of outAtStart.values()) {
      // `out` counts the call itself: the first is alone, and the second finds no other open call.
      expect(out.slice(0, 2)).toEqual([1, 1]);
      expect(Math.max(...out)).toBeGreaterThan(1);
    }
  });

  it('groups records by importation batch, and keeps the order of the input within a batch', async () => {
    const records = ['W2', 'W1', 'W2', 'W1'].map((batch, index) => ({ ...supplier(`S${index}`), batch }));
    const run = await pushed(records, { concurrency: 1 });
    expect(run.service.calls.map(({ key }) => key)).toEqual(['S1', 'S3', 'S0', 'S2']);
  });

  it('a push sends the staged body, to the family for which it was staged', async () => {
    const body: Body = { supplierRef: 'S', name: 'Filature Aurore', address: { country: 'FR' } };
    const given = { ...supplier('S', body), family: 'AGEC' as const };
    const run = await pushed([given]);
    expect(run.service.calls).toMatchObject([
      { key: keyOfGiven(given), family: 'AGEC', body: { ...body, importationBatch: 'W1' } },
    ]);
  });
});

describe('the settle pause', () => {
  const records = [supplier('S'), product('P/C/RED', { supplierRef: 'S' }), component('M', 'P/C/RED')];

  it('the settle pause comes between waves, not before the first', async () => {
    const run = await pushed(records, { settleMs: 4000, latencyMs: () => 0 });
    expect(run.service.calls.map(({ startedAt }) => startedAt)).toEqual([0, 4000, 8000]);
  });

  it('the settle pause is skipped after a wave in which nothing was sent, and if it is 0', async () => {
    const first = await pushed([supplier('S')]);
    const later = await pushed(records, {
      ledger: first.ledger,
      settleMs: 4000,
      latencyMs: () => 0,
      startedAt: '2026-11-03T02:00:00.000Z',
    });
    expect(later.service.calls.map(({ startedAt }) => startedAt)).toEqual([0, 4000]);
    const none = await pushed(records, { settleMs: 0, latencyMs: () => 0 });
    expect(none.service.calls.map(({ startedAt }) => startedAt)).toEqual([0, 0, 0]);
  });

  it('the settle pause is skipped before a wave in which every record is blocked', async () => {
    const run = await pushed(records, { settleMs: 4000, latencyMs: () => 0, script: () => ANSWERS.refused });
    expect(run.clock.now()).toBe(0);
    expect(run.outcomes).toEqual({ S: 'rejected', 'P / C / RED': 'blocked', 'M / P / C / RED': 'blocked' });
    expect(run.service.calls).toHaveLength(1);
  });
});

describe('the events of a push', () => {
  it('report each record that was sent or blocked once, and the totals of each wave', async () => {
    const run = await pushed(
      [
        supplier('S1'),
        supplier('S2'),
        { ...packaging('E1'), ending: 'invalid' },
        product('P1/C/RED', { supplierRef: 'S1' }),
        product('P2/C/RED', { supplierRef: 'S2' }),
        product('P3/C/RED', { supplierRef: 'S2', packagingRefs: ['E1'] }),
      ],
      { script: ({ key }) => (key === 'S1' ? ANSWERS.refused : ANSWERS.accepted) },
    );
    const rows = run.events.filter((event) => event.type === 'row');
    expect(rows.map(({ key, outcome, messages }) => [key, outcome, ...messages])).toEqual([
      ['S1', 'rejected', 'name must be set'],
      ['S2', 'created'],
      ['P1 / C / RED', 'blocked', 'supplier S1 is rejected'],
      ['P3 / C / RED', 'blocked', 'packaging E1 is invalid'],
      ['P2 / C / RED', 'created'],
    ]);
    const waves = run.events.filter((event) => event.type === 'wave-started');
    expect(waves).toMatchObject([
      { wave: 1, kinds: expect.arrayContaining(['suppliers', 'packaging']), total: 2 },
      { wave: 2, kinds: ['products'], total: 3 },
    ]);
    const finished = run.events.filter((event) => event.type === 'wave-finished');
    expect(finished.map(({ totals }) => [totals.created, totals.rejected, totals.blocked])).toEqual([
      [1, 1, 0],
      [1, 0, 2],
    ]);
  });
});
