import { KEY_SEPARATOR } from '../contract/kind.ts';
import { KINDS } from '../contract/registry.ts';
import type { SentProduct } from '../ledger/sent-products.ts';
import type { ListEnd, ListQuestion } from '../service/read-list.ts';
import { type Answered, recordsAt, textAt } from '../service/read-record.ts';
import type { Found, Reads } from '../service/reads.ts';
import { idIn } from '../service/v3-reads.ts';
import { inOrder } from './in-order.ts';
import { type Item, refOf, refsOf } from './item.ts';
import { type Problem, problemOf } from './problem.ts';
import { meant, type Question, tripleOf } from './question.ts';
import { type V3Question, v3Items } from './v3-list.ts';

/** A study as a product tells of it. */
export interface StudyExtract {
  readonly id: string;
  readonly productId: string;
  readonly productName: string;
  readonly productRef: string;
  readonly collection: string;
  readonly colorCode: string;
  readonly state: string;
  readonly picture: string;
  readonly links: readonly Answered[];
}

/** An item of a list of the service, or what is wrong with the list. */
export type ListedAs<Item> = { readonly item: Item } | { readonly problem: Problem };
export type Listed = ListedAs<Answered>;

/** Values that the filters were compared with, to name the nearest when none fits. */
export interface Seen {
  readonly collection: Set<string>;
  readonly color: Set<string>;
}

const MOST_SEEN = 5000;

/** What a product without a colour is keyed by. */
const BLANK_COLOR = KINDS.v2.product.blankKey ?? '';

/** The items that a question means, and what kept some from being found. Each item once. */
export async function* itemsOf(
  reads: Reads,
  question: Question,
  seen?: Seen,
  tell: (text: string) => void = () => {},
): AsyncGenerator<Item | Problem> {
  const { limit = Number.POSITIVE_INFINITY } = question;
  const keys = new Set<string>();
  let given = 0;
  if (limit < 1) return;
  for await (const item of found(reads, question, seen, tell)) {
    if ('advice' in item) {
      yield item;
      continue;
    }
    if (keys.has(item.key)) continue;
    keys.add(item.key);
    yield item;
    if (++given >= limit) return;
  }
}

function found(
  reads: Reads,
  question: Question,
  seen: Seen | undefined,
  note: (text: string) => void,
): AsyncGenerator<Item | Problem> {
  const { subject, ids, sent } = question;
  if (question.v3) return ofV3(reads, question.v3, note);
  if (subject === 'products') return products(reads, question);
  if (subject === 'packaging') return packagings(reads, question);
  if (ids.length > 0) return named(ids);
  if (sent !== null) return ofLedger(reads, question, sent);
  return tripleOf(question.filters) ? ofTriple(reads, question) : ofProducts(reads, question, seen);
}

/** What the list shows is the whole record; its place is its number. */
async function* ofV3(
  reads: Reads,
  question: V3Question,
  note: (text: string) => void,
): AsyncGenerator<Item | Problem> {
  let number = 0;
  for await (const next of v3Items(reads, question, note)) {
    if ('problem' in next) {
      yield next.problem;
      continue;
    }
    const { item } = next;
    const id = idIn(item);
    const productRef = textAt(item, 'reference') || textAt(item, 'uniqueIdentifier');
    const rank = String(number++).padStart(10, '0');
    yield { key: id, id, productRef, record: item, place: [rank, '', '', id] };
  }
}

async function* named(ids: readonly string[]): AsyncGenerator<Item> {
  for (const id of ids) yield { key: id, id };
}

/** All three references: the service finds the study itself. */
async function* ofTriple(reads: Reads, question: Question): AsyncGenerator<Item | Problem> {
  const study = tripleOf(question.filters)!;
  const { collectionRef, productRef, colorCode } = study;
  const key = [collectionRef, productRef, colorCode].join(KEY_SEPARATOR);
  if (question.subject === 'studies') {
    yield { key, study, productRef };
    return;
  }
  // A showcase is read by the id of its study alone.
  const answer = await reads.studyOf(study, question.languages);
  if (answer.type !== 'found') {
    yield failure({ key, study, productRef }, answer);
    return;
  }
  const id = textAt(answer.record, 'id');
  yield { key: id, id, productRef, place: [collectionRef, productRef, colorCode, id] };
}

async function* ofProducts(reads: Reads, question: Question, seen?: Seen): AsyncGenerator<Item | Problem> {
  for await (const next of extracts(reads, question, seen)) {
    yield 'problem' in next ? next.problem : itemOf(next.item);
  }
}

function itemOf({ id, productRef, collection, colorCode }: StudyExtract): Item {
  return { key: id, id, productRef, place: [collection, productRef, colorCode, id] };
}

