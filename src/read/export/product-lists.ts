import { KEY_SEPARATOR } from '../../contract/kind.ts';
import type { SentProduct } from '../../ledger/sent-records.ts';
import type { ListQuestion } from '../../service/read-list.ts';
import { type Answered, textAt } from '../../service/read-record.ts';
import type { Reads } from '../../service/reads.ts';
import { inOrder } from './in-order.ts';
import { refOf, refsOf } from './item.ts';
import { failure, type Listed, type ListedAs, listed, upTo } from './listed.ts';
import { type Problem, problemOf } from './problem.ts';
import { BLANK_COLOR, meant, meantColor, type Question } from './question.ts';
import { extractsOf, passes, type StudyExtract } from './study-extract.ts';

/** Values that the filters were compared with, to name the nearest when none fits. */
export interface Seen {
  readonly collection: Set<string>;
  readonly color: Set<string>;
}

const MOST_SEEN = 5000;
/** Products in a row that show no study, after which the search for so many studies is given up. */
const MOST_BARREN = 1000;

/** The extracts of the studies that a question means, up to its limit. */
export async function* studiesOf(reads: Reads, question: Question): AsyncGenerator<ListedAs<StudyExtract>> {
  const source =
    question.sent === null ? extracts(reads, question) : sentExtracts(reads, question, question.sent);
  yield* upTo(question.limit, source);
}

/** The products that a question means, up to its limit, sorted by the service. */
export async function* productsOf(
  reads: Reads,
  question: Question,
  sort: Pick<ListQuestion, 'sortBy' | 'sortDesc'>,
): AsyncGenerator<Listed> {
  yield* upTo(question.limit, matching(reads, question, sort));
}

/** The study extracts of the products of the service, as the filters let them pass. */
export async function* extracts(
  reads: Reads,
  question: Question,
  seen?: Seen,
): AsyncGenerator<ListedAs<StudyExtract>> {
  let barren = 0;
  for await (const { product, problem } of inOrder(
    ofQuestion(reads, question),
    reads.client.concurrency,
    whole,
  )) {
    if (problem) yield { problem };
    const studies = extractsOf(product);
    barren = studies.length === 0 ? barren + 1 : 0;
    if (barren >= MOST_BARREN && question.limit !== undefined) {
      const error = `${barren} products in a row show no study`;
      yield { problem: problemOf({ key: '' }, 200, error, 'report it to the operator of the service') };
      return;
    }
    for (const extract of studies) {
      note(seen?.collection, extract.collection);
      note(seen?.color, extract.colorCode);
      if (passes(question, extract)) yield { item: extract };
    }
  }

  /** A list item need not show the studies: the product itself does. */
  async function whole(listed: Listed): Promise<{ product: Answered | null; problem?: Problem }> {
    if ('problem' in listed) return { product: null, problem: listed.problem };
    const { item } = listed;
    if (Array.isArray(item.studies)) return { product: item };
    const id = textAt(item, 'id');
    const answer = await reads.product(id);
    if (answer.type === 'found') return { product: answer.record };
    return { product: null, problem: failure({ key: id, productRef: refOf(item) }, answer) };
  }
}

function note(values: Set<string> | undefined, value: string): void {
  if (values && values.size < MOST_SEEN) values.add(value);
}

/** Products that may hold studies that are meant: those of one reference are asked for by it. */
async function* ofQuestion(
  reads: Reads,
  { filters, search }: Question,
  sort: Pick<ListQuestion, 'sortBy' | 'sortDesc'> = {},
): AsyncGenerator<Listed> {
  const { productRef } = filters;
  if (productRef === undefined || search !== undefined) {
    yield* listed(reads.products({ search, ...sort }), 'products');
    return;
  }
  let any = false;
  for await (const product of listed(reads.products({ search: productRef, ...sort }), 'products')) {
    if ('item' in product && !refsOf(product.item).some((ref) => meant(productRef, ref))) continue;
    any = true;
    yield product;
  }
  // What a search looks at is not shown; the detail path takes our reference.
  if (any) return;
  const answer = await reads.product(productRef);
  if (answer.type === 'found') yield { item: answer.record };
  else if (answer.type === 'failed') yield { problem: failure({ key: productRef, productRef }, answer) };
}

/** Products of the service, or of the ledger, with at least one study that passes, where a study is asked for. */
export async function* matching(
  reads: Reads,
  question: Question,
  sort: Pick<ListQuestion, 'sortBy' | 'sortDesc'> = {},
): AsyncGenerator<Listed> {
  const { filters, sent } = question;
  const source = sent === null ? ofQuestion(reads, question, sort) : sentProductsOf(reads, question, sent);
  const narrow = filters.collection !== undefined || filters.color !== undefined || filters.states.length > 0;
  for await (const next of source) {
    const shown = 'item' in next && Array.isArray(next.item.studies);
    if (narrow && shown && !extractsOf(next.item).some((extract) => passes(question, extract))) continue;
    yield next;
  }
}

async function* sentProductsOf(
  reads: Reads,
  question: Question,
  sent: readonly SentProduct[],
): AsyncGenerator<Listed> {
  const refs = [...new Set(sentKeys(question, sent).map(({ productRef }) => productRef))];
  yield* inOrder(streamed(refs), reads.client.concurrency, async (productRef): Promise<Listed> => {
    const answer = await reads.product(productRef);
    if (answer.type === 'found') return { item: answer.record };
    return { problem: failure({ key: productRef, productRef }, answer) };
  });
}

/** The extracts of the studies that were sent, from their products. */
async function* sentExtracts(
  reads: Reads,
  question: Question,
  sent: readonly SentProduct[],
): AsyncGenerator<ListedAs<StudyExtract>> {
  const wanted = new Set(
    sentKeys(question, sent).map(({ productRef, collection, color }) =>
      JSON.stringify([productRef, collection, color]),
    ),
  );
  for await (const next of sentProductsOf(reads, question, sent)) {
    if ('problem' in next) {
      yield next;
      continue;
    }
    for (const extract of extractsOf(next.item)) {
      const { productRef, collection, colorCode } = extract;
      const key = JSON.stringify([productRef, collection, colorCode || BLANK_COLOR]);
      if (wanted.has(key) && passes(question, extract)) yield { item: extract };
    }
  }
}

/** What the ledger knows of the products that the filters let pass, by the parts of their keys. */
export function sentKeys({ filters }: Question, sent: readonly SentProduct[]) {
  return sent
    .map((product) => {
      const [productRef = '', collection = '', color = ''] = product.key.split(KEY_SEPARATOR);
      return { ...product, productRef, collection, color };
    })
    .filter(
      ({ productRef, collection, color }) =>
        meant(filters.productRef, productRef) &&
        meant(filters.collection, collection) &&
        meantColor(filters.color, color),
    );
}

export async function* streamed<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
