import type { Html } from './html.ts';
import { linesOf, widthOf } from './text-width.ts';

/** Lengths of the printed page, in millimetres. `style.ts` has the same. */
export const PRINT = {
  /** The area of an A4 page within its margins. */
  ...{ width: 186, height: 273 },
  column: 89,
  /** The map and the chart of kilometres; the ring of materials. */
  ...{ chart: 104, ring: 26 },
  /** The tables next to the map of all studies and of a study. */
  beside: 78,
  ...{ font: 2.5, line: 3.3, rowPadding: 1.1, cellPadding: 2.2 },
  /** Space above and below a paragraph, a list or a heading. */
  gap: 1.6,
} as const;

/** What a piece of markup takes on paper: the heights of its parts that no page or column break divides. */
export type Heights = readonly number[];

/** Elements that begin a line. The capturing group makes `split` return them too. */
const BLOCKS = /(<\/?(?:p|div|dl|dt|dd|li|ul|ol|h4|figure|figcaption|section|article|br)\b[^>]*>)/;
const SPACED = /^<(?:p|h4|figcaption|article|section)\b/;
const TABLE = /<div class="wide"><table>.*?<\/table><\/div>/gs;
const FACTS = /<dl class="facts">.*?<\/dl>/gs;
const LEGEND = /<ul class="legend">.*?<\/ul>/gs;
const CHART = /<svg class="chart" viewBox="0 0 (\d+) (\d+)".*?<\/svg>/gs;
const RING = 168;

/**
 * The heights that markup of the page has in print at a width, at most. Lengths are in millimetres.
 */
export function heightsOf(html: Html, width: number): Heights {
  const heights: number[] = [];
  const piece = (...own: number[]) => {
    heights.push(...own);
    return '<br>';
  };
  const rest = html
    .replace(TABLE, (table) => piece(...tableHeights(tableRows(table, width))))
    .replace(FACTS, (facts) => piece(factsHeight(facts, width)))
    .replace(LEGEND, (legend) => piece(legendHeight(legend, html.includes('class="ring"') ? 0 : width)))
    .replace(CHART, (_, wide: string, high: string) => {
      const drawn = Number(wide) === RING ? PRINT.ring : Math.min(PRINT.chart, width);
      return piece((drawn * Number(high)) / Number(wide) + PRINT.gap);
    });
  let tag = '';
  for (const run of rest.split(BLOCKS)) {
    if (BLOCKS.test(run)) {
      tag = run;
      if (SPACED.test(tag)) heights.push(PRINT.gap);
      continue;
    }
    const words = plainText(run);
    // Steps are indented, and badges have borders.
    const isStep = tag.startsWith('<li') || tag.startsWith('<br');
    if (words !== '')
      heights.push(linesOn(words, width - (isStep ? 18 : 3)) * (PRINT.line + (isStep ? 0.5 : 0)));
  }
  return heights;
}

export const sumOfHeights = (heights: Heights): number => heights.reduce((sum, height) => sum + height, 0);

/** The height of pieces in two columns: the first column ends where both are most equal. */
export function inColumns(heights: Heights): number {
  const whole = sumOfHeights(heights);
  let [least, left] = [whole, 0];
  for (const height of heights) {
    left += height;
    least = Math.min(least, Math.max(left, whole - left));
  }
  // A table that continues in the second column repeats its header.
  return heights.length < 2 ? whole : least + 3 * PRINT.line;
}

/** Print asks for fonts that are narrower than the widest one, which `widthOf` assumes. */
const NARROW = 0.8;

const widthInPrint = (text: string): number => widthOf(text, PRINT.font * NARROW);

/** Lines of a text in print, at a font of this size. */
export const linesOn = (text: string, width: number, font: number = PRINT.font): number =>
  linesOf(text, font * NARROW, Math.max(width, 4 * font), Number.POSITIVE_INFINITY).length;

/** A table with the heights of its rows, without its caption. */
interface TableRows {
  readonly top: number;
  /** The header and all rows. `isCut`: whether a shorter table may lack it. */
  readonly rows: readonly { readonly height: number; readonly isCut: boolean }[];
}

