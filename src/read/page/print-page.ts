import { say } from '../../say.ts';
import { localText } from '../tables/portrait/figures.ts';
import { type Html, text } from './html.ts';
import {
  type Heights,
  heightsByRows,
  heightsOf,
  inColumns,
  linesOn,
  PRINT,
  sumOfHeights,
} from './print-height.ts';

/** A piece of the page that is printed whole, with fewer rows, or not at all. */
export interface Block {
  /** Its name in the line about what is not printed. */
  readonly name: string;
  readonly html: Html;
  /** Blocks with a lower rank get room on paper first. */
  readonly rank: number;
  /** Whether it is as wide as the page, instead of in one of two columns. */
  readonly wide?: boolean;
  /** A picture with a table to its right: the table has at most this many millimetres. */
  readonly beside?: number;
}

/** A part of a section: markup that encloses blocks, and blocks. */
export interface Part {
  readonly title: string;
  readonly kind: string;
  readonly pieces: readonly (Html | Block)[];
}

/** A part with its heading. */
export const part = (title: string, pieces: Html | readonly (Html | Block)[], kind = ''): Part => ({
  title,
  kind,
  pieces: typeof pieces === 'string' ? [{ name: title, html: pieces, rank: 13 }] : pieces,
});

const isBlock = (piece: Html | Block): piece is Block => typeof piece !== 'string';

/** How a block is printed. */
interface Printed {
  readonly html: Html;
  readonly heights: Heights;
  /** What of the block is missing on paper; empty if nothing is. */
  readonly missing: string;
}

const HEADING = 7.5;
/** Rows of a table that is printed at all. */
const LEAST_ROWS = 3;

/**
 * Parts as markup that fits one printed page, with a line that names what is missing on paper. On the screen nothing is
 * missing. `taken` is the height of what comes before them, in millimetres.
 */
export function printable(parts: readonly Part[], taken: number): Html {
  const all = parts.flatMap(({ pieces }) => pieces.filter(isBlock));
  const room = PRINT.height - taken;
  const measured = new Map(all.map((block) => [block, measure(block)]));
  const everything = new Map(all.map((block) => [block, whole(block, measured.get(block)!)]));
  let kept = everything;
  let line = notPrinted(parts, kept);
  // The line about what is missing needs room too, and gets longer with what makes room for it.
  for (let reserve = 0; heightOf(parts, kept) + lineHeight(line) > room && reserve < room / 2; reserve += 2) {
    kept = selected(parts, everything, measured, room - reserve);
    line = notPrinted(parts, kept);
  }
  return `${parts.map((one) => markup(one, kept)).join('\n')}${line === '' ? '' : `\n<p class="not-printed">${text(line)}</p>`}`;
}

const lineHeight = (line: string): number =>
  line === '' ? 0 : linesOn(line, PRINT.width) * PRINT.line + 2 * PRINT.gap;

/** The line that names what is missing on paper: a part, or its blocks. */
function notPrinted(parts: readonly Part[], kept: ReadonlyMap<Block, Printed>): string {
  const missing = parts.flatMap(({ title, pieces }) => {
    const blocks = pieces.filter(isBlock);
    if (title !== '' && blocks.every((block) => !kept.has(block))) return [title];
    return blocks.map((block) => (kept.has(block) ? kept.get(block)!.missing : block.name));
  });
  const names = new Set(missing.filter((name) => name !== ''));
  return names.size === 0 ? '' : say().page.notPrinted({ parts: [...names].join(', ') });
}

/** The blocks that fit, by rank. A table that does not fit is printed with fewer rows. */
function selected(
  parts: readonly Part[],
  all: ReadonlyMap<Block, Printed>,
  measured: ReadonlyMap<Block, Measured>,
  room: number,
): Map<Block, Printed> {
  const kept = new Map<Block, Printed>();
  const fits = (block: Block, { heights }: Pick<Printed, 'heights'>) =>
    heightOf(parts, new Map<Block, Pick<Printed, 'heights'>>([...kept, [block, { heights }]])) <= room;
  for (const [block, printed] of [...all].sort(([a], [b]) => a.rank - b.rank)) {
    if (fits(block, printed)) {
      kept.set(block, printed);
      continue;
    }
    const own = measured.get(block)!;
    let [low, high] = [0, own.rows];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (fits(block, { heights: own.heights(middle) })) low = middle;
      else high = middle;
    }
    if (low >= LEAST_ROWS) kept.set(block, shortened(block, low, own));
  }
  return kept;
}

