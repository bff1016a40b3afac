import type { Json } from '../../contract/kind.ts';
import { matchValue } from '../../contract/list.ts';
import { isLabel, yesNoLabel } from '../../contract/template/value-labels.ts';
import type { Finding } from '../../findings/finding.ts';
import { UNREADABLE } from '../../recognise/coercion.ts';
import { cellText, cleanText, cut, displayText } from '../../recognise/text.ts';
import type { Completed } from '../../records/check/check-row.ts';
import { type CellReader, checkedReader } from '../../records/column-reader.ts';
import { coercionOf } from '../../records/field-coercion.ts';
import { shareColumns } from '../../records/fractions.ts';
import { headerParts } from '../../records/headers.ts';
import { wordLookup } from '../../records/mapped.ts';
import { unitFactor } from '../../records/number.ts';
import type { Column, Draft } from '../../records/record.ts';
import { decimalText, language, withLineSigns } from '../../say.ts';
import type { NewValue } from '../../sheets/annotate/new-values.ts';
import type { Cell, Row } from '../../sheets/cell.ts';

/** Why a cell is not repaired: the name of a text in the area `fix` of the messages. */
type WhyNot =
  | 'type'
  | 'several'
  | 'unit'
  | 'rows'
  | 'formula'
  | 'read'
  | 'list'
  | 'merged'
  | 'elsewhere'
  | 'doubt'
  | 'column'
  | 'other';

/** A cell whose value trace changes when it reads it, and the value to write into the copy. */
export interface Repair {
  readonly file: string;
  readonly sheet: string;
  readonly row: number;
  /** From 0. */
  readonly column: number;
  readonly letters: string;
  /** The text that the cell has. */
  readonly from: string;
  /** The unit of the field, if the new value is a number. */
  readonly unit?: string;
  /** The field of the body that the column fills, without its parts: `address` for `address.country`. */
  readonly field: string;
  /** The code of the finding, or `map-value` if a map file translates the word in the cell. */
  readonly code: Finding['code'] | 'map-value';
  /** The old and the new value, as `"x" → yes`; of a cell that is not repaired, how trace reads it. */
  readonly message: string;
  /** The new value of the cell; undefined if the cell is not repaired. */
  readonly value: NewValue | undefined;
  readonly whyNot: WhyNot | null;
  /** Whether only copies without formats need the repair: in others, the format of the number shows its unit. */
  readonly isOfPlainCopy?: true;
  /** If `whyNot` is `read`: a formula that may read the cell, whose result a new value could change. */
  readonly formula?: string;
}

type Choice = { readonly value: NewValue } | { readonly whyNot: WhyNot };

/** The repairs of a row. Labels that templates offer, such as `Yes`, are not repaired: they are meant for people. */
export function repairsOf(row: Row, draft: Draft, completed: Completed): Repair[] {
  const { map } = draft;
  const repairs: Repair[] = [];
  for (const column of map.columns) {
    const cell = row.cells[column.index];
    // All shares of a row are repaired at once: a later share has its repair already.
    if (cell === null || cell === undefined || repairs.some((one) => one.column === column.index)) continue;
    const findings = draft.findings.filter(
      ({ severity, origin }) =>
        severity === 'fixed' && origin.column === column.letters && origin.row === row.row,
    );
    const [first] = findings;
    if (first !== undefined && hasLabels(column, cell)) continue;
    const place = {
      ...{ file: map.file, sheet: map.sheet, row: row.row, column: column.index },
      ...{ letters: column.letters, field: fieldOf(column), from: cellText(cell) },
    };
    const spelled = completed.findings.some(
      ({ severity, field }) => severity === 'fixed' && field === column.path,
    );
    if (spelled) {
      const value = completed.body[column.path] as string;
      const found =
        row.more === undefined ? { value, whyNot: null } : { value: undefined, whyNot: 'rows' as const };
      repairs.push({ ...place, code: 'list-spelling', message: changeText(cell, value), ...found });
      continue;
    }
    if (isSameNumber(column, row)) {
      const value = (cell as { value: number }).value;
      if (row.more === undefined && !hasOtherUnit(column))
        repairs.push({
          ...{ ...place, code: 'number-converted', message: changeText(cell, value), value, whyNot: null },
          isOfPlainCopy: true,
        });
      continue;
    }
    if (first === undefined) {
      const value = mappedValue(column, cell);
      if (value !== undefined && row.more === undefined)
        repairs.push({ ...place, code: 'map-value', message: changeText(cell, value), value, whyNot: null });
      continue;
    }
    if (findings.some(({ code }) => code === 'composition-fractions')) {
      repairs.push(...fractionRepairs(row, draft, column, findings));
      continue;
    }
    const found: Choice =
      row.more === undefined ? valueFor(column, row, findings, draft) : { whyNot: 'rows' };
    const read = findings.map((one) => one.message).join('; ');
    if ('whyNot' in found)
      repairs.push({ ...place, code: first.code, message: read, value: undefined, ...found });
    else {
      const message = isExact(read, found.value) ? read : changeText(cell, found.value);
      const { value } = column.field;
      const unit = value.type === 'number' ? value.unit : undefined;
      repairs.push({ ...place, code: first.code, message, ...found, whyNot: null, ...(unit && { unit }) });
    }
  }
  for (const { origin, severity, code, message } of draft.findings) {
    if (severity !== 'fixed' || origin.row === row.row) continue;
    const column = map.columns.find(({ letters }) => letters === origin.column);
    repairs.push({
      ...{ file: map.file, sheet: map.sheet, row: origin.row ?? row.row, code, message },
      ...{
        column: column?.index ?? 0,
        letters: column?.letters ?? 'A',
        ...{ field: column ? fieldOf(column) : '', from: '' },
      },
      ...{ value: undefined, whyNot: 'rows' },
    });
  }
  return repairs;
}