/** The study extracts of the products of the service, as the filters let them pass. */
async function* extracts(
  reads: Reads,
  question: Question,
  seen?: Seen,
): AsyncGenerator<ListedAs<StudyExtract>> {
  for await (const { product, problem } of inOrder(
    ofQuestion(reads, question),
    reads.client.concurrency,
    whole,
  )) {
    if (problem) yield { problem };
    for (const extract of extractsOf(product)) {
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

function extractsOf(product: Answered | null): StudyExtract[] {
  return recordsAt(product, 'studies')
    .filter((study) => textAt(study, 'id') !== '')
    .map((study) => ({
      id: textAt(study, 'id'),
      productId: textAt(product, 'id'),
      productName: textAt(product, 'name'),
      productRef: textAt(study, 'productRef') || refOf(product!),
      collection: textAt(study.brandCollection, 'name'),
      colorCode: textAt(study, 'colorCode'),
      state: textAt(study, 'state'),
      picture: textAt(study, 'picture'),
      links: recordsAt(study, 'links'),
    }));
}

function passes({ filters }: Question, extract: StudyExtract): boolean {
  const { collection, productRef, color, states } = filters;
  return (
    meant(collection, extract.collection) &&
    meant(productRef, extract.productRef) &&
    meant(color, extract.colorCode) &&
    (states.length === 0 || states.includes(extract.state))
  );
}

/** Studies of products that the ledger knows; where it does not know the id, the product tells. */
async function* ofLedger(
  reads: Reads,
  question: Question,
  sent: readonly SentProduct[],
): AsyncGenerator<Item | Problem> {
  const wanted = sentKeys(question, sent);
  for await (const items of inOrder(streamed(wanted), reads.client.concurrency, look)) yield* items;

  async function look(product: (typeof wanted)[number]): Promise<(Item | Problem)[]> {
    const { key, studyId, inDoubt, productRef, collection, color } = product;
    if (studyId !== null) {
      return [{ key: studyId, id: studyId, productRef, place: [collection, productRef, color, studyId] }];
    }
    const item = { key, productRef };
    const answer = await reads.product(productRef);
    if (answer.type !== 'found') {
      if (answer.type === 'absent' && inDoubt) {
        const error = 'the import left it in doubt, and the service does not show it';
        return [problemOf(item, 404, error, 'settle it: trace resolve RUN')];
      }
      return [failure(item, answer)];
    }
    const mine = extractsOf(answer.record).filter(
      (study) => study.collection === collection && (study.colorCode || BLANK_COLOR) === color,
    );
    if (mine.length > 0) return mine.map(itemOf);
    const error = `the product has no study in collection ${collection} and colour ${color}`;
    return [problemOf(item, null, error, 'look at it: trace products show, with its reference')];
  }
}

async function* products(reads: Reads, question: Question): AsyncGenerator<Item | Problem> {
  const { ids, sent } = question;
  if (ids.length > 0) {
    yield* named(ids);
    return;
  }
  if (sent !== null) {
    // The path takes our reference; a product in three colours was sent three times.
    for (const ref of new Set(sentKeys(question, sent).map(({ productRef }) => productRef))) {
      yield { key: ref, id: ref, productRef: ref };
    }
    return;
  }
  for await (const listed of matching(reads, question)) {
    if ('problem' in listed) {
      yield listed.problem;
      continue;
    }
    const { item: product } = listed;
    const id = textAt(product, 'id');
    const complete =
      Array.isArray(product.studies) && product.name !== undefined && product.ref !== undefined;
    yield { key: id, id, productRef: refOf(product), ...(complete && { record: product }) };
  }
}

/** Products of the service, or of the ledger, with at least one study that passes, where a study is asked for. */
async function* matching(
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

async function* streamed<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

/** What the ledger knows of the products that the filters let pass, by the parts of their keys. */
function sentKeys({ filters }: Question, sent: readonly SentProduct[]) {
  return sent
    .map((product) => {
      const [productRef = '', collection = '', color = ''] = product.key.split(KEY_SEPARATOR);
      return { ...product, productRef, collection, color };
    })
    .filter(
      ({ productRef, collection, color }) =>
        meant(filters.productRef, productRef) &&
        meant(filters.collection, collection) &&
        meant(filters.color, color),
    );
}

async function* packagings(reads: Reads, { ids, search }: Question): AsyncGenerator<Item | Problem> {
  if (ids.length > 0) {
    yield* named(ids);
    return;
  }
  for await (const next of listed(reads.packagings({ search }), 'packaging')) {
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

/** A list, with a problem at its end when it came to less than the service said. */
export async function* listed(list: AsyncGenerator<Answered, ListEnd>, what: string): AsyncGenerator<Listed> {
  for (;;) {
    const next = await list.next();
    if (!next.done) {
      yield { item: next.value };
      continue;
    }
    const { total, read, short, nameless } = next.value;
    const nobody = { key: '', id: '' };
    if (nameless > 0) {
      const error = `${nameless} items of the list of ${what} have no id`;
      yield { problem: problemOf(nobody, 200, error, 'tell the operator of the service') };
    } else if (short) {
      const error = `the list of ${what} told of ${total} and gave ${read}: it changed while it was read, or is cut`;
      yield { problem: problemOf(nobody, 200, error, 'export again when nobody imports') };
    }
    return;
  }
}

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

async function* upTo<Item>(
  limit = Number.POSITIVE_INFINITY,
  source: AsyncGenerator<ListedAs<Item>>,
): AsyncGenerator<ListedAs<Item>> {
  let given = 0;
  for await (const next of source) {
    yield next;
    if ('item' in next && ++given >= limit) return;
  }
}

/** What is not there, or cannot be had. */
export function failure(item: Item, answer: Exclude<Found, { type: 'found' }>): Problem {
  if (answer.type === 'failed') return problemOf(item, answer.status, answer.error);
  return problemOf(item, 404, 'the service has no such thing (HTTP 404)');
}
