import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { brandProductPage } from '../../../src/contract/v3/brand-product-read.ts';
import { folderWith } from '../../cli/commands/harness.ts';
import { ELSEWHERE as ID, MINUTE_MS, makeChain, type V3Mock, v3Mock } from './harness.ts';

const LISTS = ['/brand-products', '/declared-french-environmental-cost'];

describe('a query of a list of v3', () => {
  test.each([
    ['page=2', 'page is not a known parameter'],
    ['gtins[]=1', 'gtins[] is not a known parameter: gtins takes no brackets'],
    ['producedQuantity=3', 'producedQuantity is not a known parameter: write producedQuantity[eq]'],
    ['producedQuantity[like]=3', 'producedQuantity[like] is not a known parameter: write producedQuantity['],
    ['traceabilityStartDate=2026-01-01', 'write traceabilityStartDate[start], traceabilityStartDate[end]'],
    ['SORTBY=name', 'SORTBY is not a known parameter'],
    ['offset=-1', 'offset must be an integer not less than 0'],
    ['offset=1.5', 'offset must be'],
    ['offset=', 'offset must be'],
    ['limit=0', 'limit must be an integer from 1 to 100'],
    ['limit=101', 'limit must be an integer from 1 to 100'],
    ['limit=1e1', 'limit must be'],
    ['limit=5&limit=6', 'limit must be given once'],
    ['sortBy=gtins', 'sortBy must be one of the following values: createdAt'],
    ['orderBy=DESC', 'orderBy must be one of the following values: asc, desc'],
    ['brandProductId=ROB-2041', 'brandProductId must be a UUID'],
    ['supplierIds=x', 'supplierIds must be a UUID'],
    [`supplierIds=${ID}&supplierIds=${ID}`, 'supplierIds must be given once'],
    ['isProductInAGECScope=1', 'isProductInAGECScope must be true or false'],
    ['producedQuantity[gt]=many', 'producedQuantity[gt] must be a number'],
    ['producedQuantity[min]=1&producedQuantity[min]=2', 'producedQuantity[min] must be given once'],
    ['traceabilityStartDate[start]=01/02/2026', 'traceabilityStartDate[start] must be a date'],
    ['traceabilityStartDate[end]=2026-02-30', 'traceabilityStartDate[end] must be a date'],
    ['gtins=', 'gtins should not be empty'],
  ])('?%s is a 400 with the message "%s"', async (query, told) => {
    const mock = v3Mock();
    for (const list of LISTS) {
      const { status, json } = await mock.get(`${list}?${query}`);
      expect(status).toBe(400);
      expect(json).toMatchObject({ statusCode: 400, error: 'Bad Request' });
      expect(json.message.join('\n')).toContain(told);
    }
  });

  test('a query with several faults is refused with a message for each', async () => {
    const { json } = await v3Mock().get('/brand-products?limit=0&colour=NOIR&gtins=');
    expect(json.message).toHaveLength(3);
  });

  test.each([
    ...['', 'search=', `brandProductId=${ID}&brandProductId=${ID.toUpperCase()}`],
    ...['gtins=1&gtins=2&limit=100&offset=0', 'traceabilityStartDate[start]=2026-01-01T00:00:00%2B02:00'],
    ...['producedQuantity%5Bgte%5D=-1.5e3', 'offset=900000'],
  ])('a valid query without a match gives an empty page: %s', async (query) => {
    const { status, json } = await v3Mock().get(`/brand-products?${query}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ data: [], total: 0 });
    expect(brandProductPage.parse(json)).toEqual(json);
  });
});

test('a URL over 8 KB is a 414', async () => {
  const mock = v3Mock();
  const of = (length: number) =>
    `/brand-products?search=${'x'.repeat(length - '/brand-products?search='.length)}`;
  expect((await mock.get(of(8192))).status).toBe(200);
  expect((await mock.get(of(8193))).json).toMatchObject({ statusCode: 414, error: 'URI Too Long' });
});

async function names(mock: V3Mock, query = '', token = 'a-token'): Promise<string[]> {
  const { json } = await mock.as(token, 'GET', `/brand-products?${query}`);
  return json.data.map((item: { productName?: string; name: string }) => item.name);
}

test('the lists show each brand its own brand products only', async () => {
  const mock = v3Mock();
  await mock.make('brand-products', { uniqueIdentifier: 'BP-1', productName: 'ours' });
  const body = { uniqueIdentifier: 'BP-1', productName: 'theirs' };
  const theirs = await mock.make('brand-products', body, 'b-token');
  expect(await names(mock)).toEqual(['ours']);
  expect(await names(mock, '', 'b-token')).toEqual(['theirs']);
  expect(await names(mock, `brandProductId=${theirs}`)).toEqual([]);
  for (const list of LISTS) expect((await mock.get(list)).json.total).toBe(1);
});

test('a mock with one token has one brand, and so has a mock that accepts any token', async () => {
  for (const options of [{ tokens: {} }, { tokens: {}, token: null }]) {
    const mock = v3Mock(options);
    await mock.make('brand-products', { uniqueIdentifier: 'BP-1', productName: 'ours' });
    expect(await names(mock)).toEqual(['ours']);
    const other = await mock.as('b-token', 'GET', '/brand-products');
    expect(other.status).toBe('token' in options ? 200 : 401);
    if ('token' in options) expect(other.json.total).toBe(1);
  }
});

test('an item of the list of brand products has the current values of the product', async () => {
  const mock = v3Mock();
  const shown = { uniqueIdentifier: 'BP-1', gtins: ['3607012345678', '3607012345685'] };
  const body = { ...shown, productName: 'Robe', producedQuantity: 900 };
  const id = await mock.make('brand-products', body);
  await mock.patch(`/brand-products/${id}`, { producedQuantity: { value: 950, unit: 'PIECES' } });
  const { json } = await mock.get('/brand-products');
  const links = { qrCode: expect.stringMatching(/^http/), web: expect.stringMatching(/^http/) };
  const expected = { id, ...shown, producedQuantity: 950, hasCommunicationPackage: true, links };
  expect(json.data[0]).toMatchObject(expected);
  await mock.patch(`/brand-products/${id}`, { hasCommunicationPackage: false });
  expect((await mock.get('/brand-products')).json.data[0].links).toEqual({ qrCode: null, web: null });
});

test('a link that a test marks as missing is null, and the other link stays', async () => {
  const mock = v3Mock();
  await mock.make('brand-products', { uniqueIdentifier: 'BP-1' });
  const control = '/__mock/brand-products/BP-1/links';
  expect((await mock.post(control, { missing: ['picture'] })).status).toBe(400);
  expect((await mock.post(control, { missing: ['qrCode'] })).status).toBe(200);
  const links = { qrCode: null, web: expect.stringMatching(/^http/) };
  const { json } = await mock.get('/brand-products');
  expect(json.data[0]).toMatchObject({ hasCommunicationPackage: true, links });
  const path = '/brand-products/by-unique-identifier/BP-1';
  expect((await mock.patch(path, { colorCode: 'NOIR' })).json.links).toEqual(links);
});

test('the filter supplierIds finds the products in whose chain the supplier is, at any distance', async () => {
  const mock = v3Mock();
  const { site, buyer, product } = await makeChain(mock);
  const idle = await mock.make('suppliers', { uniqueIdentifier: 'AURORE-SITE-9999' });
  const info = await mock.make('generic-product-infos', { uniqueIdentifier: 'INFO-1', productId: product });
  await mock.make('brand-products', { uniqueIdentifier: 'BP-1', productName: 'direct', productId: product });
  const byInfo = { uniqueIdentifier: 'BP-2', productName: 'by info', genericProductInfoId: info };
  await mock.make('brand-products', byInfo);
  await mock.make('brand-products', { uniqueIdentifier: 'BP-3', productName: 'alone' });
  for (const id of [site, buyer, site.toUpperCase()]) {
    expect(await names(mock, `supplierIds=${id}`)).toEqual(['direct', 'by info']);
  }
  expect(await names(mock, `supplierIds=${idle}`)).toEqual([]);

  const theirs = await makeChain({ ...mock, make: (route, body) => mock.make(route, body, 'b-token') });
  await mock.patch('/brand-products/by-unique-identifier/BP-1', { hem: 'rolled' });
  await mock.patch('/purchased-items/by-unique-identifier/AURORE-PURCHASE-0031', { purchaseOrder: 'PO-9' });
  expect(await names(mock, `supplierIds=${theirs.site}`)).toEqual([]);
  expect(await names(mock, `supplierIds=${site}`)).toEqual(['direct', 'by info']);
});

test('date filters include both days; a missing deadline counts as 70 days after the launch', async () => {
  const mock = v3Mock();
  const add = (productName: string, traceabilityStartDate: string, more = {}) => {
    const named = { uniqueIdentifier: productName, productName };
    return mock.make('brand-products', { ...named, traceabilityStartDate, ...more });
  };
  await add('day', '2026-03-01');
  await add('evening', '2026-03-01T21:00:00Z');
  await add('set', '2026-03-01', { theoreticalTraceabilityEndDate: '2026-04-01' });
  const started = (query: string) => names(mock, `traceabilityStartDate${query}`);
  const day = await started('[start]=2026-03-01&traceabilityStartDate[end]=2026-03-01');
  expect(day).toEqual(['day', 'evening', 'set']);
  expect(await started('[start]=2026-03-01T20:00:00Z')).toEqual(['evening']);
  expect(await started('[end]=2026-03-01T20:00:00Z')).toEqual(['day', 'set']);
  expect(await started('[end]=2026-02-28')).toEqual([]);
  const ended = (day: string) =>
    names(mock, `theoreticalTraceabilityEndDate[start]=${day}&theoreticalTraceabilityEndDate[end]=${day}`);
  expect(await ended('2026-05-10')).toEqual(['day', 'evening']);
  expect(await ended('2026-04-01')).toEqual(['set']);
});

describe('the list of brand products with a refresh time', () => {
  const REFRESH = { refreshMs: 20 * MINUTE_MS };

  test('the list of brand products with a refresh time shows a new product and an updated one from the next refresh on', async () => {
    const mock = v3Mock(REFRESH);
    mock.advance(1);
    const id = await mock.make('brand-products', { uniqueIdentifier: 'BP-1', productName: 'Robe' });
    mock.advance(18);
    expect(await names(mock)).toEqual([]);
    mock.advance(1);
    expect(await names(mock)).toEqual(['Robe']);
    const update = await mock.patch(`/brand-products/${id}`, { productName: 'Robe longue' });
    expect(update.json.productName).toBe('Robe longue');
    mock.advance(19);
    expect(await names(mock)).toEqual(['Robe']);
    expect(await names(mock, 'search=longue')).toEqual([]);
    mock.advance(1);
    expect(await names(mock)).toEqual(['Robe longue']);
    expect((await mock.get('/declared-french-environmental-cost')).json.total).toBe(1);
  });

  test('the list of brand products with a refresh time shows after a restart what it showed before, and the rest after the next refresh', async () => {
    const folder = await folderWith();
    const file = path.join(folder, 'mock.db');
    const before = v3Mock(REFRESH, file);
    const id = await before.make('brand-products', { uniqueIdentifier: 'BP-1', productName: 'old' });
    before.advance(20);
    await before.patch(`/brand-products/${id}`, { productName: 'new' });
    await before.make('brand-products', { uniqueIdentifier: 'BP-2', productName: 'later' });
    const after = v3Mock(REFRESH, file);
    expect(await names(after)).toEqual([]);
    after.advance(20);
    expect(await names(after)).toEqual(['old']);
    after.advance(20);
    expect(await names(after)).toEqual(['new', 'later']);
    expect(
      (await after.get('/__mock/journal')).json.data.map(({ change }: { change: string }) => change),
    ).toEqual(['create', 'update', 'create']);
  });
});
