import { describe, expect, test } from 'vitest';
import { ELSEWHERE, makeChain, PURCHASE, v3Mock } from './harness.ts';

const BY_KEY = '/purchased-items/by-unique-identifier/AURORE-PURCHASE-0031';
const LAUNCH = '/__mock/purchased-items/AURORE-PURCHASE-0031/launch';

describe('an update of a purchased item', () => {
  test('an update by id or identifier changes the fields in its body and keeps the others', async () => {
    const mock = v3Mock();
    const { purchase } = await makeChain(mock);
    mock.advance(5);
    const given = {
      ...{ purchaseOrderDate: '2026-11-02', transports: [{ name: 'BARGE', usagePercentage: 100 }] },
      ...{ purchasedQuantity: { value: 40, unit: 'GRAMS' }, certifications: [{ certificationName: 'GOTS' }] },
    };
    const first = await mock.patch(BY_KEY, given);
    expect(first.status).toBe(200);
    const times = { createdAt: expect.any(String), updatedAt: '2026-11-21T12:05:00.000Z' };
    expect(first.json).toEqual({ ...PURCHASE, id: purchase, ...given, ...times });
    const cleared = { purchasedQuantity: null, purchaseOrder: null };
    const second = await mock.patch(`/purchased-items/${purchase}`, cleared);
    expect(second.json).toEqual({ ...first.json, ...cleared });
    const { json } = await mock.get('/__mock/journal');
    const entry = { kind: 'purchased-item', key: 'AURORE-PURCHASE-0031', id: purchase, brand: 'default' };
    expect(json.data.slice(-2)).toMatchObject([
      { ...entry, change: 'update' },
      { change: 'update', body: cleared },
    ]);
    const stats = (await mock.get('/__mock/stats')).json;
    expect(stats.answers['purchased-item']).toEqual({ 200: 2, 201: 1 });
    expect(stats.received['purchased-item|v3|AURORE-PURCHASE-0031']).toBe(1);
    expect(stats.received['purchased-item update|v3|AURORE-PURCHASE-0031']).toBe(1);
  });

  test.each([
    ...['id', 'uniqueIdentifier', 'buyerKind', 'buyerId', 'buyerUniqueIdentifier', 'sellerId'],
    'sellerUniqueIdentifier',
  ])('an update of a purchased item is refused if its body has %s', async (name) => {
    const mock = v3Mock();
    await makeChain(mock);
    for (const value of ['AURORE-SITE-0021', null]) {
      const { status, json } = await mock.patch(BY_KEY, { purchaseOrder: 'PO-9', [name]: value });
      expect(status).toBe(400);
      expect(json.message).toEqual([`${name} must not be in the body of an update`]);
    }
    expect((await mock.get('/__mock/stats')).json.applied).toBe(6);
  });

  test.each([
    ['both names of an item', { itemId: ELSEWHERE, itemUniqueIdentifier: 'x' }, 'only one of itemId'],
    ['an id that is no UUID', { itemId: 'x' }, 'itemId'],
    ['an item that was never sent', { itemUniqueIdentifier: 'AURORE-CMP-9' }, 'MATERIAL_NOT_FOUND'],
    ['an order that is a number', { purchaseOrder: 12 }, 'purchaseOrder must be a string'],
    ['a day that no calendar has', { purchaseOrderDate: '2026-02-30' }, 'purchaseOrderDate'],
    ['a quantity in a text', { purchasedQuantity: { value: '4', unit: 'GRAMS' } }, 'purchasedQuantity.value'],
    ['transports that are no list', { transports: null }, 'transports'],
  ])('an update of a purchased item is refused for an invalid value: %s', async (_, body, told) => {
    const mock = v3Mock();
    await makeChain(mock);
    const reply = await mock.patch(BY_KEY, body);
    expect(reply.status).toBe(400);
    expect(reply.json.message.join('\n')).toContain(told);
  });

  test('an update with an item id replaces an item identifier', async () => {
    const mock = v3Mock();
    const { material } = await makeChain(mock);
    const { json } = await mock.patch(BY_KEY, { itemId: material });
    expect(json.itemId).toBe(material);
    expect(json).not.toHaveProperty('itemUniqueIdentifier');
  });

  test('an update of an item that is unknown or belongs to another brand is a 404 with its code', async () => {
    const mock = v3Mock();
    const { purchase } = await makeChain(mock);
    const theirs = await mock.as('b-token', 'PATCH', BY_KEY, { purchaseOrder: 'PO-9' });
    const nowhere = await mock.patch('/purchased-items/by-unique-identifier/none', { purchaseOrder: 'PO-9' });
    for (const { status, json } of [theirs, nowhere]) {
      expect(status).toBe(404);
      expect(json.code).toBe('PurchasedItemNotFoundByUniqueIdentifier');
    }
    const byId = await mock.as('b-token', 'PATCH', `/purchased-items/${purchase}`, { purchaseOrder: 'PO-9' });
    expect(byId.json).toMatchObject({ statusCode: 404, code: 'PurchasedItemNotFoundById' });
  });

  test('an update of a purchased item has any identifier in its path, percent-encoded', async () => {
    const mock = v3Mock();
    await makeChain(mock);
    const uniqueIdentifier = 'Commande n° 7/B 100% été?#';
    await mock.make('purchased-items', { ...PURCHASE, uniqueIdentifier });
    const path = `/purchased-items/by-unique-identifier/${encodeURIComponent(uniqueIdentifier)}`;
    const { status, json } = await mock.patch(path, { purchaseOrder: 'PO-9' });
    expect([status, json.uniqueIdentifier]).toEqual([200, uniqueIdentifier]);
  });

  test('an update of a purchased item has no effect once its supplier data collection is launched, and a launch happens once', async () => {
    const mock = v3Mock();
    await makeChain(mock);
    const before = (await mock.patch(BY_KEY, { purchaseOrder: 'PO-1' })).json;
    expect((await mock.call('POST', LAUNCH)).json).toMatchObject({ launched: true, brand: 'default' });
    mock.advance(1);
    const after = await mock.patch(BY_KEY, { purchaseOrder: 'PO-2' });
    expect([after.status, after.json]).toEqual([200, before]);
    expect((await mock.patch(BY_KEY, { sellerId: null })).status).toBe(400);
    const again = await mock.call('POST', LAUNCH);
    expect(again.json).toMatchObject({ statusCode: 409, code: 'COLLECTION_ALREADY_LAUNCHED' });
    expect((await mock.get('/__mock/stats')).json.applied).toBe(7);
  });

  test('depends on the launch of its own brand', async () => {
    const mock = v3Mock();
    await makeChain(mock);
    await makeChain({ ...mock, make: (route, body) => mock.make(route, body, 'b-token') });
    expect((await mock.call('POST', LAUNCH)).json.message).toEqual(['brand must say whose: boreal, default']);
    expect((await mock.call('POST', `${LAUNCH}?brand=boreal`)).status).toBe(200);
    const update = { purchaseOrder: 'PO-9' };
    expect((await mock.patch(BY_KEY, update)).json.purchaseOrder).toBe('PO-9');
    expect((await mock.as('b-token', 'PATCH', BY_KEY, update)).json.purchaseOrder).toBe('PO-2026-0415');
    expect((await mock.call('POST', '/__mock/purchased-items/none/launch')).status).toBe(404);
  });
});

