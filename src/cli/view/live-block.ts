const ESC = '\u001b[';
const HIDE_CURSOR = `${ESC}?25l`;
export const SHOW_CURSOR = `${ESC}?25h`;
const NO_WRAP = `${ESC}?7l`;
const WRAP = `${ESC}?7h`;

/** A terminal that says how many rows it has. */
export type Terminal = NodeJS.WritableStream & { readonly rows?: number };

/** Some lines at the end of a terminal that are drawn again and again, and then stay. */
export class LiveBlock {
  readonly #stream: Terminal;
  #drawn = 0;

  constructor(stream: Terminal) {
    this.#stream = stream;
  }

  /**
   * Draws the lines in the place of the last ones: as many as the terminal shows, each cut at its edge, as only then it is
   * known how many rows they take. The first line stays in sight, and the latest of the others.
   */
  draw([first = '', ...others]: readonly string[]): void {
    // A terminal that does not know its size says 0: it counts as one of 24 rows.
    const room = Math.max(0, (this.#stream.rows || 24) - 2);
    const shown = [first, ...(room === 0 ? [] : others.slice(-room))];
    this.#stream.write(`${HIDE_CURSOR}${this.#erased()}${NO_WRAP}${shown.join('\n')}\n${WRAP}`);
    this.#drawn = shown.length;
  }

  /** Leaves the lines, all and whole. */
  leave(lines: readonly string[]): void {
    this.#stream.write(`${this.#erased()}${lines.map((line) => `${line}\n`).join('')}${SHOW_CURSOR}`);
    this.#drawn = 0;
  }

  /** Back to the start of what was drawn, and clears from there. */
  #erased(): string {
    return this.#drawn === 0 ? '' : `${ESC}${this.#drawn}A${ESC}G${ESC}J`;
  }
}
