import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisFor } from '../../../src/read/page/bars.ts';
import { distancePart } from '../../../src/read/page/chain-parts.ts';
import { compositionChart, materialGrams } from '../../../src/read/page/charts.ts';
import { kilometresChart } from '../../../src/read/page/kilometres.ts';
import { linesOf, widthOf } from '../../../src/read/page/text-width.ts';
import { chainOf } from '../../../src/read/tables/portrait/chain.ts';
import type { Portrait } from '../../../src/read/tables/portrait/portrait.ts';
import { type Mark, marksOf } from './marks.ts';

const LABELLED = { id: 'x', title: 'A chart' };
const PLOT = { left: 154, right: 550 };

type Ways = Readonly<Record<string, number | null>>;

/** Components of one material each, with these kilometres after each step. */
const chainWith = (components: Readonly<Record<string, Ways>>) =>
  chainOf(
    Object.entries(components).map(([name, ways]) => ({
      name,
      weight: 10,
      composition: [
        {
          raw_material: 'COTTON',
          percentage: 100,
          traceability_steps: Object.entries(ways).map(([step, kmToNext], at) => ({
            name: step,
            position: `001.${String(at).padStart(3, '0')}`,
            kmToNext,
            supplier: {},
          })),
        },
      ],
    })),
  );

const bars = (svg: string) => marksOf(svg).filter(({ tag }) => tag === 'rect');
const texts = (svg: string) => marksOf(svg).filter(({ tag }) => tag === 'text');

/** The left and right end of a text, at most. */
function reach(mark: Mark): { left: number; right: number; y: number } {
  const width = widthOf(mark.words, mark.number('font-size'));
  const x = mark.number('x');
  const left = mark.own['text-anchor'] === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, y: mark.number('y') };
}

const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.lorem(),
  fc.constantFrom('W'.repeat(90), '棉'.repeat(60), '👗🏽'.repeat(50)),
);
const kilometres = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -500, max: 30_000 }),
  fc.constantFrom(0, -0, 5e-324, 1e308, -1e308, 999_999.5),
);

