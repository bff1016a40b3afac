import { forTerminal } from '../../terminal-text.ts';
import { type Column, table, textWidth } from './table.ts';

const GAP = 2;
/** No column is made narrower than this for the others' sake. */
const LEAST = 8;

/**
 * Rows as a table that fits a terminal of `width` places. The first column stays whole, as the next command needs what is
 * in it; the widest of the others give way, and then the last ones are left out. Cells may be foreign.
 */
export function fittedTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string[] {
  const safe = rows.map((row) => row.map((cell) => forTerminal(cell)));
  const widths = columns.map(({ header }, at) =>
    safe.reduce((widest, row) => Math.max(widest, textWidth(row[at] ?? '')), textWidth(header)),
  );
  const [first = 0, ...others] = widths;
  widths[0] = Math.min(first, width);
  const least = others.map((each) => Math.min(each, LEAST) + GAP);
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
  while (least.length > 0 && widths[0] + sum(least) > width) least.pop();
  const shown = columns.slice(0, 1 + least.length);
  widths.length = shown.length;
  for (let over = sum(widths) + GAP * least.length - width; over > 0; over--) {
    const widest = widths.indexOf(Math.max(...widths.slice(1)), 1);
    if (widest < 0) break;
    widths[widest]!--;
  }
  return table(
    shown.map((column, at) => ({ ...column, header: cutTo(column.header, widths[at]!) })),
    safe.map((row) => shown.map((_, at) => cutTo(row[at] ?? '', widths[at]!))),
  );
}

function cutTo(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = '';
  for (const character of text) {
    if (textWidth(`${cut}${character}`) > width - 1) break;
    cut += character;
  }
  return `${cut}…`;
}

/** A record as lines of name and value, names aligned. Both may be foreign; what is empty is left out. */
export function cardLines(pairs: readonly (readonly [name: string, value: unknown])[]): string[] {
  const shown = pairs
    .map(([name, value]) => [forTerminal(name), textOf(value)] as const)
    .filter(([, text]) => text !== '');
  const width = Math.max(0, ...shown.map(([name]) => textWidth(name)));
  return shown.map(([name, text]) => `${name}${' '.repeat(width - textWidth(name))}  ${text}`);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return forTerminal(value, 1000);
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return forTerminal(JSON.stringify(value), 1000);
}

/** A pair; of an object a pair for each of its fields, their names after its own. */
export function flatPairs([name, value]: readonly [string, unknown]): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, value]];
  return Object.entries(value).map(([below, held]) => [`${name}.${below}`, held]);
}
