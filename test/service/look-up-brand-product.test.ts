import { expect, test } from 'vitest';
import { KINDS } from '../../src/contract/registry.ts';
import { httpSide, json, serviceAt } from './far-side.ts';

const kind = KINDS.v3['brand-product'];
const KEY = 'Été/1 & 2';

/** Looks up a brand product in a service that returns `status` and `body`. */
async function look(body: unknown, status = 200) {
  const side = await httpSide((response) => json(response, status, body));
  const service = serviceAt(side.baseUrl, { token: 'canary-4b1d' });
  const sent = { uniqueIdentifier: KEY, producedQuantity: 10 };
  const found = await service.lookUp({ kind, family: null, body: sent, key: KEY });
  return { found, seen: side.seen };
}

const page = (...data: unknown[]) => ({ data, offset: 0, limit: 100, total: data.length });
const item = (uniqueIdentifier: string, more = {}) => ({
  ...{ id: 'B-1', uniqueIdentifier, gtins: [], producedQuantity: 10, hasCommunicationPackage: true },
  ...{ links: { qrCode: 'https://qr.example.com/1', web: null }, ...more },
});

test('the look-up of a brand product reads the list by its encoded identifier, and gives its id and links', async () => {
  const { found, seen } = await look(page(item(KEY)));
  expect(found).toEqual({ type: 'found', answer: { id: 'B-1', qrCodeLink: 'https://qr.example.com/1' } });
  const asked = `/brand-products?brandProductUniqueIdentifier=${encodeURIComponent(KEY)}&limit=100`;
  expect(seen.map(({ method, path }) => [method, path])).toEqual([['GET', asked]]);
});

test('the look-up of a brand product reports the values that the service shows differently', async () => {
  const { found } = await look(page(item(KEY, { producedQuantity: 12 })));
  expect(found).toMatchObject({ type: 'found', shows: { producedQuantity: expect.anything() } });
});

test('a brand product is absent if the list is empty', async () => {
  expect((await look(page())).found).toEqual({ type: 'absent' });
});

test.each([
  ['another brand product', page(item('other')), 'cannot-tell'],
  ['no page', { data: 'none' }, 'cannot-tell'],
])('the look-up of a brand product cannot decide from a response with %s', async (_, body, type) => {
  expect((await look(body)).found.type).toBe(type);
});

test.each([404, 500, 401])('HTTP %d is not reported as an absent brand product', async (status) => {
  expect((await look({ message: ['no'] }, status)).found.type).toBe('failed');
});
