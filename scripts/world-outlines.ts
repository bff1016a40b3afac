import { geoArea, geoCentroid, geoNaturalEarth1, geoPath } from 'd3-geo';
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import fine from 'world-atlas/countries-50m.json' with { type: 'json' };
import coarse from 'world-atlas/countries-110m.json' with { type: 'json' };

/** The width of the canvas. Whole units are precise enough for the closest view on a page. */
const WIDTH = 10_000;
const [NORTH, SOUTH] = [84, -57];

type Country = Feature<Polygon | MultiPolygon>;

const projection = geoNaturalEarth1().translate([0, 0]).scale(1);
const scale = WIDTH / (2 * projection([180, 0])![0]);
projection.scale(scale);
const top = projection([0, NORTH])![1];
const height = Math.round(projection([0, SOUTH])![1] - top);
projection.translate([WIDTH / 2, -top]);

const ALPHA2 = new Map((codes as string[][]).map(([alpha2 = '', , number = '']) => [number, alpha2]));

/**
 * The content of `src/read/page/world.json`: the outlines of countries (Natural Earth, public domain, through
 * world-atlas) and their middles, on a flat canvas in the Natural Earth projection without Antarctica. `others` are
 * outlines without a country code.
 */
export function worldOutlines(): string {
  const outlines: Record<string, string> = {};
  const others: string[] = [];
  for (const { id, geometry } of countriesOf(coarse)) {
    const code = ALPHA2.get(String(id));
    const outline = outlineOf(geometry);
    if (code === 'AQ') continue;
    if (code === undefined) others.push(outline);
    else outlines[code] = (outlines[code] ?? '') + outline;
  }
  // Islands and city states are only in the finer map, of which only the middles are used.
  const parts = new Map<string, Polygon[]>();
  for (const { id, geometry } of countriesOf(fine)) {
    const code = ALPHA2.get(String(id));
    if (code !== undefined && code !== 'AQ')
      parts.set(code, [...(parts.get(code) ?? []), ...partsOf(geometry)]);
  }
  const world = {
    width: WIDTH,
    height,
    outlines: sorted(outlines),
    others: others.sort().join(''),
    middles: sorted(Object.fromEntries([...parts].map(([code, all]) => [code, middleOf(all)]))),
  };
  return `${JSON.stringify(world, null, 2).replaceAll(/\[\s+(-?\d+),\s+(-?\d+)\s+\]/g, '[$1, $2]')}\n`;
}

const countriesOf = (map: unknown): Country[] => {
  const topology = map as Topology;
  return feature(topology, topology.objects.countries as GeometryCollection).features as Country[];
};

const sorted = <T>(all: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * A path in whole units. Each point is the difference to the previous one, which takes half the space of absolute
 * coordinates.
 */
function outlineOf(geometry: Polygon | MultiPolygon): string {
  let path = '';
  let [x, y] = [0, 0];
  const point = (px: number, py: number, first: boolean) => {
    const [nextX, nextY] = [Math.round(px), Math.round(py)];
    if (first) path += `M${nextX} ${nextY}`;
    else if (nextX === x && nextY === y) return;
    else path += `l${nextX - x} ${nextY - y}`.replace(' -', '-');
    [x, y] = [nextX, nextY];
  };
  geoPath(projection).context({
    beginPath() {},
    arc() {},
    moveTo: (px, py) => point(px, py, true),
    lineTo: (px, py) => point(px, py, false),
    closePath: () => {
      path += 'z';
    },
  })(geometry);
  // Removes rings of one or two points, which rounding leaves of parts that are too small to be seen.
  return path.replaceAll(/M\d+ \d+(?:l-?\d+[ -]\d+)?z/g, '');
}

const partsOf = (geometry: Polygon | MultiPolygon): Polygon[] =>
  (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).map((coordinates) => ({
    type: 'Polygon',
    coordinates,
  }));

/** The centre of gravity of the largest part. */
function middleOf(parts: readonly Polygon[]): Position {
  const [largest] = parts.toSorted((a, b) => geoArea(b) - geoArea(a));
  return projection(geoCentroid(largest!))!.map(Math.round);
}
