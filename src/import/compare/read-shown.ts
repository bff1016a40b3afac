import { KEY_SEPARATOR, type KindSpec, keyOf } from '../../contract/kind.ts';
import { KINDS } from '../../contract/kinds.ts';
import { listText } from '../../contract/v3/list-names.ts';
import type { ShownRecord } from '../../ledger/comparison.ts';
import type { Comparison } from '../../ledger/ledger.ts';
import { say } from '../../say.ts';
import { Tasks } from '../../service/limiter.ts';
import { type ListEnd, readList } from '../../service/read-list.ts';
import { type Answered, recordsAt, textAt } from '../../service/read-record.ts';
import type { Reads } from '../../service/reads.ts';
import { readV3List } from '../../service/v3-reads.ts';

/** Number of records that are stored together. */
const AT_ONCE = 100;

/**
 * Reads what the service shows of these kinds into a comparison: each list once and, if components are compared, each
 * study of their products once. Returns, for each kind whose reading is incomplete, why: a record that it lacks may be there.
 *
 * @param onRead called with the number of records read so far
 * @throws TraceError of the client, and `list-unreadable`
 */
export async function readShown(
  comparison: Comparison,
  kinds: readonly KindSpec[],
  reads: Reads,
  onRead: (read: number) => void,
): Promise<ReadonlyMap<string, string>> {
  const gaps = new Map<string, string>();
  let total = 0;
  const add = (records: readonly ShownRecord[]) => {
    comparison.add(records);
    total += records.length;
    onRead(total);
  };
  const store = async (
    list: AsyncGenerator<Answered, ListEnd>,
    shownBy: readonly KindSpec[],
    shownIn: (item: Answered) => ShownRecord[] | Promise<ShownRecord[]>,
  ): Promise<void> => {
    let waiting: ShownRecord[] = [];
    let next = await list.next();
    for (; !next.done; next = await list.next()) {
      waiting.push(...(await shownIn(next.value)));
      if (waiting.length < AT_ONCE) continue;
      add(waiting);
      waiting = [];
    }
    add(waiting);
    const { short, changed, nameless } = next.value;
    if (short || changed || nameless > 0)
      for (const { name } of shownBy) gaps.set(name, say().compared.listChanged());
  };
  for (const kind of kinds) {
    const { verify, name } = kind;
    if (verify?.method === 'searched-list')
      await store(readList(reads.client, verify.path), [kind], (item) => [
        { kind: name, key: textAt(item, kind.key[0]!), content: flat(item) },
      ]);
    if (verify?.method === 'filtered-list')
      await store(readV3List(reads.client, 'brandProducts', ''), [kind], (item) => [
        { kind: name, key: listText(item, 'uniqueIdentifier'), content: flat(item) },
      ]);
  }
  const ofProducts = kinds.filter(({ verify }) => /^(product|study)-/.test(verify?.method ?? ''));
  if (ofProducts.length === 0) return gaps;
  await store(reads.products(), ofProducts, async (item) => productsIn(await withStudies(reads, item)));
  const component = ofProducts.find(({ verify }) => verify?.method === 'study-components');
  if (component === undefined) return gaps;
  const tasks = new Tasks(2 * reads.client.concurrency);
  let failure: unknown;
  const readStudy = async (key: string, study: string) => {
    const found = await reads.study(study, []);
    if (found.type === 'found') add(componentsIn(comparison, component, key, found.record));
    else if (found.type === 'failed')
      gaps.set(component.name, say().compared.unread({ study, reason: found.error }));
  };
  for (const { key, study } of comparison.studies()) {
    if (failure !== undefined) break;
    await tasks.start(() =>
      readStudy(key, study).catch((error: unknown) => {
        failure ??= error;
      }),
    );
  }
  await tasks.ended();
  if (failure !== undefined) throw failure;
  return gaps;
}

/** A product of the list with its studies. If the item lacks them, the product itself is read. */
async function withStudies(reads: Reads, item: Answered): Promise<Answered> {
  if (Array.isArray(item.studies)) return item;
  const found = await reads.product(textAt(item, 'id'));
  return found.type === 'found' ? found.record : item;
}

/** A record for each study of a product: a client knows a product by its reference, collection and colour. */
function productsIn(product: Answered): ShownRecord[] {
  const kind = KINDS.v2.product;
  const ref = [product.ref].flat().find((one) => typeof one === 'string') ?? '';
  return recordsAt(product, 'studies').map((study) => {
    const key = {
      productRef: textAt(study, 'productRef') || ref,
      productCollectionRef: textAt(study.brandCollection, 'name'),
      productColorCode: textAt(study, 'colorCode'),
    };
    return { kind: kind.name, key: keyOf(kind, key), study: textAt(study, 'id'), content: flat(product) };
  });
}

/**
 * The components of a study. A component without a colour is in every study of its product: it has its key without a
 * colour if that is the known one.
 */
function componentsIn(comparison: Comparison, kind: KindSpec, key: string, study: Answered): ShownRecord[] {
  const [productRef = '', productCollectionRef = ''] = key.split(KEY_SEPARATOR);
  return recordsAt(study, 'components').map((item) => {
    const componentRef = textAt(item, 'ref');
    const own = componentRef + KEY_SEPARATOR + key;
    const ofAll = keyOf(kind, { componentRef, productRef, productCollectionRef });
    const isOfAll = !comparison.has(kind.name, own) && comparison.has(kind.name, ofAll);
    const content = flat({ projectType: study.projectType, ...item });
    return { kind: kind.name, key: isOfAll ? ofAll : own, content };
  });
}

const isFlat = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isFlat) : Object(value) !== value;

/** The values of a response that can be compared, as JSON: texts, numbers, booleans, and lists of them. */
const flat = (item: Answered): string =>
  JSON.stringify(Object.fromEntries(Object.entries(item).filter(([, value]) => isFlat(value))));
