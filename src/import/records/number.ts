import { foldText } from './text.ts';

export type Mark = ',' | '.';

/** `readings`: the two values of an ambiguous text, with the mark as thousands separator and as decimal mark. */
export type NumberReading =
  | { readonly value: number; readonly plain: boolean }
  | { readonly readings: readonly [thousands: number, decimal: number]; readonly mark: Mark };

const ONE_MARK = /^([+-]?)(\d*)(?:([.,])(\d+))?$/;
const SPACED = /^([+-]?)([1-9]\d{0,2}(?:([ '’])\d{3})(?:\3\d{3})*)(?:([.,])(\d+))?$/;
const GROUPED = /^([+-]?)([1-9]\d{0,2}(?:([.,])\d{3})(?:\3\d{3})*)(?:(?!\3)([.,])(\d+))?$/;

/**
 * Parses a clean text as a number; undefined if it is not one. `plain` is true if JSON would write it the same way. A
 * single mark before exactly three digits is ambiguous unless `decimal` is given.
 */
export function parseNumber(text: string, decimal: Mark | undefined): NumberReading | undefined {
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
    return { readings: [asThousands, asDecimal], mark: mark as Mark };
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

/** The decimal mark that a text shows; undefined if it shows none or could be either. */
export function decimalShown(text: string): Mark | undefined {
  const reading = parseNumber(text, undefined);
  if (!reading || 'readings' in reading) return undefined;
  const signed = withSign(text);
  const plain = ONE_MARK.exec(signed);
  if (plain) return plain[3] as Mark | undefined;
  const spaced = SPACED.exec(signed);
  if (spaced) return spaced[4] as Mark | undefined;
  const [, , , separator, mark] = GROUPED.exec(signed)!;
  return (mark as Mark | undefined) ?? (separator === ',' ? '.' : ',');
}

/** Folded spellings of the units of the contract, with the factor to the unit of the field. */
const UNITS: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map([
  [
    'g',
    new Map([
      ...['g', 'gr', 'grs', 'gram', 'grams', 'gramme', 'grammes', 'grammi', 'gramm', 'gramos'].map(one),
      ...['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramme', 'kilogrammes'].map(of(1000)),
      ['mg', 0.001] as const,
      // Not the French livre (489.5 g, 500 g or a pound) nor the ton (long, short or metric).
      ...['lb', 'lbs', 'pound', 'pounds'].map(of(453.59237)),
      ...['oz', 'ounce', 'ounces', 'once', 'onces'].map(of(28.349523125)),
      ...['t', 'tonne', 'tonnes'].map(of(1_000_000)),
    ]),
  ],
  ['%', new Map(['%', 'percent', 'pct', 'pourcent'].map(one))],
  [
    'pieces',
    new Map(
      ['pcs', 'pc', 'piece', 'pieces', 'pce', 'pces', 'pz', 'u', 'unit', 'units', 'unite', 'unites'].map(one),
    ),
  ],
]);

function one(name: string): readonly [string, number] {
  return [name, 1];
}

function of(factor: number): (name: string) => readonly [string, number] {
  return (name) => [name, factor];
}

/** The factor from the unit `name` to `unit` (1000 for `kg` to `g`); undefined if `name` is not a known spelling. */
export function unitFactor(unit: string, name: string): number | undefined {
  return UNITS.get(unit)?.get(name.includes('%') ? '%' : foldText(name));
}

/** The unit of the contract that `name` converts to. */
export function unitNamed(name: string): string | undefined {
  for (const unit of UNITS.keys()) if (unitFactor(unit, name) !== undefined) return unit;
  return undefined;
}

const TAIL = /^([-+−\d.,\s'’]*\d)\s*(\D+)$/;

/** Splits a text such as `0,35 kg` into number and unit; the unit is undefined if there is none. */
export function splitUnit(text: string): { number: string; unit: string | undefined } {
  const tail = text.length > 64 ? null : TAIL.exec(text);
  return tail ? { number: tail[1]!, unit: tail[2]! } : { number: text, unit: undefined };
}