describe('the chart of kilometres', () => {
  test('the chart of kilometres has bars inside their row and plot and texts inside the picture, whatever the figures', () => {
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.dictionary(name, kilometres, { maxKeys: 16 }), { maxKeys: 8 }),
        (components) => {
          const html = kilometresChart(chainWith(components), LABELLED);
          if (html === '') return;
          const [svg] = marksOf(html);
          const [, , width, height] = svg!.own.viewBox!.split(' ').map(Number);
          const rows = new Map<number, { left: number; right: number }[]>();
          for (const bar of bars(html)) {
            const [left, wide, y] = [bar.number('x'), bar.number('width'), bar.number('y')];
            expect(wide).toBeGreaterThanOrEqual(0);
            expect(left).toBeGreaterThanOrEqual(PLOT.left - 0.01);
            expect(left + wide).toBeLessThanOrEqual(PLOT.right + 0.02);
            expect(y + bar.number('height')).toBeLessThanOrEqual(height! - 22);
            rows.set(y, [...(rows.get(y) ?? []), { left, right: left + wide }]);
          }
          for (const row of rows.values()) {
            row.sort((a, b) => a.left - b.left || a.right - b.right);
            for (const [at, { right }] of row.slice(0, -1).entries())
              expect(row[at + 1]!.left).toBeGreaterThanOrEqual(right - 0.02);
          }
          const ticks = texts(html).filter((mark) => mark.number('font-size') === 10);
          expect(ticks.length).toBeGreaterThan(1);
          for (const [at, tick] of ticks.entries())
            if (at > 0) expect(reach(tick).left).toBeGreaterThan(reach(ticks[at - 1]!).right);
          for (const mark of texts(html)) {
            const { left, right, y } = reach(mark);
            expect([mark.words, left >= 0, right <= width!, y <= height!]).toEqual([
              mark.words,
              true,
              true,
              true,
            ]);
            if (mark.number('x') < PLOT.left) expect(right).toBeLessThan(PLOT.left);
            if (mark.number('x') > PLOT.right) expect(left).toBeGreaterThan(PLOT.right);
          }
        },
      ),
    );
  });

  test('the chart of kilometres has bars in proportion to the kilometres, aligned with the ticks of its axis', () => {
    const html = kilometresChart(
      chainWith({ Body: { Spinning: 1000, Weaving: 3000 }, Trim: { Weaving: 500 } }),
      LABELLED,
    );
    const widths = bars(html).map((bar) => bar.number('width'));
    expect(widths[1]! / widths[0]!).toBeCloseTo(3, 2);
    expect(widths[0]! / widths[2]!).toBeCloseTo(2, 2);
    const ticks = texts(html).filter((mark) => mark.number('font-size') === 10);
    expect(ticks.map(({ words }) => words)).toEqual(['0 km', '1,000 km', '2,000 km', '3,000 km', '4,000 km']);
    expect(bars(html)[0]!.number('x')).toBeCloseTo(ticks[0]!.number('x'), 1);
    expect(bars(html)[1]!.number('x')).toBeCloseTo(ticks[1]!.number('x'), 1);
    const sums = texts(html).filter(({ words, own }) => words.endsWith('km') && own['font-size'] === '11');
    expect(sums.map(({ words }) => words)).toEqual(['4,000 km', '500 km']);
  });

  test('the chart of kilometres has a bar for negative kilometres to the left of zero', () => {
    const html = kilometresChart(chainWith({ Body: { Spinning: -400, Weaving: 400 } }), LABELLED);
    const [left, right] = bars(html);
    expect(left!.number('x') + left!.number('width')).toBeCloseTo(right!.number('x'), 1);
    expect(left!.number('width')).toBeCloseTo(right!.number('width'), 1);
  });

  test('the chart of kilometres is empty if all kilometres are zero or the chain has no steps', () => {
    expect(kilometresChart(chainWith({ Body: { Spinning: 0 } }), LABELLED)).toBe('');
    expect(kilometresChart(chainWith({ Body: {} }), LABELLED)).toBe('');
    expect(kilometresChart(chainWith({}), LABELLED)).toBe('');
  });

  test('the chart of kilometres has one legend entry for each colour, with long names in full, and joins the smallest steps in one', () => {
    const long = (at: number) =>
      `A step whose name goes on for longer than any column of a picture, number ${at}`;
    const ways = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [long(at), 10 + at]));
    const html = kilometresChart(chainWith({ Body: ways }), LABELLED);
    const keys = [...html.matchAll(/background:(var\([\w-]+\))"><\/span><span>([^<]*)</g)];
    expect(keys).toHaveLength(12);
    expect(keys.map(([, , words]) => words)).toEqual([
      ...Array.from({ length: 11 }, (_, at) => long(19 + at)),
      '19 other steps',
    ]);
    expect(bars(html).map(({ own }) => own.fill)).toEqual(keys.map(([, color]) => color));
    expect(new Set(keys.map(([, color]) => color)).size).toBe(12);
  });
});

