import type { Json } from '../../contract/kind.ts';
import type { Finding } from '../../findings/finding.ts';
import type { NewValue } from '../../sheets/annotate/new-values.ts';
import type { Cell, Row } from '../../sheets/cell.ts';
import { shareColumns } from '../records/fractions.ts';
import { headerParts } from '../records/headers.ts';
import { wordLookup } from '../records/mapped.ts';
import type { Column, Draft } from '../records/record.ts';
import { cellText } from '../records/text.ts';

/** Why a cell keeps its value, by a name in the texts of `fix`. */
export type LeftBecause = 'type' | 'several' | 'unit' | 'rows' | 'formula' | 'merged' | 'doubt' | 'other';

/** A value that trace changes when it reads a cell. */
export interface Repair {
  readonly file: string;
  readonly sheet: string;
  readonly row: number;
  /** From 0. */
  readonly column: number;
  /** `map-value`: the map file has a value for the word. */
  readonly code: Finding['code'] | 'map-value';
  readonly message: string;
  /** The value for the cell; undefined if it keeps its own. */
  readonly value: NewValue | undefined;
  readonly left: LeftBecause | null;
}

/** The changes of values in a row of a record. */
export function repairsOf(row: Row, draft: Draft): Repair[] {
  const { map } = draft;
  const repairs: Repair[] = [];
  for (const column of map.columns) {
    const cell = row.cells[column.index];
    // The shares of a row are repaired together.
    if (cell === null || cell === undefined || repairs.some((one) => one.column === column.index)) continue;
    const findings = draft.findings.filter(
      ({ severity, origin }) =>
        severity === 'fixed' && origin.column === column.letters && origin.row === row.row,
    );
    const [first] = findings;
    const place = { file: map.file, sheet: map.sheet, row: row.row, column: column.index };
    if (first === undefined) {
      const value = mappedValue(column, cell);
      if (value !== undefined && row.more === undefined) {
        const message = `"${cellText(cell)}" → ${value === null ? '""' : `"${value}"`}`;
        repairs.push({ ...place, code: 'map-value', message, value, left: null });
      }
      continue;
    }
    if (
      first.code === 'composition-fractions' ||
      findings.some(({ code }) => code === 'composition-fractions')
    ) {
      repairs.push(...fractionRepairs(row, draft, column, findings));
      continue;
    }
    const message = findings.map((one) => one.message).join('; ');
    const found =
      row.more === undefined ? valueFor(column, cell, findings, draft) : { left: 'rows' as const };
    repairs.push({
      ...{ ...place, code: first.code, message },
      ...('left' in found ? { value: undefined, left: found.left } : { value: found.value, left: null }),
    });
  }
  for (const { origin, severity, code, message } of draft.findings)
    if (severity === 'fixed' && origin.row !== row.row)
      repairs.push({
        ...{ file: map.file, sheet: map.sheet, row: origin.row ?? row.row, code, message },
        ...{ column: map.columns.find(({ letters }) => letters === origin.column)?.index ?? 0 },
        ...{ value: undefined, left: 'rows' },
      });
  return repairs;
}

function valueFor(
  column: Column,
  cell: Cell,
  findings: readonly Finding[],
  draft: Draft,
): { readonly value: NewValue } | { readonly left: LeftBecause } {
  const has = (code: string) => findings.some((one) => one.code === code);
  // The type of such a cell is right as it is: only the service needs a text or another number.
  if (
    typeof cell === 'object' &&
    (cell?.type === 'date' || cell?.type === 'percent') &&
    !has('text-from-date')
  )
    return { left: 'type' };
  const isDoubtful = draft.findings.some(
    ({ severity, origin }) =>
      severity !== 'fixed' &&
      severity !== 'notice' &&
      origin.column === column.letters &&
      origin.row === draft.row,
  );
  // The copy would show the guess as a fact.
  if (isDoubtful) return { left: 'doubt' };
  if (has('number-converted') && hasUnit(column)) return { left: 'unit' };
  const value = valueAt(draft.body, findings[0]!.field ?? column.path);
  if (findings.every(({ code }) => code === 'blank-word') && !column.field.path.endsWith('[]'))
    return { value: null };
  if (value === undefined || value === null) return { left: 'other' };
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string' && !/[;|]/.test(one))
      ? { value: value.join('; ') }
      : { left: 'several' };
  return typeof value === 'object' ? { left: 'several' } : { value };
}

const hasUnit = ({ header, mapped }: Column): boolean =>
  headerParts(header)?.unit !== undefined || mapped?.unit !== undefined || mapped?.unitColumn !== undefined;

/** The value that a map file gives the word in a cell, if it is another text. */
function mappedValue(column: Column, cell: Cell): NewValue | undefined {
  if (column.mapped === undefined || cell === null) return undefined;
  if (typeof cell === 'object' && (cell.type === 'error' || cell.type === 'uncached')) return undefined;
  const word = wordLookup(column.mapped)?.(cell);
  if (word === undefined || (typeof word === 'object' && word !== null)) return undefined;
  return String(word ?? '') === cellText(cell) ? undefined : word;
}

/** The percentages of all shares of a row. */
function fractionRepairs(row: Row, draft: Draft, column: Column, findings: readonly Finding[]): Repair[] {
  const { map, body } = draft;
  const group = shareColumns(map).find(({ columns }) => columns.some(({ index }) => index === column.index));
  const { message } = findings.find(({ code }) => code === 'composition-fractions')!;
  const place = {
    file: map.file,
    sheet: map.sheet,
    row: row.row,
    code: 'composition-fractions' as const,
    message,
  };
  if (group === undefined || row.more !== undefined)
    return [{ ...place, column: column.index, value: undefined, left: 'rows' }];
  return group.lists.flatMap((list) =>
    ((body[list] as Json[] | undefined) ?? []).flatMap((item, at): Repair[] => {
      const path = `${list}.${at}.${group.share}`;
      const letters = draft.columnOf(path);
      const index = map.columns.find((one) => one.letters === letters)?.index;
      const value = (item as { [name: string]: Json })[group.share];
      return index === undefined || typeof value !== 'number'
        ? []
        : [{ ...place, column: index, value, left: null }];
    }),
  );
}

function valueAt(body: Json, path: string): Json | undefined {
  let value: Json | undefined = body;
  for (const name of path.replace(/\[\]$/, '').split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as { [name: string]: Json })[name];
  }
  return value;
}
