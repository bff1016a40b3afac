import type { FamilyName } from './family.ts';
import type { ClosedList } from './list.ts';

/** The value that a field can have, which determines its JSON type. */
export type Value =
  | { readonly type: 'text'; readonly length?: Length }
  /**
   * A text that is a key or refers to a key. It is never reformatted or corrected. `digits`: its exact number of
   * digits.
   */
  | { readonly type: 'reference'; readonly length?: Length; readonly digits?: number }
  /** A JSON number from `min` to `max`, both included. */
  | {
      readonly type: 'number';
      readonly min?: number;
      readonly max?: number;
      readonly unit?: string;
      /** What the interface does not document, so that trace assumes it: only the bounds, or also the unit. */
      readonly ours?: 'bounds' | 'bounds-and-unit';
      /** Set for a quantity: the numbers of parts, such as sizes, add up to the number of the whole. */
      readonly sums?: true;
    }
  | { readonly type: 'boolean' }
  /** The number 1 for yes, 0 for no. */
  | { readonly type: 'flag' }
  | { readonly type: 'choice'; readonly list: ClosedList }
  /** A country code (ISO 3166-1 alpha-2). */
  | { readonly type: 'country' }
  /** `YYYY-MM-DD`. */
  | { readonly type: 'date' }
  | { readonly type: 'email' }
  | { readonly type: 'url' }
  /**
   * An object whose fields the interface does not document: its columns are sent unchanged. With `scalar`, the field is
   * a single value of an undocumented type.
   */
  | { readonly type: 'open'; readonly scalar?: true };

/** Number of characters, both bounds included; `max` is Infinity if there is no upper limit. */
export interface Length {
  readonly min: number;
  readonly max: number;
}

/** A field of a body: a single value, not an object. */
export interface Field {
  /** The dotted path, with `[]` after the name of an array (`composition[].material`, `packagingRefs[]`). */
  readonly path: string;
  readonly value: Value;
  /**
   * `always`: the service refuses a body without it; in an array of objects, there must be an item, and each item must
   * have it. `within`: required if the object that contains it is given. A list of families: `always` for those families.
   */
  readonly required?: 'always' | 'within' | readonly FamilyName[];
  /** False if the interface does not document the field: its name and limits are hints, which a setting turns off. */
  readonly documented?: false;
  /**
   * Set for a field that only trace uses and does not send: its value selects the record whose id fills another field,
   * or a rule checks it.
   */
  readonly local?: true;
  /** Name of the date in the same object that this date must not precede. */
  readonly notBefore?: string;
  /** Set for a GTIN or GLN: its last digit is a check digit for the digits before it. */
  readonly checkDigit?: true;
  /**
   * Another form that the interface documents for the value: a date-time for a day, an object for a text, or a single
   * value for a list. trace does not send it, but the service may accept it.
   */
  readonly otherForm?: 'date-time' | 'object' | 'single';
  /** The path in the interface, if the contract of the environment renames the field. */
  readonly interfacePath?: string;
  /** Column names besides those in `kinds.yaml` of the languages. */
  readonly names?: readonly string[];
  /** One sentence on the field, if `kinds.yaml` has no note, or has one in other words for people who use no commands. */
  readonly note?: string;
  /** A realistic value as users type it. */
  readonly example?: string | number | boolean;
}

/** Whether a value is a quantity, which adds up. */
export const isQuantity = (value: Value): boolean => value.type === 'number' && value.sums === true;

/** One name in a path, as the source of a regular expression. */
export const NAME = '[\\p{L}\\p{N}_$@:-]{1,100}';

/** Whether a text can be a name in a body: letters, digits and a few other characters, except names that every JavaScript object has. */
export const isFieldName = (name: string): boolean =>
  new RegExp(`^(?!(?:__proto__|constructor|prototype)$)${NAME}$`, 'u').test(name);

/** The names of a path and which of them are arrays: `composition[].material` has two steps. */
export function pathSteps(path: string): { name: string; array: boolean }[] {
  return path
    .split('.')
    .map((step) =>
      step.endsWith('[]') ? { name: step.slice(0, -2), array: true } : { name: step, array: false },
    );
}

/** The name of a field in a path: `material` in `composition[].material`. */
export const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** The path as a column name: without brackets, and with `index` as the number of the item in arrays of objects. */
export function columnPath(path: string, index = 1): string {
  const steps = pathSteps(path);
  return steps
    .map((step, at) => (step.array && at < steps.length - 1 ? `${step.name}.${index}` : step.name))
    .join('.');
}
