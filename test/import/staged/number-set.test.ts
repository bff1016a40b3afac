import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberSet } from '../../../src/import/staged/number-set.ts';

test('a set of numbers has the numbers that were added, in ascending order', () => {
  const numbers = fc.array(fc.oneof(fc.nat(70), fc.nat(2 ** 40)));
  fc.assert(
    fc.property(numbers, fc.nat(70), (all, other) => {
      const set = new NumberSet();
      for (const number of all) set.add(number);
      expect([...set]).toEqual([...new Set(all)].sort((a, b) => a - b));
      for (const number of all) expect(set.has(number)).toBe(true);
      expect(set.has(other)).toBe(all.includes(other));
    }),
  );
});
