import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../src/ledger/ledger.ts';
import type { StagedRecord } from '../../src/ledger/stage.ts';
import { dbOf } from './store-of.ts';

const UUID = '0b5e8b1e-9d4f-4b7a-8a53-0c1d2e3f4a5b';
type Reference = StagedRecord['references'][number];
interface Given {
  readonly kind: string;
  readonly key: string;
  readonly references: readonly Reference[];
  readonly ending?: 'invalid';
}

/** A ledger with the staged records, which is closed after `use`. */
function staged<Result>(records: readonly Given[], use: (ledger: Ledger, run: number) => Result): Result {
  using ledger = Ledger.temporary(null);
  const { run } = ledger.runs.start({
    ...{ command: 'check', environment: 'mock', target: 'mock', interface: 'v3' },
    startedAt: '2026-11-21T02:00:00.000Z',
    options: '{}',
  });
  const stage = ledger.stage(run);
  const sheetId = stage.addSheet('batch.csv', 'batch', 'component', {});
  for (const [at, { ending = null, ...record }] of records.entries()) {
    stage.addRecord({
      ...{ family: '', batch: '', body: '{}', hash: '', shareKey: null, shareHash: null, sheetId },
      ...{ row: at + 2, ending },
      ...record,
    });
  }
  stage.commit();
  return use(ledger, run);
}

const named = (...keys: readonly string[]): Reference[] =>
  keys.map((key) => ({ field: 'used', to: 'component', key, partial: false }));
const part = (key: string, ...names: readonly string[]): Given => ({
  kind: 'component',
  key,
  references: named(...names),
});

const wavesOf = (ledger: Ledger, run: number): Record<string, number | null> =>
  Object.fromEntries(
    (
      dbOf(ledger).prepare('select key, wave from records where run = ? order by id').all(run) as {
        key: string;
        wave: number | null;
      }[]
    ).map(({ key, wave }) => [key, wave]),
  );

