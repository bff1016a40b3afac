import { flag } from '../advice.ts';
import { foldText } from '../fold.ts';
import {
  type Coerced,
  type Coercion,
  type Filled,
  type OnCellFinding,
  UNREADABLE,
} from '../recognise/coercion.ts';
import { cellText, cleanText, displayText, quoted, round6 } from '../recognise/text.ts';
import { isFiller } from '../recognise/text-coercion.ts';
import { UNITS } from '../recognise/words/terms.ts';
import { decimalText, say, unitText } from '../say.ts';
import { headerList } from './header-list.ts';

export type NumberMark = ',' | '.';

/**
 * `readings`: the two possible values of an ambiguous text. In the first, the mark separates thousands; in the
 * second, decimals.
 */
export type NumberReading =
  | { readonly value: number; readonly plain: boolean }
  | { readonly readings: readonly [thousands: number, decimal: number]; readonly mark: NumberMark };

const ONE_MARK = /^([+-]?)(\d*)(?:([.,])(\d+))?$/;
const SPACED = /^([+-]?)([1-9]\d{0,2}(?:([ '’])\d{3})(?:\3\d{3})*)(?:([.,])(\d+))?$/;
const GROUPED = /^([+-]?)([1-9]\d{0,2}(?:([.,])\d{3})(?:\3\d{3})*)(?:(?!\3)([.,])(\d+))?$/;

/**
 * Parses a clean text as a number; undefined if it is not one. `plain` is true if JSON would write it the same way. A
 * single mark before exactly three digits is ambiguous unless `decimal` is given.
 */
export function parseNumber(text: string, decimal: NumberMark | undefined): NumberReading | undefined {
  const signed = withSign(text);
  const one = ONE_MARK.exec(signed);
  if (one) {
    const [, sign = '', whole = '', mark, digits = ''] = one;
    if (mark === undefined) return whole === '' ? undefined : { value: numberOf(sign, whole), plain: true };
    const asDecimal = numberOf(sign, whole, digits);
    const open = digits.length === 3 && whole.length <= 3 && /^[1-9]/.test(whole);
    if (!open || decimal === mark) return { value: asDecimal, plain: mark === '.' && whole !== '' };
    const asThousands = numberOf(sign, whole + digits);
    if (decimal !== undefined) return { value: asThousands, plain: false };
    return { readings: [asThousands, asDecimal], mark: mark as NumberMark };
  }
  const many = SPACED.exec(signed) ?? GROUPED.exec(signed);
  if (!many) return undefined;
  const [, sign = '', whole = '', , , digits = ''] = many;
  return { value: numberOf(sign, whole.replace(/\D/g, ''), digits), plain: false };
}

/** The text with a typographic minus sign written as a hyphen. */
function withSign(text: string): string {
  return text.startsWith('−') ? `-${text.slice(1)}` : text;
}

function numberOf(sign: string, whole: string, digits = ''): number {
  const value = Number(digits === '' ? whole : `${whole}.${digits}`);
  return sign === '-' && value !== 0 ? -value : value;
}

/** The decimal mark of a number in a text, with or without a unit; undefined if it has none, or an ambiguous one. */
export function decimalShown(text: string): NumberMark | undefined {
  const { number } = splitUnit(text);
  const reading = parseNumber(number, undefined);
  if (!reading || 'readings' in reading) return undefined;
  const signed = withSign(number);
  const plain = ONE_MARK.exec(signed);
  if (plain) return plain[3] as NumberMark | undefined;
  const spaced = SPACED.exec(signed);
  if (spaced) return spaced[4] as NumberMark | undefined;
  const [, , , separator, mark] = GROUPED.exec(signed)!;
  return (mark as NumberMark | undefined) ?? (separator === ',' ? '.' : ',');
}

const TAIL = /^([-+−\d.,\s'’]*\d)\s*(\D+)$/;

/** Splits a text such as `0,35 kg` into number and unit; the unit is undefined if there is none. */
export function splitUnit(text: string): { number: string; unit: string | undefined } {
  const tail = text.length > 64 ? null : TAIL.exec(text);
  return tail ? { number: tail[1]!, unit: tail[2]! } : { number: text, unit: undefined };
}

/**
 * Reads the cells of a number column. `unit` is the unit of the field (`ours`: trace assumes it); the header may
 * name another unit. `decimal` is the decimal mark that the user set or, with `guessed`, that the column suggests.
 * Only converted values are rounded. With `doubt` (an unknown word in the header that may be a unit or a
 * multiplier), no value is read.
 */
export function amountCoercion(
  { unit, ours }: { readonly unit?: string; readonly ours?: string },
  header: { readonly text: string; readonly unit: string | undefined },
  decimal: NumberMark | undefined,
  guessed = false,
  doubt?: string,
): Coercion {
  const assumed = ours === 'bounds-and-unit' ? unit : undefined;
  const factor = (header.unit !== undefined && unitFactor(unit ?? '', header.unit)) || 1;

  return (cell, note) => {
    if (doubt !== undefined) return doubtful(cell, note, doubt);
    const value = amountOf(cell, note);
    if (unit === 'pieces' && typeof value === 'number' && !Number.isInteger(value)) {
      const about = { text: quoted(displayText(cell)), value: decimalText(value) };
      note('number-fraction', cell, say().cells.notWholePieces(about));
    }
    return value;
  };

  function doubtful(cell: Filled, note: OnCellFinding, remark: string): Coerced {
    const text = cellText(cell).trim();
    if (text === '' || isFiller(text, cell, note)) return undefined;
    const skip = flag('--ignore-columns', headerList([header.text]));
    const about = { header: quoted(header.text), remark: quoted(remark) };
    const texts = say().cells;
    if (unit === undefined)
      note('header-unit', cell, texts.headerUnit(about), texts.headerUnitAdvice({ skip }));
    else {
      const own = { unit: unitText(unit) };
      const advice = texts.headerUnitOfAdvice({ ...own, skip });
      note('header-unit', cell, texts.headerUnitOf({ ...about, ...own }), advice);
    }
    return UNREADABLE;
  }

  function amountOf(cell: Filled, note: OnCellFinding): Coerced {
    if (typeof cell === 'number')
      return Number.isFinite(cell) ? scaled(cell, factor, cell, note, assumed) : refuse(cell, note);
    if (typeof cell === 'string') return fromText(cell, note);
    if (typeof cell === 'object') {
      if (cell.type === 'padded')
        return cell.unit === undefined
          ? scaled(cell.value, factor, cell, note, assumed)
          : fromFormat(cell.value, cell.unit, cell, note);
      if (cell.type === 'percent' && unit === '%') {
        const value = round6(cell.value * 100);
        const text = `${decimalText(value)}%`;
        const about = { text, stored: decimalText(cell.value), value: decimalText(value) };
        note('number-converted', cell, say().cells.fromPercent(about));
        return value;
      }
    }
    return refuse(cell, note);
  }

  /** A number whose format shows a unit. Nothing is converted if the field and the header have that unit. */
  function fromFormat(number: number, shown: string, cell: Filled, note: OnCellFinding): Coerced {
    const own = unitFactor(unit ?? '', shown);
    if (own === undefined) return refuse(cell, note);
    if (own === 1 && factor === 1) return number;
    const value = round6(number * own);
    note('number-converted', cell, `${quoted(displayText(cell))} → ${decimalText(value)}`);
    if (value !== number) noteAssumedUnit(value, cell, note, assumed);
    return value;
  }

  function fromText(cell: string, note: OnCellFinding): Coerced {
    const text = cleanText(cell);
    if (text === '') return undefined;
    const parts = splitUnit(text);
    const own = parts.unit === undefined ? undefined : unitFactor(unit ?? '', parts.unit);
    if (parts.unit === undefined || own !== undefined) {
      const reading = parseNumber(parts.number, decimal);
      if (reading && 'readings' in reading) {
        const { twoNumbers, twoNumbersAdvice } = say().cells;
        const about = twoReadings(reading.readings, reading.mark);
        note('number-ambiguous', cell, twoNumbers({ text: quoted(text), ...about }), twoNumbersAdvice(about));
        return UNREADABLE;
      }
      if (reading) {
        const value = (own ?? factor) === 1 ? reading.value : round6(reading.value * (own ?? factor));
        if (!reading.plain || own !== undefined || value !== reading.value) {
          note('number-converted', cell, `${quoted(text)} → ${decimalText(value)}`);
        }
        if (value !== reading.value) noteAssumedUnit(value, cell, note, assumed);
        if (guessed) noteGuessedMark(text, parts.number, cell, note);
        return value;
      }
    }
    if (isFiller(text, cell, note)) return undefined;
    return refuse(cell, note);
  }

  function refuse(cell: Filled, note: OnCellFinding): Coerced {
    const text = quoted(displayText(cell));
    const { notNumber, notNumberOf } = say().cells;
    note('number-unreadable', cell, unit ? notNumberOf({ text, unit: unitText(unit) }) : notNumber({ text }));
    return UNREADABLE;
  }
}

/** Reports an ambiguous number that was read using the decimal mark of the other numbers in the column. */
function noteGuessedMark(text: string, number: string, cell: Filled, note: OnCellFinding): void {
  const open = parseNumber(number, undefined);
  if (!open || !('readings' in open)) return;
  const { twoNumbersVoted, twoNumbersVotedAdvice } = say().cells;
  const about = twoReadings(open.readings, open.mark);
  note('number-voted', cell, twoNumbersVoted({ text: quoted(text), ...about }), twoNumbersVotedAdvice(about));
}

/** The two values of an ambiguous number, and the flags that choose them. */
const twoReadings = ([thousands, fraction]: readonly number[], mark: NumberMark) => ({
  thousands: decimalText(thousands!),
  fraction: decimalText(fraction!),
  one: flag('--decimal', mark === ',' ? '.' : ','),
  other: flag('--decimal', mark),
});

/** Reports a conversion to a unit that the interface does not document. */
function noteAssumedUnit(value: number, cell: Filled, note: OnCellFinding, unit: string | undefined): void {
  if (unit === undefined) return;
  note('unit-assumed', cell, say().cells.unitAssumed({ value: decimalText(value), unit: unitText(unit) }));
}

function scaled(
  value: number,
  factor: number,
  cell: Filled,
  note: OnCellFinding,
  assumed: string | undefined,
): Coerced {
  if (factor === 1) return value;
  const result = round6(value * factor);
  const about = { number: decimalText(value), factor: decimalText(factor), value: decimalText(result) };
  note('number-converted', cell, say().cells.scaled(about));
  noteAssumedUnit(result, cell, note, assumed);
  return result;
}

/** The factor from the unit `name` to `unit` (1000 for `kg` and `千克 kg` to `g`); undefined if `name` is not known. */
export function unitFactor(unit: string, name: string): number | undefined {
  const factors = UNITS.get(unit);
  const factorOf = (text: string) => factors?.get(text.includes('%') ? '%' : foldText(text));
  const whole = factorOf(name);
  if (whole !== undefined || !name.includes(' ')) return whole;
  const [first, ...others] = new Set(
    name.split(/[ /()]+/).flatMap((part) => (part === '' ? [] : [factorOf(part)])),
  );
  return others.length === 0 ? first : undefined;
}

/** The unit of the contract to which a unit called `name` can be converted. */
export function unitNamed(name: string): string | undefined {
  for (const unit of UNITS.keys()) if (unitFactor(unit, name) !== undefined) return unit;
  return undefined;
}
