import type { Told } from './measure.ts';

export interface Goal {
  readonly text: string;
  readonly met: boolean;
}

/** A line of the table: trace itself, or what it is compared with. */
export interface Entry {
  readonly name: string;
  /** CPU seconds or another figure. */
  readonly value: string;
  /** Peak memory. */
  readonly peak?: string;
  /** The figure of trace divided by this one. */
  readonly ratio?: number;
  readonly goals?: readonly Goal[];
}

export interface Block {
  readonly title: string;
  readonly entries: readonly Entry[];
}

export const atMost = (value: number, most: number, unit = 'x'): Goal => ({
  text: `at most ${most}${unit === 'x' ? unit : ` ${unit}`}`,
  met: value <= most,
});
export const atLeast = (value: number, least: number): Goal => ({
  text: `at least ${least}x`,
  met: value >= least,
});

/** The table of an older benchmark: our figure and that of the other in a line each. */
export function blockOf({ title, lines }: Told): Block {
  const entries = lines.flatMap(({ name, ours, beside, peer, ratio, goal }): Entry[] => [
    { name, value: ours },
    {
      name: `  ${beside}`,
      value: peer,
      ratio,
      goals: goal ? ['most' in goal ? atMost(ratio, goal.most) : atLeast(ratio, goal.least)] : [],
    },
  ]);
  return { title, entries };
}

export const missed = (blocks: readonly Block[]): number =>
  blocks.flatMap(({ entries }) => entries.flatMap(({ goals = [] }) => goals)).filter(({ met }) => !met)
    .length;

const HEADERS = ['', 'CPU or rate', 'peak', 'trace / this', 'goal'];

function cellsOf({ name, value, peak = '', ratio, goals = [] }: Entry): string[] {
  const goal = goals.map(({ text, met }) => `${text}: ${met ? 'met' : 'NOT MET'}`).join('; ');
  return [name, value, peak, ratio === undefined ? '' : `${ratio.toFixed(ratio < 0.1 ? 3 : 2)}x`, goal];
}

/** The table as text with aligned columns. */
export function textOf({ title, entries }: Block): string {
  const rows = [HEADERS, ...entries.map(cellsOf)];
  const widths = HEADERS.map((_, at) =>
    Math.max(at === 0 ? 30 : 12, ...rows.map((cells) => cells[at]!.length)),
  );
  const lines = rows.map((cells) =>
    cells
      .map((cell, at) => (at === 0 || at === 4 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd(),
  );
  return `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

export function markdownOf({ title, entries }: Block): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const rule = '| --- | ---: | ---: | ---: | --- |\n';
  const lines = entries.map((entry) => {
    const cells = cellsOf(entry).map((cell) => cell.replace('NOT MET', '**not met**'));
    return row([cells[0]!.replace(/^ +/, '&nbsp;&nbsp;'), ...cells.slice(1)]);
  });
  return `**${title}**\n\n${row(HEADERS)}${rule}${lines.join('')}\n`;
}