/** Whether each text in a cell is a label that templates offer. */
function hasLabels({ field }: Column, cell: Cell): boolean {
  const texts = field.path.endsWith('[]') ? cellText(cell).split(/[;|\n]/) : [cellText(cell)];
  return texts.every((text) => isLabel(field.value, cleanText(text)));
}

const fieldOf = ({ path }: Column): string => path.split('.')[0]!;

/** Maximum number of characters of a text in a message. */
const MAX_SHOWN = 300;

/** The old and the new value of a cell: `"x" → yes`. Texts are quoted; null is `""`. */
function changeText(cell: Cell, value: NewValue): string {
  const shown = (one: Cell) =>
    typeof one === 'boolean' || (typeof one === 'object' && one?.type === 'date')
      ? cellText(one)
      : typeof one === 'number'
        ? decimalText(one)
        : `"${cut(withLineSigns(displayText(one)), MAX_SHOWN)}"`;
  return `${shown(cell)} → ${shown(value)}`;
}

/** Whether a message ends with the new value, with or without a remark: `→ 2027-02-01 (day-first)`. */
function isExact(message: string, value: NewValue): boolean {
  const text = typeof value === 'number' ? decimalText(value) : cellText(value);
  return [`→ ${text}`, `→ "${text}"`].some((end) => {
    const at = message.indexOf(end);
    return at !== -1 && /^(?: \([^()]*\))?$/.test(message.slice(at + end.length));
  });
}

function valueFor(column: Column, row: Row, findings: readonly Finding[], draft: Draft): Choice {
  const cell = row.cells[column.index]!;
  const has = (code: string) => findings.some((one) => one.code === code);
  // A date or a percentage is right in a workbook: only the service needs a text or another number.
  if (
    typeof cell === 'object' &&
    (cell?.type === 'date' || cell?.type === 'percent') &&
    !has('text-from-date')
  )
    return { whyNot: 'type' };
  const isDoubtful = draft.findings.some(
    ({ severity, origin }) =>
      severity !== 'fixed' &&
      severity !== 'notice' &&
      origin.column === column.letters &&
      origin.row === draft.row,
  );
  // In the copy, the guess would look like a fact.
  if (isDoubtful) return { whyNot: 'doubt' };
  if (has('number-converted') && hasOtherUnit(column)) return { whyNot: 'unit' };
  const value = readerOf(column)(cell, row.cells);
  if (value === undefined && findings.every(({ code }) => code === 'blank-word'))
    // A required value is missing: a word such as `unknown` says more than an empty cell.
    return column.field.required === undefined ? { value: null } : { whyNot: 'doubt' };
  if (value === undefined || value === null || value === UNREADABLE) return { whyNot: 'other' };
  // trace sends an unknown word in capitals, but it is not a value of the list.
  if (!isOfList(column, value)) return { whyNot: 'doubt' };
  if (Array.isArray(value)) {
    const separator = column.mapping?.separator;
    const isSeparated = (text: string) =>
      separator === undefined ? /[;|\n]/.test(text) : text.includes(separator);
    return value.every((one) => typeof one === 'string' && !isSeparated(one))
      ? { value: value.join(separator ?? '; ') }
      : { whyNot: 'several' };
  }
  if (typeof value === 'object') return { whyNot: 'several' };
  // A boolean is written as a word, `Yes` or `No`.
  return { value: yesNoLabel(column.field.value, value, language()) ?? value };
}

