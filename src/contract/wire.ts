import type { Body, KindSpec } from './kind.ts';
import { applies, holdersOf, takesId } from './reference.ts';

/** A record that a body names and of which the id is needed and not known. */
export interface Unfilled {
  /** The kinds of which it may be. */
  readonly kinds: readonly string[];
  readonly key: string;
  /** Name of the field that wants the id. */
  readonly field: string;
}

/**
 * The body as it goes over the wire: fields of ours left out, and where the interface wants an id, the one that the
 * service gave to the record named (`idOf`: a text; null when the record is known and its id is not; undefined when no
 * such record is known, so that the text is an id itself). The body given stays as it is; when nothing has to be
 * replaced it is given back. With `unfilled` the body must not be sent.
 * `filled`: ids stand in it that are not in the body given.
 */
export function wireBody(
  kind: KindSpec,
  body: Body,
  idOf: (kinds: readonly string[], key: string) => string | null | undefined,
): { body: Body; filled: boolean; unfilled: Unfilled[] } {
  const locals = kind.fields.filter(({ local }) => local);
  const filling = kind.references.filter(({ fills }) => fills !== undefined);
  if (locals.length === 0 && filling.length === 0) return { body, filled: false, unfilled: [] };
  const sent = structuredClone(body);
  let filled = false;
  const unfilled: Unfilled[] = [];
  for (const reference of filling) {
    const kinds = [reference.to, ...(reference.or ?? [])];
    const target = lastName(reference.fills!);
    for (const { holder, name } of holdersOf(sent, reference.fields[0]!)) {
      const key = holder[name];
      if (typeof key !== 'string' || key === '' || !applies(reference, body)) continue;
      const id = idOf(kinds, key);
      if (typeof id === 'string') {
        holder[target] = id;
        filled = true;
      } else if (id === null || !takesId(reference)) unfilled.push({ kinds, key, field: target });
    }
  }
  for (const { path } of locals) {
    for (const { holder, name } of holdersOf(sent, path)) delete holder[name];
  }
  return { body: sent, filled, unfilled };
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
