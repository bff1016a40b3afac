import { command, operands } from '../../advice.ts';
import { KEY_SEPARATOR } from '../../contract/kind.ts';
import type { Language } from '../../contract/v2/study-lists.ts';
import type { SentProduct } from '../../ledger/sent-records.ts';
import { say } from '../../say.ts';
import { textAt } from '../../service/read-record.ts';
import type { Found, Reads, StudyKey } from '../../service/reads.ts';
import type { Item } from './item.ts';
import { itemsIn } from './items.ts';
import { inOrder, readProblem } from './list-entries.ts';
import { problemOf } from './problem.ts';
import { extracts, type FilterValues, sentKeys, streamed } from './product-lists.ts';
import type { ListEntry } from './resource.ts';
import { BLANK_COLOR, type Selection, studyKeyOf } from './selection.ts';
import { extractsOf, itemOf } from './study-extract.ts';

/** The selected studies: by id, from the ledger, by key, or through the products of the service. */
export async function* studyItems(
  reads: Reads,
  selection: Selection,
  seen?: FilterValues,
): AsyncGenerator<ListEntry<Item>> {
  const { ids, sent, filters } = selection;
  const study = studyKeyOf(filters);
  if (ids.length > 0) {
    for await (const items of inOrder(streamed(ids), reads.client.concurrency, (id) =>
      studiesNamed(reads, id, selection),
    ))
      yield* items;
  } else if (sent !== null) {
    yield* sentStudies(reads, selection, sent);
  } else if (study) {
    yield { item: { key: keyText(study), study, productRef: study.productRef } };
  } else {
    yield* itemsIn(extracts(reads, selection, seen), itemOf);
  }
}

/** An id of a study in all services known so far. Any other text may be the reference of a product. */
export const STUDY_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The study with an id, or all studies of the product with a reference. */
async function studiesNamed(
  reads: Reads,
  name: string,
  { place = [] }: Selection,
): Promise<ListEntry<Item>[]> {
  const product = STUDY_ID.test(name) ? null : await reads.product(name);
  if (product === null || product.type === 'absent') return [{ item: { key: name, id: name } }];
  const item = { key: name, productRef: name };
  if (product.type === 'failed') return [{ problem: readProblem(item, product) }];
  const studies = extractsOf(product.record);
  if (studies.length > 0) return studies.map((study) => ({ item: itemOf(study) }));
  const show = say().reading.see({ command: command('products', 'show', ...operands([name], place)) });
  return [{ problem: problemOf(item, null, say().reading.noStudy({ product: name }), show) }];
}

/** The selected studies, each with its id, because a showcase can be read only by id. */
export async function* showcaseItems(
  reads: Reads,
  selection: Selection,
  seen?: FilterValues,
): AsyncGenerator<ListEntry<Item>> {
  for await (const next of studyItems(reads, selection, seen)) {
    const study = 'item' in next ? next.item.study : undefined;
    yield study ? await itemById(reads, study, selection.languages) : next;
  }
}

async function itemById(
  reads: Reads,
  study: StudyKey,
  languages: readonly Language[],
): Promise<ListEntry<Item>> {
  const { collectionRef, productRef, colorCode } = study;
  const key = keyText(study);
  const found = await reads.studyOf(study, languages);
  if (found.type !== 'found') return { problem: readProblem({ key, study, productRef }, found) };
  const id = textAt(found.record, 'id');
  return { item: { key: id, id, productRef, place: [collectionRef, productRef, colorCode, id] } };
}

const keyText = ({ collectionRef, productRef, colorCode }: StudyKey): string =>
  [collectionRef, productRef, colorCode].join(KEY_SEPARATOR);

/** Studies of products in the ledger. If the ledger does not have the id of a study, its product is read for it. */
async function* sentStudies(
  reads: Reads,
  selection: Selection,
  sent: readonly SentProduct[],
): AsyncGenerator<ListEntry<Item>> {
  const sentProducts = sentKeys(selection, sent);
  for await (const items of inOrder(streamed(sentProducts), reads.client.concurrency, studiesOfProduct)) {
    yield* items;
  }

  async function studiesOfProduct(product: (typeof sentProducts)[number]): Promise<ListEntry<Item>[]> {
    const { place = [] } = selection;
    const { key, studyId, inDoubt, productRef, collection, color } = product;
    if (studyId !== null) {
      return [
        { item: { key: studyId, id: studyId, productRef, place: [collection, productRef, color, studyId] } },
      ];
    }
    const item = { key, productRef };
    const found = await reads.product(productRef);
    if (found.type === 'absent' && inDoubt) {
      const advice = say().reading.resolve({ command: command('resolve', ...place) });
      return [{ problem: problemOf(item, 404, say().reading.inDoubt(), advice) }];
    }
    if (found.type !== 'found') return [{ problem: readProblem(item, found) }];
    const studies = extractsOf(found.record).filter(
      (study) => study.collection === collection && (study.colorCode || BLANK_COLOR) === color,
    );
    if (studies.length > 0) return studies.map((study) => ({ item: itemOf(study) }));
    const error = say().reading.noStudyOf({ collection, color });
    const show = command('products', 'show', ...operands([productRef], place));
    return [{ problem: problemOf(item, null, error, say().reading.see({ command: show })) }];
  }
}

/** Reads a study by its id, or by its key if the id is unknown. */
export async function fetchStudy(reads: Reads, item: Item, languages: readonly Language[]): Promise<Found> {
  const { id = '', study } = item;
  const found = study ? await reads.studyOf(study, languages) : await reads.study(id, languages);
  return found.type === 'found' && isOtherStudy(item, found) ? otherStudy(found) : found;
}

function isOtherStudy({ id, study }: Item, { record }: FoundRecord): boolean {
  if (id !== undefined) return textAt(record, 'id') !== id;
  const productRef = textAt(record, 'productRef');
  return productRef !== '' && productRef !== study?.productRef;
}

type FoundRecord = Extract<Found, { type: 'found' }>;

/** The problem for a response that contains another study: its figures would be exported under the wrong id. */
const otherStudy = ({ record }: FoundRecord): Found => ({
  type: 'failed',
  status: 200,
  error: say().reading.otherStudy({ id: textAt(record, 'id') || say().reading.withoutId() }),
  canRetry: false,
});
