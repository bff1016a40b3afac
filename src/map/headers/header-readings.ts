import type { Field } from '../../contract/field.ts';

/** A field that a header may mean. */
export interface HeaderReading {
  readonly field: Field;
  /** The field as a map file names it. */
  readonly target: string;
  /** `exact`: the header is the path of the field. `name`: it is one of its names in the contract. */
  readonly by: 'exact' | 'name' | 'synonym';
  /** Whether the values must confirm the reading. */
  readonly confirm: boolean;
  /** Whether the field is only likely. */
  readonly likely?: boolean;
  readonly notions: ReadonlySet<string>;
}

/** What a header may mean. */
export interface HeaderReadings {
  readonly readings: readonly HeaderReading[];
  /** The notions of the header in each of its meanings. Empty if a word is unknown. */
  readonly meanings: readonly ReadonlySet<string>[];
  /** Whether none of the meanings is a field of the kind. */
  readonly isForeign: boolean;
  /** Whether one of the meanings is not a field, although another one is. */
  readonly mayBeForeign: boolean;
  /** Whether the header names fields, and also has a meaning that no field has. */
  readonly isAlsoForeign?: boolean;
  /** The notions of the known words, if other words are unknown. */
  readonly partly?: readonly ReadonlySet<string>[];
  readonly unit?: string;
}

/** Notions of numbers, which are no part of a reference. */
const MEASURES = ['quantity', 'weight', 'price', 'cost'];

/** Whether the notions are those of a number, such as a weight. */
export const isMeasure = (notions: ReadonlySet<string>): boolean => MEASURES.some((one) => notions.has(one));

/** Whether a header has a unit or names a number. */
export const isNumber = ({ unit, meanings }: HeaderReadings): boolean =>
  unit !== undefined || meanings.some(isMeasure);

/** The readings of a header without known words. */
export const NO_READINGS: HeaderReadings = {
  readings: [],
  meanings: [],
  isForeign: false,
  mayBeForeign: false,
};

/** Whether the values must confirm a reading, or it is that of numbers which may be others, such as a `Quantity` in stock. */
export const isInDoubt = ({ confirm, likely, field }: HeaderReading): boolean =>
  confirm || (likely === true && field.value.type === 'number');
