import type { Body, KindSpec } from './kind.ts';
import { applies, holdersOf, takesId } from './reference.ts';

/** A record that a body refers to, whose id is needed but not known. */
export interface Unfilled {
  /** The kinds that the record may have. */
  readonly kinds: readonly string[];
  readonly key: string;
  /** The field that needs the id. */
  readonly field: string;
}

/**
 * The body to send: without local fields, and with the ids of the records that it refers to where the interface requires
 * ids. `idOf` returns the id of a record, null when the record is known but not its id, and undefined when no such record
 * is known: then the text is an id itself. The given body is not changed; it is returned when nothing has to be replaced.
 * A body with `unfilled` must not be sent. `filled`: the returned body has ids that the given one does not.
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
