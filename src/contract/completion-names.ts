import { shownPath } from './completion-apply.ts';
import type { Body, Json, KindSpec } from './kind.ts';

/**
 * A body under the names that the interface shows, whatever an environment's contract calls its fields: the same content
 * stays the same after a field was renamed. The body itself where nothing was.
 */
export function asShown(kind: KindSpec, body: Body): Body {
  const { shown } = namesOf(kind);
  return shown.size === 0 ? body : (renamed(body, '', shown) as Body);
}

/** A body that may have been kept under the names that the interface shows, under those of the contract. */
export function asCalled(kind: KindSpec, body: Body): Body {
  const { called } = namesOf(kind);
  return called.size === 0 ? body : (renamed(body, '', called) as Body);
}

/** The name that the interface shows of a field at the top of a body. */
export const shownName = (kind: KindSpec, name: string): string => namesOf(kind).shown.get(name) ?? name;

/** What the contract calls a field at the top of a body. */
export const calledName = (kind: KindSpec, name: string): string => namesOf(kind).called.get(name) ?? name;

/** New names by the paths of old ones, without brackets; one way and the other. */
interface Names {
  readonly shown: ReadonlyMap<string, string>;
  readonly called: ReadonlyMap<string, string>;
}

const known = new WeakMap<KindSpec, Names>();

function namesOf(kind: KindSpec): Names {
  const before = known.get(kind);
  if (before) return before;
  const names = { shown: new Map<string, string>(), called: new Map<string, string>() };
  for (const field of kind.fields) {
    const called = field.path.replaceAll('[]', '').split('.');
    const shown = shownPath(field).replaceAll('[]', '').split('.');
    if (called.length !== shown.length) continue;
    for (const [at, name] of called.entries()) {
      if (name === shown[at]) continue;
      names.shown.set(called.slice(0, at + 1).join('.'), shown[at]!);
      names.called.set(shown.slice(0, at + 1).join('.'), name);
    }
  }
  known.set(kind, names);
  return names;
}

function renamed(value: Json, around: string, names: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => renamed(item, around, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const path = around === '' ? name : `${around}.${name}`;
      return [names.get(path) ?? name, renamed(inner, path, names)];
    }),
  );
}
