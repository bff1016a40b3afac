import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Body } from '../../../src/contract/kind.ts';
import { mockInProcess } from '../harness.ts';
import { MINUTE_MS, NOON } from './harness.ts';
import { expectedIds, type Known, REFERENCE_SORTS } from './list-reference.ts';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });
const NAMES = [
  ...['Robe', 'robe', 'ROBE Été', 'robe été', 'Ärmel', '2 pièces', '10 boutons', '9', 'écharpe', '(essai)'],
  'Zip',
];
const REFS = ['ROB-1', 'rob-1', 'ROB-2', '0012', '12', '3000041877', 'a,b', 'x&y=z'];
const COLLECTIONS = ['SS27', 'ss27', 'FW26', '27 SS'];
const COLORS = ['NOIR', 'noir', '001', 'ÉCRU'];
const CATEGORIES = ['DRESSES', 'BLAZERS & SUITS', 'tops'];
const GTINS = ['3607012345678', '3607012345685', '0012345678905'];
const DAYS = ['2026-01-31', '2026-02-28', '2026-05-09', '2026-11-01', '2027-01-10'];
const SITES = ['AURORE-SITE-0001', 'AURORE-SITE-0002'];

const draft = fc.record({
  name: maybe(fc.constantFrom(...NAMES)),
  ref: maybe(fc.constantFrom(...REFS)),
  collections: fc.subarray(COLLECTIONS, { maxLength: 2 }),
  categories: fc.subarray(CATEGORIES, { maxLength: 2 }),
  color: maybe(fc.constantFrom(...COLORS)),
  gtins: fc.subarray(GTINS),
  segment: maybe(fc.constantFrom('Menswear', 'Womenswear')),
  quantity: maybe(fc.constantFrom(0, 1, 10, 10.5, 900)),
  start: maybe(fc.constantFrom(...DAYS)),
  deadline: maybe(fc.constantFrom(...DAYS)),
  sites: fc.subarray(SITES),
  agec: maybe(fc.boolean()),
});
type Draft = typeof draft extends fc.Arbitrary<infer T> ? T : never;

