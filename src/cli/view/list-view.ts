import { forTerminal } from '../../terminal-text.ts';
import { table, textWidth, type ViewColumn } from './table.ts';
import { truncated } from './wrap.ts';

const GAP = 2;
/** The minimum width of a column that is shrunk. Headers are not shrunk. */
const MIN_WIDTH = 8;

/**
 * A table that fits into `width` columns. The first column is never truncated, because the next command needs its
 * values. The widest other columns are shrunk, unless they are `isWhole`; if that is not enough, the last columns are
 * omitted. Makes cells safe for a terminal.
 */
export function fittedTable(
  columns: readonly (ViewColumn & { readonly isWhole?: true })[],
  rows: readonly (readonly string[])[],
  width: number,
): string[] {
  const safe = rows.map((row) => row.map((cell) => forTerminal(cell)));
  const widths = columns.map(({ header }, at) =>
    safe.reduce((widest, row) => Math.max(widest, textWidth(row[at] ?? '')), textWidth(header)),
  );
  const [first = 0, ...others] = widths;
  widths[0] = Math.min(first, width);
  const least = others.map((each, at) =>
    Math.max(columns[at + 1]!.isWhole ? each : Math.min(each, MIN_WIDTH), textWidth(columns[at + 1]!.header)),
  );
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
  while (least.length > 0 && widths[0] + sum(least) + GAP * least.length > width) least.pop();
  const shown = columns.slice(0, 1 + least.length);
  widths.length = shown.length;
  for (let over = sum(widths) + GAP * least.length - width; over > 0; over--) {
    const shrinkable = widths.map((each, at) => (at > 0 && each > least[at - 1]! ? each : 0));
    const widest = shrinkable.indexOf(Math.max(...shrinkable));
    if (widest <= 0) break;
    widths[widest]!--;
  }
  return table(
    shown.map((column, at) => ({ ...column, header: truncated(column.header, widths[at]!) })),
    safe.map((row) => shown.map((_, at) => truncated(row[at] ?? '', widths[at]!))),
  );
}

/** A record as aligned lines of name and value, without empty values, safe for a terminal. */
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

/** The pair itself or, for an object, one pair for each of its fields, such as `links.web`. */
export function flatPairs([name, value]: readonly [string, unknown]): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, value]];
  return Object.entries(value).map(([field, inner]) => [`${name}.${field}`, inner]);
}
