import type { FamilyName } from './family.ts';
import type { ClosedList } from './list.ts';

/** The value of a leaf of a body, which implies its JSON type. */
export type Value =
  | { readonly type: 'text'; readonly length?: Length }
  /** Text that is a key or refers to one: never reformatted, never guessed. `digits`: exactly so many digits. */
  | { readonly type: 'reference'; readonly length?: Length; readonly digits?: number }
  /** A JSON number, bounds included. */
  | {
      readonly type: 'number';
      readonly min?: number;
      readonly max?: number;
      readonly unit?: string;
      /** The parts that the interface does not show: the bounds, or the unit, too. */
      readonly ours?: 'bounds' | 'bounds-and-unit';
    }
  | { readonly type: 'boolean' }
  /** The number 1 for yes, 0 for no. */
  | { readonly type: 'flag' }
  | { readonly type: 'choice'; readonly list: ClosedList }
  /** ISO 3166-1 alpha-2. */
  | { readonly type: 'country' }
  /** `YYYY-MM-DD`. */
  | { readonly type: 'date' }
  | { readonly type: 'email' }
  | { readonly type: 'url' }
  /**
   * An object whose fields the interface does not show: its columns are sent as they are. `scalar`: one value of unknown
   * type.
   */
  | { readonly type: 'open'; readonly scalar?: true };

/** Characters, bounds included; `max` is Infinity where there is none. */
export interface Length {
  readonly min: number;
  readonly max: number;
}

/** One leaf of a body. */
export interface Field {
  /** Its path: dotted, `[]` after the name of an array (`composition[].material`, `packagingRefs[]`). */
  readonly path: string;
  readonly value: Value;
  /**
   * `always`: the service refuses a body without it (in an array of objects: at least one item, and each item with it).
   * `within`: required when the object around it is given. A list of families: always, on the paths of those families.
   */
  readonly required?: 'always' | 'within' | readonly FamilyName[];
  /** False: the interface does not show the field. Its name and limits are hints, which the configuration can turn off. */
  readonly shown?: false;
  /** A field of trace that is never sent: it refers to a record whose id fills another field, or informs a rule. */
  readonly local?: true;
  /** A date that must not be before the sibling field of this name. */
  readonly notBefore?: string;
  /**
   * Another form in which the interface shows the value: a day as a moment, a text as an object, a list as its only item.
   * `trace` does not send it; the service may accept it.
   */
  readonly also?: 'date-time' | 'object' | 'single';
  /** The path in the interface, where the contract of an environment has another. */
  readonly was?: string;
  /** Other column names that people use, in English and French. */
  readonly names: readonly string[];
  /** One sentence for the template's note and the guide. */
  readonly note: string;
  /** A realistic value, as a person would type it. */
  readonly example?: string | number | boolean;
}

/** A step of a path, as the source of a regular expression. */
export const NAME = '[\\p{L}\\p{N}_$@:-]{1,100}';

/** A name in a body: letters, digits and a few signs, except names that every object has. */
export const FIELD_NAME = new RegExp(`^(?!(?:__proto__|constructor|prototype)$)${NAME}$`, 'u');

/** Whether a record of `family` must have the field. A field of a group that is not given is not required. */
export function isRequired(field: Field, family: FamilyName | null): boolean {
  return field.required === 'always' || (Array.isArray(field.required) && field.required.includes(family));
}

/** The names of a path and which of them are arrays: `composition[].material` has two steps. */
export function pathSteps(path: string): { name: string; array: boolean }[] {
  return path
    .split('.')
    .map((step) =>
      step.endsWith('[]') ? { name: step.slice(0, -2), array: true } : { name: step, array: false },
    );
}

/** The path as a column name: no brackets, arrays of objects numbered from 1. */
export function columnPath(path: string, index = 1): string {
  const steps = pathSteps(path);
  return steps
    .map((step, at) => (step.array && at < steps.length - 1 ? `${step.name}.${index}` : step.name))
    .join('.');
}
