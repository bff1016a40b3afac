import { remembered } from '../contract/remembered.ts';
import { type Coerced, type Filled, type OnCellFinding, UNREADABLE } from '../recognise/coercion.ts';
import { cellText, cleanText, cut, quoted } from '../recognise/text.ts';
import { say } from '../say.ts';
import type { Cell } from '../sheets/cell.ts';
import { coercionOf } from './field-coercion.ts';
import { wordKey } from './mapped.ts';
import { splitUnit, unitFactor } from './number.ts';
import type { Column, ColumnMapping, UnitColumn } from './record.ts';

/** Reads a filled cell of a row. */
type RowCoercion = (cell: Filled, note: OnCellFinding, cells: readonly Cell[]) => Coerced;

/** Maximum number of spellings of units that are remembered. */
const MAX_CACHED_UNITS = 200;

/** Reads numbers whose unit is in another column. A number without a known unit is an error. */
export function unitCoercion(column: Column, mapping: ColumnMapping, from: UnitColumn): RowCoercion {
  const { value } = column.field;
  const ownUnit = value.type === 'number' ? (value.unit ?? '') : '';
  const withUnit = (unit: string) => coercionOf({ ...column, mapping: { ...mapping, unit } });
  const withoutUnit = withUnit(ownUnit);
  /** The coercion and the factor of a unit, by its text; null if the unit is unknown. */
  const unitOf = remembered((text: string) => {
    const name = from.words.get(wordKey(text)) ?? text;
    const factor = unitFactor(ownUnit, name);
    return factor === undefined ? null : { coercion: withUnit(name), factor };
  }, MAX_CACHED_UNITS);

  return (cell, note, cells) => {
    const text = from.index === undefined ? '' : cleanText(cellText(cells[from.index] ?? null));
    const unit = unitOf(text);
    const given = unitIn(cell);
    const factor = given === undefined ? undefined : unitFactor(ownUnit, given);
    if (unit !== null && (factor === undefined || factor === unit.factor)) return unit.coercion(cell, note);
    const isGiven = unit === null && text === '' && factor !== undefined;
    const read = isGiven ? undefined : withoutUnit(cell, () => {});
    if (read === undefined || read === UNREADABLE) return withoutUnit(cell, note);
    const [number, name] = [quoted(cellText(cell)), quoted(from.name)];
    if (from.index === undefined)
      note('map-unit', cell, say().cells.noUnitColumn({ column: name, number }), from.correct);
    else if (unit !== null) {
      const message = say().cells.otherUnit({ number, column: name, unit: quoted(text) });
      note('map-unit', cell, message, say().cells.otherUnitAdvice());
    } else if (text === '')
      note('map-unit', cell, say().cells.noUnit({ column: name, number }), from.line(''));
    else {
      const about = { text: quoted(cut(text, 60)), column: name, unit: ownUnit };
      note('map-unit', cell, say().cells.unknownUnit(about), from.line(text));
    }
    return UNREADABLE;
  };
}

/** The unit in the cell of the number itself, in its text or in its number format. */
function unitIn(cell: Filled): string | undefined {
  if (typeof cell === 'string') return splitUnit(cleanText(cell)).unit;
  return typeof cell === 'object' && cell.type === 'padded' ? cell.unit : undefined;
}
