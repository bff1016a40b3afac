import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashTable } from '../../src/hashes/hash-table.ts';

/** Words of which many are equal, zero, or equal but for the bits of the flags. */
const word = fc.oneof(fc.nat(9), fc.constantFrom(0xffffffff, 0x80000000, -1), fc.integer());

test('it keeps flags and values of each hash while it grows', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ high: word, low: word, value: fc.nat() }), { maxLength: 3000 }),
      (all) => {
        const table = new HashTable(1);
        const expected = new Map<string, number>();
        for (const { high, low, value } of all) {
          const name = nameOf(high, low);
          const at = table.put(high, low);
          expect(table.isNew).toBe(!expected.has(name));
          expect(table.has(at, 1)).toBe(expected.has(name));
          table.set(at, 1);
          table.setValue(at, value);
          expected.set(name, value);
        }
        for (const { high, low } of all) {
          const at = table.find(high, low);
          expect(table.value(at)).toBe(expected.get(nameOf(high, low)));
          expect([table.has(at, 1), table.has(at, 2)]).toEqual([true, false]);
        }
        expect([...table.offsets()]).toHaveLength(expected.size);
      },
    ),
    { numRuns: 30 },
  );
});

/** The part of a hash that counts. Zero is stored as one. */
const nameOf = (high: number, low: number): string => `${high >>> 0 || 1} ${(low & ~7) >>> 0}`;

test('it does not find a hash that was not added', () => {
  const table = new HashTable(0);
  table.put(1, 8);
  expect([table.find(1, 9), table.find(1, 16), table.find(2, 8)].map((at) => at < 0)).toEqual([
    false,
    true,
    true,
  ]);
});

test('it finds the hashes of another table', () => {
  const [one, other] = [new HashTable(0), new HashTable(1)];
  const at = one.put(7, 24);
  expect(other.findSame(one, at)).toBe(-1);
  const there = other.put(7, 24);
  expect(other.findSame(one, at)).toBe(there);
});
