import { describe, expect, it } from 'vitest';
import type { RecordChange } from '../../../src/cli/view/document-schema.ts';
import { changeLines, planLines } from '../../../src/cli/view/plan-view.ts';
import type { PlanGroup, PlanStatus, PlanSummary } from '../../../src/send/plan/plan.ts';
import { STATUSES } from '../../../src/send/plan/plan.ts';

function group(kind: string, family: string, some: Partial<Record<PlanStatus, number>>): PlanGroup {
  const counts = {
    ...(Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<PlanStatus, number>),
    ...some,
  };
  return { kind, family, importationBatch: 'SS27-1', counts };
}

const suppliers = [
  group('supplier', 'STANDARD', { new: 40 }),
  group('packaging', 'STANDARD', { unchanged: 12 }),
];
const products = [group('product', 'AGEC', { new: 1199, changed: 1 })];
const plan: PlanSummary = {
  schemaVersion: 1,
  waves: [
    { wave: 1, kinds: ['supplier', 'packaging'], groups: suppliers, toSend: 40 },
    { wave: 2, kinds: ['product'], groups: products, toSend: 1200 },
  ],
};

async function lines(records: Iterable<RecordChange>): Promise<string[]> {
  return Array.fromAsync(changeLines(records));
}

describe('a plan for people', () => {
  it('a plan for people is a table of waves, kinds, batches and families, with the statuses that occur', () => {
    expect([...planLines(plan, 0)]).toEqual([
      'wave  kind       batch   family      new  changed  unchanged',
      '   1  supplier   SS27-1  STANDARD     40        0          0',
      '   1  packaging  SS27-1  STANDARD      0        0         12',
      '   2  product    SS27-1  AGEC      1,199        1          0',
      '',
      'planned 2 waves: 1,240 records to send, 12 unchanged',
    ]);
  });

  it('a plan for people is a sentence when there is nothing to send', () => {
    const nothing = [...planLines({ schemaVersion: 1, waves: [] }, 0)];
    expect(nothing).toEqual(['planned no waves: no records to send']);
  });

  it('escapes control characters in names', () => {
    const groups = [{ ...group('supplier', 'STANDARD', {}), importationBatch: '\u001b[2J' }];
    const wave = { ...plan.waves[0]!, groups };
    expect([...planLines({ schemaVersion: 1, waves: [wave] }, 0)].join('')).toContain('\\x1b[2J');
  });
});

describe('changed records', () => {
  it('changed records name the fields that differ, before and after', async () => {
    const changes = [
      { path: 'composition.0.percentage', before: 95, after: 97 },
      { path: 'name', before: undefined, after: 'Robe\u001b' },
      { path: 'packagingRefs', before: ['A'], after: null },
    ];
    expect(await lines([{ kind: 'component', key: 'CMP-1 / ROB-2041', outdated: true, changes }])).toEqual([
      'outdated: component CMP-1 / ROB-2041: composition.1.percentage: 95 → 97',
      'outdated: component CMP-1 / ROB-2041: name: (none) → "Robe\\x1b"',
      'outdated: component CMP-1 / ROB-2041: packagingRefs: ["A"] → (none)',
    ]);
  });

  it('changed records are counted after the first twenty', async () => {
    const records = Array.from({ length: 25 }, (_, index) => ({
      kind: 'component',
      key: `CMP-${index}`,
      outdated: false,
      changes: [{ path: 'weight', before: 1, after: 2 }],
    }));
    const all = await lines(records);
    expect(all).toHaveLength(21);
    expect(all.at(-1)).toBe('and 5 changed records more');
  });

  it('changed records show ten fields of a record and count the others', async () => {
    const changes = Array.from({ length: 13 }, (_, index) => ({ path: `f${index}`, before: 1, after: 2 }));
    expect((await lines([{ kind: 'product', key: 'ROB', outdated: false, changes }])).at(-1)).toBe(
      'changed: product ROB: and 3 changes more',
    );
  });
});
