import type { Row } from '../../sheets/cell.ts';
import { headerParts } from '../records/headers.ts';
import { unitFactor, unitNamed } from '../records/number.ts';
import { allColumns, type SheetMap } from '../records/record.ts';
import { cleanCell, isFilled } from '../records/text.ts';

/** Fewer numbers may be the values of a record. */
const LEAST_NUMBERS = 4;

/** Whether a row numbers the columns from 1, as printed forms do. */
export function numbersColumns(map: SheetMap, { cells }: Row): boolean {
  const texts = allColumns(map)
    .map(({ index }) => index)
    .sort((one, other) => one - other)
    .map((index) => cleanCell(cells[index]).replace(/^\((\d+)\)$/, '$1'));
  return texts.length >= LEAST_NUMBERS && texts.every((text, at) => text === String(at + 1));
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

/** The headers of the columns whose numbers need the unit of such a row: no header and no map file has it. */
export const withoutUnit = (map: SheetMap, units: ReadonlyMap<number, string>): string[] =>
  map.columns
    .filter(({ index, header, field: { value }, mapped }) => {
      const unit = units.get(index);
      if (unit === undefined || value.type !== 'number' || mapped?.unit || headerParts(header)?.unit)
        return false;
      return value.unit === undefined || unitFactor(value.unit, unit) !== 1;
    })
    .map(({ header }) => header);
