import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChainPlaces, chainMap } from '../../../src/read/page/chain-map.ts';
import world from '../../../src/read/page/world.json' with { type: 'json' };
import { landShapes, middleOf, WORLD_SIZE } from '../../../src/read/page/world.ts';
import { marksOf, pointsOf } from './marks.ts';

const [WIDTH, HEIGHT] = [640, 340];
const CODES = Object.keys(world.middles);
const OUTLINES: Readonly<Record<string, string>> = world.outlines;

type Ring = [number, number][];

/** The rings of an outline, whose points are differences to the previous one. */
function ringsOf(outline: string): Ring[] {
  return outline
    .split('M')
    .slice(1)
    .map((part) => {
      const numbers = part.match(/-?\d+/g)!.map(Number);
      const ring: Ring = [[numbers[0]!, numbers[1]!]];
      for (let at = 2; at < numbers.length; at += 2) {
        const [x, y] = ring.at(-1)!;
        ring.push([x + numbers[at]!, y + numbers[at + 1]!]);
      }
      return ring;
    });
}

function isInside([x, y]: readonly [number, number], rings: readonly Ring[]): boolean {
  let inside = false;
  for (const ring of rings) {
    for (const [at, [ax, ay]] of ring.entries()) {
      const [bx, by] = ring.at(at - 1)!;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

describe('the world of the map', () => {
  test('the world of the map has every outline and the middle of every country on its canvas', () => {
    for (const outline of [...Object.values(OUTLINES), world.others]) {
      expect(outline).toMatch(/^(M\d+ \d+(l-?\d+[ -]\d+)+z)+$/);
      for (const [x, y] of ringsOf(outline).flat()) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(WORLD_SIZE.width);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(WORLD_SIZE.height);
      }
    }
    for (const code of CODES) {
      const [x, y] = middleOf(code)!;
      expect([code, x > 0 && x < WORLD_SIZE.width && y > 0 && y < WORLD_SIZE.height]).toEqual([code, true]);
    }
  });

  test('the world of the map has no line across the map for countries on both sides of the 180th meridian', () => {
    for (const [code, outline] of Object.entries(OUTLINES)) {
      for (const ring of ringsOf(outline)) {
        for (const [at, [x]] of ring.slice(1).entries())
          expect([code, Math.abs(x - ring[at]![0]) < 500]).toEqual([code, true]);
      }
    }
  });

  test('the world of the map has the middle of each country inside its outline or at its edge', () => {
    for (const [code, outline] of Object.entries(OUTLINES)) {
      const [x, y] = middleOf(code)!;
      const rings = ringsOf(outline);
      const away = Math.min(...rings.flat().map(([px, py]) => Math.hypot(px - x, py - y)));
      expect([code, isInside([x, y], rings) || away < 10]).toEqual([code, true]);
    }
  });

  test('the world of the map has no middle for codes such as "constructor" or "XX"', () => {
    for (const code of ['constructor', '__proto__', 'toString', '', 'XX'])
      expect(middleOf(code)).toBeUndefined();
  });

  test('the world of the map is one group of shapes, one for each country, to which every map can refer', () => {
    const shapes = landShapes();
    const ids = [...shapes.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['land', ...Object.keys(OUTLINES).map((code) => `land-${code}`)]);
  });
});

const waysOf = (
  countries: readonly string[],
  flows: readonly (readonly [string, string])[] = [],
): ChainPlaces => ({
  places: countries.map((country) => ({ country, steps: new Set(['Spinning']), suppliers: new Set() })),
  flows: flows.map(([from, to]) => ({ from, to, chains: 1 })),
});
const map = (ways: ChainPlaces) => chainMap(ways, { id: 'm', title: 'Map' });

const spotsOf = (svg: string) =>
  marksOf(svg)
    .filter(({ tag, own }) => tag === 'circle' && own.r === '9')
    .map((mark) => [mark.number('cx'), mark.number('cy')] as const);

describe('a map of a supply chain', () => {
  test('a map of a supply chain shows every country once, inside the picture, with no disc over another', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...CODES), { minLength: 1, maxLength: 40 }), (countries) => {
        const svg = map(waysOf(countries));
        const spots = spotsOf(svg);
        const words = marksOf(svg).filter(({ tag }) => tag === 'text');
        expect(words.map(({ words: code }) => code)).toEqual(countries);
        expect(spots).toHaveLength(countries.length);
        for (const [at, [x, y]] of spots.entries()) {
          expect([x >= 10, x <= WIDTH - 10, y >= 10, y <= HEIGHT - 10]).toEqual([true, true, true, true]);
          expect(words[at]!.number('x')).toBe(x);
          expect(Math.abs(words[at]!.number('y') - y)).toBeLessThan(4);
          for (const [otherX, otherY] of spots.slice(at + 1))
            expect(Math.hypot(otherX - x, otherY - y)).toBeGreaterThan(19.5);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a map of a supply chain has the disc of each country at the place of the country', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CODES), fc.constantFrom(...CODES), (one, other) => {
        const svg = map(waysOf(one === other ? [one] : [one, other]));
        const [, scale, left, top] = /matrix\(([\d.]+) 0 0 [\d.]+ (-?[\d.]+) (-?[\d.]+)\)/
          .exec(svg)!
          .map(Number);
        const [[x, y]] = spotsOf(svg) as [readonly [number, number]];
        const [worldX, worldY] = middleOf(one)!;
        const away = Math.hypot(worldX * scale! + left! - x, worldY * scale! + top! - y);
        // Two discs that are close move apart by half a disc each.
        expect(away).toBeLessThan(11);
        // The view never leaves the world at the sides.
        expect(left!).toBeLessThanOrEqual(0);
        expect(left! + WORLD_SIZE.width * scale!).toBeGreaterThanOrEqual(WIDTH - 0.5);
      }),
    );
  });

  test('a map of a supply chain has arrows inside the picture that start and end at the edges of discs', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...CODES), { minLength: 2, maxLength: 12 }), (countries) => {
        const flows = countries.slice(1).map((to, at) => [countries[at]!, to] as const);
        const svg = map(waysOf(countries, flows));
        const spots = spotsOf(svg);
        const paths = marksOf(svg).filter(({ tag, own }) => tag === 'path' && own.d);
        const lines = paths.filter(({ own }) => own.d!.includes('Q'));
        const heads = paths.filter(({ own }) => own.d!.endsWith('z'));
        expect([lines.length, heads.length]).toEqual([flows.length, flows.length]);
        for (const [at, line] of lines.entries()) {
          const [start, control] = pointsOf(line.own.d!.replace('Q', ' '));
          expect([control![0] >= 0, control![0] <= WIDTH, control![1] >= 0, control![1] <= HEIGHT]).toEqual(
            Array(4).fill(true),
          );
          const distance = ([x, y]: readonly number[], [ox, oy]: readonly number[]) =>
            Math.hypot(x! - ox!, y! - oy!);
          expect(distance(start!, spots[at]!)).toBeLessThan(9.1);
          const corners = pointsOf(heads[at]!.own.d!.replaceAll('L', ' '));
          const [tip, ...base] = corners.map((corner) => distance(corner, spots[at + 1]!));
          expect(tip!).toBeLessThan(10.1);
          for (const away of base) expect(away).toBeGreaterThan(tip!);
        }
      }),
    );
  });

  test('skips unknown countries, and is empty if no country is left', () => {
    expect(map(waysOf(['XX', 'AQ', '']))).toBe('');
    const svg = map(
      waysOf(
        ['XX', 'FR'],
        [
          ['FR', 'XX'],
          ['XX', 'FR'],
        ],
      ),
    );
    expect(spotsOf(svg)).toHaveLength(1);
    expect(svg).not.toContain('Q');
    expect(svg).toContain('<use href="#land-FR" ');
  });

  test('describes its arrows in words', () => {
    expect(map(waysOf(['FR', 'IT'], [['FR', 'IT']]))).toContain(
      '<desc id="m-desc">Arrows: France to Italy.</desc>',
    );
  });
});
