import { listText } from '../../contract/v3/list-names.ts';
import { textAt } from '../../service/read-record.ts';
import type { Reads } from '../../service/reads.ts';
import { idIn } from '../../service/v3-reads.ts';
import { type Item, refOf } from './item.ts';
import { checkedList, firstItems } from './list-entries.ts';
import { namedItems } from './named-items.ts';
import type { Problem } from './problem.ts';
import { type FilterValues, matchingProducts, type Sort, sentKeys } from './product-lists.ts';
import type { ListEntry, Resource } from './resource.ts';
import type { Selection } from './selection.ts';

/** The items that are selected, each once, and a problem for each that could not be found. */
export async function* itemsOf(
  reads: Reads,
  resource: Pick<Resource, 'items'>,
  selection: Selection,
  seen?: FilterValues,
  note: (text: string) => void = () => {},
): AsyncGenerator<Item | Problem> {
  const { limit } = selection;
  if (limit !== undefined && limit < 1) return;
  for await (const next of firstItems(limit, distinct(resource.items(reads, selection, seen, note)))) {
    yield 'item' in next ? next.item : next.problem;
  }
}

async function* distinct(items: AsyncGenerator<Item | Problem>): AsyncGenerator<ListEntry<Item>> {
  const keys = new Set<string>();
  for await (const item of items) {
    if ('advice' in item) {
      yield { problem: item };
    } else if (!keys.has(item.key)) {
      keys.add(item.key);
      yield { item };
    }
  }
}

/** The items with these ids. */
export async function* itemsById(ids: readonly string[]): AsyncGenerator<Item> {
  for (const id of ids) yield { key: id, id };
}

export async function* productItems(reads: Reads, selection: Selection): AsyncGenerator<Item | Problem> {
  const { ids, sent } = selection;
  if (ids.length > 0) {
    yield* itemsById(ids);
    return;
  }
  if (sent !== null) {
    // The path of a product accepts the product reference. Each product is read once, even if it was sent in several
    // colours.
    for (const ref of new Set(sentKeys(selection, sent).map(({ productRef }) => productRef))) {
      yield { key: ref, id: ref, productRef: ref };
    }
    return;
  }
  for await (const next of matchingProducts(reads, selection)) {
    if ('problem' in next) {
      yield next.problem;
      continue;
    }
    const { item: product } = next;
    const id = textAt(product, 'id');
    const complete =
      Array.isArray(product.studies) && product.name !== undefined && product.ref !== undefined;
    yield { key: id, id, productRef: refOf(product), ...(complete && { record: product }) };
  }
}

/** The selected packagings, sorted by the service. */
export async function* packagingsOf(
  reads: Reads,
  { search, limit }: Selection,
  sort: Sort,
): AsyncGenerator<ListEntry> {
  yield* checkedList(reads.packagings({ search, limit, ...sort }), 'packaging');
}

export async function* packagingItems(
  reads: Reads,
  { ids, search }: Selection,
): AsyncGenerator<Item | Problem> {
  if (ids.length > 0) {
    yield* itemsById(ids);
    return;
  }
  for await (const next of checkedList(reads.packagings({ search }), 'packaging')) {
    if ('problem' in next) {
      yield next.problem;
      continue;
    }
    const { item } = next;
    const id = textAt(item, 'id');
    const complete = item.packagingRef !== undefined && item.type !== undefined;
    yield { key: id, id, ...(complete && { record: item }) };
  }
}

/** The items of a v3 list: complete records, in the order of the list. */
export async function* v3ListItems(
  reads: Reads,
  { v3 }: Selection,
  _: FilterValues | undefined,
  note: (text: string) => void,
): AsyncGenerator<Item | Problem> {
  let number = 0;
  for await (const next of namedItems(reads, v3!, note)) {
    if ('problem' in next) {
      yield next.problem;
      continue;
    }
    const { item } = next;
    const id = idIn(item);
    const productRef = listText(item, 'reference') || listText(item, 'uniqueIdentifier');
    const rank = String(number++).padStart(10, '0');
    yield { key: id, id, productRef, record: item, place: [rank, '', '', id] };
  }
}
