import { expect, it } from 'vitest';
import { duration } from '../../../src/cli/view/sentences.ts';

it.each([
  [500, '500 ms'],
  [4000, '4 s'],
  [1500, '1.5 s'],
  [59_400, '59 s'],
  [59_600, '1 min'],
  [125_000, '2 min 5 s'],
  [12_000_000, '3 h 20 min'],
])('a duration of %i ms is printed as %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});
