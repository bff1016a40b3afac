import { LANGUAGES } from '../../contract/v2/study-lists.ts';
import { isByLanguage, type Shape } from './shape.ts';
import { isObject } from './value.ts';

const KNOWN: readonly string[] = LANGUAGES;

/**
 * The part of a value that no column shows: fields that are not in the contract, and values of an unexpected type.
 * Undefined if there is none. Lists at the paths in `stops` are not included, because they have tables of their own.
 */
export function restOf(shape: Shape, value: unknown, stops: ReadonlySet<string>, path = ''): unknown {
  if (value === undefined || value === null) return undefined;
  if (shape.is === 'leaf') return isByLanguage(shape) ? restOfTexts(value) : undefined;
  if (shape.is === 'array') {
    if (!Array.isArray(value)) return value;
    if (stops.has(path) || shape.item === undefined) return undefined;
    const item = shape.item;
    const rests = value.map((inner) => restOf(item, inner, stops, path) ?? null);
    return rests.some((rest) => rest !== null) ? rests : undefined;
  }
  if (!isObject(value)) return value;
  return objectOf(
    Object.entries(value).map(([name, inner]) => {
      const child = shape.children.get(name);
      if (child) return [name, restOf(child, inner, stops, path === '' ? name : `${path}.${name}`)];
      const branded = [...shape.branded.keys()].some((beginning) => name.startsWith(beginning));
      return [name, branded ? undefined : inner];
    }),
  );
}

function restOfTexts(value: unknown): unknown {
  if (!isObject(value)) return value;
  return objectOf(Object.entries(value).filter(([language]) => !KNOWN.includes(language)));
}

/** An object without undefined values; undefined if all its values are undefined. */
function objectOf(entries: readonly (readonly [string, unknown] | unknown[])[]): object | undefined {
  const inner = entries.filter(([, value]) => value !== undefined);
  return inner.length === 0 ? undefined : Object.fromEntries(inner as [string, unknown][]);
}
