import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../src/ledger/ledger.ts';
import { dbOf } from './store-of.ts';

interface Part {
  readonly kind: 'component' | 'material';
  readonly names: readonly number[];
  readonly invalid: boolean;
}

/** The ledger of a batch in which part `n` has the key `K<n>` and references others by their numbers. */
function staged(parts: readonly Part[]): { ledger: Ledger; run: number } {
  const ledger = Ledger.temporary(null);
  const { run } = ledger.runs.start({
    ...{ command: 'check', environment: 'mock', target: 'mock', interface: 'v3' },
    ...{ startedAt: '2026-11-21T02:00:00.000Z', options: '{}' },
  });
  const stage = ledger.stage(run);
  const sheetId = stage.addSheet('batch.csv', 'batch', 'component', {});
  for (const [at, { kind, names, invalid }] of parts.entries()) {
    stage.addRecord({
      ...{
        ...{ kind, key: `K${at}`, family: '', batch: '', body: '{}', hash: '', shareKey: null },
        shareHash: null,
      },
      ...{ sheetId, row: at + 2, ending: invalid ? ('invalid' as const) : null },
      references: names.flatMap((to) => {
        const named = parts[to];
        return named ? [{ field: `used.${to}`, to: named.kind, key: `K${to}`, partial: false }] : [];
      }),
    });
  }
  stage.commit();
  ledger.indexStage();
  return { ledger, run };
}

const outcomes = (ledger: Ledger): string[] =>
  (
    dbOf(ledger).prepare("select coalesce(outcome, 'open') as outcome from records order by id").all() as {
      outcome: string;
    }[]
  ).map(({ outcome }) => outcome);

const KINDS = ['component', 'material'];

const blocked = (parts: readonly Part[]): string[] => {
  const { ledger, run } = staged(parts);
  using _ = ledger;
  ledger.inTransaction(() => {
    ledger.waves(run).assignByReferences(KINDS, 1, true);
    ledger.blocking(run).blockChains(KINDS);
  });
  return outcomes(ledger);
};

describe('records that refer to an invalid record', () => {
  it('records that refer to an invalid record are blocked, also through others, as if each kind was blocked again until nothing changes', () => {
    const part = fc.record({
      kind: fc.constantFrom('component' as const, 'material' as const),
      names: fc.array(fc.nat({ max: 12 }), { maxLength: 3 }),
      invalid: fc.nat({ max: 4 }).map((one) => one === 0),
    });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const { ledger, run } = staged(parts);
        using _ = ledger;
        const again = () => KINDS.reduce((sum, kind) => sum + ledger.blocking(run).block(kind), 0);
        while (again() > 0);
        expect(blocked(parts)).toEqual(outcomes(ledger));
      }),
      { numRuns: 20 },
    );
  });

  it('records that refer to an invalid record are blocked along a chain of 1,500 records, with the first one as the cause of the last', () => {
    const chain = Array.from(
      { length: 1500 },
      (_, at): Part => ({ kind: 'component', names: at === 0 ? [] : [at - 1], invalid: at === 0 }),
    );
    const { ledger, run } = staged(chain);
    using _ = ledger;
    ledger.inTransaction(() => {
      expect(ledger.waves(run).assignByReferences(['component'], 1)).toEqual({ next: 1501, left: 0 });
      ledger.blocking(run).blockChains(KINDS);
    });
    const last = dbOf(ledger).prepare("select wave, blocked_by from records where key = 'K1499'").get();
    expect(last).toEqual({ wave: 1500, blocked_by: '{"kind":"component","key":"K0","outcome":"invalid"}' });
    expect(outcomes(ledger).filter((outcome) => outcome === 'blocked')).toHaveLength(1499);
  });
});
