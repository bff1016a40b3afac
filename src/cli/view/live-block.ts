const ESC = '\u001b[';
const HIDE_CURSOR = `${ESC}?25l`;
export const SHOW_CURSOR = `${ESC}?25h`;
const NO_WRAP = `${ESC}?7l`;
const WRAP = `${ESC}?7h`;

/** A terminal with its number of rows. */
export type Terminal = NodeJS.WritableStream & { readonly rows?: number };

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

  /** Draws the final lines, without truncating them. */
  finish(lines: readonly string[]): void {
    this.#stream.write(`${this.#erase()}${lines.map((line) => `${line}\n`).join('')}${SHOW_CURSOR}`);
    this.#drawn = 0;
  }

  /** The control sequence that removes the drawn lines. */
  #erase(): string {
    return this.#drawn === 0 ? '' : `${ESC}${this.#drawn}A${ESC}G${ESC}J`;
  }
}
