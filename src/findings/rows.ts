import { withThousands } from './thousands.ts';

const SHOWN = 5;

/** Row numbers in the order they are added, stored as a few ranges and the number of other rows, in bounded memory. */
export class RowRanges {
  readonly #ranges: [first: number, last: number][] = [];
  #previous: number | undefined;
  #count = 0;
  #more = 0;

  /** Adds a row number. Adding the last one again has no effect: a row may have several findings in a column. */
  add(row: number): void {
    if (row === this.#previous) return;
    this.#previous = row;
    this.#count += 1;
    const last = this.#ranges.at(-1);
    if (last && this.#more === 0 && row === last[1] + 1) last[1] = row;
    else if (this.#ranges.length < SHOWN) this.#ranges.push([row, row]);
    else this.#more += 1;
  }

  get count(): number {
    return this.#count;
  }

  get first(): number | undefined {
    return this.#ranges[0]?.[0];
  }

  /** `row 17` or `rows 17, 20-24 and 97 more`; empty when no row was added. */
  text(): string {
    if (this.#count === 0) return '';
    const parts = this.#ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
    const more = this.#more === 0 ? '' : ` and ${withThousands(this.#more)} more`;
    return `${this.#count === 1 ? 'row' : 'rows'} ${parts.join(', ')}${more}`;
  }
}
