import type { CellValue, Column } from './table.ts';

/** JSON's object, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of its own; undefined when there is none, or nothing that could have one. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** What stands at the end of these names. */
export function reach(value: unknown, names: readonly string[]): unknown {
  let at = value;
  for (const name of names) at = fieldOf(at, name);
  return at;
}

/** The value as a cell of that type; what has another type comes as text, what is missing as null. */
export function cellOf(value: unknown, type: Column['type']): CellValue {
  if (value === undefined || value === null) return null;
  if (type === 'number' && typeof value === 'number') return value;
  if (type === 'boolean' && typeof value === 'boolean') return value;
  return readable(value);
}

/** A value as one text: lists by semicolons, `name: value` for objects, JSON for what is deeper. */
export function readable(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) {
    if (value.every(isScalar)) return value.map(readable).join('; ');
    return value.every(isFlat) ? value.map((item) => pairs(item, ', ')).join('; ') : JSON.stringify(value);
  }
  if (isObject(value)) return isFlat(value) ? pairs(value, '; ') : JSON.stringify(value);
  return String(value);
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

const isFlat = (value: unknown): boolean => isObject(value) && Object.values(value).every(isScalar);

const pairs = (value: object, comma: string): string =>
  Object.entries(value)
    .map(([name, held]) => `${name}: ${readable(held)}`)
    .join(comma);

/** The texts of the list at a name. */
export function textsAt(value: unknown, name: string): string[] {
  const held = fieldOf(value, name);
  return Array.isArray(held) ? held.filter((item) => typeof item === 'string') : [];
}
