import { describe, expect, test } from 'vitest';
import { KEY_SEPARATOR } from '../../../src/contract/kind.ts';
import type { SentProduct } from '../../../src/ledger/sent-records.ts';
import { productsOf, studiesOf } from '../../../src/read/export/product-lists.ts';
import type { Filters, Selection } from '../../../src/read/export/selection.ts';
import { Limiter } from '../../../src/service/limiter.ts';
import { openReads } from '../../../src/service/reads.ts';
import {
  body,
  emptyFolder,
  exportFrom,
  filesIn,
  type World,
  type WorldStudy,
  worldOf,
  studiesOf as worldStudies,
} from './world.ts';

const studies = worldStudies(6, 3);

const sentOf = ({ productRef, collection, color, id }: WorldStudy, known = true): SentProduct => ({
  key: [productRef, collection, color].join(KEY_SEPARATOR),
  family: 'STANDARD',
  studyId: known ? id : null,
  inDoubt: false,
});

/** Ids of the studies in the export of a selection. */
async function exported(world: World, selection: Partial<Selection>) {
  const cwd = await emptyFolder();
  const ran = await exportFrom(world, cwd, { out: 'all.ndjson', selection });
  const lines = (await filesIn(cwd))['all.ndjson']!.split('\n').filter((line) => line !== '');
  return { ...ran, ids: lines.map((line) => JSON.parse(line).id as string).sort() };
}

/** A selection of all studies, with these changes. */
const selectionOf = (some: Partial<Selection>): Selection => ({
  ...{ subject: 'studies', ids: [], sent: null, filters: { states: [] }, languages: [] },
  ...some,
});

/** Ids of the studies that `studiesOf` lists for a selection. */
async function listedIds(world: World, selection: Partial<Selection>): Promise<string[]> {
  const ids: string[] = [];
  const reads = openReads(world, { limiter: new Limiter({ rate: 0, concurrency: 4 }) });
  for await (const next of studiesOf(reads, selectionOf(selection)))
    if ('item' in next) ids.push(next.item.id);
  return ids.sort();
}

const idsOf = (pick: (study: WorldStudy) => boolean) =>
  studies
    .filter(pick)
    .map(({ id }) => id)
    .sort();

describe('filters of an export of studies', () => {
  const decomposed = 'Été 27'.normalize('NFD');
  test.each<[filters: Partial<Filters>, pick: (study: WorldStudy) => boolean]>([
    [{}, () => true],
    [{ collection: 'SS27' }, ({ collection }) => collection === 'SS27'],
    [{ collection: decomposed }, ({ collection }) => collection === 'Été 27'],
    [{ productRef: 'REF/0003 é' }, ({ productRef }) => productRef === 'REF/0003 é'],
    [{ color: 'C1' }, ({ color }) => color === 'C1'],
    [{ states: ['PUBLISHED'] }, ({ state }) => state === 'PUBLISHED'],
    [{ states: ['PUBLISHED', 'IN_PROGRESS'] }, () => true],
    [
      { collection: 'Été 27', color: 'C2', states: ['IN_PROGRESS'] },
      ({ collection, color, state }) => collection === 'Été 27' && color === 'C2' && state === 'IN_PROGRESS',
    ],
    [{ collection: 'none' }, () => false],
  ])('%j select the same studies from the list and from the ledger', async (some, pick) => {
    const filters = { states: [], ...some };
    const expected = idsOf(pick);
    expect((await exported(worldOf(studies), { filters })).ids).toEqual(expected);
    expect(await listedIds(worldOf(studies), { filters })).toEqual(expected);
    const sent = studies.map((study) => sentOf(study));
    expect((await exported(worldOf(studies), { filters, sent })).ids).toEqual(expected);
    expect(await listedIds(worldOf(studies), { filters, sent })).toEqual(expected);
  });

  test('a filter with an unknown collection gives a note with the nearest name', async () => {
    const { events } = await exported(worldOf(studies), { filters: { collection: 'SS72', states: [] } });
    expect(events.find((event) => event.type === 'note')).toMatchObject({
      text: expect.stringMatching(/SS72.*SS27/),
    });
  });

  test('filters of an export of studies are not used for a search: the service searches', async () => {
    const world = worldOf(studies);
    const { ids } = await exported(world, { search: 'REF/0002' });
    expect(ids).toEqual(idsOf(({ productRef }) => productRef.startsWith('REF/0002')));
    expect(world.asked[0]).toContain('search=REF%2F0002');
  });

  test('a filter with a product reference searches for it instead of reading all pages', async () => {
    const world = worldOf(worldStudies(250, 1));
    const { ids } = await exported(world, { filters: { productRef: 'REF/0250 é', states: [] } });
    expect([ids, world.asked.length]).toEqual([['study-0'], 2]);
  });

  test('a filter with a product reference reads the path of the product if the search finds nothing', async () => {
    const world = worldOf(studies);
    world.instead = (path) => (path.includes('search=') ? body({ total: 0, data: [] }) : undefined);
    const { ids } = await exported(world, { filters: { productRef: 'REF/0003 é', states: [] } });
    expect(ids).toHaveLength(3);
  });
});

