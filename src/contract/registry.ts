import type { InterfaceName, KindSpec, UpdatableKind } from './kind.ts';
import { KINDS } from './kinds.ts';
import type { ClosedList } from './list.ts';

export { KINDS };

export type V2Kind = keyof typeof KINDS.v2;
export type V3Kind = keyof typeof KINDS.v3;

/** The kinds of an interface, in the order people list them. */
export function kindsOf(interfaceName: InterfaceName): readonly KindSpec[] {
  return Object.values(KINDS[interfaceName]);
}

/** The v3 kinds that can be updated; v2 has no update. */
export const updatableKinds = (): readonly UpdatableKind[] =>
  kindsOf('v3').filter((kind): kind is UpdatableKind => kind.update !== undefined);

/** The kind of that name (singular or plural, any case), or undefined. */
export function findKind(interfaceName: InterfaceName, name: string): KindSpec | undefined {
  const plain = plainName(name);
  return kindsOf(interfaceName).find((kind) =>
    [kind.name, kind.plural, ...kind.sheetNames].some((known) => plainName(known) === plain),
  );
}

/**
 * The interface of the kinds that a person names: v3 when only v3 has one of them. A name of a kind in one interface
 * (`materials`) counts more than a sheet name in the other.
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

/** Lower case, with spaces for hyphens and underscores. */
const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[-_\s]+/g, ' ');

/**
 * The kind of that exact name.
 * @throws Error when there is none: a bug, as names come from the registry itself.
 */
export function kindNamed(interfaceName: InterfaceName, name: string): KindSpec {
  const kind = kindsOf(interfaceName).find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`no kind "${name}" in interface ${interfaceName}`);
  return kind;
}

/** The closed lists of all fields of the interface, each once, sorted by name. */
export function listsOf(interfaceName: InterfaceName, kinds = kindsOf(interfaceName)): ClosedList[] {
  const lists = new Map<string, ClosedList>();
  for (const kind of kinds) {
    for (const { value } of kind.fields) if (value.type === 'choice') lists.set(value.list.name, value.list);
  }
  return [...lists.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
