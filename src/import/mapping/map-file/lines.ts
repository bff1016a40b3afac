import type { YamlContent } from './yaml.ts';

/** Formats a text as a YAML key or value that is also valid inside braces. */
export const yamlText = (text: string): string =>
  /^[\p{L}_](?:[\p{L}\p{N}_.'()/ -]*[\p{L}\p{N}_.)])?$/u.test(text) ? text : JSON.stringify(text);

/** A map file, and the lines of its keys. */
export interface MapLines extends Pick<YamlContent, 'lineOf' | 'blockLineOf'> {
  readonly name: string;
}

type Section =
  | 'columns'
  | 'values'
  | 'letters'
  | 'units'
  | 'separators'
  | 'constants'
  | 'decimal'
  | 'dateOrder';

/** Writes the lines to add to an entry of a map file, and says where to add each. */
export class EntryLines {
  readonly #name: string;
  readonly #at: number;
  readonly #lineOf: YamlContent['lineOf'];
  readonly #blockLineOf: YamlContent['blockLineOf'];

  constructor({ name, lineOf, blockLineOf }: MapLines, at: number) {
    this.#name = name;
    this.#at = at;
    this.#lineOf = lineOf;
    this.#blockLineOf = blockLineOf;
  }

  /** The line number of a key of the entry. */
  lineOf(...path: readonly string[]): number {
    return this.#lineOf(['sheets', this.#at, ...path]);
  }

  /** Advice to correct the line of a key of the entry. */
  correct(...path: readonly string[]): string {
    return `correct line ${this.lineOf(...path)} of ${this.#name}`;
  }

  /** Advice to answer the question in the line of a column. */
  answer(...path: readonly string[]): string {
    return `in ${this.#name}, line ${this.lineOf(...path)}, replace ? by FIELD (FIELD is a field, or ignore)`;
  }

  /** Advice to add lines below a key such as `columns`. */
  below(section: Section, ...lines: readonly string[]): string {
    const each = lines.length > 1 ? ', each on a line of its own' : '';
    return (
      this.#belowKey([section], `${lines.join(', ')}${each}`) ??
      this.own(`${section}: { ${lines.join(', ')} }`)
    );
  }

  /** Advice to add the line that gives a word its value. */
  word(key: string, line: string): string {
    const own = `${yamlText(key)}: { ${line} }`;
    return this.#belowKey(['values', key], line) ?? this.below('values', own);
  }

  /** Advice to add a line below a key; undefined if the key does not exist, or has its lines in braces. */
  #belowKey(path: readonly string[], line: string): string | undefined {
    const at = this.#blockLineOf(['sheets', this.#at, ...path]);
    return at === undefined
      ? undefined
      : `in ${this.#name}, below "${yamlText(path.at(-1)!)}:" (line ${at}), add ${line}`;
  }

  /** Advice to add a line to the entry itself. */
  own(line: string): string {
    const isBlock = this.#blockLineOf(['sheets', this.#at]) !== undefined;
    return isBlock
      ? `in ${this.#name}, in the sheet of line ${this.lineOf()}, add ${line}`
      : `in ${this.#name}, after the first brace of line ${this.lineOf()}, add ${line},`;
  }
}
