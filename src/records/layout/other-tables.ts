import type { KindSpec } from '../../contract/kind.ts';
import { matchValue } from '../../contract/list.ts';
import type { Finding } from '../../findings/finding.ts';
import { cleanCell, cut, isFilled } from '../../recognise/text.ts';
import { aKind, kindText, say } from '../../say.ts';
import { type Cell, columnLetters, type Row } from '../../sheets/cell.ts';
import { headersOf } from '../headers.ts';
import { readRow } from '../read.ts';
import type { SheetMap } from '../record.ts';
import { sheetFinding } from '../sheet-finding.ts';
import { kindNamedBy, TYPED } from './header-rows.ts';

/** Neighbouring columns with values, from the first to the last. */
interface Block {
  readonly first: number;
  readonly last: number;
}

/**
 * The finding about a table above the header row: its headers, with rows below them that are not read. A header row
 * just above the header row belongs to it. Undefined if there is none.
 */
export function aboveFinding(
  map: SheetMap,
  firstRows: readonly Row[],
  kinds: readonly KindSpec[],
): Finding | undefined {
  const { kind, headerRow } = map;
  // The row just above the header row is skipped.
  const above = firstRows.slice(0, Math.max(0, firstRows.findIndex(({ row }) => row === headerRow) - 1));
  for (const row of above) {
    const texts = row.cells.map(cleanCell).filter((text) => text !== '');
    const other = kindNamedBy(kinds, texts, false);
    if (other)
      return sheetFinding(map, row, 'rows-above-header', {
        value: texts.join(' | ').slice(0, 200),
        message: say().layouts.otherTable({
          kinds: kindText(other.plural, 2),
          own: kindText(kind.plural, 2),
          row: String(headerRow),
        }),
        suggestion: row.line === undefined ? say().layouts.moveOneToSheet() : say().layouts.moveOneToFile(),
      });
  }
  return undefined;
}

/**
 * The finding about a row above the header row that the map file names, if the row is a record without any error.
 * Undefined if there is none.
 */
export function recordAboveFinding(map: SheetMap, firstRows: readonly Row[]): Finding | undefined {
  const { kind, headerRow } = map;
  const found = firstRows.find((row) => row.row < headerRow && isRecord(map, row));
  if (!found) return undefined;
  return sheetFinding(map, found, 'rows-above-header', {
    value: cut(found.cells.map(cleanCell).join(' | '), 200),
    message: say().layouts.recordAbove({ aKind: aKind(kind.name), row: String(headerRow) }),
    suggestion: say().layouts.correctHeaderRow(),
  });
}

function isRecord(map: SheetMap, row: Row): boolean {
  const filled = map.columns.filter(({ index }) => isFilled(row.cells[index]));
  if (filled.length * 2 < map.columns.length || !filled.some(({ path }) => path === map.kind.key[0]))
    return false;
  const { body, unreadable } = readRow(map, row);
  const typed = filled.filter(({ field: { value } }) => TYPED.has(value.type));
  return (
    unreadable.size === 0 &&
    typed.length > 0 &&
    typed.every(({ path, field: { value } }) => {
      const read = body[path];
      return (
        value.type !== 'choice' || typeof read !== 'string' || matchValue(value.list, read) !== undefined
      );
    })
  );
}

/**
 * The finding about a second table to the right or to the left of the records: columns with the key of another kind,
 * separated from the key of the records by a blank column. Undefined if there is none.
 *
 * @param isMapped the map file has an entry for the sheet, so that only rows that do not match show a second table
 */
export function besideFinding(
  map: SheetMap,
  firstRows: readonly Row[],
  kinds: readonly KindSpec[],
  isMapped: boolean,
): Finding | undefined {
  const header = firstRows.find(({ row }) => row === map.headerRow);
  if (!header || !hasGap(header.cells)) return undefined;
  const rows = firstRows.filter(({ row }) => row >= map.headerRow);
  const blocks = blocksOf(rows);
  const keys = map.columns.filter(({ path }) => path === map.kind.key[0]);
  const own = blocks.find((block) => keys.some(({ index }) => isIn(block, index)));
  if (!own) return undefined;
  const unread = (map.unmapped ?? []).filter((one) => one.ignored !== null).map(({ index }) => index);
  const ignored = new Set([...unread, ...(map.elsewhere ?? [])]);
  const isIgnored = ({ first, last }: Block) =>
    header.cells.slice(first, last + 1).every((cell, at) => !isFilled(cell) || ignored.has(first + at));
  for (const block of blocks) {
    if (block === own || isIgnored(block)) continue;
    const texts = header.cells.slice(block.first, block.last + 1).map(cleanCell);
    const kind = kinds.find((one) => one !== map.kind && headersOf(one).fit(texts).hasKey);
    if (!kind) continue;
    const differ = rows.some(({ cells }) => isFilledIn(cells, own) !== isFilledIn(cells, block));
    if (!differ && (isMapped || headersOf(kind).fit(texts).fields < 2)) continue;
    const [from, to] = [columnLetters(block.first), columnLetters(block.last)];
    const { tableBeside, deleteBlank, deleteBlankOrMap } = say().layouts;
    const ours = kindText(map.kind.plural, 2);
    return sheetFinding(map, { row: map.headerRow, column: from }, 'second-table', {
      value: texts.join(' | ').slice(0, 200),
      message: tableBeside({ from, to, kinds: kindText(kind.plural, 2), own: ours }),
      suggestion: differ ? deleteBlank({ own: ours }) : deleteBlankOrMap({ own: ours }),
    });
  }
  return undefined;
}

/** Whether a blank cell is between two filled cells. */
function hasGap(cells: readonly Cell[]): boolean {
  const first = cells.findIndex(isFilled);
  const last = cells.findLastIndex(isFilled);
  return first >= 0 && !cells.slice(first, last).every(isFilled);
}

function blocksOf(rows: readonly Row[]): Block[] {
  const filled = new Set(rows.flatMap(({ cells }) => [...cells.keys()].filter((at) => isFilled(cells[at]))));
  const blocks: Block[] = [];
  for (const index of [...filled].sort((one, other) => one - other)) {
    const last = blocks.at(-1);
    if (last?.last === index - 1) blocks[blocks.length - 1] = { first: last.first, last: index };
    else blocks.push({ first: index, last: index });
  }
  return blocks;
}

const isIn = ({ first, last }: Block, index: number): boolean => index >= first && index <= last;

const isFilledIn = (cells: readonly Cell[], { first, last }: Block): boolean =>
  cells.slice(first, last + 1).some(isFilled);
