import { listText } from '../../contract/v3/list-names.ts';
import { textAt } from '../../service/read-record.ts';
import type { Reads } from '../../service/reads.ts';
import { idIn } from '../../service/v3-reads.ts';
import { type Item, refOf } from './item.ts';
import { checkedList, firstItems } from './list-entries.ts';
import { namedItems } from './named-items.ts';
import { type FilterValues, matchingProducts, type Sort, sentKeys } from './product-lists.ts';
import type { ListEntry, Resource } from './resource.ts';
import type { Selection } from './selection.ts';

/** The selected items, each once, and a problem for each item that could not be found. */
export async function* itemsOf(
  reads: Reads,
  resource: Pick<Resource, 'items'>,
  selection: Selection,
  seen?: FilterValues,
  note: (text: string) => void = () => {},
): AsyncGenerator<ListEntry<Item>> {
  const { limit } = selection;
  if (limit !== undefined && limit < 1) return;
  yield* firstItems(limit, distinct(resource.items(reads, selection, seen, note)));
}

async function* distinct(entries: AsyncGenerator<ListEntry<Item>>): AsyncGenerator<ListEntry<Item>> {
  const keys = new Set<string>();
  for await (const next of entries) {
    if ('item' in next) {
      if (keys.has(next.item.key)) continue;
      keys.add(next.item.key);
    }
    yield next;
  }
}

/** The items with these ids. */
async function* itemsById(ids: readonly string[]): AsyncGenerator<ListEntry<Item>> {
  for (const id of ids) yield { item: { key: id, id } };
}

/** The items of a list, and its problems. */
export async function* itemsIn<Listed>(
  list: AsyncGenerator<ListEntry<Listed>>,
  itemOf: (listed: Listed) => Item,
): AsyncGenerator<ListEntry<Item>> {
  for await (const next of list) yield 'problem' in next ? next : { item: itemOf(next.item) };
}

export async function* productItems(reads: Reads, selection: Selection): AsyncGenerator<ListEntry<Item>> {
  const { ids, sent } = selection;
  if (ids.length > 0) {
    yield* itemsById(ids);
    return;
  }
  if (sent !== null) {
    // The path of a product accepts the product reference. Each product is read once, even if it was sent in several
    // colours.
    for (const ref of new Set(sentKeys(selection, sent).map(({ productRef }) => productRef))) {
      yield { item: { key: ref, id: ref, productRef: ref } };
    }
    return;
  }
  yield* itemsIn(matchingProducts(reads, selection), (product) => {
    const id = textAt(product, 'id');
    const complete =
      Array.isArray(product.studies) && product.name !== undefined && product.ref !== undefined;
    return { key: id, id, productRef: refOf(product), ...(complete && { record: product }) };
  });
}

/** The selected packagings, sorted by the service. */
export function packagingsOf(
  reads: Reads,
  { search, limit }: Selection,
  sort: Sort,
): AsyncGenerator<ListEntry> {
  return checkedList(reads.packagings({ search, limit, ...sort }), 'packaging');
}

export function packagingItems(reads: Reads, { ids, search }: Selection): AsyncGenerator<ListEntry<Item>> {
  if (ids.length > 0) return itemsById(ids);
  return itemsIn(checkedList(reads.packagings({ search }), 'packaging'), (packaging) => {
    const id = textAt(packaging, 'id');
    const complete = packaging.packagingRef !== undefined && packaging.type !== undefined;
    return { key: id, id, ...(complete && { record: packaging }) };
  });
}

/** The items of a v3 list: complete records, in the order of the list. */
export function v3ListItems(
  reads: Reads,
  { v3 }: Selection,
  _: FilterValues | undefined,
  note: (text: string) => void,
): AsyncGenerator<ListEntry<Item>> {
  let number = 0;
  return itemsIn(namedItems(reads, v3!, note), (record) => {
    const id = idIn(record);
    const productRef = listText(record, 'reference') || listText(record, 'uniqueIdentifier');
    const rank = String(number++).padStart(10, '0');
    return { key: id, id, productRef, record, place: [rank, '', '', id] };
  });
}
