import { type Body, isUpdatable, type Json } from '../../contract/kind.ts';
import { CLEAR_WORDS, clearedFieldOf } from '../../contract/v3/update.ts';
import type { Finding, Severity } from '../../findings/finding.ts';
import { isFilled } from '../../recognise/text.ts';
import { rowFinding } from '../../records/check/rule.ts';
import type { Column, Draft, SheetMap } from '../../records/record.ts';
import { isCheckedText } from '../../records/text-check.ts';
import { kindText, say } from '../../say.ts';
import { NOT_GIVEN } from '../../send/plan/merge.ts';
import { columnLetters, type Row } from '../../sheets/cell.ts';

/** A row without its clear words (such as `(clear)`), and the columns that contained them. */
export interface ClearedRow {
  readonly row: Row;
  readonly columns: readonly Column[];
  /** Columns that contain a clear word where it has no effect: the word would be sent as text. */
  readonly misplaced: readonly Column[];
}

const CLEAR_WORD_SET: ReadonlySet<string> = new Set(CLEAR_WORDS);
const isClearWord = (text: string): boolean => CLEAR_WORD_SET.has(text.trim().toLowerCase());

/**
 * Removes the clear words from a row of a kind that can be updated. Clear words in rows of other
 * kinds, and within lists, are kept.
 */
export function withoutClearWords(map: SheetMap, row: Row): ClearedRow {
  const columns: Column[] = [];
  const misplaced: Column[] = [];
  for (const column of map.columns) {
    const cell = row.cells[column.index];
    if (typeof cell !== 'string' || !cell.includes('(')) continue;
    if (isUpdatable(map.kind) && isClearWord(cell)) columns.push(column);
    else if (isCheckedText(column.field.value) && cell.split(separatorOf(column)).some(isClearWord))
      misplaced.push(column);
  }
  if (columns.length === 0) return { row, columns, misplaced };
  const cells = [...row.cells];
  for (const { index } of columns) cells[index] = null;
  return { row: { ...row, cells }, columns, misplaced };
}

/** The pattern that separates the values of a cell. For a column of single values, it matches nothing. */
const separatorOf = ({ field }: Column): RegExp => (field.path.endsWith('[]') ? /[;|,\n\r]/ : /(?!)/);

/** An error for each clear word that would be sent as text. */
export function misplacedClears(draft: Draft, columns: readonly Column[]): Finding[] {
  const { kind } = draft.map;
  return columns.map((column) => {
    const { header } = column;
    const [word] = CLEAR_WORDS;
    const message =
      kind.partial === true
        ? say().input.clearInList({ word, header })
        : say().input.clearInCreate({ word, header, kind: kindText(kind.name) });
    return atColumn(draft, 'clear-not-allowed', 'error', column, message);
  });
}

/** A finding in the cell of a column. Its path may be missing in the body, or its number may be that of another item. */
function atColumn(
  draft: Draft,
  code: Finding['code'],
  severity: Severity,
  column: Column,
  message: string,
): Finding {
  const finding = rowFinding(draft, code, severity, column.path, message, { value: CLEAR_WORDS[0] });
  return { ...finding, origin: { ...finding.origin, column: columnLetters(column.index) } };
}

/**
 * Returns a copy of the body in which each field to be cleared is null or an empty list, and the
 * findings about these fields. In an update, a null item is removed from its list.
 */
export function applyClears(
  draft: Draft,
  body: Body,
  { row, columns }: ClearedRow,
): { body: Body; findings: Finding[] } {
  const cleared: Body = { ...body };
  const findings: Finding[] = [];
  for (const column of columns) {
    const { path, header, field } = column;
    const clearing = clearedFieldOf(draft.map.kind, field);
    const [word] = CLEAR_WORDS;
    const kind = kindText(draft.map.kind.name);
    const report = (message: string) =>
      findings.push(atColumn(draft, 'clear-not-allowed', 'error', column, message));
    if (clearing === undefined) {
      report(say().input.clearRefused({ header, kind }));
      continue;
    }
    if (removeItem(draft, cleared, path)) continue;
    if (isNumbered(draft, path)) {
      if (!removeValue(draft, row, cleared, path)) report(say().input.clearPart({ field: clearing.name }));
    } else if (body[clearing.name] !== undefined) report(say().input.clearAndValue({ field: clearing.name }));
    else {
      cleared[clearing.name] = clearing.to === null ? null : [];
      if (draft.map.kind.partial === true) continue;
      const message = say().input.clearNothing({ word, header, kind });
      findings.push(atColumn(draft, 'clear-in-create', 'warning', column, message));
    }
  }
  return { body: cleared, findings };
}

/**
 * Removes an item from a list of objects, for a clear word in a numbered column of that item, if
 * the row gives no value for the item.
 */
function removeItem({ map, body }: Draft, cleared: Body, path: string): boolean {
  const [name, number, part] = path.split('.');
  const given = body[name!] ?? [];
  const at = Number(number);
  if (map.kind.partial !== true || part === undefined || !Array.isArray(given) || !Number.isInteger(at))
    return false;
  if (Object.keys(given[at] ?? {}).length > 0) return false;
  const items = [...((cleared[name!] ?? []) as Json[])];
  while (items.length < at) items.push({});
  items[at] = null;
  cleared[name!] = items;
  return true;
}

/** Whether the column contains one entry of a list of plain values of an update. */
const isNumbered = ({ map }: Draft, path: string): boolean =>
  map.kind.partial === true && /^[^.]+\.\d+$/.test(path);

/**
 * Removes the entry of a list of plain values whose numbered column contains a clear word. Other
 * entries keep their positions. Returns false if a cell contains several values, because entries
 * then have no fixed positions.
 */
function removeValue({ map, body }: Draft, { cells }: Row, cleared: Body, path: string): boolean {
  const name = path.slice(0, path.indexOf('.'));
  const values = (cleared[name] ?? []) as Json[];
  let items = values.includes(null) ? [...values] : null;
  if (items === null) {
    const given = (body[name] ?? []) as Json[];
    const filled = map.columns.filter(
      (column) => column.field.path === `${name}[]` && isFilled(cells[column.index]),
    );
    if (filled.length !== given.length || filled.some((column) => column.path === name)) return false;
    items = [];
    const positions = filled
      .map((column) => Number(column.path.slice(name.length + 1)))
      .sort((a, b) => a - b);
    for (const [at, position] of positions.entries()) setItem(items, position, given[at]!);
  }
  setItem(items, Number(path.slice(name.length + 1)), null);
  cleared[name] = items;
  return true;
}

function setItem(items: Json[], position: number, value: Json): void {
  while (items.length <= position) items.push(NOT_GIVEN);
  items[position] = value;
}
