import { describe, expect, test, vi } from 'vitest';
import { SHADES } from '../../../src/read/page/colors.ts';
import { table } from '../../../src/read/page/html.ts';
import { inColumns } from '../../../src/read/page/print-height.ts';
import { part, printable } from '../../../src/read/page/print-page.ts';

const measured = vi.hoisted(() => ({ texts: 0 }));
vi.mock('../../../src/read/page/text-width.ts', async (load) => {
  const own = await load<typeof import('../../../src/read/page/text-width.ts')>();
  const linesOf: typeof own.linesOf = (...args) => {
    measured.texts++;
    return own.linesOf(...args);
  };
  return { ...own, linesOf };
});

type Name = keyof typeof SHADES;

/** The relative luminance of a colour such as `#1f2a2a`, by WCAG. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const TEXTS: readonly (readonly [text: Name, ground: Name])[] = [
  ...(['ink', 'soft', 'green', 'link', 'way'] as const).map((name) => [name, 'paper'] as const),
  ...(['note', 'country', 'country-unknown', 'good', 'care', 'bad'] as const).map(
    (ground) => ['ink', ground] as const,
  ),
  // The code of a country on its disc.
  ['paper', 'ink'],
];

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s', (_, at) => {
  test.each(TEXTS)('%s on %s can be read', (text, ground) => {
    expect(contrast(SHADES[text][at], SHADES[ground][at])).toBeGreaterThanOrEqual(4.5);
  });

  test('arrows stand out from land and sea, and what is known from what is not', () => {
    for (const ground of ['sea', 'land'] as const)
      expect(contrast(SHADES.flow[at], SHADES[ground][at])).toBeGreaterThan(3);
    expect(contrast(SHADES.known[at], SHADES.land[at])).toBeGreaterThan(1.5);
  });
});

describe('a printed page', () => {
  const rows = (count: number) =>
    table(
      'Rows',
      [{ words: 'A' }, { words: 'B' }],
      Array.from({ length: count }, (_, at) => [`${at}`, 'x']),
    );
  const shownRows = (html: string) => html.match(/<tr><th scope="row"/g)?.length ?? 0;

  test('has all that fits', () => {
    const html = printable([part('One', [{ name: 'rows', html: rows(20), rank: 1 }])], 0);
    expect(html).not.toContain('not-printed');
    expect(shownRows(html)).toBe(20);
  });

  test('has fewer rows of a table that is too long, and says so; the screen has all', () => {
    const html = printable([part('One', [{ name: 'rows', html: rows(400), rank: 1 }])], 30);
    const shown = shownRows(html);
    expect(shown).toBeGreaterThan(40);
    expect(html).toContain(`Missing: Rows (only ${shown} of 400 rows are printed).`);
    expect(html.match(/<tr class="screen"><th scope="row"/g)).toHaveLength(400 - shown);
  });

  test.each([
    ['below text', {}],
    ['beside a picture', { beside: 70 }],
  ])('measures each cell of a large table %s at most twice', (_, how) => {
    measured.texts = 0;
    const html = printable([part('One', [{ name: 'rows', html: rows(900), rank: 1, ...how }])], 30);
    expect(html).toMatch(/only \d+ of 900 rows/);
    expect(measured.texts).toBeLessThan(2 * 2 * 900 + 200);
  });

  test('has as many rows beside a picture as it has room', () => {
    const shownAt = (beside: number, count: number) =>
      shownRows(printable([part('One', [{ name: 'rows', html: rows(count), rank: 1, beside }])], 0));
    expect([30, 60, 120].map((beside) => shownAt(beside, 50))).toEqual([3, 10, 24]);
    expect([30, 60, 120].map((beside) => shownAt(beside, 10))).toEqual([3, 10, 10]);
    expect(shownAt(1, 10)).toBe(3);
  });

  test('gives room by rank, and names a part of which nothing is left', () => {
    const text = `<p>${'word '.repeat(4000)}</p>`;
    const html = printable(
      [
        part('Long', [{ name: 'text', html: text, rank: 9 }]),
        part('Short', [{ name: 'other', html: '<p>short</p>', rank: 1 }]),
      ],
      0,
    );
    expect(html).toContain('<section class="part  screen"><h3>Long</h3>');
    expect(html).toContain('<div class="block"><p>short</p></div>');
    expect(html).toContain('for lack of space. Missing: Long.');
  });

  test.each([
    [[], 0],
    [[10], 10],
    [[10, 10], 19.9],
    [[30, 5, 5, 5, 5], 39.9],
  ])('in two columns %j takes %d mm at most', (heights, height) => {
    expect(inColumns(heights)).toBeCloseTo(height, 5);
  });
});
