import type { SheetEntry } from './map-file.ts';
import type { YamlContent } from './yaml.ts';

/** Formats a text as a YAML key or value that is also valid inside braces. */
export const yamlText = (text: string): string =>
  /^[\p{L}_](?:[\p{L}\p{N}_.'()/ -]*[\p{L}\p{N}_.)])?$/u.test(text) ? text : JSON.stringify(text);

type Section = 'columns' | 'letters' | 'units' | 'separators' | 'constants' | 'decimal' | 'dateOrder';

/** Writes the lines to add to an entry of a map file, and says where to add each. */
export class EntryLines {
  readonly #name: string;
  readonly #entry: SheetEntry;
  readonly #at: number;
  readonly #lineOf: YamlContent['lineOf'];

  constructor(name: string, entry: SheetEntry, at: number, lineOf: YamlContent['lineOf']) {
    this.#name = name;
    this.#entry = entry;
    this.#at = at;
    this.#lineOf = lineOf;
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

  /** Advice to add a line below a key such as `columns`. */
  below(section: Section, line: string): string {
    if (typeof this.#entry[section] !== 'object') return this.own(`${section}: { ${line} }`);
    return `in ${this.#name}, below "${section}:" (line ${this.lineOf(section)}), add ${line}`;
  }

  /** Advice to add the line that gives a word its value. */
  word(key: string, line: string): string {
    const { values } = this.#entry;
    if (values === undefined) return this.own(`values: { ${yamlText(key)}: { ${line} } }`);
    if (!Object.hasOwn(values, key))
      return `in ${this.#name}, below "values:" (line ${this.lineOf('values')}), add ${yamlText(key)}: { ${line} }`;
    return `in ${this.#name}, below "${yamlText(key)}:" (line ${this.lineOf('values', key)}), add ${line}`;
  }

  /** Advice to add a line to the entry itself. */
  own(line: string): string {
    return `in ${this.#name}, in the sheet of line ${this.lineOf()}, add ${line}`;
  }
}
