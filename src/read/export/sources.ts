import { command, operands } from '../../advice.ts';
import { KEY_SEPARATOR } from '../../contract/kind.ts';
import { listText } from '../../contract/v3/list-names.ts';
import type { SentProduct } from '../../ledger/sent-records.ts';
import { textAt } from '../../service/read-record.ts';
import type { Reads } from '../../service/reads.ts';
import { idIn } from '../../service/v3-reads.ts';
import { inOrder } from './in-order.ts';
import { type Item, refOf } from './item.ts';
import { failure, type ListedAs, listed, upTo } from './listed.ts';
import { namedItems } from './named.ts';
import { type Problem, problemOf } from './problem.ts';
import { extracts, matching, type Seen, sentKeys, streamed } from './product-lists.ts';
import { BLANK_COLOR, type Question, tripleOf } from './question.ts';
import { extractsOf, itemOf } from './study-extract.ts';
import type { V3Question } from './v3-list.ts';

/** The items that a question means, and what kept some from being found. Each item once. */
export async function* itemsOf(
  reads: Reads,
  question: Question,
  seen?: Seen,
  tell: (text: string) => void = () => {},
): AsyncGenerator<Item | Problem> {
  const { limit } = question;
  if (limit !== undefined && limit < 1) return;
  for await (const next of upTo(limit, once(found(reads, question, seen, tell)))) {
    yield 'item' in next ? next.item : next.problem;
  }
}

async function* once(items: AsyncGenerator<Item | Problem>): AsyncGenerator<ListedAs<Item>> {
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
  for await (const next of namedItems(reads, question, note)) {
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

/** Studies of products that the ledger knows; where it does not know the id, the product tells. */
async function* ofLedger(
  reads: Reads,
  question: Question,
  sent: readonly SentProduct[],
): AsyncGenerator<Item | Problem> {
  const wanted = sentKeys(question, sent);
  for await (const items of inOrder(streamed(wanted), reads.client.concurrency, look)) yield* items;

  async function look(product: (typeof wanted)[number]): Promise<(Item | Problem)[]> {
    const { place = [] } = question;
    const { key, studyId, inDoubt, productRef, collection, color } = product;
    if (studyId !== null) {
      return [{ key: studyId, id: studyId, productRef, place: [collection, productRef, color, studyId] }];
    }
    const item = { key, productRef };
    const answer = await reads.product(productRef);
    if (answer.type !== 'found') {
      if (answer.type === 'absent' && inDoubt) {
        const error = 'the import left it in doubt, and the service does not show it';
        return [problemOf(item, 404, error, `settle it: ${command('resolve', ...place)}`)];
      }
      return [failure(item, answer)];
    }
    const mine = extractsOf(answer.record).filter(
      (study) => study.collection === collection && (study.colorCode || BLANK_COLOR) === color,
    );
    if (mine.length > 0) return mine.map(itemOf);
    const error = `the product has no study in collection ${collection} and colour ${color}`;
    return [
      problemOf(
        item,
        null,
        error,
        `look at it: ${command('products', 'show', ...operands([productRef], place))}`,
      ),
    ];
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
