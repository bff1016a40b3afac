import type { ChalkInstance } from 'chalk';
import { forTerminal } from '../../terminal-text.ts';
import type { ColorLevel } from './listener.ts';
import { colors } from './sentences.ts';
import { textWidth } from './table.ts';

export interface CardOptions {
  /** Places of a line; less than 40 is taken as 40. */
  readonly width: number;
  readonly color: ColorLevel;
  /** Of claims, materials and categories; English stands in. */
  readonly language: string;
}

const NARROWEST = 40;
const LABEL = 15;
const LEAST_LABEL = 10;
const LEAST_BAR = 6;

/** Lines of a card, none wider than the terminal. Foreign texts given to it are made safe. */
export class Card {
  readonly chalk: ChalkInstance;
  readonly width: number;
  readonly lines: string[] = [];

  constructor({ width, color }: CardOptions) {
    this.chalk = colors(color);
    this.width = Math.max(width, NARROWEST);
  }

  title(foreign: string, after = ''): void {
    this.wrapped(foreign, '', '', this.chalk.bold);
    if (after !== '') this.wrapped(after);
  }

  section(name: string): void {
    this.lines.push('', this.chalk.bold.underline(name));
  }

  /** `Collection     SS27`; nothing for an empty value. */
  fact(label: string, foreign: string, width = LABEL): void {
    if (foreign === '') return;
    const [first = '', ...more] = wrap(forTerminal(foreign, 2000), this.width - width - 1);
    const name = cut(forTerminal(label), width);
    const room = ' '.repeat(Math.max(width - textWidth(name), 0) + 1);
    this.lines.push(`${this.chalk.dim(name)}${room}${first}`.trimEnd());
    for (const line of more) this.lines.push(`${' '.repeat(width + 1)}${line}`);
  }

  /** A text behind `lead` on its first line and behind `next` on the others. */
  wrapped(foreign: string, lead = '', next = lead, paint: (text: string) => string = (text) => text): void {
    const room = Math.max(this.width - textWidth(lead), 12);
    for (const [at, line] of wrap(forTerminal(foreign, 2000), room).entries()) {
      this.lines.push(`${this.chalk.dim(at === 0 ? lead : next)}${paint(line)}`.trimEnd());
    }
  }

  /** A link; on lines of its own where it would be cut behind its label. */
  link(label: string, foreign: string): void {
    if (textWidth(foreign) <= this.width - LABEL - 1) this.fact(label, foreign);
    else {
      this.wrapped(label, '', '', this.chalk.dim);
      this.wrapped(foreign);
    }
  }

  /** `Climate change   2.641 kg CO2 eq  █████░░░░░  0.035 %`: figures in columns; bars and notes where they fit. */
  bars(rows: readonly BarRow[]): void {
    const widest = (texts: readonly string[]) =>
      texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);
    const unit = widest(rows.map((row) => forTerminal(row.unit)));
    const value = widest(rows.map((row) => row.value));
    const note = widest(rows.map((row) => row.note));
    const label = Math.max(
      Math.min(widest(rows.map((row) => row.label)), this.width - value - unit - 3),
      LEAST_LABEL,
    );
    const room = this.width - label - value - unit - 5;
    const noted = note > 0 && room - note - 1 >= LEAST_BAR;
    const bar = Math.min(20, noted ? room - note - 1 : room);
    for (const row of rows) {
      const name = padded(cut(row.label, label), label);
      const head = `${name}  ${' '.repeat(value - textWidth(row.value))}${row.value} ${padded(forTerminal(row.unit), unit)}`;
      const drawn = bar < LEAST_BAR || row.share === null ? '' : `  ${barText(row.share, bar, this.chalk)}`;
      const said = noted && row.note !== '' ? ` ${this.chalk.dim(row.note)}` : '';
      this.lines.push(`${head}${drawn}${said}`.trimEnd());
    }
  }
}

export interface BarRow {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  /** From 0 to 1; null draws none. */
  readonly share: number | null;
  readonly note: string;
}

function barText(share: number, width: number, chalk: ChalkInstance): string {
  const full = Math.round(Math.min(Math.max(share, 0), 1) * width);
  return `${chalk.green('█'.repeat(full))}${chalk.dim('░'.repeat(width - full))}`;
}

const padded = (text: string, width: number) => text + ' '.repeat(Math.max(width - textWidth(text), 0));

function cut(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let taken = '';
  for (const character of text) {
    if (textWidth(taken + character) > width - 1) break;
    taken += character;
  }
  return `${taken}…`;
}

/** A safe text in lines of so many places, broken at spaces; a longer word is cut in pieces. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && textWidth(`${line} ${word}`) > width) {
      lines.push(line);
      line = '';
    } else if (line !== '') line += ' ';
    for (const character of word) {
      if (textWidth(line + character) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line];
}
