import { shade } from '../../page/colors.ts';
import { type Html, text } from '../../page/html.ts';
import { coordinate, INK, type Labelled, PAPER, picture, type Size } from '../../page/svg.ts';
import { say } from '../../say.ts';
import { type Chain, stepPairs } from '../tables/portrait/chain.ts';
import { countryName, localText } from '../tables/portrait/figures.ts';
import { middleOf, outlineId, type Point, UNITS_PER_DEGREE, WORLD_SIZE } from './world.ts';

function clamp(value: number, least: number, most: number): number {
  return least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most);
}

/** Space between two discs, and between a disc and the edge. */
const GAP = 2;
const ROUNDS = 400;

/**
 * Moves the centres of discs until none overlaps another or leaves the canvas. Deterministic. If the canvas is too
 * small, the last discs overlap.
 */
function moveApart(spots: readonly Point[], { width, height }: Size, radius: number): Point[] {
  const edge = radius + GAP;
  const least = 2 * radius + GAP;
  const moved = spots.map(([x, y]) => ({
    x: clamp(x, edge, width - edge),
    y: clamp(y, edge, height - edge),
  }));
  for (let round = 0, touching = true; touching && round < ROUNDS; round++) {
    touching = false;
    for (const [at, one] of moved.entries()) {
      for (let next = at + 1; next < moved.length; next++) {
        const other = moved[next]!;
        // Discs at the same point are moved in different directions, so that a crowd spreads to all sides.
        const angle = at + 2.4 * next;
        const same = one.x === other.x && one.y === other.y;
        const [dx, dy] = same
          ? [0.1 * Math.cos(angle), 0.1 * Math.sin(angle)]
          : [other.x - one.x, other.y - one.y];
        const distance = Math.hypot(dx, dy);
        if (distance >= least) continue;
        touching = true;
        const push = (least + 0.01 - distance) / 2 / distance;
        for (const [disc, sign] of [
          [one, -1],
          [other, 1],
        ] as const) {
          disc.x = clamp(disc.x + sign * dx * push, edge, width - edge);
          disc.y = clamp(disc.y + sign * dy * push, edge, height - edge);
        }
      }
    }
  }
  return moved.map(({ x, y }) => [x, y]);
}

/** The curvature of a line: its largest distance from the straight line, as a fraction of the length. */
const CURVATURE = 0.18;

/** A line that curves to its left from the edge of one disc to the edge of another, and an arrowhead. */
function arc(
  from: Point,
  to: Point,
  { size, radius, head }: { readonly size: Size; readonly radius: number; readonly head: number },
) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const control: Point = [
    clamp((from[0] + to[0]) / 2 + CURVATURE * (to[1] - from[1]), 0, size.width),
    clamp((from[1] + to[1]) / 2 - CURVATURE * (to[0] - from[0]), 0, size.height),
  ];
  const free = Math.max(0, length - 2 * radius);
  const start = towards(from, control, Math.min(radius, length / 3));
  const tip = towards(to, control, Math.min(radius + 1, length / 3));
  const long = Math.min(head, Math.max(free, 2));
  const end = towards(tip, control, long * 0.8);
  const base = towards(tip, control, long);
  const [sideX, sideY] = [(base[1] - tip[1]) * 0.42, (tip[0] - base[0]) * 0.42];
  const corners: readonly Point[] = [
    tip,
    [base[0] + sideX, base[1] + sideY],
    [base[0] - sideX, base[1] - sideY],
  ];
  return { start, control, end, head: corners };
}

function towards([x, y]: Point, [toX, toY]: Point, distance: number): Point {
  const length = Math.hypot(toX - x, toY - y) || 1;
  const part = Math.min(1, distance / length);
  return [x + (toX - x) * part, y + (toY - y) * part];
}

/** A country of a chain, with its steps and suppliers. */
interface ChainCountry {
  readonly country: string;
  /** Names of steps. */
  readonly steps: ReadonlySet<string>;
  /** Names of suppliers; unknown ones are not included. */
  readonly suppliers: ReadonlySet<string>;
}

interface Flow {
  readonly from: string;
  readonly to: string;
  /** Number of material chains with this flow. */
  readonly chains: number;
}

export interface ChainPlaces {
  readonly places: readonly ChainCountry[];
  readonly flows: readonly Flow[];
}

