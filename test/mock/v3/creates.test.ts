import { describe, expect, test } from 'vitest';
import type { Body, KindSpec } from '../../../src/contract/kind.ts';
import { kindNamed, kindsOf } from '../../../src/contract/registry.ts';
import {
  BUYER,
  COMPONENT,
  ELSEWHERE,
  MATERIAL,
  makeChain,
  PRODUCT,
  PURCHASE,
  SITE,
  type V3Mock,
  v3Mock,
} from './harness.ts';

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test('records of the seven kinds are accepted after those that they refer to, each with a version 4 UUID', async () => {
  const mock = v3Mock();
  const ids = await makeChain(mock);
  const named = { uniqueIdentifier: 'ROB-2041_ECRU', productId: ids.product };
  const info = await mock.make('generic-product-infos', { ...named, gtins: ['3607012345678'] });
  const sold = { uniqueIdentifier: 'AURORE-BP-2041', genericProductInfoId: info };
  const product = await mock.make('brand-products', sold);
  for (const id of [...Object.values(ids), info, product]) expect(id).toMatch(UUID_V4);
  expect(new Set([...Object.values(ids), info, product]).size).toBe(8);

  const { json } = await mock.get('/__mock/journal');
  type Entry = Record<string, string>;
  const told = json.data.map((one: Entry) => `${one.change} ${one.family} ${one.kind} ${one.key}`);
  expect(told).toEqual([
    ...['create v3 supplier AURORE-SITE-0007', 'create v3 supplier AURORE-SITE-0021'],
    ...['create v3 material AURORE-MAT-COTTON-001', 'create v3 component AURORE-CMP-0044'],
    ...['create v3 purchased-item AURORE-PURCHASE-0031', 'create v3 product AURORE-PRD-2041'],
    ...['create v3 generic-product-info ROB-2041_ECRU', 'create v3 brand-product AURORE-BP-2041'],
  ]);
  expect(json.data[4]).toMatchObject({ brand: 'default', id: ids.purchase, body: PURCHASE });
  const stats = (await mock.get('/__mock/stats')).json;
  expect(stats.answers['purchased-item']).toEqual({ 201: 1 });
  expect(stats.received['brand-product|v3|AURORE-BP-2041']).toBe(1);
  expect(stats.applied).toBe(8);
});

test('a client identifier is accepted once for each brand and kind', async () => {
  const mock = v3Mock();
  await mock.make('suppliers', SITE);
  const again = await mock.post('/suppliers', { ...SITE, siteName: 'another' });
  expect(again.status).toBe(409);
  expect(again.json).toMatchObject({ statusCode: 409, error: 'Conflict', code: 'SUPPLIER_ALREADY_EXISTS' });
  expect((await mock.as('b-token', 'POST', '/suppliers', SITE)).status).toBe(201);
  await mock.make('materials', { ...MATERIAL, uniqueIdentifier: SITE.uniqueIdentifier! });
});

test('fields that the interface does not show are accepted and kept', async () => {
  const mock = v3Mock();
  const hints = { siteSurface: 1200, audit: { year: 2026, notes: ['clean'] }, __proto__x: null };
  await mock.make('suppliers', { ...SITE, ...hints });
  const { json } = await mock.get('/__mock/journal');
  expect(json.data[0].body).toEqual({ ...SITE, ...hints });
});

test('bodies are checked against the completed contract of the environment', async () => {
  const renamed: KindSpec = {
    ...kindNamed('v3', 'supplier'),
    key: ['unique_identifier'],
    fields: [
      { path: 'unique_identifier', value: { type: 'reference' }, required: 'always', names: [], note: '' },
      { path: 'site_emails[]', value: { type: 'email' }, required: 'always', names: [], note: '' },
    ],
  };
  const mock = v3Mock({
    kindsOf: (name) =>
      kindsOf(name).map((kind) => (name === 'v3' && kind.name === 'supplier' ? renamed : kind)),
  });
  const body = { unique_identifier: 'S-1', site_emails: ['giulia@example.com'] };
  const refused = await mock.post('/suppliers', { ...body, site_emails: ['giulia'] });
  expect(refused.json.message).toEqual(['site_emails.0 must be an email']);
  const old = { uniqueIdentifier: 'S-1', siteEmails: ['giulia@example.com'] };
  expect((await mock.post('/suppliers', old)).status).toBe(400);
  await mock.make('suppliers', body);
  expect((await mock.post('/suppliers', body)).status).toBe(409);
  await mock.make('materials', MATERIAL);
  const item = { itemUniqueIdentifier: MATERIAL.uniqueIdentifier!, sellerUniqueIdentifier: 'S-1' };
  const customer = { buyerKind: 'CUSTOMER', buyerId: ELSEWHERE };
  await mock.make('purchased-items', { uniqueIdentifier: 'P-1', ...item, ...customer });
});

