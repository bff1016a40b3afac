import { shownPath } from './completion-apply.ts';
import type { Body, Json, KindSpec } from './kind.ts';

/**
 * A body under the names that the interface shows, whatever an environment's contract calls its fields: the same content
 * stays the same after a field was renamed. The body itself where nothing was.
 */
export function asShown(kind: KindSpec, body: Body): Body {
  const { shown } = namesOf(kind);
  return isPlain(shown) ? body : (renamed(body, '', shown) as Body);
}

/** A body that may have been kept under the names that the interface shows, under those of the contract. */
export function asCalled(kind: KindSpec, body: Body): Body {
  const { called } = namesOf(kind);
  return isPlain(called) ? body : (renamed(body, '', called) as Body);
}

/** The name that the interface shows of a field at the top of a body. */
export const shownName = (kind: KindSpec, name: string): string =>
  namesOf(kind).shown.names.get(name) ?? name;

/** What the contract calls a field at the top of a body. */
export const calledName = (kind: KindSpec, name: string): string =>
  namesOf(kind).called.names.get(name) ?? name;

/** How bodies of one contract are written under another. Paths are those before it, without brackets. */
interface Writing {
  readonly names: Map<string, string>;
  /** Fields that are a list in one of the two: one value and a list of it alone are the same content. */
  readonly forms: Map<string, 'list' | 'one'>;
}

/** One way and the other. */
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
