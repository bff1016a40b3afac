import type { Finding } from '../findings/finding.ts';
import { cellText, cleanCell, cut, isFilled } from '../recognise/text.ts';
import { aKind, numberText, say } from '../say.ts';
import type { Row } from '../sheets/cell.ts';
import { headersOf } from './headers.ts';
import { readRow } from './read.ts';
import type { SheetMap } from './record.ts';
import { sheetFinding } from './sheet-finding.ts';

/** Types of fields in which a text that is no record cannot be read. */
const TYPED: ReadonlySet<string> = new Set(['number', 'date', 'country', 'boolean', 'flag', 'email']);
const LONGEST_TEXT = 200;

/**
 * Rows above the header row that fill half of its columns and are not mostly names of fields: errors, because they may be
 * records, or notices if none of their numbers, dates and countries can be read, as in a title with a date and a user.
 */
export function rowsAbove(map: SheetMap, firstRows: readonly Row[], header: Row): Finding[] {
  const { kind } = map;
  const filled = ({ cells }: Row) => cells.filter(isFilled).length;
  const least = Math.max(2, filled(header) / 2);
  const known = ({ cells }: Row) =>
    cells.filter((cell) => isFilled(cell) && headersOf(kind).meaning(cellText(cell))).length;
  const above = firstRows
    .slice(0, firstRows.indexOf(header))
    .filter((row) => filled(row) >= least && known(row) * 2 < filled(row));
  const [notes = [], records = []] = [true, false].map((is) =>
    above.filter((row) => isNote(map, row) === is),
  );
  const [first] = records;
  const about = (row: Row) => ({ value: cut(row.cells.map(cleanCell).join(' | '), LONGEST_TEXT) });
  const skipped = notes.map((row) =>
    sheetFinding(map, row, 'row-skipped', {
      ...about(row),
      message: say().skipped.note({ aKind: aKind(kind.name) }),
    }),
  );
  if (!first) return skipped;
  const counted = { count: records.length, number: numberText(records.length) };
  const message = say().headers.rowsAbove({ ...counted, row: String(header.row) });
  const suggestion = say().headers.rowsAboveAdvice(counted);
  return [
    ...skipped,
    sheetFinding(map, first, 'rows-above-header', { ...about(first), message, suggestion }),
  ];
}

/** Whether a row has values in columns of numbers, dates and the like, and none of them can be read. */
function isNote(map: SheetMap, row: Row): boolean {
  const typed = map.columns.filter(
    ({ index, field }) => TYPED.has(field.value.type) && isFilled(row.cells[index]),
  );
  if (typed.length === 0) return false;
  const { unreadable } = readRow(map, row);
  return typed.every(({ index, path, field }) =>
    field.value.type === 'email' ? !cleanCell(row.cells[index]).includes('@') : unreadable.has(path),
  );
}