function isOfList({ field }: Column, value: Json): boolean {
  if (field.value.type !== 'choice') return true;
  const { list } = field.value;
  return [value].flat().every((one) => typeof one === 'string' && matchValue(list, one) === one);
}

/** Whether a cell is a number whose format shows a unit, and trace sends the same number: then the cell stays as it is. */
function isSameNumber(column: Column, { cells }: Row): boolean {
  const cell = cells[column.index]!;
  return (
    typeof cell === 'object' &&
    cell?.type === 'padded' &&
    cell.unit !== undefined &&
    readerOf(column)(cell, cells) === cell.value
  );
}

const readers = new WeakMap<Column, CellReader>();

/** The reader of the cells of a column, without findings. */
function readerOf(column: Column): CellReader {
  let reader = readers.get(column);
  if (!reader) {
    reader = checkedReader(
      column,
      () => {},
      () => false,
    );
    readers.set(column, reader);
  }
  return reader;
}

/** Whether numbers without a unit in this column are read in another unit than that of the field. */
export function hasOtherUnit({ header, mapping, field: { value } }: Column): boolean {
  if (mapping?.unitColumn !== undefined) return true;
  const unit = mapping?.unit ?? headerParts(header)?.unit;
  const own = value.type === 'number' ? value.unit : undefined;
  return unit !== undefined && own !== undefined && unitFactor(own, unit) !== 1;
}

/** The value that a map file gives the word in a cell; undefined if there is none, or if it is the same text. */
function mappedValue(column: Column, cell: Cell): NewValue | undefined {
  if (column.mapping === undefined || cell === null) return undefined;
  if (typeof cell === 'object' && (cell.type === 'error' || cell.type === 'uncached')) return undefined;
  const word = wordLookup(column.mapping)?.(cell);
  if (word === undefined || (typeof word === 'object' && word !== null)) return undefined;
  if (String(word ?? '') === cellText(cell)) return undefined;
  const { mapping: _, ...plain } = column;
  const isLabelOfIt = hasLabels(column, cell) && coercionOf(plain)(cell, () => {}) === word;
  return isLabelOfIt ? undefined : word;
}

/** Repairs of fractions that were meant as percentages: all shares of the row get percentages. */
function fractionRepairs(row: Row, draft: Draft, column: Column, findings: readonly Finding[]): Repair[] {
  const { map, body } = draft;
  const group = shareColumns(map).find(({ columns }) => columns.some(({ index }) => index === column.index));
  const { message } = findings.find(({ code }) => code === 'composition-fractions')!;
  const place = {
    ...{ file: map.file, sheet: map.sheet, row: row.row, field: fieldOf(column) },
    code: 'composition-fractions' as const,
  };
  if (group === undefined || row.more !== undefined)
    return [
      {
        ...{ ...place, message, column: column.index, letters: column.letters, from: '' },
        ...{ value: undefined, whyNot: 'rows' },
      },
    ];
  return group.lists.flatMap((list) =>
    ((body[list] as Json[] | undefined) ?? []).flatMap((item, at): Repair[] => {
      const path = `${list}.${at}.${group.share}`;
      const letters = draft.columnOf(path);
      const own = map.columns.find((one) => one.letters === letters);
      const value = (item as { [name: string]: Json })[group.share];
      if (own === undefined || typeof value !== 'number') return [];
      const change = changeText(row.cells[own.index] ?? null, value);
      return [
        {
          ...{ ...place, field: fieldOf(own), message: change, value, whyNot: null },
          ...{ column: own.index, letters: own.letters, from: cellText(row.cells[own.index] ?? null) },
        },
      ];
    }),
  );
}
