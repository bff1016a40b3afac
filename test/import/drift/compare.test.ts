import { describe, expect, test } from 'vitest';
import { Random } from '../../../scripts/fixtures/random.ts';
import { type Change, changesOf, type Seen } from '../../../src/import/drift/compare.ts';
import { lastingName } from '../../../src/import/input/table-count.ts';

const DRIFT = { level: 'warning', rows: 33, blank: 50, keys: 90 } as const;
const HEADERS = ['Ref', 'Name', 'Country', 'Weight'];

/** A table with columns A, B, C and so on; `filled`: the rows in which each field has a value. */
function seen({
  headers = HEADERS,
  rows = 300,
  known = rows,
  filled = {},
}: {
  headers?: readonly string[];
  rows?: number;
  known?: number;
  filled?: Record<string, number>;
} = {}): Seen {
  const letters = headers.map((header, at) => ({ header, letters: String.fromCharCode(65 + at) }));
  return { headers: letters, rows, known, filled: { ref: rows, country: rows, weight: rows / 2, ...filled } };
}

const usual = [seen(), seen(), seen({ known: 0 })];
const typesOf = (changes: readonly Change[]) => changes.map(({ type }) => type);

describe('planted changes are found', () => {
  test.each<[string, Seen, Change['type'][], (readonly Seen[])?]>([
    ['a column that is gone, at the end', seen({ headers: HEADERS.slice(0, 3) }), ['gone']],
    ['a column that is gone, in the middle', seen({ headers: ['Ref', 'Name', 'Weight'] }), ['gone']],
    ['a new column at the end', seen({ headers: [...HEADERS, 'Season'] }), ['new']],
    [
      'a new column in the middle',
      seen({ headers: ['Ref', 'Season', 'Name', 'Country', 'Weight'] }),
      ['new'],
    ],
    ['a renamed column', seen({ headers: ['Ref', 'Name', 'Land', 'Weight'] }), ['renamed']],
    ['a third fewer rows', seen({ rows: 200 }), ['rows']],
    ['a file that ends after some rows', seen({ rows: 12 }), ['rows']],
    ['a file without rows', seen({ rows: 0 }), ['rows']],
    ['a field that is blank', seen({ filled: { country: 0 } }), ['blank']],
    ['a field that is blank in most rows', seen({ filled: { country: 100 } }), ['blank']],
    ['a field of half of the rows that is blank', seen({ filled: { weight: 2 } }), ['blank']],
    ['keys that all changed', seen({ known: 0 }), ['keys']],
    ['keys that all changed in the second night', seen({ known: 0 }), ['keys'], [seen({ known: 0 })]],
    [
      'a change again after a sound night',
      seen({ rows: 100 }),
      ['rows'],
      [seen(), seen({ rows: 100 }), seen()],
    ],
  ])('%s', (_, now, found, earlier = usual) => {
    expect(typesOf(changesOf(now, earlier, DRIFT))).toEqual(found);
  });
});

describe('no change is reported', () => {
  test.each<[string, Seen, (readonly Seen[])?]>([
    ['in the first night', seen(), []],
    ['if all is as before', seen()],
    ['if columns are in another order', seen({ headers: HEADERS.toReversed() })],
    ['for a quarter fewer rows', seen({ rows: 225 })],
    ['for a change that the last night had, too', seen({ rows: 150 }), [seen({ rows: 150 }), seen(), seen()]],
    [
      'for a small file after many large ones',
      seen({ rows: 20 }),
      [seen(), seen({ rows: 20 }), seen({ rows: 21 })],
    ],
    ['for a field that few rows had', seen({ filled: { rare: 0 } }), [seen({ filled: { rare: 8 } })]],
    ['for a job that has new keys each night', seen({ known: 0 }), [seen({ known: 0 }), seen({ known: 0 })]],
  ])('%s', (_, now, earlier = usual) => {
    expect(changesOf(now, earlier, DRIFT)).toEqual([]);
  });

  test('in 100 nights in which a tenth of the rows changes', () => {
    const random = new Random(33);
    const earlier: Seen[] = [seen({ known: 0 })];
    const fills = new Map(Array.from({ length: 300 }, (_, key) => [key, random.whole(0, 9)]));
    let next = fills.size;
    for (let night = 0; night < 100; night++) {
      let known = fills.size;
      for (const key of [...fills.keys()]) {
        if (random.whole(0, 9) > 0) continue;
        const kind = random.whole(0, 2);
        if (kind === 0) {
          fills.delete(key);
          known--;
        } else if (kind === 1) fills.set(key, random.whole(0, 9));
        else fills.set(next++, random.whole(0, 9));
      }
      const filledIn = (share: number) => [...fills.values()].filter((value) => value < share).length;
      const now = seen({
        ...{ rows: fills.size, known },
        filled: { country: filledIn(9), weight: filledIn(5), remark: filledIn(1) },
      });
      expect(changesOf(now, earlier, DRIFT), `night ${night}`).toEqual([]);
      earlier.unshift(now);
      earlier.splice(5);
    }
  });
});

test.each([
  [
    { file: 'in/export-2026-11-28.xlsx', sheet: 'Suppliers' },
    { file: 'export-2026-11-29.xlsx', sheet: 'Suppliers' },
    true,
  ],
  [
    { file: 'ART_20261128_0200.csv', sheet: 'ART_20261128_0200' },
    { file: 'ART_20261129_0159.csv', sheet: 'ART_20261129_0159' },
    true,
  ],
  [
    { file: 'export-28.11.2026.xlsx', sheet: 'Week 48' },
    { file: 'export-5.12.2026.xlsx', sheet: 'Week 49' },
    true,
  ],
  [{ file: 'suppliers.csv', sheet: 'suppliers' }, { file: 'products.csv', sheet: 'products' }, false],
])('the table $file is found again', (one, other, isSame) => {
  expect(lastingName(one) === lastingName(other)).toBe(isSame);
});
