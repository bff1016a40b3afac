import { stripVTControlCharacters } from 'node:util';
import { textWidth } from './table.ts';
import { wrapWhole } from './wrap.ts';

const ESC = '\u001b[';
const HIDE_CURSOR = `${ESC}?25l`;
export const SHOW_CURSOR = `${ESC}?25h`;
const NO_WRAP = `${ESC}?7l`;
const WRAP = `${ESC}?7h`;

/** A terminal with its numbers of rows and columns. */
export type Terminal = NodeJS.WritableStream & { readonly rows?: number; readonly columns?: number };

/** Lines at the bottom of a terminal that are redrawn until they are final. */
export class LiveBlock {
  readonly #stream: Terminal;
  #drawn = 0;

  constructor(stream: Terminal) {
    this.#stream = stream;
  }

  /** Redraws the block: the first line, then as many of the last lines as fit. Each line is truncated to one row. */
  draw([first = '', ...others]: readonly string[]): void {
    // A terminal of unknown size reports 0 rows; 24 are assumed.
    const room = Math.max(0, (this.#stream.rows || 24) - 2);
    const shown = [first, ...(room === 0 ? [] : others.slice(-room))];
    this.#stream.write(`${HIDE_CURSOR}${this.#erase()}${NO_WRAP}${shown.join('\n')}\n${WRAP}`);
    this.#drawn = shown.length;
  }

  /** Draws the final lines, wrapped to the width of the terminal instead of truncated. */
  finish(lines: readonly string[]): void {
    const width = this.#stream.columns || undefined;
    const whole = width === undefined ? lines : lines.flatMap((line) => behindMark(line, width));
    this.#stream.write(`${this.#erase()}${whole.map((line) => `${line}\n`).join('')}${SHOW_CURSOR}`);
    this.#drawn = 0;
  }

  /** The control sequence that removes the drawn lines. */
  #erase(): string {
    return this.#drawn === 0 ? '' : `${ESC}${this.#drawn}A${ESC}G${ESC}J`;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal
const MARK = /^ *(?:\u001b\[[\d;]*m)*\S(?:\u001b\[[\d;]*m)* /;

/** A line wrapped to `width` columns behind its mark. A text that is wrapped loses its colours. */
function behindMark(line: string, width: number): string[] {
  if (textWidth(stripVTControlCharacters(line)) <= width) return [line];
  const [mark] = MARK.exec(line) ?? [''];
  const indent = ' '.repeat(textWidth(stripVTControlCharacters(mark)));
  const text = stripVTControlCharacters(line.slice(mark.length));
  return wrapWhole(text, Math.max(width - indent.length, 1)).map(
    (part, at) => `${at === 0 ? mark : indent}${part}`,
  );
}
