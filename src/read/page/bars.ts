import { shade } from '../../page/colors.ts';
import { type Html, text, withoutUnsafe } from '../../page/html.ts';
import {
  COLORS,
  coordinate,
  INK,
  type Labelled,
  legend,
  OTHERS_COLOR,
  PAPER,
  picture,
  SOFT,
} from '../../page/svg.ts';
import { numberText, say } from '../../say.ts';
import { drawable, type Part, sumOf } from './charts.ts';
import { linesOf, widthOf } from './text-width.ts';

/** The area of the bars begins at `left` and ends `right` before the edge. Names are left of it, sums right of it. */
const PLOT = { left: 154, right: 90, top: 6 };
/** Less counts as zero. */
const LEAST = 1e-9;
const ROW = 34;
const BAR = 18;
const FONT = 11;
const AXIS_FONT = 10;

/** A bar, and the parts that follow each other on it. */
export interface Stretch {
  readonly name: string;
  readonly parts: readonly Part[];
}

/** What the bars of a chart show. */
interface Bars extends Labelled {
  /** A value, with its unit if the names of the parts do not have it. */
  textOf(value: number): string;
  /** The name of the parts that share a colour because there are too many. */
  othersText(number: string): string;
  /** The width in units of the picture. */
  readonly width?: number;
}

/** How a chart places its values. */
interface Scale {
  readonly width: number;
  x(value: number): number;
  readonly textOf: Bars['textOf'];
}

/** A chart with one bar for each row, whose parts are its segments, and a legend. Empty if all values are zero. */
export function barChart(
  all: readonly Stretch[],
  { textOf, othersText, width = 640, ...labelled }: Bars,
): Html {
  const rows = all.map(({ name, parts }) => ({
    name,
    parts: parts.map((part) => ({ ...part, value: Math.abs(part.value) < LEAST ? 0 : drawable(part.value) })),
  }));
  const series = seriesOf(rows, othersText);
  if (series.length === 0) return '';
  const bars = rows.map(({ name, parts }) => ({ name, segments: stacked(parts, series) }));
  const edges = bars.flatMap(({ segments }) => segments.flatMap(({ from, to }) => [from, to]));
  const room = width - PLOT.right - PLOT.left;
  const axis = readableAxis(Math.min(0, ...edges), Math.max(0, ...edges), room, textOf);
  const x = (value: number) => PLOT.left + ((value - axis.low) / (axis.high - axis.low)) * room;
  const scale = { width, x, textOf };
  const bottom = PLOT.top + ROW * rows.length;
  const drawn = bars.map(({ name, segments }, at) => barOf(name, segments, PLOT.top + ROW * at, scale));
  const sums = rows.map(({ name, parts }) => `${name} ${textOf(sumOf(parts))}`);
  const chart = picture(
    { width, height: bottom + 22 },
    labelled,
    sums.join(', '),
    `${axisMarks(axis, bottom, scale)}${drawn.join('')}`,
  );
  return chart + legend(series.map(({ name, color }) => ({ color, html: text(name) })));
}

interface Series {
  readonly name: string;
  readonly color: string;
  readonly steps: ReadonlySet<string>;
}

/**
 * A colour for each part, in their order. If there are more parts than colours, the shortest share one.
 */
function seriesOf(rows: readonly Stretch[], othersText: Bars['othersText']): Series[] {
  const sums = new Map<string, number>();
  for (const { name, value } of rows.flatMap(({ parts }) => parts))
    if (value !== 0) sums.set(name, (sums.get(name) ?? 0) + Math.abs(value));
  const steps = [...sums.keys()];
  const longest = steps.toSorted((a, b) => sums.get(b)! - sums.get(a)!);
  const kept = new Set(steps.length > COLORS.length ? longest.slice(0, COLORS.length) : steps);
  const own = steps.filter((name) => kept.has(name));
  const others = steps.filter((name) => !kept.has(name));
  return [
    ...own.map((name, at) => ({ name, color: COLORS[at]!, steps: new Set([name]) })),
    ...(others.length === 0
      ? []
      : [
          {
            name: othersText(numberText(others.length)),
            color: OTHERS_COLOR,
            steps: new Set(others),
          },
        ]),
  ];
}

interface Segment extends Series {
  readonly from: number;
  readonly to: number;
}

/** Segments end to end: positive ones to the right of zero, negative ones to the left. */
function stacked(parts: readonly Part[], series: readonly Series[]): Segment[] {
  let [right, left] = [0, 0];
  return series.flatMap((one) => {
    const value = drawable(sumOf(parts.filter(({ name }) => one.steps.has(name))));
    if (value === 0) return [];
    const from = value > 0 ? right : left;
    const to = from + value;
    if (value > 0) right = to;
    else left = to;
    return [{ ...one, from, to }];
  });
}

/** An axis with as many marks as fit next to each other. */
function readableAxis(low: number, high: number, room: number, textOf: Bars['textOf']): Axis {
  for (let most = 5; most > 1; most--) {
    const axis = axisFor(low, high, most);
    const each = room / (axis.ticks.length - 1);
    if (axis.ticks.every((tick) => widthOf(textOf(tick), AXIS_FONT) + 8 <= each)) return axis;
  }
  return axisFor(low, high, 1);
}

function axisMarks({ ticks }: Axis, bottom: number, { x, textOf }: Scale): Html {
  return ticks
    .map((tick) => {
      const at = coordinate(x(tick));
      const line = `<path d="M${at} ${PLOT.top}V${bottom}" stroke="${shade(tick === 0 ? 'zero' : 'grid')}"/>`;
      return `${line}<text x="${at}" y="${bottom + 14}" text-anchor="middle" font-size="${AXIS_FONT}" fill="${SOFT}">${textOf(tick)}</text>`;
    })
    .join('');
}

function barOf(name: string, segments: readonly Segment[], top: number, { width, x, textOf }: Scale): Html {
  const middle = top + ROW / 2;
  const lines = linesOf(withoutUnsafe(name), FONT, PLOT.left - 8, 2);
  const label = lines
    .map((line, at) => {
      const y = middle + 4 + (at - (lines.length - 1) / 2) * 13;
      return `<text x="${PLOT.left - 6}" y="${coordinate(y)}" text-anchor="end" font-size="${FONT}" fill="${INK}">${text(line)}<title>${text(name)}</title></text>`;
    })
    .join('');
  const rects = segments.map(({ name: step, color, from, to }) => {
    const [left, right] = [x(Math.min(from, to)), x(Math.max(from, to))];
    return `<rect x="${coordinate(left)}" y="${coordinate(middle - BAR / 2)}" width="${coordinate(right - left)}" height="${BAR}" fill="${color}" stroke="${PAPER}" stroke-width="0.75"><title>${text(say().study.pair({ name: step, value: textOf(to - from) }))}</title></rect>`;
  });
  const sum = segments.reduce((all, { from, to }) => all + to - from, 0);
  return `${label}${rects.join('')}<text x="${width - 2}" y="${coordinate(middle + 4)}" text-anchor="end" font-size="${FONT}" fill="${INK}">${textOf(sum)}</text>`;
}

/** A linear axis and its marks. Both ends are multiples of the step. */
interface Axis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/**
 * An axis that contains two different values. It has at most `most` steps of 1, 2 or 5 times a power of ten, plus one
 * at each end.
 */
export function axisFor(low: number, high: number, most: number): Axis {
  const least = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= least) ?? 10 * power;
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const ticks = Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
  return { low: ticks[0]!, high: ticks.at(-1)!, ticks };
}
