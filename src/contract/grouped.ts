/** The value of a key, which is created and stored if there is none. */
export function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}

/** The items by each of their keys. */
export function groupedByEach<Item, Key>(
  all: Iterable<Item>,
  keysOf: (item: Item) => Iterable<Key>,
): Map<Key, Item[]> {
  const grouped = new Map<Key, Item[]>();
  for (const one of all) for (const key of keysOf(one)) getOrCreate(grouped, key, (): Item[] => []).push(one);
  return grouped;
}