test.each([
  ['no token', undefined, 401, 'NO_TOKEN'],
  ['an unknown token', 'Bearer wrong', 401, 'INVALID_SESSION'],
])('each path of v3 responds to a request with %s with a 401', async (_, authorization, status, code) => {
  const mock = v3Mock();
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
  for (const [method, path] of [
    ['POST', '/suppliers'],
    ['PATCH', '/purchased-items/x'],
    ['GET', '/brand-products'],
    ['GET', '/declared-french-environmental-cost/x'],
  ] as const) {
    const reply = await mock.app.request(path, { method, headers, ...(method !== 'GET' && { body: '{}' }) });
    expect(reply.status, path).toBe(status);
    expect(await reply.json()).toMatchObject({ statusCode: status, code, message: [code] });
  }
});

test.each([
  ['no JSON', '{"uniqueIdentifier": ', 400],
  ['a list', '[]', 400],
  ['no object', 'null', 400],
  ['no identifier', '{}', 400],
  ['an identifier that is no text', '{"uniqueIdentifier": 12}', 400],
  ['too large', JSON.stringify({ uniqueIdentifier: 'x'.repeat(1024 * 1024) }), 413],
])('a body with this fault is refused: %s', async (_, body, status) => {
  const mock = v3Mock();
  for (const route of ['suppliers', 'brand-products']) {
    const reply = await mock.as('a-token', 'POST', `/${route}`, body);
    expect(reply.status).toBe(status);
    expect(reply.json).toMatchObject({ statusCode: status, message: expect.any(Array) });
  }
  expect((await mock.get('/__mock/stats')).json.applied).toBe(0);
});

test('a body without the content type JSON is refused', async () => {
  const mock = v3Mock();
  const init = { headers: { 'content-type': 'text/plain' }, body: JSON.stringify(SITE) };
  expect((await mock.call('POST', '/suppliers', init)).status).toBe(415);
});

/** Written from interface 2.8 alone: all combinations of setting and omitting these fields. */
describe('identifier rules, over all combinations', () => {
  const subsets = <T>(items: readonly T[]): T[][] =>
    items.reduce<T[][]>((sets, item) => sets.concat(sets.map((set) => [...set, item])), [[]]);

  test('a purchased item has exactly one buyer, seller and item, and a buyer by identifier is a supplier', async () => {
    const mock = v3Mock();
    const ids = await makeChain(mock);
    const buyers = { buyerId: ids.buyer, buyerUniqueIdentifier: String(BUYER.uniqueIdentifier) };
    const sellers = { sellerId: ids.site, sellerUniqueIdentifier: String(SITE.uniqueIdentifier) };
    const items = { itemId: ids.component, itemUniqueIdentifier: String(COMPONENT.uniqueIdentifier) };
    let n = 0;
    for (const buyerKind of [undefined, 'SUPPLIER', 'CUSTOMER']) {
      for (const buyer of subsets(Object.entries(buyers))) {
        for (const seller of subsets(Object.entries(sellers))) {
          for (const item of subsets(Object.entries(items))) {
            n += 1;
            const kind = { uniqueIdentifier: `PURCHASE-${n}`, ...(buyerKind && { buyerKind }) };
            const body = { ...kind, ...Object.fromEntries([...buyer, ...seller, ...item]) };
            const named = buyer.some(([name]) => name === 'buyerUniqueIdentifier');
            const isOneOfEach = [buyer, seller, item].every(({ length }) => length === 1);
            const right = isOneOfEach && (!named || buyerKind === 'SUPPLIER');
            const reply = await mock.post('/purchased-items', body);
            expect(reply.status, `${JSON.stringify(body)} ${reply.text}`).toBe(right ? 201 : 400);
          }
        }
      }
    }
    expect(n).toBe(3 * 4 * 4 * 4);
  });

  test.each(['materials', 'components', 'products'])(
    '%s have an owner or an address, never both',
    async (route) => {
      const mock = v3Mock();
      const owner = await mock.make('suppliers', SITE);
      const parts: [string, Body][] = [
        ['kind', { owner_kind: 'SUPPLIER' }],
        ['id', { owner_id: owner }],
        ['address', { address: { country: 'FR' } }],
        ['step', { steps: [{ name: 'Spinning' }, { address: { country: 'FR' } }] }],
      ];
      for (const [n, chosen] of subsets(parts).entries()) {
        const names = chosen.map(([name]) => name);
        const hasOwner = names.includes('kind') && names.includes('id');
        const hasSome = names.includes('kind') || names.includes('id');
        const hasAddress = names.includes('address') || names.includes('step');
        const right = hasAddress ? !hasSome : hasOwner;
        const uniqueIdentifier = `IDENTIFIER-${route}-${n}`;
        const body = Object.assign({ uniqueIdentifier }, ...chosen.map(([, part]) => part));
        const reply = await mock.post(`/${route}`, body);
        expect(reply.status, `${names} ${reply.text}`).toBe(right ? 201 : 400);
      }
    },
  );

  test('an empty address and an empty list of steps do not count as an address', async () => {
    const mock = v3Mock();
    const body = { uniqueIdentifier: 'AURORE-MAT-COTTON-002', address: {}, steps: [] };
    expect((await mock.post('/materials', body)).status).toBe(400);
  });

  test('the message names the fields of which only one is allowed', async () => {
    const mock = v3Mock();
    const ids = await makeChain(mock);
    const twice = { uniqueIdentifier: 'P-2', buyerKind: 'CUSTOMER', sellerId: ids.site };
    const { json } = await mock.post('/purchased-items', { ...PURCHASE, ...twice });
    expect(json.message).toEqual([
      expect.stringContaining('buyerUniqueIdentifier requires buyerKind to be SUPPLIER'),
      expect.stringContaining('sellerId, sellerUniqueIdentifier'),
    ]);
  });
});

