/** Maximum number of different keys in a sheet: the rows of the largest sheet of a workbook. */
const MOST_KEYS = 1_048_576;
/** Maximum length of all keys of a sheet together. */
const MAX_TOTAL_LENGTH = 50_000_000;

/** Numbers the rows of a sheet that have the same key, from 1, in their order. */
export class LineNumbers {
  readonly #numbers = new Map<string, number>();
  #text = 0;
  #row = 0;
  #last = 0;

  /**
   * Returns the number of a row. A row that is read twice keeps its number. Undefined if the sheet has too many
   * different keys to count.
   */
  numberOf(row: number, key: string): number | undefined {
    if (row === this.#row) return this.#last;
    const known = this.#numbers.get(key);
    if (known === undefined) {
      if (this.#numbers.size >= MOST_KEYS || this.#text + key.length > MAX_TOTAL_LENGTH) return undefined;
      this.#text += key.length;
    }
    this.#row = row;
    this.#last = (known ?? 0) + 1;
    this.#numbers.set(known === undefined ? copyOf(key) : key, this.#last);
    return this.#last;
  }
}

/** A copy of a text. The text itself may be a slice that keeps the text of the whole file in memory. */
const copyOf = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');
