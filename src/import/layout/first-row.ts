import type { Row } from '../../sheets/cell.ts';
import { headerParts } from '../records/headers.ts';
import { unitFactor, unitNamed } from '../records/number.ts';
import { allColumns, type SheetMap } from '../records/record.ts';
import { cleanCell, foldText, isFilled } from '../records/text.ts';

/** Fewer numbers may be the values of a record. */
const LEAST_NUMBERS = 3;
const LONGEST_REMARK = 60;

/** Words of rows that tell people how to fill the columns, folded. */
const REMARKS: ReadonlySet<string> = new Set(
  [
    'required optional mandatory obligatoire obligatoires facultatif facultative facultatifs optionnel optionnelle requis',
    'pflicht pflichtfeld erforderlich freiwillig obligatorio obligatoria opcional facoltativo facoltativa obbligatorio',
    'obbligatoria obrigatorio obrigatoria facultativo facultativa requerido',
    'text texte texto testo string alphanumeric alphanumerique number numeric numerique nombre numero zahl integer entier',
    'decimal date datum data fecha boolean booleen list liste lista field champ feld campo',
  ]
    .join(' ')
    .split(' '),
);

/** Whether a row numbers the columns from 1, as printed forms do. */
export function numbersColumns(map: SheetMap, { cells }: Row): boolean {
  const texts = allColumns(map)
    .map(({ index }) => index)
    .sort((one, other) => one - other)
    .map((index) => cleanCell(cells[index]).replace(/^\((\d+)\)$/, '$1'));
  return texts.length >= LEAST_NUMBERS && texts.every((text, at) => text === String(at + 1));
}

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
