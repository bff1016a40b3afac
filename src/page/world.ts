import { registerMap } from 'echarts/core';
import type { Feature, FeatureCollection, Position } from 'geojson';
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import coarse from 'world-atlas/countries-110m.json' with { type: 'json' };
import { drawn } from './chart.ts';

/** Left, top, right, bottom on the flat map: right and up count positive, in degrees near the middle. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type Point = readonly [x: number, y: number];

/** Countries on a flat map. */
export interface World {
  /** One path of all countries, on a canvas of `BASE_WIDTH` that `WORLD_BOX` fills. */
  readonly land: string;
  /** The shape of a country; undefined for those too small to be drawn. */
  shapeOf(code: string): Feature | undefined;
  /** The middle of its main part; undefined when the map does not know the code. */
  middleOf(code: string): Point | undefined;
}

export const BASE_WIDTH = 2000;

const [, NORTH] = project([0, 84]);
const [, SOUTH] = project([0, -57]);
const [EAST] = project([180, 0]);

/** Without Antarctica. */
export const WORLD_BOX: Box = { left: -EAST, top: NORTH, right: EAST, bottom: SOUTH };

export const boxSize = ({ left, top, right, bottom }: Box) => ({ width: right - left, height: top - bottom });

const ANTARCTICA = '010';

let world: Promise<World> | undefined;

/** The world, read when it is first asked for. */
export function loadWorld(): Promise<World> {
  world ??= build();
  return world;
}

async function build(): Promise<World> {
  const drawnOnes = flatCountries(coarse as unknown as Topology);
  // Islands and city states stand in the finer map alone; of it, only the places are used.
  const { default: fine } = await import('world-atlas/countries-50m.json', { with: { type: 'json' } });
  const all = flatCountries(fine as unknown as Topology);
  const numbers = new Map((codes as string[][]).map(([alpha2 = '', , number = '']) => [alpha2, number]));
  registerMap('land', collection([...drawnOnes.values()]) as never);
  const { width, height } = boxSize(WORLD_BOX);
  const svg = drawn(
    { geo: geoOf('land', WORLD_BOX) },
    { width: BASE_WIDTH, height: (BASE_WIDTH * height) / width },
  );
  const land = [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path).join('');
  return {
    land,
    shapeOf: (code) => drawnOnes.get(numbers.get(code) ?? ''),
    middleOf(code) {
      const number = numbers.get(code) ?? '';
      const shape = all.get(number) ?? drawnOnes.get(number);
      return shape && middle(shape);
    },
  };
}

/** The geo component of a map that fills its canvas with a box, shape for shape. */
export function geoOf(map: string, { left, top, right, bottom }: Box) {
  return {
    map,
    aspectScale: 1,
    boundingCoords: [
      [left, top],
      [right, bottom],
    ],
    ...{ left: 0, top: 0, right: 0, bottom: 0 },
    silent: true,
  };
}

export function collection(features: readonly Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features: [...features] };
}

function flatCountries(topology: Topology): Map<string, Feature> {
  const { features } = feature(topology, topology.objects.countries as GeometryCollection);
  const named = features
    .filter(({ id }) => id !== undefined && id !== ANTARCTICA)
    .map((one) => [
      String(one.id),
      { ...one, properties: { name: String(one.id) }, geometry: flat(one.geometry) },
    ]);
  return new Map(named as [string, Feature][]);
}

function flat(geometry: Feature['geometry']): Feature['geometry'] {
  if (geometry.type === 'Polygon') return { ...geometry, coordinates: geometry.coordinates.map(flatRing) };
  if (geometry.type !== 'MultiPolygon') return geometry;
  return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(flatRing)) };
}

/** A ring over the 180th meridian goes on to its east: else it would be drawn across the whole map. */
function flatRing(ring: Position[]): Position[] {
  const jumps = ring.some(([x = 0], at) => Math.abs(x - (ring[at + 1]?.[0] ?? x)) > 180);
  return ring.map(([x = 0, y = 0]) => [...project([jumps && x < 0 ? x + 360 : x, y])]);
}

/** The Natural Earth projection, in degrees. */
function project([longitude = 0, latitude = 0]: Position): Point {
  const [x, y] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
  const y2 = y * y;
  const y4 = y2 * y2;
  const degrees = 180 / Math.PI;
  return [
    degrees * x * (0.8707 - 0.131979 * y2 + y4 * (-0.013791 + y4 * (0.003971 * y2 - 0.001529 * y4))),
    degrees * y * (1.007226 + y2 * (0.015085 + y4 * (-0.044475 + 0.028874 * y2 - 0.005916 * y4))),
  ];
}

/** The centre of gravity of the largest part. */
function middle({ geometry }: Feature): Point | undefined {
  const rings =
    geometry.type === 'Polygon'
      ? [geometry.coordinates[0] ?? []]
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates.map(([outer = []]) => outer)
        : [];
  const parts = rings.map(gravity).sort((a, b) => b.area - a.area);
  return parts[0]?.at;
}

function gravity(ring: readonly Position[]): { readonly area: number; readonly at: Point } {
  let [twice, x, y] = [0, 0, 0];
  for (const [index, [x0 = 0, y0 = 0]] of ring.entries()) {
    const [x1 = 0, y1 = 0] = ring[(index + 1) % ring.length]!;
    const cross = x0 * y1 - x1 * y0;
    twice += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  }
  const [x0 = 0, y0 = 0] = ring[0] ?? [];
  return { area: Math.abs(twice), at: twice === 0 ? [x0, y0] : [x / (3 * twice), y / (3 * twice)] };
}