describe('an update of a brand product', () => {
  test('an update of a brand product changes any field except id and uniqueIdentifier', async () => {
    const mock = v3Mock();
    const key = { uniqueIdentifier: 'BP-1' };
    const id = await mock.make('brand-products', { ...key, productName: 'Robe', colorCode: 'NOIR' });
    const path = '/brand-products/by-unique-identifier/BP-1';
    const given = { productName: 'Robe longue', colorCode: null, hem: 'rolled' };
    const { status, json } = await mock.patch(path, given);
    expect(status).toBe(200);
    expect(json).toMatchObject({ id, ...key, ...given });
    expect(json.links.web).toContain(id);
    const closed = await mock.patch(`/brand-products/${id}`, { hasCommunicationPackage: false });
    expect(closed.json.links).toEqual({ qrCode: null, web: null });
    for (const name of ['id', 'uniqueIdentifier']) {
      expect((await mock.patch(path, { [name]: 'x' })).status).toBe(400);
    }
    const theirs = await mock.as('b-token', 'PATCH', path, { hem: 'raw' });
    expect(theirs.json).toMatchObject({ statusCode: 404, code: 'BrandProductNotFoundByUniqueIdentifier' });
  });
});

test('the mock takes the paths of updates from its options', async () => {
  const updatePaths = {
    'purchased-item': { byId: '/purchased-items/by-id/{id}' },
    'brand-product': {
      byUniqueIdentifier: '/brand-products/{uniqueIdentifier}/change',
      byId: '/brand-products/id/{id}',
    },
  };
  const mock = v3Mock({ updatePaths });
  const { purchase } = await makeChain(mock);
  await mock.make('brand-products', { uniqueIdentifier: 'BP/1' });
  const statusOf = async (path: string, body: object) => (await mock.patch(path, body)).status;
  expect(await statusOf(`/purchased-items/by-id/${purchase}`, { purchaseOrder: 'PO-9' })).toBe(200);
  expect(await statusOf('/brand-products/BP%2F1/change', { hem: 'raw' })).toBe(200);
  expect(await statusOf(`/purchased-items/${purchase}`, { purchaseOrder: 'PO-9' })).toBe(404);
  expect((await mock.get('/__mock/stats')).json.answers['brand-product']).toEqual({ 200: 1, 201: 1 });
});

test('an update requires well-formed JSON with its content type, and the method PATCH', async () => {
  const mock = v3Mock();
  await makeChain(mock);
  expect((await mock.patch(BY_KEY, '{')).json.message[0]).toBe('FORMAT_ERROR');
  expect((await mock.call('PATCH', BY_KEY, { body: '{}' })).status).toBe(415);
  const put = await mock.as('a-token', 'PUT', BY_KEY, {});
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'PATCH']);
});
