import { shownPath } from './completion-apply.ts';
import type { Body, Json, KindSpec } from './kind.ts';

/**
 * A body with the field names of the interface, whatever the contract of an environment calls its fields, so that content
 * stays comparable after a rename. The body itself where nothing was renamed.
 */
export function asShown(kind: KindSpec, body: Body): Body {
  const { shown } = namesOf(kind);
  return isPlain(shown) ? body : (renamed(body, '', shown) as Body);
}

/** A body with the field names of the interface converted to those of the contract. */
export function asCalled(kind: KindSpec, body: Body): Body {
  const { called } = namesOf(kind);
  return isPlain(called) ? body : (renamed(body, '', called) as Body);
}

/** The name of a top-level field in the interface. */
export const shownName = (kind: KindSpec, name: string): string =>
  namesOf(kind).shown.names.get(name) ?? name;

/** The name of a top-level field in the contract. */
export const calledName = (kind: KindSpec, name: string): string =>
  namesOf(kind).called.names.get(name) ?? name;

/** How to convert bodies of one contract to another. Paths are those before the conversion, without brackets. */
interface Writing {
  readonly names: Map<string, string>;
  /** Fields that are a list in one of the two contracts. A value and a list of only that value are the same content. */
  readonly forms: Map<string, 'list' | 'one'>;
}

/** The conversions in both directions. */
interface Names {
  readonly shown: Writing;
  readonly called: Writing;
}

const isPlain = ({ names, forms }: Writing): boolean => names.size + forms.size === 0;

const known = new WeakMap<KindSpec, Names>();

function namesOf(kind: KindSpec): Names {
  const before = known.get(kind);
  if (before) return before;
  const writing = (): Writing => ({ names: new Map(), forms: new Map() });
  const made: Names = { shown: writing(), called: writing() };
  for (const field of kind.fields) {
    const called = field.path.replaceAll('[]', '').split('.');
    const shown = shownPath(field).replaceAll('[]', '').split('.');
    if (called.length !== shown.length) continue;
    for (const [at, name] of called.entries()) {
      if (name === shown[at]) continue;
      made.shown.names.set(called.slice(0, at + 1).join('.'), shown[at]!);
      made.called.names.set(shown.slice(0, at + 1).join('.'), name);
    }
    const isList = field.path.endsWith('[]');
    if (isList === shownPath(field).endsWith('[]')) continue;
    made.shown.forms.set(called.join('.'), isList ? 'one' : 'list');
    made.called.forms.set(shown.join('.'), isList ? 'list' : 'one');
  }
  known.set(kind, made);
  return made;
}

function renamed(value: Json, around: string, writing: Writing): Json {
  if (Array.isArray(value)) return value.map((item) => renamed(item, around, writing));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const path = around === '' ? name : `${around}.${name}`;
      const form = writing.forms.get(path);
      return [writing.names.get(path) ?? name, inForm(renamed(inner, path, writing), form)];
    }),
  );
}

function inForm(value: Json, form: 'list' | 'one' | undefined): Json {
  if (form === 'list' && value !== null && !Array.isArray(value)) return [value];
  return form === 'one' && Array.isArray(value) && value.length === 1 ? value[0]! : value;
}
