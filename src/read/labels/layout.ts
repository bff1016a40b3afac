import { usage } from '../../errors.ts';
import { say } from '../../say.ts';
import { MARGIN } from './code.ts';
import { isRoll, type Paper } from './papers.ts';

/** Where the labels of a page are, and what each contains; lengths in points (72 per inch). */
export interface Layout {
  readonly page: { readonly width: number; readonly height: number };
  readonly columns: number;
  readonly rows: number;
  readonly left: number;
  readonly top: number;
  /** Distance from the left edge of a label to the left edge of the next one. */
  readonly pitch: number;
  readonly width: number;
  readonly height: number;
  /** The length of a side of a code, with its margin. */
  readonly side: number;
  /** Space between the edge of a label and what it contains. */
  readonly pad: number;
  /** Where the texts are: to the right of the code (`beside`) or below it. */
  readonly texts: 'beside' | 'below';
  /** Number of lines, if the texts are below the code. */
  readonly lines: 1 | 3;
  /** Whether a frame is drawn around each label, to cut along. */
  readonly framed: boolean;
  /** The size of a dot of the printer, if modules must be whole dots. */
  readonly dot?: number;
}

export const MM = 72 / 25.4;
/** The minimum length of a side of a code, in millimetres: phones cannot scan smaller codes reliably. */
const LEAST_SIDE = 15;
/** The minimum length of a side of a module, in millimetres. */
const LEAST_MODULE = 0.33;

export const FONT = { name: 8, small: 7, line: 1.25 } as const;

const A4 = { width: 595.28, height: 841.89 } as const;
const EDGE = 28.35;
const PAD = 6;
const TEXT_HEIGHT = (FONT.name + 2 * FONT.small) * FONT.line;

/**
 * The layout of an A4 page with this many labels.
 *
 * @throws TraceError usage `labels-small` if the codes would be too small to scan
 */
export function layoutOf(columns: number, rows: number): Layout {
  const layout = gridLayout(columns, rows);
  if (layout.side >= LEAST_SIDE * MM) return layout;
  throw usage(
    'labels-small',
    say().labels.gridSmall({
      columns: `${columns}`,
      rows: `${rows}`,
      millimetres: `${Math.max(0, Math.floor(layout.side / MM))}`,
      least: `${LEAST_SIDE}`,
    }),
    say().labels.fewer({ flag: '--grid 3x5' }),
  );
}

function gridLayout(columns: number, rows: number): Layout {
  const width = (A4.width - 2 * EDGE) / columns;
  const height = (A4.height - 2 * EDGE) / rows;
  return {
    page: A4,
    ...{ columns, rows, left: EDGE, top: EDGE, pitch: width, width, height },
    side: Math.min(width - 2 * PAD, height - 2 * PAD - TEXT_HEIGHT),
    pad: PAD,
    ...{ texts: 'below', lines: 3, framed: true },
  };
}

/** Space at the edges of a label, because paper moves a little in a printer. */
const INSET = { sheet: 2 * MM, roll: 1.5 * MM } as const;
/** The size of a dot of usual thermal printers: 203 dots per inch. */
const DOT = 72 / 203;
/** Labels have their texts beside the code if their width divided by their height is more than this. */
const WIDE_RATIO = 1.3;

/** The layout of a paper. Wide labels have the texts beside the code; small square labels have only the reference. */
export function paperLayout(paper: Paper): Layout {
  const { page, label, columns, rows, left, top, pitch } = paper;
  const rolls = isRoll(paper);
  const pad = rolls ? INSET.roll : INSET.sheet;
  const [width, height] = [label.width * MM, label.height * MM];
  const base = {
    page: { width: page.width * MM, height: page.height * MM },
    ...{ columns, rows, left: left * MM, top: top * MM, pitch: pitch * MM, width, height, pad },
    framed: false,
    ...(rolls && { dot: DOT }),
  };
  if (width >= WIDE_RATIO * height) {
    return { ...base, side: Math.min(height - 2 * pad, width / 2), texts: 'beside', lines: 3 };
  }
  const below = (text: number) => Math.min(width - 2 * pad, height - 2 * pad - text);
  return below(TEXT_HEIGHT) >= LEAST_SIDE * MM
    ? { ...base, side: below(TEXT_HEIGHT), texts: 'below', lines: 3 }
    : { ...base, side: below(FONT.small * FONT.line), texts: 'below', lines: 1 };
}

/** The length of a side of a module, for a code with this many modules on each side. Thermal printers print whole dots. */
export function moduleOf({ side, dot }: Layout, size: number): number {
  const module = side / (size + 2 * MARGIN);
  // A module may be one dot larger if the code then takes only a little of the space around it.
  const whole = dot === undefined ? module : Math.floor(module / dot + 0.12) * dot;
  return whole >= LEAST_MODULE * MM ? whole : module;
}

/** Whether a code with this many modules on each side can be scanned. */
export const canScan = (layout: Layout, size: number): boolean =>
  layout.side >= LEAST_SIDE * MM && layout.side / (size + 2 * MARGIN) >= LEAST_MODULE * MM;

/** The minimum length of a side of a code with this many modules on each side, in millimetres. */
export const leastSideFor = (size: number): number =>
  Math.max(LEAST_SIDE, Math.ceil((size + 2 * MARGIN) * LEAST_MODULE));

/** The first grid whose codes of this size can be scanned. Grids with more columns, then with more rows, are tried first. */
export function gridFor(size: number, columns: number): { readonly columns: number; readonly rows: number } {
  for (let less = columns; less > 1; less--)
    for (let rows = 20; rows > 0; rows--)
      if (canScan(gridLayout(less, rows), size)) return { columns: less, rows };
  return { columns: 1, rows: 1 };
}
