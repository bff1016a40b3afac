import { cut, yamlText } from '../../recognise/text.ts';
import type { MapLine } from '../../records/sheet-sources.ts';
import { say } from '../../say.ts';
import type { YamlContent } from './yaml.ts';

/** The keys and item numbers that lead to a value in a map file. */
export type YamlPath = readonly (string | number)[];

/** Formats a path such as `sheets.2.columns."Mat. 1"`. Items are numbered from 1. */
export const pathText = (path: YamlPath): string =>
  path
    .map((step) =>
      typeof step === 'number' ? step + 1 : /^[\w.[\]-]+$/.test(step) ? step : JSON.stringify(step),
    )
    .join('.');

/** A map file, and the lines of its keys. */
export interface MapLines extends Pick<YamlContent, 'lineOf' | 'blockLineOf' | 'lineText'> {
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

/** Maximum number of characters that provenance keeps of a line. */
const MOST_LINE_TEXT = 200;

/** Builds advice for messages: which line to add to an entry of a map file, and where. */
export class EntryLines {
  readonly #name: string;
  readonly #path: YamlPath;
  readonly #lineOf: YamlContent['lineOf'];
  readonly #blockLineOf: YamlContent['blockLineOf'];
  readonly #lineText: YamlContent['lineText'];

  /** `path`: the keys that lead to the entry. */
  constructor({ name, lineOf, blockLineOf, lineText }: MapLines, path: YamlPath) {
    this.#name = name;
    this.#path = path;
    this.#lineOf = lineOf;
    this.#blockLineOf = blockLineOf;
    this.#lineText = lineText;
  }

  /** The line number of a key of the entry. */
  lineOf(...path: readonly string[]): number {
    return this.#lineOf([...this.#path, ...path]);
  }

  /** The line of a key of the entry, as provenance stores it. */
  source(...path: readonly string[]): MapLine {
    const line = this.lineOf(...path);
    return { line, text: cut(this.#lineText(line), MOST_LINE_TEXT) };
  }

  /** Advice to correct the line of a key of the entry. */
  adviceToCorrect(...path: readonly string[]): string {
    return say().mapFile.correct({ line: `${this.lineOf(...path)}`, file: this.#name });
  }

  /** Advice to answer the question in the line of a column. */
  adviceToAnswer(...path: readonly string[]): string {
    return say().mapFile.answer({ file: this.#name, line: `${this.lineOf(...path)}` });
  }

  /** Advice to add lines below a key such as `columns`. */
  adviceToAdd(section: Section, ...lines: readonly string[]): string {
    const all = lines.join(', ');
    return (
      this.#belowKey([section], lines.length > 1 ? say().mapFile.each({ lines: all }) : all) ??
      this.own(`${section}: { ${all} }`)
    );
  }

  /** Advice to add the line that gives a word its value. */
  adviceForWord(key: string, line: string): string {
    const own = `${yamlText(key)}: { ${line} }`;
    return this.#belowKey(['values', key], line) ?? this.adviceToAdd('values', own);
  }

  /** Advice to add a line below a key; undefined if the key does not exist, or has its lines in braces. */
  #belowKey(path: readonly string[], line: string): string | undefined {
    const at = this.#blockLineOf([...this.#path, ...path]);
    return at === undefined
      ? undefined
      : say().mapFile.below({ file: this.#name, key: yamlText(path.at(-1)!), line: `${at}`, text: line });
  }

  /** Advice to add a line to the entry itself. */
  own(line: string): string {
    const isBlock = this.#blockLineOf(this.#path) !== undefined;
    const { inSheet, inTable, inBraces } = say().mapFile;
    const inLines = this.#path.includes('tables') ? inTable : inSheet;
    return (isBlock ? inLines : inBraces)({ file: this.#name, line: `${this.lineOf()}`, text: line });
  }
}
