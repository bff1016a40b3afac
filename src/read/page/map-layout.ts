import type { Size } from './svg.ts';
import type { Point } from './world.ts';

export function within(value: number, least: number, most: number): number {
  return least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most);
}

/** Space between two discs, and between a disc and the edge. */
const GAP = 2;
const ROUNDS = 400;

/**
 * Moves the centres of discs until none overlaps another or leaves the canvas. Deterministic. If the canvas is too
 * small, the last discs overlap.
 */
export function apart(spots: readonly Point[], { width, height }: Size, radius: number): Point[] {
  const edge = radius + GAP;
  const least = 2 * radius + GAP;
  const moved = spots.map(([x, y]) => ({
    x: within(x, edge, width - edge),
    y: within(y, edge, height - edge),
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
          disc.x = within(disc.x + sign * dx * push, edge, width - edge);
          disc.y = within(disc.y + sign * dy * push, edge, height - edge);
        }
      }
    }
  }
  return moved.map(({ x, y }) => [x, y]);
}

/** The curvature of a line: its largest distance from the straight line, as a fraction of the length. */
const BOW = 0.18;

/** A line that curves to its left from the edge of one disc to the edge of another, and an arrowhead. */
export function bow(
  from: Point,
  to: Point,
  { size, radius, head }: { readonly size: Size; readonly radius: number; readonly head: number },
) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const control: Point = [
    within((from[0] + to[0]) / 2 + BOW * (to[1] - from[1]), 0, size.width),
    within((from[1] + to[1]) / 2 - BOW * (to[0] - from[0]), 0, size.height),
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
