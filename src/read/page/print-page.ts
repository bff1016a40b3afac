import { say } from '../../say.ts';
import { localText } from '../tables/portrait/figures.ts';
import { type Html, text } from './html.ts';
import { type Heights, heightsOf, inColumns, linesOn, PRINT, sumOfHeights } from './print-height.ts';

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
  const everything = new Map(all.map((block) => [block, whole(block)]));
  let kept = everything;
  let line = '';
  // The line about what is missing needs room too, and gets longer with what makes room for it.
  for (let reserve = 0; heightOf(parts, kept) + lineHeight(line) > room && reserve < room / 2; reserve += 2) {
    kept = selected(parts, everything, room - reserve);
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
  room: number,
): Map<Block, Printed> {
  const kept = new Map<Block, Printed>();
  const fits = (block: Block, printed: Printed) =>
    heightOf(parts, new Map([...kept, [block, printed]])) <= room;
  for (const [block, printed] of [...all].sort(([a], [b]) => a.rank - b.rank)) {
    if (fits(block, printed)) {
      kept.set(block, printed);
      continue;
    }
    const [rows, name] = rowsOf(block);
    let [low, high] = [0, rows];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (fits(block, shortened(block, middle, rows, name))) low = middle;
      else high = middle;
    }
    if (low >= LEAST_ROWS) kept.set(block, shortened(block, low, rows, name));
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

function whole(block: Block): Printed {
  if (block.beside === undefined)
    return { html: block.html, heights: blockHeights(block, block.html), missing: '' };
  const [rows, name] = rowsOf(block);
  let shown = rows;
  while (shown > LEAST_ROWS && tableHeight(cut(block.html, shown)) > block.beside) shown--;
  return shown === rows
    ? { html: block.html, heights: blockHeights(block, block.html), missing: '' }
    : shortened(block, shown, rows, name);
}

function shortened(block: Block, shown: number, all: number, caption: Html): Printed {
  const html = cut(block.html, shown);
  // The caption is markup already, and escaped once more in the line.
  const table = caption.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  const missing = say().page.someRows({ table, shown: localText(shown), all: localText(all) });
  return { html, heights: blockHeights(block, html), missing };
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

const tableHeight = (html: Html): number =>
  sumOfHeights(heightsOf(html.slice(html.lastIndexOf('<div class="wide">')), PRINT.beside));

function blockHeights(block: Block, html: Html): Heights {
  if (block.beside === undefined) return heightsOf(html, block.wide ? PRINT.width : PRINT.column);
  const at = html.lastIndexOf('<div class="wide">');
  const picture = sumOfHeights(heightsOf(html.slice(0, at === -1 ? undefined : at), PRINT.chart));
  return [Math.max(picture, at === -1 ? 0 : tableHeight(html)) + PRINT.gap];
}

/** The height of the parts with these blocks, in millimetres. Wide blocks divide the columns. */
function heightOf(parts: readonly Part[], kept: ReadonlyMap<Block, Printed>): number {
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
