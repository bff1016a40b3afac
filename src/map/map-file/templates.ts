import type { Field } from '../../contract/field.ts';
import { cleanText, cut } from '../../recognise/text.ts';
import { numberedPath } from '../../records/column-paths.ts';
import { LineNumbers } from '../../records/line-numbers.ts';
import { wordKey } from '../../records/mapped.ts';
import {
  type CellPart,
  type Column,
  type Fill,
  LINE,
  type ReportProblem,
  type TemplatePart,
} from '../../records/record.ts';
import { RecordNames } from '../../records/record-names.ts';
import { numberText, say } from '../../say.ts';
import { columnLines } from './column-lines.ts';
import type { MapEntry } from './entry.ts';
import type { NamedColumns } from './named-columns.ts';
import { constantOf, wordValue } from './settings-of-fields.ts';
import { fieldNamed } from './targets.ts';
import { listOf } from './values.ts';

/** The placeholders of a template. */
const PLACEHOLDERS = /\{(?<name>[^{}]*)\}/gu;

/**
 * The placeholders of a text, and its optional parts: they begin with a space or a sign that joins them to the text before,
 * as in `[, {colour}]`. All other brackets are characters of the text.
 */
const WITH_OPTIONAL =
  /\{(?<name>[^{}]*)\}|\[(?<optional>[^{}[\]\p{L}\p{N}][^{}[\]]*\{[^{}]*\}(?:[^{}[\]]|\{[^{}]*\})*)\]/gu;

/** The end of a text before a placeholder, if it begins an optional part. */
const UNCLOSED = /\[[^{}[\]\p{L}\p{N}][^{}[\]]*$/u;

/** The sign before a name that stands for a cell in the row above. */
const ABOVE = '^';

/** The placeholder for the number of a row. A header `Line` is written in another case: `{Line}`. */
const LINE_NAME = 'line';

const MOST_PLACEHOLDERS = 20;

/** A piece of a template: a fixed text, a placeholder, or an optional part. */
type TextPiece = string | { readonly name: string };
type Piece = TextPiece | { readonly optional: readonly TextPiece[] };

interface Template extends Pick<Fill, 'field' | 'path'> {
  readonly key: string;
  readonly pieces: readonly Piece[];
}

/** A column of a sheet, or why the sheet has no such column, as the end of a sentence about the sheet. */
export type FoundColumn = { readonly index: number } | { readonly problem: string };

/** The fields that an entry fills with constants and templates. */
export class FilledFields {
  readonly #entry: MapEntry;
  readonly #constants: Fill[] = [];
  readonly #templates: Template[] = [];
  readonly #followings: Fill[] = [];
  /** The records whose fields templates read, by placeholder. */
  readonly #others = new Map<string, RecordNames>();

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
      const line = entry.lines.source('constants', path);
      this.#constants.push({ field: meaning.field, path: own, constant: read.value, line });
    }
    for (const [path, text] of Object.entries(entry.keys.keys ?? {})) {
      const meaning = entry.field(['keys', path], path);
      if (!meaning) continue;
      const following = this.#followingOf(path, meaning.field, text);
      if (following) {
        this.#followings.push(following);
        continue;
      }
      const { type } = meaning.field.value;
      const isText = (type === 'text' || type === 'reference') && !meaning.field.path.endsWith('[]');
      // A reference without one of its parts may be that of another record.
      const pieces = piecesOf(text, type === 'text' ? WITH_OPTIONAL : PLACEHOLDERS);
      const problem = isText ? problemOf(pieces, type === 'text') : say().mapFile.templateText();
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
      for (const name of placeholders(pieces).map(withoutSign))
        if (!this.#fieldOfOther(name) && !fieldNamed(entry.kind, name)) names.addUsed(name);
    }
    this.#checkDoubles();
  }

  /** The records of which templates read a field. */
  get names(): readonly RecordNames[] {
    return [...this.#others.values()];
  }

  /** The fill of a field that follows from the field in braces. */
  #followingOf(key: string, field: Field, text: string): Fill | undefined {
    const { kind, keys } = this.#entry;
    const follows = kind.follows?.[field.path];
    if (!follows || cleanText(text) !== `{${follows.from}}`) return undefined;
    const words = Object.entries(keys.values?.[key] ?? {}).flatMap(([word, to]) => {
      const read = wordValue(kind, field, to);
      return 'value' in read ? [[wordKey(word), read.value] as const] : [];
    });
    const { wordLine } = columnLines(this.#entry, '', [key], field);
    const line = this.#entry.lines.source('keys', key);
    return { field, path: field.path, line, follows: { ...follows, words: new Map(words), wordLine } };
  }

  /** The record to which a row refers, if a placeholder is a part of its key after the first: `product.productCollectionRef`. */
  #fieldOfOther(name: string): { readonly names: RecordNames; readonly by: string } | undefined {
    const reference = this.#entry.kind.references.find(({ to }) => name.startsWith(`${to}.`));
    if (!reference) return undefined;
    const { to, fields } = reference;
    const part = fields.indexOf(name.slice(to.length + 1));
    if (part < 1) return undefined;
    const by = fields[0]!;
    const names = this.#others.get(name) ?? new RecordNames(to, by, part);
    this.#others.set(name, names);
    return { names, by };
  }

  /** The fills of a sheet. `columnOf` finds the column of a header; problems are reported to `report`. */
  fills(
    columns: readonly Column[],
    columnOf: (header: string) => FoundColumn | undefined,
    report: ReportProblem,
  ): Fill[] {
    const made = this.#templates.flatMap((template): Fill[] => {
      const { key, field, path, pieces } = template;
      const found = new Map<string, string | CellPart>();
      for (const name of placeholders(pieces)) {
        const part = this.#part(name, columns, columnOf);
        if (typeof part === 'object' && 'problem' in part) {
          report(path, part.problem, this.#entry.lines.adviceToCorrect('keys', key));
          return [];
        }
        found.set(name, part);
      }
      const cellOf = (piece: TextPiece) => (typeof piece === 'string' ? piece : found.get(piece.name)!);
      const parts = pieces.map((piece): TemplatePart => {
        if (typeof piece === 'object' && 'optional' in piece) return { optional: piece.optional.map(cellOf) };
        if (typeof piece === 'object' && piece.name === LINE_NAME) return LINE;
        return cellOf(piece);
      });
      const line = this.#entry.lines.source('keys', key);
      return [{ field, path, line, parts, ...(parts.includes(LINE) && { lines: new LineNumbers() }) }];
    });
    return [...this.#constants, ...this.#followings, ...made];
  }

  #part(
    placeholder: string,
    columns: readonly Column[],
    columnOf: (header: string) => FoundColumn | undefined,
  ): string | CellPart | { readonly problem: string } {
    const name = withoutSign(placeholder);
    const isAbove = name !== placeholder;
    const found = columnOf(name);
    if (found) return 'problem' in found ? found : { name, index: found.index, ...(isAbove && { isAbove }) };
    const none = { problem: say().mapFile.noColumn({ name: JSON.stringify(cut(name, 60)) }) };
    const other = isAbove ? undefined : this.#fieldOfOther(name);
    const meaning = fieldNamed(this.#entry.kind, other?.by ?? name);
    if (meaning === undefined) return none;
    const path = numberedPath(meaning, new Set());
    const at = columns.findIndex((column) => column.path === path);
    if (at >= 0) {
      const own = other && { name: other.by, names: other.names };
      return { name, index: columns[at]!.index, ...(isAbove ? { isAbove } : { at }), ...own };
    }
    if (other) {
      // The reference may be in the row above.
      const [only, ...rest] = this.#templates.find((one) => one.path === path)?.pieces ?? [];
      const isCell = typeof only === 'object' && 'name' in only && rest.length === 0;
      const above = isCell && only.name.startsWith(ABOVE) ? this.#part(only.name, columns, columnOf) : none;
      return typeof above === 'object' && 'index' in above
        ? { ...above, name: other.by, names: other.names }
        : none;
    }
    const constant = this.#constants.find((fill) => fill.path === path)?.constant;
    return typeof constant === 'string' || typeof constant === 'number' ? String(constant) : none;
  }

  /** Checks that each field is filled by only one column or constant. */
  #checkDoubles(): void {
    const paths = new Map<string, string>();
    const { constants = {}, keys = {}, columns = {}, letters = {}, labels = {} } = this.#entry.keys;
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
    for (const [section, names] of Object.entries({ columns, letters, labels }))
      for (const [name, target] of Object.entries(names)) {
        const meaning = target === 'ignore' ? undefined : fieldNamed(this.#entry.kind, target);
        const other = meaning && paths.get(numberedPath(meaning, new Set()));
        if (other !== undefined)
          this.#entry.fault([section, name], say().mapFile.filledTwice({ other, field: target }));
      }
  }
}

