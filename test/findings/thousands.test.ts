import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withThousands } from '../../src/findings/thousands.ts';

test('whole numbers are written as English writes them', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(withThousands(value)).toBe(value.toLocaleString('en'));
    }),
  );
});
