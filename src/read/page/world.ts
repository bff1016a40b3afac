import world from './world.json' with { type: 'json' };

/** A point on the canvas of the world: x to the right, y down. */
export type Point = readonly [x: number, y: number];

/** The size of the canvas of the world. The world has no Antarctica. */
export const WORLD_SIZE = { width: world.width, height: world.height };

/** Units of the canvas for one degree of longitude on the equator. */
export const UNITS_PER_DEGREE = world.width / 360;

const outlines: Readonly<Record<string, string>> = world.outlines;
const middles: Readonly<Record<string, readonly number[]>> = world.middles;

/** The middle of the main part of a country; undefined for a code that the map does not have. */
export function middleOf(code: string): Point | undefined {
  if (!Object.hasOwn(middles, code)) return undefined;
  const [x = 0, y = 0] = middles[code]!;
  return [x, y];
}

/** The id of the outline of a country in the page; undefined for a country that is too small to draw. */
export const outlineId = (code: string): string | undefined =>
  Object.hasOwn(outlines, code) ? `land-${code}` : undefined;

/** The outlines of all countries, once per page. The maps refer to `#land`, or to one country in it. */
export function landShapes(): string {
  const paths = Object.entries(outlines).map(
    ([code, d]) => `<path class="land" id="land-${code}" d="${d}"/>`,
  );
  return `<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs><g id="land">${paths.join('')}<path class="land" d="${world.others}"/></g></defs></svg>`;
}
