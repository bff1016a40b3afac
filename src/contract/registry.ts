import { kindsText } from '../say.ts';
import type { InterfaceName, KindSpec, UpdatableKind } from './kind.ts';
import { KINDS } from './kinds.ts';
import { kindNames } from './labels.ts';
import { type ClosedList, listsByName } from './list.ts';

export { KINDS };

export type V2Kind = keyof typeof KINDS.v2;
export type V3Kind = keyof typeof KINDS.v3;

/** The kinds of an interface, in the order of lists and docs. */
export function kindsOf(interfaceName: InterfaceName): readonly KindSpec[] {
  return Object.values(KINDS[interfaceName]);
}

/** The v3 kinds that can be updated; v2 has no update. */
export const updatableKinds = (): readonly UpdatableKind[] =>
  kindsOf('v3').filter((kind): kind is UpdatableKind => kind.update !== undefined);

/** The kind with that name (singular, plural or the name of a sheet, in upper or lower case), or undefined. */
export function findKind(interfaceName: InterfaceName, name: string): KindSpec | undefined {
  const plain = plainName(name);
  return kindsOf(interfaceName).find((kind) => kindNames(kind).some((known) => plainName(known) === plain));
}

/** The names of kinds to show to users, who type them: in the language of the process, if `findKind` knows that name. */
export const kindWords = (interfaceName: InterfaceName): string[] =>
  kindsOf(interfaceName).map((kind) => {
    const own = kindsText(kind.plural);
    return findKind(interfaceName, own) === kind ? own : kind.plural;
  });

/**
 * The interface of the kinds that a user names: v3 if one of the names belongs only to v3. The name of a kind in one
 * interface (`materials`) has precedence over the name of a sheet in the other.
 */
export function interfaceNamed(names: readonly string[]): InterfaceName {
  const isOwn = (interfaceName: InterfaceName, name: string) =>
    kindsOf(interfaceName).some((kind) =>
      [kind.name, kind.plural].some((own) => plainName(own) === plainName(name)),
    );
  const isV3 = (name: string) =>
    !isOwn('v2', name) &&
    (isOwn('v3', name) || (!findKind('v2', name) && findKind('v3', name) !== undefined));
  return names.some(isV3) ? 'v3' : 'v2';
}

/** The name in lower case, with spaces instead of hyphens and underscores. */
const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[-_\s]+/g, ' ');

/**
 * The kind with exactly that name.
 * @throws Error if there is none, which is a bug: names come from the registry.
 */
export function kindNamed(interfaceName: InterfaceName, name: string): KindSpec {
  const kind = kindsOf(interfaceName).find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`no kind "${name}" in interface ${interfaceName}`);
  return kind;
}

/** The closed lists of all fields of the interface, each once, sorted by name. */
export function listsOf(interfaceName: InterfaceName, kinds = kindsOf(interfaceName)): ClosedList[] {
  return [...listsByName(kinds).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
