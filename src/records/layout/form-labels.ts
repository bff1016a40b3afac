import { cellText, cleanCell, cleanText, isFilled } from '../../recognise/text.ts';
import { type Cell, columnLetters, type PlacedCell, type Row } from '../../sheets/cell.ts';
import { headerKey } from '../headers.ts';

/** A label in a row, and its value if it has one. */
interface FoundLabel {
  /** The text of the label as `headerKey` folds it. */
  readonly key: string;
  readonly value: PlacedCell | undefined;
}

/** Finds labels in the rows of a sheet, and keeps the value of each for the rows below it. */
export class FormLabels {
  readonly #keys: ReadonlySet<string>;
  /** The header rows of tables: their headers are no labels, and neither is a row that repeats them. */
  readonly #headers: readonly Row[];
  readonly #firstHeader: number;
  /** The values so far by label (`headerKey`), in the order of the labels. Replaced when one changes. */
  values: ReadonlyMap<string, PlacedCell | undefined> = new Map();

  constructor(labels: Iterable<string>, headers: readonly Row[] = []) {
    this.#keys = new Set([...labels].map(headerKey));
    this.#headers = headers;
    this.#firstHeader = Math.min(...headers.map(({ row }) => row));
  }

  /** The labels in a row. Below the header row of a table, a row has labels only if it begins with one. */
  in(row: Row): readonly FoundLabel[] {
    const filled = row.cells.findIndex(isFilled);
    const first = cleanCell(row.cells[filled]);
    const isHeader = this.#headers.some(
      (header) => header.row === row.row || cleanCell(header.cells[filled]) === first,
    );
    if (isHeader || (row.row > this.#firstHeader && this.#keyIn(row.cells[filled]) === undefined)) return [];
    return row.cells.flatMap((cell, index) => {
      const found = this.#keyIn(cell);
      if (found === undefined) return [];
      return [{ key: found.key, value: this.#valueOf(row, index, found.rest) }];
    });
  }

  /**
   * Takes the labels of a row. A label that comes again starts again, with those that followed it. `onEnd` is called before
   * that. Returns whether the row has labels.
   */
  take(row: Row, onEnd: () => void): boolean {
    const found = this.in(row);
    if (found.length === 0) return false;
    const keys = new Set(found.map(({ key }) => key));
    const again = [...this.values.keys()].findIndex((key) => keys.has(key));
    if (again >= 0) onEnd();
    const kept = again < 0 ? this.values : [...this.values].slice(0, again);
    const values = new Map(kept);
    // If a row has a label twice, the first one counts.
    for (const { key, value } of found) if (!values.has(key)) values.set(key, value);
    this.values = values;
    return true;
  }

  /** The address of the value of each label that these rows have once, such as `B6`. */
  addresses(rows: readonly Row[]): ReadonlyMap<string, string> {
    const found = rows.flatMap((row) => this.in(row));
    const once = (own: FoundLabel) => found.filter(({ key }) => key === own.key).length === 1;
    return new Map(
      found.filter(once).flatMap(({ key, value }) => (value ? [[key, `${value.letters}${value.row}`]] : [])),
    );
  }

  /** The label in a cell, and the text behind its colon. */
  #keyIn(cell: Cell | undefined): { readonly key: string; readonly rest: string } | undefined {
    if (typeof cell !== 'string') return undefined;
    const [whole, own] = labelIn(cell);
    if (own !== undefined && this.#keys.has(headerKey(own.label)))
      return { key: headerKey(own.label), rest: own.rest };
    return this.#keys.has(headerKey(whole)) ? { key: headerKey(whole), rest: '' } : undefined;
  }

  /** The value of a label: the text behind its colon, or the next filled cell, unless that is a label, too. */
  #valueOf({ cells, row, line }: Row, index: number, rest: string): PlacedCell | undefined {
    const at = rest === '' ? cells.findIndex((cell, next) => next > index && isFilled(cell)) : index;
    if (at < 0 || (rest === '' && this.#keyIn(cells[at]))) return undefined;
    const cell = rest === '' ? cells[at]! : rest;
    return { cell, row, ...(line !== undefined && { line }), letters: columnLetters(at) };
  }
}

/** The text of a cell, and the label before its colon with the text behind it. */
export function labelIn(
  cell: Cell | undefined,
): readonly [string, { readonly label: string; readonly rest: string } | undefined] {
  const whole = cleanText(cellText(cell ?? null));
  const colon = /^([^:：]{1,60}?)\s*[:：](?:\s+|(?!\/\/)(?=\D))(.+)$/u.exec(whole);
  return [whole, colon ? { label: colon[1]!, rest: colon[2]! } : undefined];
}
