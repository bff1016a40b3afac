import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowRanges } from '../../src/findings/rows.ts';

function text(rows: readonly number[]): string {
  const ranges = new RowRanges();
  for (const row of rows) ranges.add(row);
  return ranges.text();
}

it.each([
  [[], ''],
  [[17], 'row 17'],
  [[17, 17], 'row 17'],
  [[17, 23, 41], 'rows 17, 23, 41'],
  [[2, 3, 4, 9], 'rows 2-4, 9'],
  [[9, 2, 3], 'rows 9, 2-3'],
  [[1, 3, 5, 7, 9, 11, 12], 'rows 1, 3, 5, 7, 9 and 2 more'],
  [[1, 3, 5, 7, 9, 10, 11], 'rows 1, 3, 5, 7, 9-11'],
])('%j is "%s"', (rows, expected) => {
  expect(text(rows)).toBe(expected);
});

it('accounts for every row: those in ranges and the rest', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 200 })), (rows) => {
      const said = text(rows).replaceAll(',', '');
      const more = Number(/and (\d+) more/.exec(said)?.[1] ?? 0);
      const shown = [...said.replace(/and .*/, '').matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, first, last]) =>
        Array.from(
          { length: Number(last ?? first) - Number(first) + 1 },
          (_, index) => Number(first) + index,
        ),
      );
      expect(shown).toEqual(rows.slice(0, shown.length));
      expect(shown.length + more).toBe(rows.length);
    }),
  );
});
