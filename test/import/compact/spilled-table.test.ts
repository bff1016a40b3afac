import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PARTS } from '../../../src/hashes/hash-table.ts';
import { type Merge, SpilledTable, type SpillOptions } from '../../../src/import/compact/spilled-table.ts';

const SEVERAL = 4;

/** Keeps all flags and the greatest value, and marks a hash that was added twice. */
const merge: Merge = (table, at, flags, value) => {
  if (!table.isNew) table.set(at, SEVERAL);
  table.set(at, flags);
  table.setValue(at, Math.max(table.value(at), value));
};

const word = fc.oneof(fc.nat(9), fc.constantFrom(0xffffffff, 0x80000000, -1), fc.integer());
const additions = fc.array(fc.record({ high: word, low: word, flags: fc.nat(3), value: fc.nat() }), {
  maxLength: 1000,
});

/** All hashes of a table with their flags and values, as `part` returns them. */
function contentOf(table: SpilledTable): Map<string, [number, number]> {
  const content = new Map<string, [number, number]>();
  const slot = new Uint32Array(3000);
  for (let part = 0; part < PARTS; part++) {
    const merged = table.part(part);
    const end = merged.copyPart(part, slot, 0);
    expect([...merged.offsetsIn(part)]).toHaveLength(end / 3);
    for (let at = 0; at < end; at += 3) {
      const name = `${slot[at]} ${slot[at + 1]! >>> 3}`;
      expect(content.has(name)).toBe(false);
      content.set(name, [slot[at + 1]! & 7, slot[at + 2]!]);
    }
  }
  return content;
}

function filled(
  all: readonly { high: number; low: number; flags: number; value: number }[],
  spill: SpillOptions,
) {
  const table = new SpilledTable(1, merge, spill);
  for (const { high, low, flags, value } of all) merge(table, table.put(high, low), flags, value);
  return table;
}

test('a spilled table has the hashes, flags and values of one that stays in memory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trace-spill-test-'));
  fc.assert(
    fc.property(additions, fc.integer({ min: 1, max: 40 }), (all, most) => {
      const spilled = filled(all, { most, folder });
      const kept = filled(all, { most: Number.POSITIVE_INFINITY });
      expect(contentOf(spilled)).toEqual(contentOf(kept));
      spilled.close();
    }),
    { numRuns: 50 },
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a table whose file cannot be written stays in memory', () => {
  const folder = join(tmpdir(), 'trace-spill-test-missing');
  expect(existsSync(folder)).toBe(false);
  const all = Array.from({ length: 100 }, (_, at) => ({ high: at % 60, low: at << 20, flags: 1, value: at }));
  const table = filled(all, { most: 8, folder });
  expect(contentOf(table)).toEqual(contentOf(filled(all, { most: Number.POSITIVE_INFINITY })));
});
