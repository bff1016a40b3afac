import type { StoredRequired } from '../completion.ts';
import { FAMILY_NAMES, type FamilyName } from '../family.ts';
import type { Field } from '../field.ts';
import type { DocumentCreate } from './creates.ts';
import type { DocumentField } from './leaves.ts';
import { eitherOf, type ResolvedSchema } from './shape.ts';

/** A field as the create calls of all families in a document describe it. */
export interface MergedLeaf {
  readonly shape: ResolvedSchema;
  readonly required: ReadonlyMap<FamilyName | null, DocumentField['required']>;
}

/** Merges the fields of all create calls of a kind, by path. */
export function mergeLeaves(creates: readonly DocumentCreate[]): Map<string, MergedLeaf> {
  const merged = new Map<string, MergedLeaf>();
  for (const { body, family } of creates) {
    for (const { path, shape } of body.leaves.values()) {
      const before = merged.get(path);
      merged.set(path, {
        shape: before ? mergedSchema(before.shape, shape) : shape,
        required: before?.required ?? new Map(),
      });
    }
    for (const [path, { required }] of merged)
      (required as Map<FamilyName | null, DocumentField['required']>).set(
        family,
        body.leaves.get(path)?.required ?? 'no',
      );
  }
  for (const [path, one] of merged) {
    const list = merged.get(`${path}[]`);
    if (!list) continue;
    // A field that is a single value in one family and a list in another becomes a list.
    merged.delete(path);
    const required = new Map(
      [...one.required].map(([family, own]) => [
        family,
        own === 'no' ? (list.required.get(family) ?? own) : own,
      ]),
    );
    merged.set(`${path}[]`, { shape: mergedSchema(list.shape, one.shape), required });
  }
  return merged;
}

/**
 * Merges the schemas of a field in two families: the wider of two limits, and limits that only one of them has. A
 * family that omits a limit does not relax it.
 */
function mergedSchema(one: ResolvedSchema, other: ResolvedSchema): ResolvedSchema {
  const { values: _, ...both } = eitherOf(one, other);
  const values = [...(one.values ?? []), ...(other.values ?? [])];
  const fromOne = { ...onlyIn(one, other), ...onlyIn(other, one) };
  return { ...both, ...fromOne, ...(values.length > 0 && { values: [...new Set(values)] }) };
}

const KEYWORDS = ['minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'description'] as const;

/** The keywords of `one` that `other` lacks. */
function onlyIn(one: ResolvedSchema, other: ResolvedSchema): Partial<ResolvedSchema> {
  return Object.fromEntries(
    KEYWORDS.flatMap((name) =>
      one[name] !== undefined && other[name] === undefined ? [[name, one[name]]] : [],
    ),
  );
}

/** A requirement in the form in which a completion stores it. */
export const keptRequired = (required: Field['required']): StoredRequired =>
  required === undefined ? 'no' : typeof required === 'string' ? required : [...required];

/** The requirement for all families together. Families that are not in the document keep their requirement. */
export function requiredIn({ required }: MergedLeaf, before: Field['required']): StoredRequired {
  const requirementOf = (family: FamilyName | null): DocumentField['required'] => {
    const inDocument = required.get(family);
    if (inDocument !== undefined) return inDocument;
    if (before === undefined || typeof before === 'string') return before ?? 'no';
    return family !== null && before.includes(family) ? 'always' : 'no';
  };
  const all = required.has(null) ? [requirementOf(null)] : FAMILY_NAMES.map(requirementOf);
  if (all.every((one) => one === 'always')) return 'always';
  const families = FAMILY_NAMES.filter((family) => !required.has(null) && requirementOf(family) === 'always');
  if (families.length > 0) {
    const same = Array.isArray(before) && [...before].sort().join() === [...families].sort().join();
    return same ? [...(before as readonly FamilyName[])] : families;
  }
  return all.includes('within') ? 'within' : 'no';
}