const ROW = /<tr>(?=<th scope="row")/g;

/** The number of rows of the last table of a block, and its caption. */
function rowsOf({ html }: Block): [rows: number, caption: Html] {
  const table = html.slice(html.lastIndexOf('<table>'));
  const [, caption = ''] = /<caption>(.*?)<\/caption>/s.exec(table) ?? [];
  return [html.includes('<table>') ? (table.match(ROW)?.length ?? 0) : 0, caption];
}

/** A block with its last table, measured once. */
interface Measured {
  /** The number of rows of the table, and its caption. */
  readonly rows: number;
  readonly caption: Html;
  /** The heights with the first rows of the table. */
  heights(shown: number): Heights;
  /** The number of rows for which there is room beside the picture. */
  readonly most: number;
}

function measure(block: Block): Measured {
  const { html, wide, beside } = block;
  const [rows, caption] = rowsOf(block);
  if (beside === undefined) {
    const { heights } = heightsByRows(html, wide ? PRINT.width : PRINT.column);
    return { rows, caption, heights, most: rows };
  }
  const at = html.lastIndexOf('<div class="wide">');
  const picture = sumOfHeights(heightsOf(html.slice(0, at === -1 ? undefined : at), PRINT.chart));
  const table = heightsByRows(at === -1 ? '' : html.slice(at), PRINT.beside);
  let most = rows;
  for (let height = sumOfHeights(table.heights(rows)); most > LEAST_ROWS && height > beside; most--)
    height -= table.row(most - 1);
  const heights = (shown: number) => [Math.max(picture, sumOfHeights(table.heights(shown))) + PRINT.gap];
  return { rows, caption, heights, most };
}

const whole = (block: Block, measured: Measured): Printed =>
  measured.most === measured.rows
    ? { html: block.html, heights: measured.heights(measured.rows), missing: '' }
    : shortened(block, measured.most, measured);

function shortened(block: Block, shown: number, { rows, caption, heights }: Measured): Printed {
  // The caption is markup already, and escaped once more in the line.
  const table = caption.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  const missing = say().page.someRows({ table, shown: localText(shown), all: localText(rows) });
  return { html: cut(block.html, shown), heights: heights(shown), missing };
}

/** A block with only the first rows of its last table in print. */
function cut(html: Html, shown: number): Html {
  const start = html.lastIndexOf('<table>');
  let row = 0;
  return (
    html.slice(0, start) +
    html.slice(start).replace(ROW, (tr) => (row++ < shown ? tr : '<tr class="screen">'))
  );
}

/** The height of the parts with these blocks, in millimetres. Wide blocks divide the columns. */
function heightOf(parts: readonly Part[], kept: ReadonlyMap<Block, Pick<Printed, 'heights'>>): number {
  let height = 0;
  let columns: number[] = [];
  const close = () => {
    height += inColumns(columns);
    columns = [];
  };
  for (const { pieces, title } of parts) {
    const blocks = pieces.filter(isBlock).filter((block) => kept.has(block));
    let heading = title === '' || blocks.length === 0 ? 0 : HEADING;
    for (const block of blocks) {
      const [first = 0, ...others] = kept.get(block)!.heights;
      if (block.wide) {
        close();
        height += first + heading + sumOfHeights(others);
      } else columns.push(first + heading, ...others);
      heading = 0;
    }
  }
  close();
  return height;
}

function markup({ title, kind, pieces }: Part, kept: ReadonlyMap<Block, Printed>): Html {
  const blocks = pieces.filter(isBlock);
  const body = pieces
    .map((piece) => {
      if (!isBlock(piece)) return piece;
      const printed = kept.get(piece);
      const kinds = `block${piece.wide ? ' across' : ''}${piece.beside === undefined ? '' : ' beside'}${printed ? '' : ' screen'}`;
      return `<div class="${kinds}">${printed?.html ?? piece.html}</div>`;
    })
    .join('\n');
  if (title === '') return body;
  const none = blocks.every((block) => !kept.has(block));
  const wide = blocks.find((block) => kept.has(block))?.wide ? ' wide' : '';
  return `<section class="part ${kind}${wide}${none ? ' screen' : ''}"><h3>${title}</h3>\n${body}\n</section>`;
}
