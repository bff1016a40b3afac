import type { ChalkInstance } from 'chalk';
import { forTerminal } from '../../terminal-text.ts';
import { type ColorLevel, colors } from './sentences.ts';
import { textWidth } from './table.ts';
import { truncated, wrap } from './wrap.ts';

export interface CardOptions {
  /** Columns of the terminal; fewer than 40 count as 40. */
  readonly width: number;
  readonly color: ColorLevel;
  /** The language of claims, materials and categories. Texts missing in this language are shown in English. */
  readonly language: string;
}

const MIN_WIDTH = 40;
const LABEL = 15;
const MIN_LABEL = 10;
const MIN_BAR = 6;

/** Builds the lines of a card, none wider than the terminal. Makes texts safe for a terminal. */
export class Card {
  readonly chalk: ChalkInstance;
  readonly width: number;
  readonly lines: string[] = [];

  constructor({ width, color }: CardOptions) {
    this.chalk = colors(color);
    this.width = Math.max(width, MIN_WIDTH);
  }

  title(text: string, after = ''): void {
    this.wrapped(text, '', '', this.chalk.bold);
    if (after !== '') this.wrapped(after);
  }

  section(name: string): void {
    this.lines.push('', this.chalk.bold.underline(name));
  }

  /** Adds a line such as `Collection     SS27`; nothing if the value is empty. */
  fact(label: string, value: string, width = LABEL): void {
    if (value === '') return;
    const [first = '', ...more] = wrap(forTerminal(value, 2000), this.width - width - 1);
    const name = truncated(forTerminal(label), width);
    const padding = ' '.repeat(Math.max(width - textWidth(name), 0) + 1);
    this.lines.push(`${this.chalk.dim(name)}${padding}${first}`.trimEnd());
    for (const line of more) this.lines.push(`${' '.repeat(width + 1)}${line}`);
  }

  /** Adds a wrapped text, with `lead` before its first line and `next` before each further line. */
  wrapped(text: string, lead = '', next = lead, color: (line: string) => string = (line) => line): void {
    const width = Math.max(this.width - textWidth(lead), 12);
    for (const [at, line] of wrap(forTerminal(text, 2000), width).entries()) {
      this.lines.push(`${this.chalk.dim(at === 0 ? lead : next)}${color(line)}`.trimEnd());
    }
  }

  /** Adds a link, on its own lines if it does not fit after its label. */
  link(label: string, address: string): void {
    if (textWidth(address) <= this.width - LABEL - 1) this.fact(label, address);
    else {
      this.wrapped(label, '', '', this.chalk.dim);
      this.wrapped(address);
    }
  }

  /**
   * Adds rows such as `Climate change 2.641 kg CO2 eq █████░░░░░ 0.035 %`. Bars and notes are omitted if they do not
   * fit.
   */
  bars(rows: readonly BarRow[]): void {
    const widest = (texts: readonly string[]) =>
      texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);
    const unit = widest(rows.map((row) => forTerminal(row.unit)));
    const value = widest(rows.map((row) => row.value));
    const note = widest(rows.map((row) => row.note));
    const label = Math.max(
      Math.min(widest(rows.map((row) => row.label)), this.width - value - unit - 3),
      MIN_LABEL,
    );
    const room = this.width - label - value - unit - 5;
    const noted = note > 0 && room - note - 1 >= MIN_BAR;
    const bar = Math.min(20, noted ? room - note - 1 : room);
    for (const row of rows) {
      const name = padded(truncated(row.label, label), label);
      const figures = `${name}  ${' '.repeat(value - textWidth(row.value))}${row.value} ${padded(forTerminal(row.unit), unit)}`;
      const drawn = bar < MIN_BAR || row.share === null ? '' : `  ${barText(row.share, bar, this.chalk)}`;
      const remark = noted && row.note !== '' ? ` ${this.chalk.dim(row.note)}` : '';
      this.lines.push(`${figures}${drawn}${remark}`.trimEnd());
    }
  }
}

export interface BarRow {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  /** The length of the bar, from 0 to 1; null for no bar. */
  readonly share: number | null;
  readonly note: string;
}

function barText(share: number, width: number, chalk: ChalkInstance): string {
  const full = Math.round(Math.min(Math.max(share, 0), 1) * width);
  return `${chalk.green('█'.repeat(full))}${chalk.dim('░'.repeat(width - full))}`;
}

const padded = (text: string, width: number) => text + ' '.repeat(Math.max(width - textWidth(text), 0));
