import { cleanText, cut } from '../../recognise/text.ts';
import { numberedPath } from '../../records/column-paths.ts';
import { LineNumbers } from '../../records/line-numbers.ts';
import { type Column, type Fill, LINE, type ReportProblem, type TemplatePart } from '../../records/record.ts';
import { numberText, say } from '../../say.ts';
import type { MapEntry } from './entry.ts';
import type { NamedColumns } from './named-columns.ts';
import { constantOf } from './settings-of-fields.ts';
import { fieldNamed } from './targets.ts';
import { listOf } from './values.ts';

/**
 * Splits the text of a template: even indices contain the text between placeholders, odd indices the placeholders.
 */
const PLACEHOLDERS = /\{([^{}]*)\}/;

/** The placeholder for the number of a row. A header `Line` is written in another case: `{Line}`. */
const LINE_NAME = 'line';

const MOST_PLACEHOLDERS = 20;

interface Template extends Pick<Fill, 'field' | 'path'> {
  readonly key: string;
  readonly pieces: readonly string[];
}

/** A column of a sheet, or why the sheet has no such column, as the end of a sentence about the sheet. */
export type FoundColumn = { readonly index: number } | { readonly problem: string };

/** The fields that an entry fills with constants and templates. */
export class FilledFields {
  readonly #entry: MapEntry;
  readonly #constants: Fill[] = [];
  readonly #templates: Template[] = [];

  constructor(entry: MapEntry, names: NamedColumns) {
    this.#entry = entry;
    for (const [path, text] of Object.entries(entry.keys.constants ?? {})) {
      const meaning = entry.field(['constants', path], path);
      if (!meaning) continue;
      const own = numberedPath(meaning, new Set());
      const read = constantOf(entry.kind, meaning.field, own, text);
      if ('problem' in read) {
        entry.fault(['constants', path], read.problem);
        continue;
      }
      entry.noteLikelyValues(listOf(entry.kind, meaning.field), [read.value].flat());
      this.#constants.push({ field: meaning.field, path: own, constant: read.value });
    }
    for (const [path, text] of Object.entries(entry.keys.keys ?? {})) {
      const pieces = text.split(PLACEHOLDERS).map((piece, at) => (at % 2 === 1 ? cleanText(piece) : piece));
      const meaning = entry.field(['keys', path], path);
      if (!meaning) continue;
      const { type } = meaning.field.value;
      const isText = (type === 'text' || type === 'reference') && !meaning.field.path.endsWith('[]');
      const problem = isText ? problemOf(pieces) : say().mapFile.templateText();
      if (problem !== undefined) {
        entry.fault(['keys', path], problem);
        continue;
      }
      this.#templates.push({
        key: path,
        field: meaning.field,
        path: numberedPath(meaning, new Set()),
        pieces,
      });
      for (const name of placeholders(pieces)) if (!fieldNamed(entry.kind, name)) names.addUsed(name);
    }
    this.#checkDoubles();
  }

  /** The fills of a sheet. `columnOf` finds the column of a header; problems are reported to `report`. */
  fills(
    columns: readonly Column[],
    columnOf: (header: string) => FoundColumn | undefined,
    report: ReportProblem,
  ): Fill[] {
    const made = this.#templates.flatMap((template): Fill[] => {
      const { key, field, path, pieces } = template;
      const parts: TemplatePart[] = [];
      for (const [at, piece] of pieces.entries()) {
        if (at % 2 === 0) {
          if (piece !== '') parts.push(piece);
          continue;
        }
        const part = piece === LINE_NAME ? LINE : this.#part(piece, columns, columnOf);
        if (typeof part === 'object' && 'problem' in part) {
          report(path, part.problem, this.#entry.lines.adviceToCorrect('keys', key));
          return [];
        }
        parts.push(part);
      }
      return [{ field, path, parts, ...(parts.includes(LINE) && { lines: new LineNumbers() }) }];
    });
    return [...this.#constants, ...made];
  }

  #part(
    name: string,
    columns: readonly Column[],
    columnOf: (header: string) => FoundColumn | undefined,
  ): TemplatePart | { readonly problem: string } {
    const found = columnOf(name);
    if (found) return 'problem' in found ? found : { name, index: found.index };
    const none = { problem: say().mapFile.noColumn({ name: JSON.stringify(cut(name, 60)) }) };
    const meaning = fieldNamed(this.#entry.kind, name);
    if (meaning === undefined) return none;
    const path = numberedPath(meaning, new Set());
    const at = columns.findIndex((column) => column.path === path);
    if (at >= 0) return { name, index: columns[at]!.index, at };
    const constant = this.#constants.find((fill) => fill.path === path)?.constant;
    return typeof constant === 'string' || typeof constant === 'number' ? String(constant) : none;
  }

  /** Checks that each field is filled by only one column or constant. */
  #checkDoubles(): void {
    const paths = new Map<string, string>();
    const { constants = {}, keys = {}, columns = {}, letters = {} } = this.#entry.keys;
    for (const [section, names] of Object.entries({ constants, keys }))
      for (const name of Object.keys(names)) {
        const meaning = fieldNamed(this.#entry.kind, name);
        if (!meaning) continue;
        const path = numberedPath(meaning, new Set());
        const other = paths.get(path);
        if (other !== undefined)
          this.#entry.fault([section, name], say().mapFile.filledTwice({ other, field: name }));
        paths.set(path, `${section}.${name}`);
      }
    for (const [section, names] of Object.entries({ columns, letters }))
      for (const [name, target] of Object.entries(names)) {
        const meaning = target === 'ignore' ? undefined : fieldNamed(this.#entry.kind, target);
        const other = meaning && paths.get(numberedPath(meaning, new Set()));
        if (other !== undefined)
          this.#entry.fault([section, name], say().mapFile.filledTwice({ other, field: target }));
      }
  }
}

const placeholders = (pieces: readonly string[]): string[] =>
  pieces.filter((piece, at) => at % 2 === 1 && piece !== LINE_NAME);

function problemOf(pieces: readonly string[]): string | undefined {
  if (pieces.length < 2) return say().mapFile.placeholderMissing();
  if (pieces.some((piece, at) => (at % 2 === 1 ? piece === '' : /[{}]/.test(piece))))
    return say().mapFile.placeholderForm();
  if (placeholders(pieces).length > MOST_PLACEHOLDERS)
    return say().mapFile.placeholders({ number: numberText(MOST_PLACEHOLDERS) });
  const numbers = pieces.filter((piece, at) => at % 2 === 1 && piece === LINE_NAME).length;
  if (numbers > 1) return say().mapFile.lineTwice();
  if (numbers === 1 && placeholders(pieces).length === 0) return say().mapFile.lineAlone();
  return undefined;
}