function tableRows(table: Html, width: number): TableRows {
  const shares = [...table.matchAll(/<col(?: style="--w:(\d+)%")?>/g)].map(([, share]) => Number(share) || 0);
  const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => ({
    height: rowHeight(
      [...row.matchAll(/<t[hd]([^>]*)>(.*?)<\/t[hd]>/gs)].map(([, own = '', cell = '']) =>
        // Figures and bars stay on one line.
        !row.includes('scope="col"') && (own.includes('number') || cell.includes('class="bar"')) ? '' : cell,
      ),
      shares,
      width,
    ),
    isCut: row.startsWith('<th scope="row"'),
  }));
  const [, caption = ''] = /<caption>(.*?)<\/caption>/s.exec(table) ?? [];
  return { top: linesOn(plainText(caption), width) * PRINT.line + PRINT.gap, rows };
}

/** The heights of a table with the first `shown` of the rows that it may lack. */
function tableHeights({ top, rows }: TableRows, shown = Number.POSITIVE_INFINITY): number[] {
  let left = shown;
  const kept = rows.filter(({ isCut }) => !isCut || left-- > 0).map(({ height }) => height);
  const [header = 0, first = 0, ...others] = kept;
  return [top + header + first, ...others.slice(0, -1), (others.at(-1) ?? 0) + 2 * PRINT.gap];
}

/** What markup takes on paper if only the first rows of its last table are printed. */
export interface HeightsByRows {
  /** The heights with this number of rows. */
  heights(shown: number): Heights;
  /** The height of a row, from 0. */
  row(at: number): number;
}

/** Measures markup, and each row of its last table, once. */
export function heightsByRows(html: Html, width: number): HeightsByRows {
  const all = heightsOf(html, width);
  const tables = html.match(TABLE) ?? [];
  const last = tables.at(-1);
  if (last === undefined) return { heights: () => all, row: () => 0 };
  // The heights of tables come first.
  const start = tables.slice(0, -1).reduce((sum, one) => sum + tableHeights(tableRows(one, width)).length, 0);
  const measured = tableRows(last, width);
  const rest = all.slice(start + tableHeights(measured).length);
  const rows = measured.rows.filter(({ isCut }) => isCut);
  return {
    heights: (shown) => [...all.slice(0, start), ...tableHeights(measured, shown), ...rest],
    row: (at) => rows[at]?.height ?? 0,
  };
}

function rowHeight(cells: readonly Html[], shares: readonly number[], width: number): number {
  const named = shares.reduce((sum, share) => sum + share, 0);
  const unnamed = shares.filter((share) => share === 0).length;
  const lines = cells.map((cell, at) => {
    const share = shares[at] || (100 - named) / Math.max(unnamed, 1);
    const indent = cell.includes('class="within"') ? 3 : 0;
    return linesOn(plainText(cell), (width * share) / 100 - PRINT.cellPadding - indent);
  });
  return Math.max(1, ...lines) * PRINT.line + PRINT.rowPadding;
}

/** Labels with their values, side by side as long as there is room. */
function factsHeight(facts: Html, width: number): number {
  const line = PRINT.line + 0.2;
  let [height, used, row] = [0, 0, 0];
  for (const [, label = '', value = ''] of facts.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)) {
    const words = plainText(value);
    const wide = Math.min(width, Math.max(widthInPrint(plainText(label)), widthInPrint(words)) + 6);
    if (used + wide > width) [height, used, row] = [height + row, 0, 0];
    used += wide;
    row = Math.max(row, (1 + linesOn(words, width)) * line);
  }
  return height + row + PRINT.gap;
}

/** The keys of a chart, side by side as long as there is room. */
function legendHeight(legend: Html, width: number): number {
  let [rows, used] = [0, Number.POSITIVE_INFINITY];
  for (const [, item = ''] of legend.matchAll(/<li>(.*?)<\/li>/gs)) {
    const words = plainText(item);
    const wide = widthInPrint(words) + 9;
    if (used + wide > width) [rows, used] = [rows + linesOn(words, Math.max(width, 40) - 5), 0];
    used += wide;
  }
  return rows * (PRINT.line + 0.3) + PRINT.gap;
}

/** The words of markup. Escaped characters count as one. */
const plainText = (html: Html): string =>
  html
    .replaceAll(/<title.*?<\/title>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
