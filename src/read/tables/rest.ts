import { LANGUAGES } from '../../contract/v2/study-lists.ts';
import { isByLanguage, type ObjectShape, type RecordShape } from './shape.ts';
import { isObject } from './value.ts';

const LANGUAGE_CODES: readonly string[] = LANGUAGES;

/**
 * The part of a value that no column shows: fields that are not in the contract, and values of an unexpected type.
 * Undefined if there is none. Lists at the paths in `stops` are not included, because they have tables of their own.
 */
export function restOf(shape: RecordShape, value: unknown, stops: ReadonlySet<string>, path = ''): unknown {
  if (value === undefined || value === null) return undefined;
  if (shape.type === 'leaf') return isByLanguage(shape) ? restOfTexts(value) : undefined;
  if (shape.type === 'array') {
    if (!Array.isArray(value)) return value;
    if (stops.has(path) || shape.item === undefined) return undefined;
    let rests: unknown[] | undefined;
    for (const [at, inner] of value.entries()) {
      const rest = restOf(shape.item, inner, stops, path);
      if (rest === undefined) continue;
      rests ??= value.map(() => null);
      rests[at] = rest;
    }
    return rests;
  }
  if (!isObject(value)) return value;
  // Almost every record is as in the contract, so the list is created only when it is needed.
  let rests: [string, unknown][] | undefined;
  for (const name of Object.keys(value)) {
    const child = shape.children.get(name);
    const rest = child
      ? isPlain(child)
        ? undefined
        : restOf(child, value[name], stops, path === '' ? name : `${path}.${name}`)
      : isBranded(shape, name)
        ? undefined
        : value[name];
    if (rest === undefined) continue;
    rests ??= [];
    rests.push([name, rest]);
  }
  return rests && Object.fromEntries(rests);
}

const isPlain = (shape: RecordShape): boolean => shape.type === 'leaf' && !shape.field.byLanguage;

function isBranded({ branded }: ObjectShape, name: string): boolean {
  for (const beginning of branded.keys()) if (name.startsWith(beginning)) return true;
  return false;
}

function restOfTexts(value: unknown): unknown {
  if (!isObject(value)) return value;
  const others = Object.entries(value).filter(([language]) => !LANGUAGE_CODES.includes(language));
  return others.length === 0 ? undefined : Object.fromEntries(others);
}
