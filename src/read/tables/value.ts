import type { CellValue, ExportColumn } from './table.ts';

/** Whether a value is a JSON object, not null and not a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an object's own field; undefined for anything else. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The value at a path. */
export function valueAt(value: unknown, names: readonly string[]): unknown {
  let at = value;
  for (const name of names) at = fieldOf(at, name);
  return at;
}

/** The value as a cell of a type. A value of another type becomes text, a missing one null. */
export function cellOf(value: unknown, type: ExportColumn['type']): CellValue {
  if (value === undefined || value === null) return null;
  if (type === 'number' && typeof value === 'number') return value;
  if (type === 'boolean' && typeof value === 'boolean') return value;
  return readable(value);
}

/** A value as one text: lists with semicolons, objects as `name: value`, deeper values as JSON. */
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
    .map(([name, inner]) => `${name}: ${readable(inner)}`)
    .join(comma);

/** The texts in a list. */
export function textsAt(value: unknown, name: string): string[] {
  const inner = fieldOf(value, name);
  return Array.isArray(inner) ? inner.filter((item) => typeof item === 'string') : [];
}
