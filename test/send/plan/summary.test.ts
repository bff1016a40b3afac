import { describe, expect, it } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import { STATUSES, type StatusCount, summarise } from '../../../src/send/plan/plan.ts';

const WAVES: Readonly<Record<string, number>> = { supplier: 1, product: 2, component: 3 };

const count = (
  kind: string,
  status: string,
  count: number,
  batch = 'W1',
  family = 'STANDARD',
): StatusCount => ({
  wave: WAVES[kind]!,
  kind,
  family,
  batch,
  status,
  count,
});

describe('the summary of a plan', () => {
  it('counts records by kind, family and batch for each wave, and the records to send', () => {
    const { schemaVersion, waves } = summarise(kindsOf('v2'), [
      count('component', 'new', 7),
      count('product', 'new', 3, 'W2'),
      count('product', 'changed', 2, 'W2'),
      count('product', 'blocked', 4, 'W1'),
      count('product', 'new', 1, 'W2', 'AGEC'),
      count('supplier', 'unchanged', 5),
      count('supplier', 'existing', 1),
      count('supplier', 'in-doubt', 1),
      count('supplier', 'invalid', 1),
    ]);
    expect(schemaVersion).toBe(1);
    expect(waves.map(({ wave, kinds, toSend }) => [wave, kinds, toSend])).toEqual([
      [1, ['suppliers'], 0],
      [2, ['products'], 6],
      [3, ['components'], 7],
    ]);
    const none = Object.fromEntries(STATUSES.map((status) => [status, 0]));
    expect(waves[1]!.groups).toEqual([
      {
        kind: 'product',
        family: 'STANDARD',
        importationBatch: 'W2',
        counts: { ...none, new: 3, changed: 2 },
      },
      { kind: 'product', family: 'STANDARD', importationBatch: 'W1', counts: { ...none, blocked: 4 } },
      { kind: 'product', family: 'AGEC', importationBatch: 'W2', counts: { ...none, new: 1 } },
    ]);
    const expected = { ...none, unchanged: 5, existing: 1, 'in-doubt': 1, invalid: 1 };
    expect(waves[0]!.groups[0]!.counts).toEqual(expected);
  });

  it('counts each kind of a wave separately', () => {
    const wave = [count('supplier', 'new', 2), { ...count('product', 'new', 3), wave: 1 }];
    const [first] = summarise(kindsOf('v2'), wave).waves;
    expect(first!.kinds).toEqual(['suppliers', 'products']);
    expect(first!.groups.map(({ kind, counts }) => [kind, counts.new])).toEqual([
      ['supplier', 2],
      ['product', 3],
    ]);
  });

  it('the summary of a plan has no waves without records', () => {
    expect(summarise(kindsOf('v2'), [])).toEqual({ schemaVersion: 1, waves: [] });
  });

  it('the summary of a plan has only the waves that have records, in order', () => {
    const { waves } = summarise(kindsOf('v2'), [count('component', 'new', 1), count('supplier', 'new', 1)]);
    expect(waves.map(({ wave, kinds }) => [wave, kinds])).toEqual([
      [1, ['suppliers']],
      [3, ['components']],
    ]);
  });
});
