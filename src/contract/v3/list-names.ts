/** Fields of a list item that may have several names. The interface documents few of them (2.8). */
export type ListName = 'id' | 'uniqueIdentifier' | 'reference' | 'name' | 'collections' | 'productCategories';

/**
 * The possible names of each value. Tables use the first one; the further ones are names of filters (interface 4.4) and
 * of look-ups.
 */
const LIST_NAMES: Readonly<Record<ListName, readonly string[]>> = {
  id: ['id', 'brandProductId'],
  uniqueIdentifier: ['uniqueIdentifier', 'brandProductUniqueIdentifier'],
  reference: ['reference', 'productRef'],
  name: ['name', 'productName'],
  collections: ['collections', 'collection'],
  productCategories: ['productCategories', 'categories', 'category'],
};

const NAMES = Object.values(LIST_NAMES);

type Item = Readonly<Record<string, unknown>>;

/** The value of a field under any of its known names; undefined if the item has none of them. */
export function listValue(item: Item, name: string): unknown {
  const names = NAMES.find((one) => one.includes(name)) ?? [name];
  const found = names.filter((one) => Object.hasOwn(item, one));
  return item[found.find((one) => item[one] !== null) ?? found[0] ?? name];
}

/** The text of a field under any of its known names; empty if there is none. */
export function listText(item: Item, name: ListName): string {
  const value = listValue(item, name);
  return typeof value === 'string' ? value : '';
}

/** Renames the fields of an item to the names of a table, unless it already has a field of that name. */
export function withListNames(item: unknown, tableNames: readonly ListName[]): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const named: Record<string, unknown> = { ...item };
  for (const name of tableNames) {
    const other = LIST_NAMES[name].find((one) => Object.hasOwn(named, one));
    if (other === undefined || Object.hasOwn(named, name)) continue;
    named[name] = named[other];
    delete named[other];
  }
  return named;
}