function bodyOf(product: Draft, uniqueIdentifier: string, siteIds: readonly string[]): Body {
  const all = {
    uniqueIdentifier,
    productName: product.name,
    productRef: product.ref,
    collections: product.collections,
    productCategories: product.categories,
    colorCode: product.color,
    gtins: product.gtins,
    marketSegment: product.segment,
    producedQuantity: product.quantity,
    traceabilityStartDate: product.start,
    theoreticalTraceabilityEndDate: product.deadline,
    isProductInAGECScope: product.agec,
    supplierIds: [...siteIds],
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as Body;
}

/** A mock with products of two brands, after its list was refreshed (every 20 minutes) and shows them. */
async function world(drafts: readonly Draft[]) {
  let now = NOON;
  const times = { now: () => new Date(now), refreshMs: 20 * MINUTE_MS };
  const mock = mockInProcess({ tokens: { 'b-token': 'boreal' }, ...times });
  const siteIds = new Map<string, string>();
  for (const uniqueIdentifier of SITES) {
    siteIds.set(uniqueIdentifier, (await mock.post('/suppliers', { uniqueIdentifier })).json.supplier_id);
  }
  async function add(product: Draft, at: number): Promise<Known> {
    const { sites, ...rest } = product;
    const suppliers = sites.map((site) => siteIds.get(site)!);
    const body = bodyOf(product, `${at % 3}-bp-${at}`, suppliers);
    const { status, json, text } = await mock.post('/brand-products', body);
    expect(status, text).toBe(201);
    const fec = await mock.get(`/declared-french-environmental-cost/${json.id}`);
    const { id, uniqueIdentifier, createdAt } = json;
    const cost = fec.json.scoring.frenchEnvironmentalCost;
    return { ...rest, id, uniqueIdentifier, createdAt, suppliers, cost };
  }
  const known: Known[] = [];
  for (const [at, product] of drafts.entries()) known.push(await add(product, at));
  await mock.call('POST', '/brand-products', {
    headers: { authorization: 'Bearer b-token', 'content-type': 'application/json' },
    body: JSON.stringify({ uniqueIdentifier: 'boreal-1', productName: 'Robe', gtins: GTINS }),
  });
  now += 20 * MINUTE_MS;
  return { mock, known, add, siteIds: [...siteIds.values()] };
}

type Pairs = [string, string][];
const queryOf = (pairs: Pairs) => new URLSearchParams(pairs).toString();

/** Queries with values that the products are likely to have; ids are drawn by their position. */
function pairsArbitrary(known: readonly Known[], siteIds: readonly string[]): fc.Arbitrary<Pairs> {
  const pair = (name: string, values: readonly string[]) =>
    fc.constantFrom(...values).map((value): Pairs => [[name, value]]);
  const several = (name: string, values: readonly string[]) =>
    fc.subarray([...values], { minLength: 1 }).map((some): Pairs => some.map((value) => [name, value]));
  const sometimes = (pairs: fc.Arbitrary<Pairs>) => fc.option(pairs, { nil: [] as Pairs, freq: 4 });
  const rarely = (pairs: fc.Arbitrary<Pairs>) =>
    fc.oneof({ weight: 24, arbitrary: fc.constant<Pairs>([]) }, { weight: 1, arbitrary: pairs });
  const ids = known.length > 0 ? known.map(({ id }) => id) : ['00000000-0000-4000-8000-000000000000'];
  const numbers = ['0', '1', '10', '10.5', '-3', '900', '1e3'];
  return fc
    .tuple(
      sometimes(pair('sortBy', REFERENCE_SORTS)),
      sometimes(pair('orderBy', ['asc', 'desc'])),
      rarely(pair('search', ['robe', 'É', 's2', '1', ids[0]!.slice(0, 4).toUpperCase(), ''])),
      rarely(several('brandProductId', ids)),
      rarely(
        several('brandProductUniqueIdentifier', known.map((one) => one.uniqueIdentifier).concat('none')),
      ),
      rarely(several('productRef', REFS)),
      rarely(several('productName', NAMES)),
      rarely(several('collections', COLLECTIONS)),
      rarely(several('productCategories', CATEGORIES)),
      rarely(several('colorCode', COLORS)),
      rarely(several('gtins', GTINS)),
      rarely(pair('marketSegment', ['Menswear', 'Womenswear', 'Kidswear'])),
      rarely(pair('supplierIds', siteIds)),
      rarely(pair('isProductInAGECScope', ['true', 'false'])),
      ...['traceabilityStartDate', 'theoreticalTraceabilityEndDate'].flatMap((name) => [
        rarely(pair(`${name}[start]`, DAYS)),
        rarely(pair(`${name}[end]`, DAYS)),
      ]),
      rarely(several('producedQuantity[eq]', numbers)),
      ...['neq', 'gt', 'gte', 'lt', 'lte', 'min', 'max'].map((operator) =>
        rarely(pair(`producedQuantity[${operator}]`, numbers)),
      ),
      rarely(pair('frenchEnvironmentalCost[gte]', ['1000', '2000'])),
    )
    .map((parts) => parts.flat());
}

describe('the list of brand products', () => {
  test('gives what a naive reading of the interface gives, whatever the data and the query', async () => {
    let telling = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(draft, { maxLength: 14, size: 'medium' }),
        fc.integer(),
        async (drafts, seed) => {
          const { mock, known, siteIds } = await world(drafts);
          for (const pairs of fc.sample(pairsArbitrary(known, siteIds), { numRuns: 20, seed })) {
            const query = queryOf([...pairs, ['limit', '100']]);
            const { status, json, text } = await mock.get(`/brand-products?${query}`);
            expect(status, `${queryOf(pairs)} ${text}`).toBe(200);
            const ids = json.data.map(({ id }: { id: string }) => id);
            const expected = expectedIds(known, pairs);
            if (expected.length > 2 && expected.length < known.length) telling += 1;
            const found = { pairs, ids: expected, total: expected.length };
            expect({ pairs, ids, total: json.total }).toEqual(found);
          }
          mock.store.close();
        },
      ),
      { numRuns: 20, seed: 44 },
    );
    expect(telling).toBeGreaterThan(30);
  });

  test('gives each match once and in order in pages of any size, while products are added', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(draft, { minLength: 1, maxLength: 14, size: 'medium' }),
        fc.integer({ min: 1, max: 15 }),
        fc.integer(),
        async (drafts, limit, seed) => {
          const { mock, known, add, siteIds } = await world(drafts);
          let added = drafts.length;
          for (const pairs of fc.sample(pairsArbitrary(known, siteIds), { numRuns: 3, seed })) {
            const expected = expectedIds(known, pairs);
            const ids: string[] = [];
            for (let offset = 0; offset <= expected.length + limit; offset += limit) {
              const paging: Pairs = [...pairs, ['offset', `${offset}`], ['limit', `${limit}`]];
              const { json } = await mock.get(`/brand-products?${queryOf(paging)}`);
              expect(json).toMatchObject({ offset, limit, total: expected.length });
              expect(json.data.length).toBeLessThanOrEqual(limit);
              ids.push(...json.data.map(({ id }: { id: string }) => id));
              added += 1;
              await add(drafts[0]!, added);
            }
            expect(ids).toEqual(expected);
          }
          mock.store.close();
        },
      ),
      { numRuns: 12, seed: 45 },
    );
  });

  test('puts new products last if it shows them at once, so that paging by creation skips none', async () => {
    const mock = mockInProcess({});
    const add = (name: string) => mock.post('/brand-products', { uniqueIdentifier: name });
    for (let at = 0; at < 9; at += 1) await add(`first-${at}`);
    const seen: string[] = [];
    for (let offset = 0; ; offset += 2) {
      const { json } = await mock.get(`/brand-products?limit=2&offset=${offset}`);
      seen.push(...json.data.map((item: { uniqueIdentifier: string }) => item.uniqueIdentifier));
      if (offset < 6) await add(`later-${offset}`);
      else if (json.data.length < 2) break;
    }
    const first = Array.from({ length: 9 }, (_, at) => `first-${at}`);
    expect(seen).toEqual([...first, 'later-0', 'later-2', 'later-4']);
    mock.store.close();
  });
});
