import { flag } from '../../advice.ts';
import { type Coerced, type Coercion, type Filled, type Note, UNREADABLE } from './coercion.ts';
import { headerList, headerParts } from './header-text.ts';
import { type Mark, parseNumber, splitUnit, unitFactor } from './number.ts';
import { cellText, quoted, round6 } from './text.ts';
import { isFiller, textOf } from './text-coercion.ts';

/**
 * Reads the cells of a number column. `unit` is the unit of the field (`ours`: assumed by trace); `header` may name
 * another one (`Poids (kg)`). `decimal` is the decimal mark that the person set or, if `guessed`, that the column
 * suggests. Only converted values are rounded.
 * With `doubt`, an unknown word of the header that may be a unit or a multiplier, no value is read.
 */
export function amountCoercion(
  { unit, ours }: { readonly unit?: string; readonly ours?: string },
  header: string,
  decimal: Mark | undefined,
  guessed = false,
  doubt?: string,
): Coercion {
  const assumed = ours === 'bounds-and-unit' ? unit : undefined;
  const named = headerParts(header)?.unit;
  const factor = (named !== undefined && unitFactor(unit ?? '', named)) || 1;

  return (cell, note) => {
    if (doubt !== undefined) return doubtful(cell, note, doubt);
    const value = amountOf(cell, note);
    if (unit === 'pieces' && typeof value === 'number' && !Number.isInteger(value))
      note(
        'number-fraction',
        cell,
        `${quoted(cellText(cell))} is not a whole number of pieces; sent as ${value}`,
      );
    return value;
  };

  function doubtful(cell: Filled, note: Note, remark: string): Coerced {
    const text = cellText(cell).trim();
    if (text === '' || isFiller(text, cell, note)) return undefined;
    const skip = flag('--ignore-columns', headerList([header]));
    note(
      'header-unit',
      cell,
      `the header ${quoted(header)} contains ${quoted(remark)}, which trace does not understand${unit === undefined ? '' : `; the unit of the field is ${unit}`}`,
      unit === undefined
        ? `convert the values if needed and remove it from the header, or skip the column: ${skip}`
        : `convert the values to ${unit} and write (${unit}) in the header, or skip the column: ${skip}`,
    );
    return UNREADABLE;
  }

  function amountOf(cell: Filled, note: Note): Coerced {
    if (typeof cell === 'number')
      return Number.isFinite(cell) ? scaled(cell, factor, cell, note, assumed) : refuse(cell, note);
    if (typeof cell === 'string') return fromText(cell, note);
    if (typeof cell === 'object') {
      if (cell.type === 'padded') return scaled(cell.value, factor, cell, note, assumed);
      if (cell.type === 'percent' && unit === '%') {
        const value = round6(cell.value * 100);
        note('number-converted', cell, `${cellText(cell)}, stored as ${cell.value} → ${value}`);
        return value;
      }
    }
    return refuse(cell, note);
  }

  function fromText(cell: string, note: Note): Coerced {
    const text = textOf(cell, note, false);
    if (text === '') return undefined;
    const parts = splitUnit(text);
    const own = parts.unit === undefined ? undefined : unitFactor(unit ?? '', parts.unit);
    if (parts.unit === undefined || own !== undefined) {
      const reading = parseNumber(parts.number, decimal);
      if (reading && 'readings' in reading) {
        const [thousands, fraction] = reading.readings;
        const other = reading.mark === ',' ? '.' : ',';
        note(
          'number-ambiguous',
          cell,
          `${quoted(text)} can mean ${thousands} or ${fraction}`,
          `${flag('--decimal', other)} for ${thousands}, ${flag('--decimal', reading.mark)} for ${fraction}`,
        );
        return UNREADABLE;
      }
      if (reading) {
        const value = (own ?? factor) === 1 ? reading.value : round6(reading.value * (own ?? factor));
        if (!reading.plain || own !== undefined || value !== reading.value) {
          note('number-converted', cell, `${quoted(text)} → ${value}`);
        }
        if (value !== reading.value) noteAssumed(value, cell, note, assumed);
        if (guessed) noteVoted(text, parts.number, cell, note);
        return value;
      }
    }
    if (isFiller(text, cell, note)) return undefined;
    return refuse(cell, note);
  }

  function refuse(cell: Filled, note: Note): Coerced {
    note(
      'number-unreadable',
      cell,
      `${quoted(cellText(cell))} is not a number${unit ? ` (unit: ${unit})` : ''}`,
    );
    return UNREADABLE;
  }
}

/** Reports an ambiguous number that was read as the other cells of the column show. */
function noteVoted(text: string, number: string, cell: Filled, note: Note): void {
  const open = parseNumber(number, undefined);
  if (!open || !('readings' in open)) return;
  const [thousands, fraction] = open.readings;
  const other = open.mark === ',' ? '.' : ',';
  note(
    'number-voted',
    cell,
    `${quoted(text)} can mean ${thousands} or ${fraction}; it is read as the other cells of the column show`,
    `set ${flag('--decimal', other)} for ${thousands}, ${flag('--decimal', open.mark)} for ${fraction}`,
  );
}

/** Reports a conversion to a unit that the interface does not document. */
function noteAssumed(value: number, cell: Filled, note: Note, unit: string | undefined): void {
  if (unit === undefined) return;
  note(
    'unit-assumed',
    cell,
    `sent as ${value}: the interface does not document the unit, ${unit} is assumed`,
  );
}

function scaled(
  value: number,
  factor: number,
  cell: Filled,
  note: Note,
  assumed: string | undefined,
): Coerced {
  if (factor === 1) return value;
  const result = round6(value * factor);
  note('number-converted', cell, `${value} × ${factor} → ${result}, because the header names the unit`);
  noteAssumed(result, cell, note, assumed);
  return result;
}
