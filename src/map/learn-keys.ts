import { remembered } from '../contract/remembered.ts';
import type { Row } from '../sheets/cell.ts';
import { comparedText } from './learn-cell.ts';

/** Number of different keys that prove which column has them. */
const MIN_PROVING_KEYS = 3;
/** Number of rows without a key after which a column is no longer compared. */
const SLACK_ROWS = 200;
const MOST_COLUMNS = 300;
const MAX_CACHED_TEXTS = 5000;
const FIRST_ROWS = 200;
/** Maximum length of a text that can be a key. */
const MAX_KEY_LENGTH = 300;

interface Count {
  hits: number;
  misses: number;
  readonly keys: Set<string>;
  /** Number of the first row with a key. */
  first: number;
  isExcluded: boolean;
}

/** The column of an export that has the keys of a run. */
export interface KeyColumn {
  readonly index: number;
  /** Number of the row above the keys that has the headers. */
  readonly headerRow: number;
}

/** The text of a cell as it is compared with keys. */
export const keyCell = ({ cells }: Row, index: number): string =>
  comparedText(cells[index] ?? null, MAX_KEY_LENGTH + 1);

/** Finds the column with the keys of a kind. `has`: whether the run has a record whose key starts with the text. */
export class KeyFinder {
  readonly #has: (text: string) => boolean;
  readonly #columns: Count[] = [];
  readonly #first: { readonly row: number; readonly texts: number }[] = [];

  constructor(has: (text: string) => boolean) {
    this.#has = remembered(has, MAX_CACHED_TEXTS);
  }

  add(row: Row): void {
    if (this.#first.length < FIRST_ROWS)
      this.#first.push({
        row: row.row,
        texts: row.cells.filter((cell) => typeof cell === 'string' && cell.trim() !== '').length,
      });
    for (let index = 0; index < Math.min(row.cells.length, MOST_COLUMNS); index++) {
      this.#columns[index] ??= { hits: 0, misses: 0, keys: new Set(), first: 0, isExcluded: false };
      const count = this.#columns[index]!;
      if (count.isExcluded) continue;
      const text = keyCell(row, index);
      if (text === '') continue;
      if (text.length <= MAX_KEY_LENGTH && this.#has(text)) {
        if (count.hits++ === 0) count.first = row.row;
        if (count.keys.size < MIN_PROVING_KEYS) count.keys.add(text);
      } else if (++count.misses > SLACK_ROWS && count.hits < count.misses) count.isExcluded = true;
    }
  }

  /** The only column with the most keys; undefined if there is none, or several. */
  column(): KeyColumn | undefined {
    const found = this.#columns
      .map((count, index) => ({ ...count, index }))
      .filter(
        ({ hits, misses, keys, isExcluded }) =>
          !isExcluded && keys.size >= MIN_PROVING_KEYS && hits + 1 >= misses,
      )
      .toSorted((one, other) => other.hits - one.hits);
    const [best, next] = found;
    if (!best || best.hits === next?.hits) return undefined;
    const headerRow = this.#headerAbove(best.first);
    return headerRow === undefined ? undefined : { index: best.index, headerRow };
  }

  /** The first row above the keys with the most texts. */
  #headerAbove(row: number): number | undefined {
    const above = this.#first.filter((one) => one.row < row && one.texts > 0);
    const most = Math.max(...above.map(({ texts }) => texts));
    return above.find(({ texts }) => texts === most)?.row;
  }
}