function piecesOf(text: string, pattern: RegExp): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: all, index, groups = {} } of text.matchAll(pattern)) {
    if (index > end) pieces.push(text.slice(end, index));
    const { name, optional = '' } = groups;
    pieces.push(
      name === undefined
        ? { optional: piecesOf(optional, PLACEHOLDERS) as TextPiece[] }
        : { name: cleanText(name) },
    );
    end = index + all.length;
  }
  return end < text.length ? [...pieces, text.slice(end)] : pieces;
}

const withoutSign = (name: string): string => (name.startsWith(ABOVE) ? cleanText(name.slice(1)) : name);

const outsideAndIn = (pieces: readonly Piece[]): TextPiece[] =>
  pieces.flatMap((piece) => (typeof piece === 'object' && 'optional' in piece ? piece.optional : [piece]));

const namesIn = (pieces: readonly Piece[]): string[] =>
  outsideAndIn(pieces).flatMap((piece) => (typeof piece === 'string' ? [] : piece.name));

const placeholders = (pieces: readonly Piece[]): string[] =>
  namesIn(pieces).filter((name) => name !== LINE_NAME);

function problemOf(pieces: readonly Piece[], mayHaveOptional: boolean): string | undefined {
  const names = namesIn(pieces);
  const texts = outsideAndIn(pieces).filter((piece) => typeof piece === 'string');
  if (texts.some((text) => /[{}]/.test(text)) || names.includes('')) return say().mapFile.placeholderForm();
  if (names.length === 0) return say().mapFile.placeholderMissing();
  if (placeholders(pieces).length > MOST_PLACEHOLDERS)
    return say().mapFile.placeholders({ number: numberText(MOST_PLACEHOLDERS) });
  const lines = names.filter((name) => name === LINE_NAME).length;
  if (lines > 1) return say().mapFile.lineTwice();
  const isOutside = pieces.some((one) => typeof one === 'object' && 'name' in one && one.name === LINE_NAME);
  if (lines === 1 && (names.length === 1 || !isOutside)) return say().mapFile.lineAlone();
  if (!mayHaveOptional) return undefined;
  const isUnclosed = pieces.some(
    (piece, at) => typeof piece === 'string' && UNCLOSED.test(piece) && at < pieces.length - 1,
  );
  if (isUnclosed) return say().mapFile.optionalForm();
  // Something must be there before what may be left out.
  const first = pieces.find((piece) => typeof piece !== 'string')!;
  return 'optional' in first ? say().mapFile.optionalFirst() : undefined;
}