/** The countries of a chain in the order of its steps, and the flows between them. */
export function placesOf(chain: Chain): ChainPlaces {
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
/** Space on the map around the outermost countries. */
const MARGIN = 15 * UNITS_PER_DEGREE;
const LEAST_MAP_WIDTH = 74 * UNITS_PER_DEGREE;

/** Number of flows above which they are drawn paler. */
const CROWDED_FROM_FLOWS = 20;
/** Number of flows above which the description only has their number. */
const MAX_DESCRIBED_FLOWS = 40;

const KNOWN = shade('known');
const PLACE_ONLY = shade('place');
const FLOW = shade('flow');

/** A map of countries; empty if none of the countries is on the map. The page must contain `landShapes`. */
export function chainMap({ places, flows }: ChainPlaces, labelled: Labelled): Html {
  const found = places.flatMap(({ country, suppliers }) => {
    const middle = middleOf(country);
    return middle ? [{ country, known: suppliers.size > 0, middle }] : [];
  });
  if (found.length === 0) return '';
  const view = viewAround(found.map(({ middle }) => middle));
  const anchors = found.map(({ middle }) => toCanvas(middle, view));
  const spots = moveApart(anchors, SIZE, RADIUS);
  const spotOf = new Map(found.map(({ country }, at) => [country, spots[at]!]));
  const countries = found.flatMap(({ country, known }) => {
    const id = outlineId(country);
    return id === undefined ? [] : [`<use href="#${id}" fill="${known ? KNOWN : PLACE_ONLY}"/>`];
  });
  const drawn = flows.filter(({ from, to }) => spotOf.has(from) && spotOf.has(to));
  const most = Math.max(1, ...drawn.map(({ chains }) => chains));
  const arrows = drawn.map(({ from, to, chains }) =>
    arrow(spotOf.get(from)!, spotOf.get(to)!, 1 + (2.2 * chains) / most, drawn.length > CROWDED_FROM_FLOWS),
  );
  return picture(
    SIZE,
    labelled,
    flowsDescription(drawn),
    `<rect width="${SIZE.width}" height="${SIZE.height}" fill="${shade('sea')}"/><g transform="${matrixOf(view)}" stroke="${PAPER}" stroke-width="0.6"><use href="#land" fill="${shade('land')}"/>${countries.join('')}</g>${arrows.join('')}${found.map(({ country }, at) => spotMarks(country, spots[at]!, anchors[at]!)).join('')}`,
  );
}

function flowsDescription(flows: readonly Flow[]): string {
  if (flows.length === 0) return say().page.noArrows();
  if (flows.length > MAX_DESCRIBED_FLOWS) return say().page.manyArrows({ number: localText(flows.length) });
  const list = flows.map(({ from, to }) =>
    say().page.arrow({ from: countryName(from), to: countryName(to) }),
  );
  return say().page.arrows({ list: list.join(', ') });
}

/** A section of the world with the proportions of the picture. */
interface View {
  readonly left: number;
  readonly top: number;
  /** Number of units of the picture for one unit of the world. */
  readonly scale: number;
}

function viewAround(points: readonly Point[]): View {
  const ratio = SIZE.width / SIZE.height;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs) - MARGIN, Math.max(...xs) + MARGIN];
  const [top, bottom] = [Math.min(...ys) - MARGIN, Math.max(...ys) + MARGIN];
  const width = Math.min(Math.max(right - left, (bottom - top) * ratio, LEAST_MAP_WIDTH), WORLD_SIZE.width);
  const height = width / ratio;
  return {
    left: clamp((left + right - width) / 2, 0, WORLD_SIZE.width - width),
    top: clamp((top + bottom - height) / 2, 0, WORLD_SIZE.height - height),
    scale: SIZE.width / width,
  };
}

const toCanvas = ([x, y]: Point, { left, top, scale }: View): Point => [
  (x - left) * scale,
  (y - top) * scale,
];

function matrixOf({ left, top, scale }: View): string {
  const values = [scale, 0, 0, scale, -left * scale, -top * scale];
  return `matrix(${values.map((value) => Number(value.toFixed(5)) || 0).join(' ')})`;
}

/** A curved line between the edges of two discs, with an arrowhead. */
function arrow(from: Point, to: Point, width: number, crowded: boolean): Html {
  const { start, control, end, head } = arc(from, to, { size: SIZE, radius: RADIUS, head: crowded ? 5 : 8 });
  const [line, tip] = [[start, control, end].map(spaced), head.map(spaced)];
  return `<g opacity="${crowded ? 0.45 : 0.8}"><path d="M${line[0]}Q${line[1]} ${line[2]}" fill="none" stroke="${FLOW}" stroke-width="${coordinate(width)}"/><path d="M${tip[0]}L${tip[1]}L${tip[2]}z" fill="${FLOW}"/></g>`;
}

/** A disc with the code of a country. If the disc was moved, a line connects it to its country. */
function spotMarks(country: string, spot: Point, anchor: Point): Html {
  const [[x, y], [ax, ay]] = [spot.map(coordinate), anchor.map(coordinate)];
  const moved = Math.hypot(spot[0] - anchor[0], spot[1] - anchor[1]) > RADIUS;
  const line = moved
    ? `<path d="M${x} ${y}L${ax} ${ay}" stroke="${INK}" stroke-width="0.8"/><circle cx="${ax}" cy="${ay}" r="1.8" fill="${INK}"/>`
    : '';
  return `${line}<circle cx="${x}" cy="${y}" r="${RADIUS}" fill="${INK}" stroke="${PAPER}"><title>${text(countryName(country))}</title></circle><text x="${x}" y="${coordinate(spot[1] + 3.2)}" text-anchor="middle" font-size="9" font-weight="bold" fill="${PAPER}">${text(country)}</text>`;
}

const spaced = ([x, y]: Point): string => `${coordinate(x)} ${coordinate(y)}`;