test('a collection, a product reference and a colour together select one study, with one request', async () => {
  const world = worldOf(studies);
  const { collection, productRef, color, id } = studies[4]!;
  const { ids } = await exported(world, { filters: { collection, productRef, color, states: [] } });
  expect(ids).toEqual([id]);
  expect(world.asked).toEqual([expect.stringMatching(/^\/v2\/studies\?collectionRef=/)]);
  const none = await exported(worldOf(studies), {
    filters: { collection, productRef, color: 'none', states: [] },
  });
  expect(none.exported.problems).toMatchObject([{ status: 404, productRef }]);
});

test('ids are read without the list, each once', async () => {
  const world = worldOf(studies);
  const { ids } = await exported(world, { ids: ['study-2', 'study-5', 'study-2'] });
  expect(ids).toEqual(['study-2', 'study-5']);
  expect(world.asked.filter((path) => path.includes('/studies/'))).toHaveLength(2);
});

test.each([1, 5, 18, 40])('--limit %i ends the list of studies after that many', async (limit) => {
  expect((await exported(worldOf(studies), { limit })).ids).toHaveLength(Math.min(limit, 18));
  expect(await listedIds(worldOf(studies), { limit })).toHaveLength(Math.min(limit, 18));
});

describe('an export of the records that the ledger has sent', () => {
  test('looks up the product of a study without an id', async () => {
    const world = worldOf(studies);
    const { ids } = await exported(world, { sent: [sentOf(studies[0]!), sentOf(studies[5]!, false)] });
    expect(ids).toEqual(['study-0', 'study-5']);
    expect(world.asked.filter((path) => path.startsWith('/v2/products/'))).toHaveLength(1);
    expect(world.asked.some((path) => path.startsWith('/v2/products?'))).toBe(false);
  });

  test('reports a product in doubt that is missing, and a product without that study, as problems', async () => {
    const gone = {
      ...{ key: ['NONE', 'SS27', 'C1'].join(KEY_SEPARATOR), family: 'STANDARD', studyId: null },
      inDoubt: true,
    };
    const { productRef, collection } = studies[0]!;
    const other = { ...gone, key: [productRef, collection, 'C9'].join(KEY_SEPARATOR), inDoubt: false };
    const { exported: came } = await exported(worldOf(studies), { sent: [gone, other] });
    expect(came.problems.map(({ error }) => error).sort()).toEqual([
      expect.stringContaining('in doubt'),
      expect.stringContaining('has no study in collection'),
    ]);
  });

  test('filters by the states that the service shows', async () => {
    const sent = studies.map((study) => sentOf(study));
    const { ids } = await exported(worldOf(studies), { sent, filters: { states: ['PUBLISHED'] } });
    expect(ids).toEqual(idsOf(({ state }) => state === 'PUBLISHED'));
  });
});

describe('an export of other subjects', () => {
  async function subject(name: 'products' | 'packaging' | 'showcases', selection: Partial<Selection> = {}) {
    const world = worldOf(studies);
    const asked = { subject: name, out: 'all.ndjson', selection };
    const { exported: came } = await exportFrom(world, await emptyFolder(), asked);
    return { came, world };
  }

  test('an export of other subjects reads products and packaging from their lists alone', async () => {
    const products = await subject('products');
    expect([products.came.records, products.world.asked.length]).toEqual([6, 1]);
    const packaging = await subject('packaging');
    expect([packaging.came.records, packaging.world.asked.length]).toEqual([6, 1]);
  });

  test('selects the products with a study that fits the filters', async () => {
    const { came } = await subject('products', { filters: { collection: 'SS27', states: ['PUBLISHED'] } });
    const fitting = studies.filter((one) => one.collection === 'SS27' && one.state === 'PUBLISHED');
    expect(came.records).toBe(new Set(fitting.map(({ productRef }) => productRef)).size);
  });

  test('selects products by reference, and those that the ledger has sent', async () => {
    expect((await subject('products', { ids: ['REF/0002 é'] })).came.records).toBe(1);
    const sent = studies.slice(0, 4).map((study) => sentOf(study));
    expect((await subject('products', { sent })).came.records).toBe(2);
  });

  test('an export of other subjects reads each product alone if its list item has no studies', async () => {
    const world = worldOf(studies);
    const short = body({ total: 1, data: [{ id: 'id of REF/0001 é', name: 'x' }] });
    world.instead = (path) => (path.startsWith('/v2/products?') ? short : undefined);
    const cwd = await emptyFolder();
    await exportFrom(world, cwd, { subject: 'products', out: 'all.ndjson' });
    expect(JSON.parse((await filesIn(cwd))['all.ndjson']!).studies).toHaveLength(3);
    expect((await exported(world, {})).ids).toHaveLength(3);
    const reads = openReads(world, { limiter: new Limiter({ rate: 0, concurrency: 1 }) });
    for await (const next of productsOf(reads, selectionOf({ subject: 'products' }), {}))
      expect(next).toMatchObject({ item: { name: 'x' } });
  });

  test('an export of other subjects reads showcases, also of the study of a collection, product reference and colour', async () => {
    expect((await subject('showcases')).came.records).toBe(18);
    const { collection, productRef, color } = studies[4]!;
    const { came, world } = await subject('showcases', {
      filters: { collection, productRef, color, states: [] },
    });
    expect(came.records).toBe(1);
    expect(world.asked).toHaveLength(2);
  });
});
