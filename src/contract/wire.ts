import { lastName } from './field.ts';
import type { Body, KindSpec } from './kind.ts';
import { acceptsId, applies, parentsOf } from './reference.ts';

/** A record that a body refers to, whose id is needed but not known. */
export interface MissingId {
  /** The kinds that the record may be of. */
  readonly kinds: readonly string[];
  readonly key: string;
  /** The field that needs the id. */
  readonly field: string;
}

/**
 * Converts a body to the body that is sent: without local fields, and with ids where the interface requires them. The
 * given body is not changed; it is returned if nothing has to be replaced. `filled`: ids were filled in. A body with
 * `unfilled` references must not be sent.
 *
 * @param idOf returns the id of a record, null if the record is known but not its id, or undefined if no such record is
 * known, because the text is an id itself.
 */
export function wireBody(
  kind: KindSpec,
  body: Body,
  idOf: (kinds: readonly string[], key: string) => string | null | undefined,
): { body: Body; filled: boolean; unfilled: MissingId[] } {
  const locals = kind.fields.filter(({ local }) => local);
  const filling = kind.references.filter(({ fills }) => fills !== undefined);
  if (locals.length === 0 && filling.length === 0) return { body, filled: false, unfilled: [] };
  const sent = structuredClone(body);
  let filled = false;
  const unfilled: MissingId[] = [];
  for (const reference of filling) {
    const kinds = [reference.to, ...(reference.or ?? [])];
    const target = lastName(reference.fills!);
    for (const { parent, name } of parentsOf(sent, reference.fields[0]!)) {
      const key = parent[name];
      if (typeof key !== 'string' || key === '' || !applies(reference, body)) continue;
      const id = idOf(kinds, key);
      if (typeof id === 'string') {
        parent[target] = id;
        filled = true;
      } else if (id === null || !acceptsId(reference)) unfilled.push({ kinds, key, field: target });
    }
  }
  for (const { path } of locals) {
    for (const { parent, name } of parentsOf(sent, path)) delete parent[name];
  }
  return { body: sent, filled, unfilled };
}
