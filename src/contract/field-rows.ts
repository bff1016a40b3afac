import type { Field, Value } from './field.ts';
import type { ClosedList } from './list.ts';

/** The last parameters of the functions below. `more`: all other properties of the field. */
type Rest = readonly [example?: Field['example'], more?: Partial<Omit<Field, 'path' | 'value' | 'example'>>];

/** A field with this value type. Its names and its note are in `kinds.yaml` of the languages. */
export const field = (path: string, value: Value, ...[example, more]: Rest): Field => ({
  path,
  value,
  ...(example !== undefined && { example }),
  ...more,
});

const fieldOf =
  (value: Value) =>
  (path: string, ...rest: Rest): Field =>
    field(path, value, ...rest);

export const text = fieldOf({ type: 'text' });
export const reference = fieldOf({ type: 'reference' });
export const boolean = fieldOf({ type: 'boolean' });
export const flag = fieldOf({ type: 'flag' });
export const country = fieldOf({ type: 'country' });
export const date = fieldOf({ type: 'date' });
export const email = fieldOf({ type: 'email' });
export const url = fieldOf({ type: 'url' });

/** A share from 0 to 100. The interface does not document the bounds. */
export const percentage = fieldOf({ type: 'number', min: 0, max: 100, unit: '%', ours: 'bounds' });

export const number = (
  path: string,
  bounds: Omit<Extract<Value, { type: 'number' }>, 'type'>,
  ...rest: Rest
): Field => field(path, { type: 'number', ...bounds }, ...rest);

export const choice = (path: string, list: ClosedList, ...rest: Rest): Field =>
  field(path, { type: 'choice', list }, ...rest);

/** The fields, marked as fields whose name or meaning the interface does not document. */
export const undocumented = (...fields: readonly Field[]): Field[] =>
  fields.map((each) => ({ ...each, documented: false }));