describe('references in a create of v3', () => {
  const PLACE = { address: { country: 'PT' } };
  const cases: [string, string, Body, string][] = [
    ['owner_id', 'materials', { owner_kind: 'SUPPLIER', owner_id: ELSEWHERE }, 'SUPPLIER_NOT_FOUND'],
    ['a material by name', 'components', COMPONENT, 'MATERIAL_NOT_FOUND'],
    ['a purchase by name', 'products', PRODUCT, 'PURCHASED_ITEM_NOT_FOUND'],
    ['a part by id', 'products', { ...PLACE, usedComponents: [{ id: ELSEWHERE }] }, 'COMPONENT_NOT_FOUND'],
    ['buyer and seller', 'purchased-items', PURCHASE, 'SUPPLIER_NOT_FOUND'],
    ['a product by id', 'generic-product-infos', { productId: ELSEWHERE }, 'PRODUCT_NOT_FOUND'],
    ['an id that is a name', 'brand-products', { productId: 'AURORE-PRD-2041' }, 'PRODUCT_NOT_FOUND'],
  ];
  test.each(cases)(
    'references in a create of v3 are refused if the record was never sent: %s',
    async (_, route, body, code) => {
      const mock = v3Mock();
      const reply = await mock.post(`/${route}`, { uniqueIdentifier: 'IDENTIFIER-OF-15-CHARS', ...body });
      expect(reply.status).toBe(400);
      expect(reply.json.code).toBe(code);
      expect(reply.json.message).toContainEqual(expect.stringContaining('does not exist: send the'));
    },
  );

  test('references in a create of v3 are refused if a field for an id has a client identifier', async () => {
    const mock = v3Mock();
    await makeChain(mock);
    const body = { uniqueIdentifier: 'BP-1', productId: PRODUCT.uniqueIdentifier };
    const named = await mock.post('/brand-products', body);
    expect(named.json).toMatchObject({ statusCode: 400, code: 'PRODUCT_NOT_FOUND' });
  });

  test('references in a create of v3 are refused if the record belongs to another brand', async () => {
    const mock = v3Mock();
    await makeChain(mock);
    const taken = await mock.as('b-token', 'POST', '/components', COMPONENT);
    expect(taken.json).toMatchObject({ statusCode: 400, code: 'MATERIAL_NOT_FOUND' });
  });

  test('references to a customer as owner are accepted without a record of it', async () => {
    const mock = v3Mock();
    const owned = { uniqueIdentifier: 'AURORE-MAT-COTTON-009', owner_id: ELSEWHERE };
    expect((await mock.post('/materials', { ...owned, owner_kind: 'CUSTOMER' })).status).toBe(201);
    const refused = await mock.post('/components', { ...owned, owner_kind: 'SUPPLIER' });
    expect(refused.json).toMatchObject({ code: 'SUPPLIER_NOT_FOUND' });
  });

  test('references to a customer as buyer are accepted without a record of it', async () => {
    const mock = v3Mock();
    await makeChain(mock);
    const { buyerUniqueIdentifier: _, ...rest } = PURCHASE;
    const customer = { uniqueIdentifier: 'P-2', buyerKind: 'CUSTOMER', buyerId: ELSEWHERE };
    await mock.make('purchased-items', { ...rest, ...customer });
  });
});

test('the response to a create of a brand product has all its fields, and its links at once', async () => {
  const mock: V3Mock = v3Mock({ refreshMs: 1_200_000 });
  const named = { uniqueIdentifier: 'AURORE-BP-1', productRef: 'ROB-2041' };
  const body = { ...named, gtins: ['3607012345678'], season: 'summer' };
  const { status, json } = await mock.post('/brand-products', body);
  expect(status).toBe(201);
  const page = `http://127.0.0.1:4010/brand-product-pages/${json.id}`;
  expect(json).toEqual({
    ...body,
    id: expect.stringMatching(UUID_V4),
    hasCommunicationPackage: true,
    links: { qrCode: `${page}/qr`, web: page },
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:00.000Z',
  });
  const without = { ...body, uniqueIdentifier: 'AURORE-BP-2', hasCommunicationPackage: false };
  expect((await mock.post('/brand-products', without)).json.links).toEqual({ qrCode: null, web: null });
  expect((await mock.get('/brand-products')).json.total).toBe(0);

  for (const path of [`/brand-product-pages/${json.id}`, `/brand-product-pages/${json.id}/qr`]) {
    const shown = await mock.app.request(path);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('AURORE-BP-1');
  }
  expect((await mock.app.request('/brand-product-pages/none')).status).toBe(404);
});
