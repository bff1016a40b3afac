import type { Json } from '../contract/kind.ts';
import { type Finding, fieldText } from '../findings/finding.ts';
import { type Coerced, type OnCellFinding, UNREADABLE } from '../recognise/coercion.ts';
import { quoted } from '../recognise/text.ts';
import { isBlankWord } from '../recognise/text-coercion.ts';
import { say } from '../say.ts';
import { type Cell, columnLetters } from '../sheets/cell.ts';
import { wordKey } from './mapped.ts';
import {
  type CellPart,
  type Column,
  type Draft,
  type Fill,
  LINE,
  type OptionalParts,
  type SheetMap,
  type TemplatePart,
} from './record.ts';
import { type Place, sheetFinding } from './sheet-finding.ts';

/**
 * Why a template gives no text. `too-many`: the sheet has too many different values to number its rows. A text that is not
 * that of one other record: its message.
 */
export type NoTextReason = 'blank' | 'not-text' | 'too-many' | { readonly message: string };

/** Reports that a key cannot be built from a template, at the cell of a part if one is the reason. */
type ReportNoText = (fill: Fill, part: CellPart | undefined, why: NoTextReason) => void;

/** Reads the cell of a column that only a template uses. */
type PartReader = (part: CellPart, cells: readonly Cell[]) => Coerced;

interface FilledRow {
  /** Its number in the sheet. */
  readonly row: number;
  readonly cells: readonly Cell[];
  readonly above?: { readonly cells: readonly Cell[] } | undefined;
  /** The values of the mapped columns. */
  readonly values: readonly Coerced[];
}

/** The value with which a map file fills a field of a row. */
export function filledValue(
  fill: Fill,
  { row, cells, above, values }: FilledRow,
  readPart: PartReader,
  problem: ReportNoText,
): Coerced {
  if (fill.parts === undefined) return fill.constant;
  /** The values of the cells: each is read once, so that a finding about it is reported once. */
  const read = new Map<CellPart, Coerced>();
  const cellValue = (part: CellPart): Coerced => {
    const own = part.isAbove ? (above?.cells ?? []) : cells;
    if (!read.has(part)) read.set(part, part.at === undefined ? readPart(part, own) : values[part.at]);
    return read.get(part);
  };
  let text = '';
  /** The text before the number of the row. */
  let before: string | undefined;
  for (const part of partsWithCells(fill.parts, cellValue)) {
    if (typeof part === 'string') text = joined(text, part);
    else if (part === LINE) {
      before = text;
      text = '';
    } else {
      const value = cellValue(part);
      if (value === UNREADABLE) return UNREADABLE;
      if (typeof value !== 'string' && typeof value !== 'number') {
        // A record has no such text if all cells of a text with optional parts are blank.
        if (fill.parts.some(isOptional) && cellParts(fill.parts).every((one) => cellValue(one) === undefined))
          return undefined;
        problem(fill, part, value === undefined ? 'blank' : 'not-text');
        return UNREADABLE;
      }
      const message = part.names?.problem(String(value));
      if (message !== undefined) {
        problem(fill, part, { message });
        return UNREADABLE;
      }
      text += part.names?.keys(String(value))[0] ?? String(value);
    }
  }
  if (before === undefined) return text;
  const number = fill.lines!.numberOf(row, `${before}\0${text}`);
  if (number !== undefined) return `${before}${number}${text}`;
  problem(fill, undefined, 'too-many');
  return UNREADABLE;
}

const isOptional = (part: TemplatePart) => typeof part === 'object' && 'optional' in part;

/** The parts of a template, without the optional ones in which a cell is blank. */
const partsWithCells = (parts: readonly TemplatePart[], cellValue: (part: CellPart) => Coerced) =>
  parts.flatMap((part): readonly Exclude<TemplatePart, OptionalParts>[] => {
    if (typeof part !== 'object' || !('optional' in part)) return [part];
    const isBlank = part.optional.some((one) => typeof one === 'object' && cellValue(one) === undefined);
    return isBlank ? [] : part.optional;
  });

/** All cells of a template. */
export const cellParts = (parts: readonly TemplatePart[]): CellPart[] =>
  parts.flatMap((part) =>
    typeof part !== 'object' ? [] : 'optional' in part ? cellParts(part.optional) : [part],
  );

/** A text of a template after a cell: a percent sign that the cell has itself is not repeated. */
const joined = (text: string, part: string): string =>
  text + (text.endsWith('%') && part.startsWith('%') ? part.slice(1) : part);

