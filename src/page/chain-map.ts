import { registerMap } from 'echarts/core';
import { type Chain, stepPairs } from '../results/portrait/chain.ts';
import { chart, INK, type Labelled } from './chart.ts';
import {
  BASE_WIDTH,
  type Box,
  boxSize,
  collection,
  geoOf,
  type Point,
  WORLD_BOX,
  type World,
} from './world.ts';

/** What happens in a country. */
interface Place {
  readonly country: string;
  /** Names of steps, each once. */
  readonly steps: ReadonlySet<string>;
  /** Suppliers that are known, each once. */
  readonly suppliers: ReadonlySet<string>;
}

interface Flow {
  readonly from: string;
  readonly to: string;
  /** Chains of materials that go this way. */
  readonly chains: number;
}

export interface Ways {
  readonly places: readonly Place[];
  readonly flows: readonly Flow[];
}

/** The countries of a chain in the order in which they come, and the ways between them. */
export function placesOf(chain: Chain): Ways {
  const places = new Map<string, { country: string; steps: Set<string>; suppliers: Set<string> }>();
  const flows = new Map<string, Flow>();
  for (const { step, next } of stepPairs(chain)) {
    if (step.country === '') continue;
    const place = places.get(step.country) ?? {
      country: step.country,
      steps: new Set(),
      suppliers: new Set(),
    };
    places.set(step.country, place);
    place.steps.add(step.name);
    const { known, name, ref } = step.supplier;
    if (known) place.suppliers.add(name || ref);
    if (!next || next.country === '' || next.country === step.country) continue;
    const key = `${step.country} ${next.country}`;
    flows.set(key, { from: step.country, to: next.country, chains: (flows.get(key)?.chains ?? 0) + 1 });
  }
  return { places: [...places.values()], flows: [...flows.values()] };
}

const SIZE = { width: 640, height: 340 };
const RADIUS = 9;
/** Degrees around the outermost countries, and the least that a map shows across. */
const MARGIN = 13;
const LEAST = 64;

/** More flows than this are drawn paler. */
const CROWD = 20;

const KNOWN = '#8fbfae';
const PLACE_ONLY = '#d9cfa8';
const FLOW = '#8a4b2a';

/** A map of places, empty when none is on it. `#land` has to stand in the page: see `landShape`. */
export function chainMap({ places, flows }: Ways, world: World, labelled: Labelled): string {
  const found = places.flatMap((place) => {
    const at = world.middleOf(place.country);
    return at ? [{ ...place, at }] : [];
  });
  if (found.length === 0) return '';
  const box = boxAround(found.map(({ at }) => at));
  const spots = apart(found.map(({ at }) => toCanvas(at, box)));
  const spotOf = new Map(found.map(({ country }, at) => [country, spots[at]!]));
  const shapes = found.flatMap(({ country, suppliers }) => {
    const shape = world.shapeOf(country);
    return shape ? [{ shape, known: suppliers.size > 0 }] : [];
  });
  registerMap('visited', collection(shapes.map(({ shape }) => shape)) as never);
  const most = Math.max(1, ...flows.map(({ chains: many }) => many));
  const crowded = flows.length > CROWD;
  const option = {
    geo: {
      ...geoOf('visited', box),
      itemStyle: { borderColor: '#ffffff', borderWidth: 0.6 },
      regions: shapes.map(({ shape, known }) => ({
        name: String(shape.properties?.name),
        itemStyle: { areaColor: known ? KNOWN : PLACE_ONLY },
      })),
    },
    series: [
      {
        type: 'lines',
        coordinateSystem: 'geo',
        silent: true,
        symbol: ['none', 'arrow'],
        symbolSize: crowded ? 4 : 7,
        lineStyle: { color: FLOW, opacity: crowded ? 0.4 : 0.75, curveness: 0.18 },
        data: flows.flatMap(({ from, to, chains: many }) => {
          const [start, end] = [spotOf.get(from), spotOf.get(to)];
          if (!start || !end) return [];
          const coords = shortened(start, end).map((spot) => toMap(spot, box));
          return [{ coords, lineStyle: { width: 1 + (2.2 * many) / most } }];
        }),
      },
      {
        type: 'scatter',
        coordinateSystem: 'geo',
        silent: true,
        symbolSize: 2 * RADIUS,
        itemStyle: { color: INK, opacity: 1, borderColor: '#ffffff', borderWidth: 1 },
        label: { show: true, color: '#ffffff', fontSize: 9, fontWeight: 'bold', formatter: '{b}' },
        data: found.map(({ country, at }) => ({
          name: country,
          value: toMap(spotOf.get(country) ?? at, box),
        })),
      },
    ],
  };
  return chart(option, SIZE, { ...labelled, under: landIn(box) });
}