describe('records of one kind that refer to each other', () => {
  it('records that refer to each other are in later waves than all records that they refer to', () => {
    staged([part('C', 'B', 'A'), part('A'), part('B', 'A'), part('D', 'elsewhere')], (ledger, run) => {
      expect(ledger.waves(run).assignByReferences(['component'], 3)).toEqual({ next: 6, left: 0 });
      expect(wavesOf(ledger, run)).toEqual({ C: 5, A: 3, B: 4, D: 3 });
      expect(ledger.waves(run).kinds('left')).toEqual([3, 4, 5].map((wave) => ({ wave, kind: 'component' })));
    });
  });

  it('records that refer to each other records in a cycle get no wave, nor do records that refer to them, until those that ended are ignored', () => {
    const records = [part('A', 'B'), part('B', 'A'), part('C', 'A'), part('D', 'D'), part('E')];
    staged(records, (ledger, run) => {
      expect(ledger.waves(run).assignByReferences(['component'], 1)).toEqual({ next: 2, left: 4 });
      expect(wavesOf(ledger, run)).toEqual({ A: null, B: null, C: null, D: null, E: 1 });
      const open = [...ledger.waves(run).openReferences()].map(({ from, to }) => `${from} ${to}`);
      expect(open).toEqual(['1 2', '2 1', '3 1', '4 4']);
      dbOf(ledger).exec("update records set outcome = 'invalid' where key in ('A', 'B', 'D')");
      expect(ledger.waves(run).assignByReferences(['component'], 1, true)).toEqual({ next: 3, left: 0 });
      expect(wavesOf(ledger, run)).toEqual({ A: 1, B: 1, C: 2, D: 1, E: 1 });
    });
  });

  it('records that refer to each other records that share a key have one wave, after the references of all of them', () => {
    const many = (key: string, ...names: readonly string[]) =>
      Array.from({ length: 40 }, () => part(key, ...names));
    staged(
      [...many('A', 'B'), ...many('B', 'A'), ...many('C'), part('C', 'D'), part('D'), part('E', 'C')],
      (ledger, run) => {
        expect(ledger.waves(run).assignByReferences(['component'], 1)).toEqual({ next: 4, left: 80 });
        expect(wavesOf(ledger, run)).toEqual({ A: null, B: null, C: 2, D: 1, E: 3 });
        const open = [...ledger.waves(run).openReferences()];
        expect(open).toHaveLength(80);
        expect(new Set(open.map(({ to }) => to))).toEqual(new Set([1, 41]));
      },
    );
  });

  it('records that refer to each other have the same waves as by a simple count of the longest path, for random references', () => {
    const graph = fc
      .integer({ min: 1, max: 12 })
      .chain((size) =>
        fc.array(fc.array(fc.nat({ max: size }), { maxLength: 4 }), { minLength: size, maxLength: size }),
      );
    fc.assert(
      fc.property(graph, (names) => {
        const records = names.map((to, at) => part(`K${at}`, ...to.map((key) => `K${key}`)));
        const depth = (at: number, path: readonly number[]): number | null => {
          if (path.includes(at)) return null;
          const below = (names[at] ?? [])
            .filter((to) => to < names.length)
            .map((to) => depth(to, [...path, at]));
          return below.includes(null) ? null : 1 + Math.max(0, ...(below as number[]));
        };
        const expected = Object.fromEntries(names.map((_, at) => [`K${at}`, depth(at, [])]));
        staged(records, (ledger, run) => {
          const { left } = ledger.waves(run).assignByReferences(['component'], 1);
          expect(wavesOf(ledger, run)).toEqual(expected);
          expect(left).toBe(Object.values(expected).filter((wave) => wave === null).length);
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe('an unclear reference', () => {
  const one = (reference: Partial<Reference>): Given => ({
    kind: 'purchased-item',
    key: 'P',
    references: [{ field: 'item', to: 'material', key: 'X', partial: false, ...reference }],
  });
  const refs = (records: readonly Given[]) =>
    staged(records, (ledger, run) => {
      ledger.inTransaction(() => ledger.staged(run).settleReferences());
      const rows = dbOf(ledger).prepare('select kind, key, partial from refs order by kind').all() as {
        kind: string;
        key: string;
        partial: number;
      }[];
      return rows.map(({ kind, key, partial }) => `${kind} ${key} ${partial}`);
    });
  const material: Given = { kind: 'material', key: 'X', references: [] };
  const product: Given = { kind: 'product', key: 'X', references: [] };
  const or = ['component', 'product'];

  it.each<[string, Given[], string[]]>([
    ['refers to the kind with the key', [one({ or }), product], ['product X 0']],
    ['refers to all kinds with the key', [one({ or }), product, material], ['material X 0', 'product X 0']],
    ['stays open if no kind has the key', [one({ or })], ['material|component|product X 0']],
    ['to several kinds or an id refers to the record', [one({ or, orId: true }), product], ['product X 0']],
    ['to one kind or an id refers to the record', [one({ orId: true }), material], ['material X 0']],
    ['to one kind is an id if it is a UUID but no key', [one({ orId: true, key: UUID })], []],
    ['to several kinds is an id if it is a UUID but no key', [one({ or, orId: true, key: UUID })], []],
    ['to one kind stays open if it does not look like an id', [one({ orId: true })], ['material X 0']],
    [
      'to one kind stays open if it only resembles a UUID',
      [one({ orId: true, key: UUID.replace('0', 'z') })],
      [`material ${UUID.replace('0', 'z')} 0`],
    ],
    [
      'to one kind refers to the record whose key is that UUID',
      [one({ orId: true, key: UUID }), { ...material, key: UUID }],
      [`material ${UUID} 0`],
    ],
  ])('%s', (_, records, expected) => {
    expect(refs(records)).toEqual(expected);
  });
});
