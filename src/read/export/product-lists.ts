import { KEY_SEPARATOR } from '../../contract/kind.ts';
import type { SentProduct } from '../../ledger/sent-records.ts';
import { numberText, say } from '../../say.ts';
import type { ListQuery } from '../../service/read-list.ts';
import { type Answered, textAt } from '../../service/read-record.ts';
import type { Reads } from '../../service/reads.ts';
import { refOf, refsOf } from './item.ts';
import { checkedList, firstItems, inOrder, readProblem } from './list-entries.ts';
import { type Problem, problemOf } from './problem.ts';
import type { ListEntry } from './resource.ts';
import { BLANK_COLOR, matchesColor, matchesText, type Selection } from './selection.ts';
import { extractsOf, matchesFilters, type StudyExtract } from './study-extract.ts';

/** The collections and colours of the products read, to suggest one if the value of a filter matches nothing. */
export interface FilterValues {
  readonly collection: Set<string>;
  readonly color: Set<string>;
}

/** How the service sorts a list of v2. */
export type Sort = Pick<ListQuery, 'sortBy' | 'sortDesc'>;

const MAX_VALUES = 5000;
/** After this many consecutive products without a study, a search for a limited number of studies stops. */
const MAX_WITHOUT_STUDY = 1000;

/** The extracts of the selected studies, up to the limit. */
export async function* studiesOf(
  reads: Reads,
  selection: Selection,
): AsyncGenerator<ListEntry<StudyExtract>> {
  const source =
    selection.sent === null ? extracts(reads, selection) : sentExtracts(reads, selection, selection.sent);
  yield* firstItems(selection.limit, source);
}

/** The selected products, up to the limit, sorted by the service. */
export async function* productsOf(reads: Reads, selection: Selection, sort: Sort): AsyncGenerator<ListEntry> {
  yield* firstItems(selection.limit, matchingProducts(reads, selection, sort));
}

/** The study extracts that match the filters, among all products of the service. */
export async function* extracts(
  reads: Reads,
  selection: Selection,
  seen?: FilterValues,
): AsyncGenerator<ListEntry<StudyExtract>> {
  let barren = 0;
  for await (const { product, problem } of inOrder(
    listedProducts(reads, selection),
    reads.client.concurrency,
    withStudies,
  )) {
    if (problem) yield { problem };
    const studies = extractsOf(product);
    barren = studies.length === 0 ? barren + 1 : 0;
    if (barren >= MAX_WITHOUT_STUDY && selection.limit !== undefined) {
      const error = say().reading.barren({ number: numberText(barren) });
      yield { problem: problemOf({ key: '' }, 200, error, say().reading.report()) };
      return;
    }
    for (const extract of studies) {
      addValue(seen?.collection, extract.collection);
      addValue(seen?.color, extract.colorCode);
      if (matchesFilters(selection, extract)) yield { item: extract };
    }
  }

  /** The product with its studies. If the list item lacks its studies, the product itself is read. */
  async function withStudies(entry: ListEntry): Promise<{ product: Answered | null; problem?: Problem }> {
    if ('problem' in entry) return { product: null, problem: entry.problem };
    const { item } = entry;
    if (Array.isArray(item.studies)) return { product: item };
    const id = textAt(item, 'id');
    const found = await reads.product(id);
    if (found.type === 'found') return { product: found.record };
    return { product: null, problem: readProblem({ key: id, productRef: refOf(item) }, found) };
  }
}

function addValue(values: Set<string> | undefined, value: string): void {
  if (values && values.size < MAX_VALUES) values.add(value);
}

/** Products that may have matching studies. A product reference narrows the search. */
async function* listedProducts(
  reads: Reads,
  { filters, search }: Selection,
  sort: Sort = {},
): AsyncGenerator<ListEntry> {
  const { productRef } = filters;
  if (productRef === undefined || search !== undefined) {
    yield* checkedList(reads.products({ search, ...sort }), 'products');
    return;
  }
  let any = false;
  for await (const product of checkedList(reads.products({ search: productRef, ...sort }), 'products')) {
    if ('item' in product && !refsOf(product.item).some((ref) => matchesText(productRef, ref))) continue;
    any = true;
    yield product;
  }
  // The search may not cover product references (not documented), but the path of a product accepts them.
  if (any) return;
  const found = await reads.product(productRef);
  if (found.type === 'found') yield { item: found.record };
  else if (found.type === 'failed') yield { problem: readProblem({ key: productRef, productRef }, found) };
}

/**
 * The products of the service or of the ledger. With filters about studies, only products that have a matching study.
 */
export async function* matchingProducts(
  reads: Reads,
  selection: Selection,
  sort: Sort = {},
): AsyncGenerator<ListEntry> {
  const { filters, sent } = selection;
  const source =
    sent === null ? listedProducts(reads, selection, sort) : sentProductsOf(reads, selection, sent);
  const narrow = filters.collection !== undefined || filters.color !== undefined || filters.states.length > 0;
  for await (const next of source) {
    const shown = 'item' in next && Array.isArray(next.item.studies);
    if (narrow && shown && !extractsOf(next.item).some((extract) => matchesFilters(selection, extract)))
      continue;
    yield next;
  }
}

async function* sentProductsOf(
  reads: Reads,
  selection: Selection,
  sent: readonly SentProduct[],
): AsyncGenerator<ListEntry> {
  const refs = [...new Set(sentKeys(selection, sent).map(({ productRef }) => productRef))];
  yield* inOrder(streamed(refs), reads.client.concurrency, async (productRef): Promise<ListEntry> => {
    const found = await reads.product(productRef);
    if (found.type === 'found') return { item: found.record };
    return { problem: readProblem({ key: productRef, productRef }, found) };
  });
}

/** The extracts of studies that were sent, read from their products. */
async function* sentExtracts(
  reads: Reads,
  selection: Selection,
  sent: readonly SentProduct[],
): AsyncGenerator<ListEntry<StudyExtract>> {
  const sentStudies = new Set(
    sentKeys(selection, sent).map(({ productRef, collection, color }) =>
      JSON.stringify([productRef, collection, color]),
    ),
  );
  for await (const next of sentProductsOf(reads, selection, sent)) {
    if ('problem' in next) {
      yield next;
      continue;
    }
    for (const extract of extractsOf(next.item)) {
      const { productRef, collection, colorCode } = extract;
      const key = JSON.stringify([productRef, collection, colorCode || BLANK_COLOR]);
      if (sentStudies.has(key) && matchesFilters(selection, extract)) yield { item: extract };
    }
  }
}

/** The products from the ledger that match the filters, with the parts of their keys. */
export function sentKeys({ filters }: Selection, sent: readonly SentProduct[]) {
  return sent
    .map((product) => {
      const [productRef = '', collection = '', color = ''] = product.key.split(KEY_SEPARATOR);
      return { ...product, productRef, collection, color };
    })
    .filter(
      ({ productRef, collection, color }) =>
        matchesText(filters.productRef, productRef) &&
        matchesText(filters.collection, collection) &&
        matchesColor(filters.color, color),
    );
}

export async function* streamed<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
