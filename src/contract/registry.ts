import type { InterfaceName, KindSpec } from './kind.ts';
import type { ClosedList } from './list.ts';
import { component } from './v2/component.ts';
import { packaging } from './v2/packaging.ts';
import { product } from './v2/product.ts';
import { supplier } from './v2/supplier.ts';
import { brandProduct } from './v3/brand-product.ts';
import { component as component3 } from './v3/component.ts';
import { genericProductInfo } from './v3/generic-product-info.ts';
import { material } from './v3/material.ts';
import { product as product3 } from './v3/product.ts';
import { purchasedItem } from './v3/purchased-item.ts';
import { supplier as supplier3 } from './v3/supplier.ts';

export type V2Kind = 'supplier' | 'packaging' | 'product' | 'component';

export type V3Kind =
  | 'supplier'
  | 'material'
  | 'component'
  | 'product'
  | 'purchased-item'
  | 'generic-product-info'
  | 'brand-product';

const V2 = { supplier, packaging, product, component } satisfies Record<V2Kind, KindSpec>;

const V3 = {
  supplier: supplier3,
  material,
  component: component3,
  product: product3,
  'purchased-item': purchasedItem,
  'generic-product-info': genericProductInfo,
  'brand-product': brandProduct,
} satisfies Record<V3Kind, KindSpec>;

/** The kinds of each interface, in the order people list them. The order of sending follows from references. */
export const KINDS = {
  v2: V2,
  v3: V3,
} satisfies Record<InterfaceName, Record<string, KindSpec>>;

export function kindsOf(interfaceName: InterfaceName): readonly KindSpec[] {
  return Object.values(KINDS[interfaceName]);
}

/** The kind of that name (singular or plural, any case), or undefined. */
export function findKind(interfaceName: InterfaceName, name: string): KindSpec | undefined {
  const wanted = plainName(name);
  return kindsOf(interfaceName).find((kind) =>
    [kind.name, kind.plural, ...kind.sheetNames].some((known) => plainName(known) === wanted),
  );
}

/**
 * The interface of the kinds that a person names: v3 when one of them is of v3 alone. What is a kind's own name in one
 * (`materials`) and but another word for a kind in the other means the first.
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

/** Small, with spaces where others put hyphens or underscores. */
const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[-_\s]+/g, ' ');

/** The kind of that exact name; throws when there is none: a bug, as names come from the registry itself. */
export function kindNamed(interfaceName: InterfaceName, name: string): KindSpec {
  const kind = kindsOf(interfaceName).find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`no kind "${name}" in interface ${interfaceName}`);
  return kind;
}

/** Every closed list that a field of the interface refers to, each once, by name. */
export function listsOf(interfaceName: InterfaceName, kinds = kindsOf(interfaceName)): ClosedList[] {
  const lists = new Map<string, ClosedList>();
  for (const kind of kinds) {
    for (const { value } of kind.fields) if (value.type === 'choice') lists.set(value.list.name, value.list);
  }
  return [...lists.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