/** The shape of all land, once a page: every map of the page takes it from here. */
export const landShape = ({ land }: World): string =>
  `<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs><path id="land" d="${land}"/></defs></svg>`;

function landIn(box: Box): string {
  const scale = (SIZE.width / boxSize(box).width) * (boxSize(WORLD_BOX).width / BASE_WIDTH);
  const [x, y] = toCanvas([WORLD_BOX.left, WORLD_BOX.top], box);
  const matrix = [scale, 0, 0, scale, x, y].map((value) => Number(value.toFixed(4))).join(' ');
  return `<rect width="${SIZE.width}" height="${SIZE.height}" fill="#f3f6f7"/><use href="#land" transform="matrix(${matrix})" fill="#e2e3dc" stroke="#ffffff" stroke-width="0.6" class="land"/>`;
}

/** The box of the canvas's shape around points, within the world. */
function boxAround(points: readonly Point[]): Box {
  const ratio = SIZE.width / SIZE.height;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs) - MARGIN, Math.max(...xs) + MARGIN];
  const [bottom, top] = [Math.min(...ys) - MARGIN, Math.max(...ys) + MARGIN];
  const whole = boxSize(WORLD_BOX);
  const width = Math.min(Math.max(right - left, (top - bottom) * ratio, LEAST), whole.width);
  const height = width / ratio;
  const x = within((left + right) / 2, WORLD_BOX.left + width / 2, WORLD_BOX.right - width / 2);
  const y = within((top + bottom) / 2, WORLD_BOX.bottom + height / 2, WORLD_BOX.top - height / 2);
  return { left: x - width / 2, right: x + width / 2, top: y + height / 2, bottom: y - height / 2 };
}

function within(value: number, least: number, most: number): number {
  return least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most);
}

function toCanvas([x, y]: Point, { left, top, right }: Box): Point {
  const scale = SIZE.width / (right - left);
  return [(x - left) * scale, (top - y) * scale];
}

function toMap([x, y]: Point, { left, top, right }: Box): Point {
  const scale = (right - left) / SIZE.width;
  return [left + x * scale, top - y * scale];
}

/** Spots moved so far that none covers another, inside the canvas. The same spots give the same places. */
function apart(spots: readonly Point[]): Point[] {
  const moved = spots.map(([x, y]) => ({ x, y }));
  const least = 2 * RADIUS + 3;
  for (let round = 0; round < 60; round++) {
    for (const [at, one] of moved.entries()) {
      for (const other of moved.slice(at + 1)) {
        const [dx, dy] = [other.x - one.x || 0.1, other.y - one.y];
        const distance = Math.hypot(dx, dy);
        if (distance >= least) continue;
        const push = (least - distance) / 2 / distance;
        one.x -= dx * push;
        one.y -= dy * push;
        other.x += dx * push;
        other.y += dy * push;
      }
    }
  }
  const edge = RADIUS + 2;
  return moved.map(({ x, y }) => [within(x, edge, SIZE.width - edge), within(y, edge, SIZE.height - edge)]);
}

/** A way from edge to edge of two spots. */
function shortened([x0, y0]: Point, [x1, y1]: Point): [Point, Point] {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const cut = Math.min(RADIUS + 1, length / 3) / length;
  const [dx, dy] = [(x1 - x0) * cut, (y1 - y0) * cut];
  return [
    [x0 + dx, y0 + dy],
    [x1 - dx, y1 - dy],
  ];
}
