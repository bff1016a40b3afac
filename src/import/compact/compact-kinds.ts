import { acceptsId } from '../../contract/body.ts';
import type { Body, KindSpec } from '../../contract/kind.ts';
import type { InputSettings } from '../input/settings.ts';
import { kindsIn } from '../input/settings.ts';
import { levelsOf } from '../plan/kind-waves.ts';
import { ContentHash } from './hash.ts';

/** What the rules across records use of a kind. */
export interface CompactKind {
  readonly spec: KindSpec;
  /** Distinguishes the keys of the kind in hashes. `tag + 1` is for the beginnings of keys. */
  readonly tag: number;
  /** Whether references may give only the first parts of the key. */
  readonly isPartlyNamed: boolean;
  /** Values that references expect in its records. */
  readonly expected: readonly { readonly field: string; readonly value: string }[];
  /** The fields whose references expect a value. */
  readonly expecting: ReadonlySet<string>;
  /** Hashes the content that records with the same shared reference have in common. */
  readonly shared: ContentHash;
}

/** The kinds of a run, by name, and the tags of all kinds that references name. */
export interface CompactKinds {
  readonly kinds: ReadonlyMap<string, CompactKind>;
  /** Undefined for a kind that no reference names. */
  tagOf(kind: string): number | undefined;
}

/**
 * The kinds of an input that can be checked without storing its records; null if the ledger must store them: for
 * updates, for rules about links, and for references that may mean several kinds or an id.
 */
export function compactKinds(settings: InputSettings): CompactKinds | null {
  if (settings.updates !== undefined || settings.update || settings.collection) return null;
  const specs = kindsIn(settings);
  const references = specs.flatMap((kind) => kind.references);
  if (references.some((one) => one.or !== undefined || acceptsId(one))) return null;
  if (levelsOf(specs).some(({ circular }) => circular)) return null;
  const names = [...new Set([...specs.map(({ name }) => name), ...references.map(({ to }) => to)])];
  const tags = new Map(names.map((name, at) => [name, at * 2]));
  const kinds = specs.map((spec): CompactKind => {
    const named = references.filter(({ to }) => to === spec.name);
    return {
      spec,
      tag: tags.get(spec.name)!,
      isPartlyNamed: named.some(({ fields }) => fields.length > 1),
      expected: named.flatMap(({ expects }) => (expects ? [expects] : [])),
      expecting: new Set(spec.references.flatMap(({ fields, expects }) => (expects ? [fields[0]!] : []))),
      shared: new ContentHash(new Set([...(spec.sharedRef?.mayDiffer ?? []), spec.batchField])),
    };
  });
  return { kinds: new Map(kinds.map((kind) => [kind.spec.name, kind])), tagOf: (kind) => tags.get(kind) };
}

/** Whether a record has a value other than the expected ones, or none. */
export const isUnexpected = ({ expected }: CompactKind, body: Body): boolean =>
  expected.some(({ field, value }) => body[field] !== value);
