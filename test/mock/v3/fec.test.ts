import { describe, expect, test } from 'vitest';
import {
  calculatedFec,
  declaredFec,
  declaredFecPage,
  lifecycleAssessment,
  lookupError,
} from '../../../src/contract/v3/fec-read.ts';
import { type LookupName, v3ReadPaths } from '../../../src/contract/v3/read-paths.ts';
import { v3Mock } from './harness.ts';

const SHAPES = { declaredFec, calculatedFec, lifecycleAssessment };
const LOOKUPS = Object.keys(SHAPES) as LookupName[];
const KEY = 'BP n° 1/été';

describe.each(LOOKUPS)('the deprecated look-up of %s', (name) => {
  const paths = v3ReadPaths[name];

  test('the deprecated look-up finds a product by its id and its identifier, and says that it is deprecated and synthetic', async () => {
    const mock = v3Mock({ refreshMs: 60_000 });
    const id = await mock.make('brand-products', { uniqueIdentifier: KEY, productRef: 'ROB-2041' });
    const byId = await mock.get(paths.byId(id));
    const byKey = await mock.get(paths.byUniqueIdentifier(KEY));
    expect(byId.status).toBe(200);
    expect(byKey.json).toEqual(byId.json);
    expect(SHAPES[name].parse(byId.json)).toEqual(byId.json);
    expect(byId.json.note).toContain('Synthetic figures');
    for (const { headers } of [byId, byKey]) {
      expect(headers.get('deprecation')).toBe('true');
      const list = '<http://127.0.0.1:4010/declared-french-environmental-cost>; rel="successor-version"';
      expect(headers.get('link')).toBe(name === 'declaredFec' ? list : null);
    }
  });

  test('the deprecated look-up gives a 404 with the reason if the product is unknown or belongs to another brand', async () => {
    const mock = v3Mock();
    const id = await mock.make('brand-products', { uniqueIdentifier: KEY }, 'b-token');
    for (const [path, reason] of [
      [paths.byId(id), 'BrandProductNotFoundById'],
      [paths.byId('none'), 'BrandProductNotFoundById'],
      [paths.byUniqueIdentifier(KEY), 'BrandProductNotFoundByUniqueIdentifier'],
    ] as const) {
      const { status, json, headers } = await mock.get(path);
      expect(status).toBe(404);
      expect(lookupError.parse(json).details.map((detail) => detail.reason)).toEqual([reason]);
      expect(headers.get('deprecation')).toBe('true');
    }
  });
});

test('the figures of a brand product follow from its content alone, whatever the order of its fields', async () => {
  const body = { productRef: 'ROB-2041', weight: 250, made: { in: 'PT', by: 'hand' } };
  const turned = { made: { by: 'hand', in: 'PT' }, weight: 250, productRef: 'ROB-2041' };
  const scoreOf = async (content: object) => {
    const mock = v3Mock();
    await mock.make('brand-products', { uniqueIdentifier: 'BP-1', ...content });
    const { json } = await mock.get(v3ReadPaths.declaredFec.byUniqueIdentifier('BP-1'));
    const { pictogram, ...figures } = json;
    const image = await mock.app.request(new URL(pictogram).pathname);
    expect(image.headers.get('content-type')).toBe('image/svg+xml');
    return figures;
  };
  const figures = await scoreOf(body);
  expect(await scoreOf(turned)).toEqual(figures);
  expect((await scoreOf({ ...body, weight: 251 })).scoring).not.toEqual(figures.scoring);
  const cost = figures.publishedFrenchEnvironmentalCost;
  expect(figures.publishedFrenchEnvironmentalCostPerUnitWeight).toBeCloseTo(cost / 250, 3);
});

test('the list of declared costs has the filters and the order of the list of brand products', async () => {
  const mock = v3Mock();
  const names = { 'BP-1': '2 pièces', 'BP-2': 'robe', 'BP-3': 'Bottes' };
  for (const [uniqueIdentifier, productName] of Object.entries(names))
    await mock.make('brand-products', { uniqueIdentifier, productName, gtins: ['3607012345678'] });
  const listed = async (query: string) => {
    const { status, json } = await mock.get(`/declared-french-environmental-cost?${query}`);
    expect(status).toBe(200);
    expect(declaredFecPage.parse(json)).toEqual(json);
    return json;
  };
  const all = await listed('sortBy=name&gtins=3607012345678');
  const listedKeys = all.data.map((item: { uniqueIdentifier: string }) => item.uniqueIdentifier);
  expect(listedKeys).toEqual(['BP-3', 'BP-2', 'BP-1']);
  const single = await mock.get(v3ReadPaths.declaredFec.byUniqueIdentifier('BP-3'));
  expect(all.data[0]).toMatchObject({ ...single.json, brandProductId: expect.any(String) });

  const costsOf = ({ data }: typeof all) =>
    data.map((item: typeof single.json) => item.scoring.frenchEnvironmentalCost);
  const costs = costsOf(all);
  const least = Math.min(...costs);
  expect((await listed(`frenchEnvironmentalCost[gt]=${least}`)).total).toBe(2);
  const sorted = await listed('sortBy=frenchEnvironmentalCost&orderBy=desc&limit=2&offset=1');
  expect(costsOf(sorted)).toEqual(costs.toSorted((a: number, b: number) => b - a).slice(1));
  expect(sorted).toMatchObject({ total: 3, limit: 2, offset: 1 });
});