/** The finding about a key that cannot be built from a template. */
export function keyFinding(
  map: SheetMap,
  place: Place,
  { path, parts = [] }: Fill,
  part: CellPart | undefined,
  why: NoTextReason,
): Finding {
  const { partBlank, partNotText, tooManyToNumber, partAdvice } = say().cells;
  const { index } = part ?? cellParts(parts)[0] ?? {};
  const column = index === undefined ? undefined : columnLetters(index);
  const field = fieldText(path);
  if (part === undefined)
    return sheetFinding(map, { ...place, column }, 'map-key', { message: tooManyToNumber({ field }) });
  const message =
    typeof why === 'object'
      ? why.message
      : (why === 'blank' ? partBlank : partNotText)({ field, column: quoted(part.name) });
  return sheetFinding(map, { ...place, column }, 'map-key', { message, suggestion: partAdvice() });
}

/** Prepares the reading of columns that only templates use: their cells are read like references. */
export function partReader(
  fills: readonly Fill[],
  readerOf: (column: Column) => (cell: Cell, cells: readonly Cell[]) => Coerced,
): PartReader {
  const readers = new Map<CellPart, ReturnType<typeof readerOf>>();
  for (const { field, path, parts = [] } of fills)
    for (const part of cellParts(parts)) {
      if (part.at !== undefined) continue;
      const { index, name: header } = part;
      const reference = { ...field, value: { type: 'reference' as const } };
      readers.set(part, readerOf({ index, letters: columnLetters(index), header, field: reference, path }));
    }
  return (part, cells) => {
    const value = readers.get(part)!(cells[part.index] ?? null, cells);
    return value === '' || (typeof value === 'string' && isBlankWord(value)) ? undefined : value;
  };
}

/** Findings that do not matter for a part of a key. A number, such as a line number, is a valid part, but not a reference. */
const HARMLESS_FINDINGS: ReadonlySet<string> = new Set(['reference-number', 'text-trimmed', 'blank-word']);

/** Reports only the findings that make a cell unfit for a key. */
export const noteOfPart =
  (note: OnCellFinding): OnCellFinding =>
  (code, cell, message, suggestion) => {
    if (!HARMLESS_FINDINGS.has(code)) note(code, cell, message, suggestion);
  };

type FollowingFill = Fill & Required<Pick<Fill, 'follows'>>;

/** The fills of a sheet whose values follow from another field. */
export const followingFills = (fills: readonly Fill[]): FollowingFill[] =>
  fills.filter((fill): fill is FollowingFill => fill.follows !== undefined);

/** Fills a field of a draft by what another field says. If that says nothing, the draft has an error that names its texts. */
export function withFollowing(draft: Draft, { path, follows }: FollowingFill): Draft {
  const { body, map, row, line } = draft;
  const texts = follows.texts(body);
  const values = new Set(
    texts.map((text) => {
      const own = follows.words.get(wordKey(text));
      return own === undefined ? follows.value(text, body) : own;
    }),
  );
  const [value] = values;
  const isUnreadable = draft.unreadable.values().some((one) => one.startsWith(follows.from));
  // Without a text, the field is missing as if no column had it.
  if (texts.length === 0 && !isUnreadable) return draft;
  const isKnown = values.size === 1 && value !== undefined && !isUnreadable;
  const message = say().cells.followsNot({
    field: path,
    from: follows.from,
    texts: texts.map(quoted).join(', '),
  });
  const origin = { row, line, column: draft.columnOf(follows.from) };
  const finding =
    isKnown || isUnreadable
      ? []
      : [
          sheetFinding(map, origin, 'map-key', {
            ...{ field: path, message },
            suggestion: follows.wordLine(texts[0]!),
          }),
        ];
  return {
    ...{ map, row, line },
    body: isKnown && value !== null ? { ...body, [path]: value as Json } : body,
    findings: [...draft.findings, ...finding],
    unreadable: isKnown ? draft.unreadable : new Set([...draft.unreadable, path]),
    ...(draft.rows && { rows: draft.rows }),
    isMoved: draft.isMoved === true,
    ...(draft.ownParts && { ownParts: () => draft.ownParts!() }),
    columnOf: (of) => draft.columnOf(of),
    ...(draft.rowOf && { rowOf: (of) => draft.rowOf!(of) }),
  };
}
