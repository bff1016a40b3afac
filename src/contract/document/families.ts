import type { StoredRequired } from '../completion.ts';
import { FAMILY_NAMES, type FamilyName } from '../family.ts';
import type { Field } from '../field.ts';
import type { DocumentCreate } from './creates.ts';
import type { Leaf } from './leaves.ts';
import { eitherOf, type Shape } from './shape.ts';

/** A leaf in all families of a document. */
export interface Found {
  readonly shape: Shape;
  readonly required: ReadonlyMap<FamilyName | null, Leaf['required']>;
}

/** The leaves of all create calls of a kind, by path. */
export function foundIn(creates: readonly DocumentCreate[]): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const { body, family } of creates) {
    for (const { path, shape } of body.leaves.values()) {
      const before = found.get(path);
      found.set(path, {
        shape: before ? anyFamily(before.shape, shape) : shape,
        required: before?.required ?? new Map(),
      });
    }
    for (const [path, { required }] of found)
      (required as Map<FamilyName | null, Leaf['required']>).set(
        family,
        body.leaves.get(path)?.required ?? 'no',
      );
  }
  for (const [path, one] of found) {
    const list = found.get(`${path}[]`);
    if (!list) continue;
    // A value in one family and a list in another is a list in both.
    found.delete(path);
    const required = new Map(
      [...one.required].map(([family, said]) => [
        family,
        said === 'no' ? (list.required.get(family) ?? said) : said,
      ]),
    );
    found.set(`${path}[]`, { shape: anyFamily(list.shape, one.shape), required });
  }
  return found;
}

/**
 * The schemas of one field in two families together: the wider of both, and what only one has. Omitting a limit does not
 * relax it.
 */
function anyFamily(one: Shape, other: Shape): Shape {
  const { values: _, ...both } = eitherOf(one, other);
  const said = [...(one.values ?? []), ...(other.values ?? [])];
  const alone = { ...only(one, other), ...only(other, one) };
  return { ...both, ...alone, ...(said.length > 0 && { values: [...new Set(said)] }) };
}

const SAID = ['minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'description'] as const;

/** The keywords that only the first has. */
function only(one: Shape, other: Shape): Partial<Shape> {
  return Object.fromEntries(
    SAID.flatMap((name) => (one[name] !== undefined && other[name] === undefined ? [[name, one[name]]] : [])),
  );
}

/** The requirement in the form of a completion. */
export const keptRequired = (required: Field['required']): StoredRequired =>
  required === undefined ? 'no' : typeof required === 'string' ? required : [...required];

/** The requirement of all families together. Families that the document does not have keep theirs. */
export function requiredIn({ required }: Found, before: Field['required']): StoredRequired {
  const asked = (family: FamilyName | null): Leaf['required'] => {
    const said = required.get(family);
    if (said !== undefined) return said;
    if (before === undefined || typeof before === 'string') return before ?? 'no';
    return family !== null && before.includes(family) ? 'always' : 'no';
  };
  const all = required.has(null) ? [asked(null)] : FAMILY_NAMES.map(asked);
  if (all.every((one) => one === 'always')) return 'always';
  const families = FAMILY_NAMES.filter((family) => !required.has(null) && asked(family) === 'always');
  if (families.length > 0) {
    const same = Array.isArray(before) && [...before].sort().join() === [...families].sort().join();
    return same ? [...(before as readonly FamilyName[])] : families;
  }
  return all.includes('within') ? 'within' : 'no';
}
