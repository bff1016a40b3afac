import type { InterfaceName, KindSpec } from './kind.ts';
import type { ClosedList } from './list.ts';
import { component } from './v2/component.ts';
import { packaging } from './v2/packaging.ts';
import { product } from './v2/product.ts';
import { supplier } from './v2/supplier.ts';

export type V2Kind = 'supplier' | 'packaging' | 'product' | 'component';

const V2 = { supplier, packaging, product, component } satisfies Record<V2Kind, KindSpec>;

/** The kinds of each interface, in the order people list them. The order of sending follows from references. */
export const KINDS = {
  v2: V2,
  v3: {},
} satisfies Record<InterfaceName, Record<string, KindSpec>>;

export function kindsOf(interfaceName: InterfaceName): readonly KindSpec[] {
  return Object.values(KINDS[interfaceName]);
}

/** The kind of that name (singular or plural, any case), or undefined. */
export function findKind(interfaceName: InterfaceName, name: string): KindSpec | undefined {
  const wanted = name.trim().toLowerCase();
  return kindsOf(interfaceName).find(
    (kind) => kind.name === wanted || kind.plural === wanted || kind.sheetNames.includes(wanted),
  );
}

/** The kind of that exact name; throws when there is none: a bug, as names come from the registry itself. */
export function kindNamed(interfaceName: InterfaceName, name: string): KindSpec {
  const kind = kindsOf(interfaceName).find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`no kind "${name}" in interface ${interfaceName}`);
  return kind;
}

/** Every closed list that a field of the interface refers to, each once, by name. */
export function listsOf(interfaceName: InterfaceName): ClosedList[] {
  const lists = new Map<string, ClosedList>();
  for (const kind of kindsOf(interfaceName)) {
    for (const { value } of kind.fields) if (value.type === 'choice') lists.set(value.list.name, value.list);
  }
  return [...lists.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
