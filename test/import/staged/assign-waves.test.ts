import { describe, expect, it } from 'vitest';
import type { InterfaceName } from '../../../src/contract/kind.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { assignWaves } from '../../../src/import/staged/assign-waves.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import type { Planned } from '../../../src/ledger/planning.ts';
import { dbOf } from '../../ledger/store-of.ts';
import { ANSWERS, component, product, pushed, resumed, supplier } from '../../send/push/harness.ts';

interface Given {
  readonly kind: string;
  readonly key: string;
  /** Key of a component that it references. */
  readonly names?: string;
  /** Not part of this plan: it was sent before, or skipped. */
  readonly past?: boolean;
}

/** The waves of a plan of these records: names of kinds, and the wave of each planned record. */
function waves(interfaceName: InterfaceName, which: Planned, records: readonly Given[]) {
  using ledger = Ledger.temporary(null);
  const { run } = ledger.runs.start({
    ...{ command: 'import', environment: 'mock', target: 'mock', interface: interfaceName },
    ...{ startedAt: '2026-11-21T02:00:00.000Z', options: '{}' },
  });
  const stage = ledger.stage(run);
  for (const { kind, key, names, past } of records) {
    const sheetId = stage.addSheet('batch.csv', 'batch', kind, {});
    stage.addRecord({
      ...{ kind, key, family: '', batch: '', body: '{}', hash: '', shareKey: null, shareHash: null },
      ...{ sheetId, row: 2, ending: past ? 'not-attempted' : null },
      references: names ? [{ field: 'used', to: 'component', key: names, partial: false }] : [],
    });
  }
  stage.commit();
  dbOf(ledger).exec("update records set status = 'new' where outcome is null");
  const kinds = assignWaves(ledger, run, kindsOf(interfaceName), which, () => {});
  const rows = dbOf(ledger)
    .prepare('select key, wave from records where outcome is null order by id')
    .all() as unknown as { key: string; wave: number }[];
  return {
    kinds: kinds.map((wave) => wave.map(({ name }) => name)),
    of: Object.fromEntries(rows.map(({ key, wave }) => [key, wave])),
  };
}

describe('waves are numbered from 1 without a gap', () => {
  it.each(['all', 'left'] as const)(
    'waves are numbered without a gap if some kinds have no records in the plan (%s)',
    (which) => {
      const records: Given[] = [
        { kind: 'supplier', key: 'S', past: true },
        { kind: 'component', key: 'C' },
      ];
      expect(waves('v2', which, records)).toEqual({ kinds: [['component']], of: { C: 1 } });
      expect(waves('v3', 'all', [{ kind: 'purchased-item', key: 'I' }]).of).toEqual({ I: 1 });
    },
  );

  it('waves are numbered without a gap if records of one kind refer to each other and the first of them were sent before', () => {
    const chain: Given[] = [
      { kind: 'component', key: 'A', past: true },
      { kind: 'component', key: 'B', names: 'A', past: true },
      { kind: 'component', key: 'D', names: 'C' },
      { kind: 'component', key: 'C', names: 'B' },
      { kind: 'generic-product-info', key: 'G' },
    ];
    const { kinds, of } = waves('v3', 'left', chain);
    expect(kinds).toEqual([['component'], ['component'], ['generic-product-info']]);
    expect(of).toEqual({ C: 1, D: 2, G: 3 });
  });

  it('waves have no gap in the plan and in the events of a resumed run', async () => {
    const records = [supplier('S'), product('P/C/RED', { supplierRef: 'S' }), component('M', 'P/C/RED')];
    const first = await pushed(records, {
      script: ({ key }) => (key === 'S' ? ANSWERS.accepted : ANSWERS.refused),
    });
    const started = (run: typeof first) =>
      run.events.flatMap((event) => (event.type === 'wave-started' ? [event.wave] : []));
    expect([first.plan.waves.map(({ wave }) => wave), started(first)]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    dbOf(first.ledger).exec("update records set outcome = 'failed' where kind = 'product'");
    const next = await resumed(first.ledger, first.run);
    expect([next.plan.waves.map(({ wave }) => wave), started(next)]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(next.outcomes).toMatchObject({ S: 'created', 'P / C / RED': 'created' });
  });
});
