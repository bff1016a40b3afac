/** The names under which an item of a v3 list may have a value: the interface does not show most of them (2.8). */
export type ListName = 'id' | 'uniqueIdentifier' | 'reference' | 'name' | 'collections' | 'productCategories';

/**
 * Under which names an item may show it, the one of our tables first. The others are those of the filters (interface 4.4) and
 * of the look-ups.
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

/** What an item shows under a name, or under another one of the same meaning; undefined when it shows none of them. */
export function listValue(item: Item, name: string): unknown {
  const names = NAMES.find((one) => one.includes(name)) ?? [name];
  const found = names.filter((one) => Object.hasOwn(item, one));
  return item[found.find((one) => item[one] !== null) ?? found[0] ?? name];
}

/** The text that an item shows; empty when there is none. */
export function listText(item: Item, name: ListName): string {
  const value = listValue(item, name);
  return typeof value === 'string' ? value : '';
}

/** An item under the names of a table, where it has another name and not the table's. */
export function withListNames(item: unknown, wanted: readonly ListName[]): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const named: Record<string, unknown> = { ...item };
  for (const name of wanted) {
    const other = LIST_NAMES[name].find((one) => Object.hasOwn(named, one));
    if (other === undefined || Object.hasOwn(named, name)) continue;
    named[name] = named[other];
    delete named[other];
  }
  return named;
}
