import { KEY_SEPARATOR } from '../../contract/kind.ts';
import { yesNoLabel } from '../../contract/template/value-labels.ts';
import { UNREADABLE } from '../../recognise/coercion.ts';
import { cellText, cleanText } from '../../recognise/text.ts';
import { checkedReader } from '../../records/column-reader.ts';
import { headerParts } from '../../records/headers.ts';
import type { Column } from '../../records/record.ts';
import { language } from '../../say.ts';
import type { NewValue } from '../../sheets/annotate/new-values.ts';
import { type Cell, columnAt, columnLetters } from '../../sheets/cell.ts';
import type { ChangedCell } from '../copied-values.ts';
import { hasOtherUnit } from '../fix/row-repairs.ts';
import type { FormCell } from './read-forms.ts';
import type { RecordRow } from './record-rows.ts';

const FORM_COLUMN = { index: 0, letters: '', header: '' };

/** An answer, and the cell of the input that it is for. */
export interface Answer extends ChangedCell {
  readonly file: string;
  readonly kind: string;
  /** The values of the key fields. */
  readonly key: readonly string[];
  /** The address of the cell in its sheet. */
  readonly cell: string;
  /** The body path; the letters of a column without a field. */
  readonly field: string;
  readonly value: NewValue;
  /** The answer as the form has it. */
  readonly text: string;
}

/**
 * The answer that a person gave in a cell of a form; null if it is blank or says what the input says. A wrong value that was
 * deleted is an answer, too: the value null, unless the field is required.
 */
export function answerIn({ asked, path, cell }: FormCell, row: RecordRow): Answer | null {
  const column = row.columns.find((one) => one.path === path);
  const index = columnFor(path, row);
  if (index === undefined) return null;
  const old = row.cells[index] ?? null;
  const isBroken = typeof old === 'object' && (old?.type === 'error' || old?.type === 'uncached');
  const text = cleanText(cellText(cell));
  const shown = isBroken ? '' : (asked.cells[path] ?? '');
  if (text === cleanText(shown)) return null;
  const value = valueFor(cell, column);
  if (value === null && (shown === '' || column?.field.required === 'always')) return null;
  if (!isBroken && JSON.stringify(value) === JSON.stringify(ownValue(old, row, column))) return null;
  const { file, sheet, row: number, key } = row;
  const { value: type } = column?.field ?? { value: undefined };
  const unit = type?.type === 'number' ? type.unit : undefined;
  return {
    ...{ file, sheet, row: number, column: index, kind: row.kind.name, field: path },
    ...{ key: key.split(KEY_SEPARATOR), cell: `${columnLetters(index)}${number}` },
    ...{ from: cellText(old), text: cellText(cell) },
    // In a column with another unit, the number needs its own.
    value: column && typeof value === 'number' && unit && hasOtherUnit(column) ? `${value} ${unit}` : value,
    ...(unit && { unit }),
    ...(isBroken && { replacesFormula: true }),
  };
}

/** Whether a person changed a cell that a form only shows. */
export function isChangedByPerson({ path, cell }: FormCell, row: RecordRow): boolean {
  const index = columnFor(path, row) ?? -1;
  const column = row.columns.find((one) => one.path === path);
  const old = row.cells[index] ?? row.first[index] ?? null;
  const [now, was] = [cell, old].map((one) => cleanText(cellText(one)));
  const value = JSON.stringify(valueFor(cell, column));
  return now !== '' && now !== was && value !== JSON.stringify(ownValue(old, row, column));
}

/** The unit of the numbers in a column of the input, if it is not that of their field. */
export function otherUnitOf(column: Column, cells: readonly Cell[]): string | undefined {
  if (!hasOtherUnit(column)) return undefined;
  const { mapping, header } = column;
  const { index } = mapping?.unitColumn ?? {};
  return index === undefined ? (mapping?.unit ?? headerParts(header)?.unit) : cellText(cells[index] ?? null);
}

/** The index of the column of a body path, or of letters; undefined if the sheet has none. */
export const columnFor = (path: string, { columns }: Pick<RecordRow, 'columns'>): number | undefined =>
  columns.find((one) => one.path === path)?.index ?? (/^[A-Z]{1,3}$/.test(path) ? columnAt(path) : undefined);

/** The value that a cell of the input has. */
const ownValue = (cell: Cell, { cells }: RecordRow, column: Column | undefined): NewValue =>
  valueFor(cell, column, column, cells);

/**
 * A value as the input gets it: in the form of the interface, or as it is written if it cannot be read. `as`: the column as
 * whose cell it is read; forms have columns without remarks, units and words of their own.
 */
function valueFor(
  cell: Cell,
  column: Column | undefined,
  as = column && { ...FORM_COLUMN, field: column.field, path: column.path },
  cells: readonly Cell[] = [cell],
): NewValue {
  const text = cleanText(cellText(cell)) || null;
  if (!column || !as) return typeof cell === 'number' ? cell : text;
  const { field } = column;
  const read = checkedReader(
    as,
    () => {},
    () => false,
  )(cell, cells);
  if (read === undefined) return null;
  if (read === UNREADABLE) return text;
  if (Array.isArray(read)) return read.join(column.mapping?.separator ?? '; ');
  if (typeof read === 'object') return read === null ? null : text;
  return yesNoLabel(field.value, read, language()) ?? read;
}
