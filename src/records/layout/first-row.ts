import { oncePer } from '../../contract/kind.ts';
import { foldText } from '../../fold.ts';
import { cleanCell, isFilled } from '../../recognise/text.ts';
import { foldedTerm } from '../../recognise/words/word-list.ts';
import type { Cell, Row } from '../../sheets/cell.ts';
import { headerParts } from '../headers.ts';
import { unitFactor, unitNamed } from '../number.ts';
import { allColumns, type SheetMap } from '../record.ts';

/** A row with fewer numbers may be a record. */
const LEAST_NUMBERS = 3;
const LONGEST_REMARK = 60;

/** Folded words of rows that explain to people how to fill the columns. */
const REMARKS = foldedTerm('rowRemarks');

/** Whether a row numbers the columns from 1, as printed forms do. */
export function numbersColumns(map: SheetMap, { cells }: Row): boolean {
  const indexes = columnIndexes(map);
  if (indexes.length < LEAST_NUMBERS) return false;
  return indexes.every(
    (index, at) => cleanCell(cells[index]).replace(/^\((\d+)\)$/, '$1') === String(at + 1),
  );
}

const columnIndexes = oncePer((map: SheetMap): readonly number[] =>
  allColumns(map)
    .map(({ index }) => index)
    .sort((one, other) => one - other),
);

/** Whether a row has only remarks on its columns: `obligatoire`, `Text (optional)`. */
export function hasRemarks({ cells }: Row): boolean {
  const filled = cells.filter(isFilled);
  if (filled.length < 2) return false;
  return filled.every((cell) => {
    if (typeof cell !== 'string' || cell.length > LONGEST_REMARK) return false;
    const words = cell.split(/[\s/,;:()[\]*-]+/).filter(Boolean);
    return words.length > 0 && words.every((word) => REMARKS.has(foldText(word)));
  });
}

/** The units in a row that has only units, below their headers; undefined if it has other texts. */
export function unitsIn({ cells }: Row): Map<number, string> | undefined {
  const units = new Map<number, string>();
  for (const [index, cell] of cells.entries()) {
    if (!isFilled(cell)) continue;
    const text = cleanCell(cell).replace(/^[([](.*)[)\]]$/, '$1');
    if (typeof cell !== 'string' || /\d/.test(text) || unitNamed(text) === undefined) return undefined;
    units.set(index, text);
  }
  return units.size > 0 ? units : undefined;
}

const THOUSAND_WORD = /^(?:k|milliers?|thousands?|tausend|tsd|migliaia)$/i;
const LONGEST_UNIT = 40;

/** The unit in a cell with nothing else: `kg`, `(kg)`, `en kg`, `kg/pc`, or a multiple such as `milliers`. */
function unitAlone(cell: Cell | undefined): string | undefined {
  if (typeof cell !== 'string' || cell.length > LONGEST_UNIT) return undefined;
  const text = cleanCell(cell).replace(/^[([](.*)[)\]]$/, '$1');
  const unit = text.replace(/^(?:en|in)\s+/i, '').split(/\s*\/\s*/, 1)[0]!;
  return THOUSAND_WORD.test(unit) || (!/\d/.test(unit) && unitNamed(unit) !== undefined) ? unit : undefined;
}

/** The units in the columns of numbers that have units. Other cells of the row may have other texts. */
export function unitsOfNumbers(map: SheetMap, { cells }: Row): Map<number, string> {
  const units = new Map<number, string>();
  for (const index of columnsWithUnits(map)) {
    const unit = unitAlone(cells[index]);
    if (unit !== undefined) units.set(index, unit);
  }
  return units;
}

const columnsWithUnits = oncePer((map: SheetMap): readonly number[] =>
  map.columns.flatMap(({ index, field: { value } }) =>
    value.type === 'number' && value.unit ? [index] : [],
  ),
);

/** The first row above the header row that has the only unit of some numbers, and the headers of their columns. */
export function unitsAbove(
  map: SheetMap,
  firstRows: readonly Row[],
): { readonly row: Row; readonly headers: readonly string[] } | undefined {
  const top = map.headerRow - Math.max(0, (map.headerParts?.length ?? 1) - 1);
  for (const row of firstRows) {
    if (row.row >= top) return undefined;
    const units = unitsOfNumbers(map, row);
    if (row.row === top - 1)
      for (const [index, unit] of groupUnits(row)) if (!units.has(index)) units.set(index, unit);
    const headers = withoutUnit(map, units, true);
    if (headers.length > 0) return { row, headers };
  }
  return undefined;
}

/** By column: the unit in brackets in the header of its group of columns. A row with a single text is a title. */
function groupUnits({ cells }: Row): [number, string][] {
  const texts = [...cells.keys()].filter((index) => isFilled(cells[index]));
  if (texts.length < 2) return [];
  return texts.flatMap((index, at): [number, string][] => {
    const text = cleanCell(cells[index]);
    const unit = /[([]/.test(text) ? headerParts(text)?.unit : undefined;
    // Nothing shows where the last group ends.
    const end = texts[at + 1] ?? index + WIDEST_GROUP;
    return unit === undefined ? [] : Array.from({ length: end - index }, (_, one) => [index + one, unit]);
  });
}

/** Maximum number of columns of the last group. */
const WIDEST_GROUP = 20;

/**
 * The headers of the columns of numbers whose unit is only in such a row, not in the header or a map file. `isOwn`:
 * only if the field can have that unit.
 */
export const withoutUnit = (map: SheetMap, units: ReadonlyMap<number, string>, isOwn = false): string[] =>
  (units.size === 0 ? [] : map.columns)
    .filter(({ index, header, field: { value }, mapping }) => {
      const unit = units.get(index);
      if (unit === undefined || value.type !== 'number' || mapping?.unit || headerParts(header)?.unit)
        return false;
      if (isOwn && (value.unit === undefined || !isPossibleUnit(value.unit, unit))) return false;
      return value.unit === undefined || unitFactor(value.unit, unit) !== 1;
    })
    .map(({ header }) => header);

const isPossibleUnit = (unit: string, name: string): boolean =>
  unitFactor(unit, name) !== undefined || THOUSAND_WORD.test(name);