describe('the chart of the composition', () => {
  const slices = (html: string) =>
    marksOf(html)
      .filter(({ tag }) => tag === 'circle')
      .map((mark) => ({
        length: Number(mark.own['stroke-dasharray']!.split(' ')[0]),
        start: 0 - mark.number('stroke-dashoffset'),
      }));

  test('the chart of the composition is a ring whose slices follow one another without gaps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ name, value: fc.double({ min: 5e-324, max: 1e308, noNaN: true }) }), {
          maxLength: 14,
        }),
        (parts) => {
          const html = compositionChart(parts, LABELLED);
          if (parts.length === 0) {
            expect(html).toBe('');
            return;
          }
          const ring = slices(html);
          expect(ring.length).toBe(Math.min(parts.length, 9));
          for (const [at, { start, length }] of ring.entries()) {
            const end = at === ring.length - 1 ? 100 : ring[at + 1]!.start;
            expect(length).toBeGreaterThanOrEqual(0);
            expect(start + length).toBeLessThanOrEqual(end + 0.02);
            expect(end - start - length).toBeLessThan(0.4);
          }
          for (const text of texts(html)) {
            expect(reach(text).left).toBeGreaterThan(84 - 44);
            expect(reach(text).right).toBeLessThan(84 + 44);
          }
          expect(html.match(/<li>/g)).toHaveLength(ring.length);
        },
      ),
    );
  });

  test('the chart of the composition has slices in proportion to the shares', () => {
    const html = compositionChart(
      [
        { name: 'a', value: 3 },
        { name: 'b', value: 1 },
      ],
      LABELLED,
    );
    expect(slices(html).map(({ length }) => Math.round(length))).toEqual([75, 25]);
    expect(html).toContain('a <b>75 %</b>');
    expect(html).toContain('<desc id="x-desc">a 75 %, b 25 %</desc>');
  });

  test('the chart of the composition is one whole slice for one material, and empty without a positive weight or share', () => {
    expect(slices(compositionChart([{ name: 'a', value: 3 }], LABELLED))).toEqual([
      { start: 0, length: 100 },
    ]);
    for (const [weight, percentage] of [
      [0, 100],
      [10, 0],
      [-5, 100],
      [10, -100],
      [null, 100],
    ]) {
      const chain = chainOf([{ weight, composition: [{ raw_material: 'COTTON', percentage }] }]);
      expect(compositionChart(materialGrams(chain), LABELLED)).toBe('');
    }
  });
});

test('the mean distance of a step leaves out what is not known: no figure is a dash, and zero is 0', () => {
  const chain = chainWith({ Body: { Spinning: null, Weaving: 0, Dyeing: 40 }, Hem: { Dyeing: null } });
  const html = distancePart({ chain } as Portrait, 'x');
  const means = ['Spinning', 'Weaving', 'Dyeing'].map(
    (step) => new RegExp(`<th scope="row">${step}</th>.*<td class="number">(.*?)</td></tr>`).exec(html)![1],
  );
  expect(means).toEqual(['–', '0', '40']);
});

describe('axisFor', () => {
  test('axisFor gives an axis from low to high with few equal steps of 1, 2 or 5 times a power of ten', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(0), fc.double({ min: -1e17, max: -0.001, noNaN: true })),
        fc.double({ min: 0.001, max: 1e17, noNaN: true }),
        fc.integer({ min: 1, max: 6 }),
        (low, high, most) => {
          const axis = axisFor(low, high, most);
          expect(axis.low).toBeLessThanOrEqual(low);
          expect(axis.high).toBeGreaterThanOrEqual(high * (1 - 1e-11));
          expect(axis.ticks.length).toBeLessThanOrEqual(most + 3);
          expect(axis.ticks).toContain(0);
          const step = (axis.high - axis.low) / (axis.ticks.length - 1);
          expect(['1', '2', '5']).toContain(step.toExponential(9)[0]);
          expect(Number(step.toExponential(9).split('e')[0]) % 1).toBeCloseTo(0, 6);
        },
      ),
    );
  });
});

describe('linesOf', () => {
  test('wraps a text to its width and number of lines, and ends a shortened text with an ellipsis', () => {
    fc.assert(
      fc.property(
        name,
        fc.integer({ min: 30, max: 300 }),
        fc.integer({ min: 1, max: 3 }),
        (text, width, most) => {
          const lines = linesOf(text, 11, width, most);
          const whole = text.replaceAll(/\s+/g, ' ').trim();
          expect(lines.length).toBeLessThanOrEqual(most);
          for (const line of lines) expect(widthOf(line, 11)).toBeLessThanOrEqual(width);
          const joined = lines.join('').replaceAll(' ', '');
          if (joined === whole.replaceAll(' ', '')) return;
          expect(joined.endsWith('…')).toBe(true);
          expect(whole.replaceAll(' ', '').startsWith(joined.slice(0, -1))).toBe(true);
        },
      ),
    );
  });

  test('breaks a text at spaces', () => {
    expect(linesOf('Main knitted fabric', 11, 100, 2)).toEqual(['Main knitted', 'fabric']);
    expect(linesOf('Main knitted fabric of the body', 11, 100, 2)).toEqual([
      'Main knitted',
      'fabric of the…',
    ]);
    expect(linesOf('', 11, 100, 2)).toEqual([]);
  });
});
