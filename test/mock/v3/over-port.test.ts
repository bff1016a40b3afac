import path from 'node:path';
import { expect, test } from 'vitest';
import { URL_LIMIT } from '../../../src/contract/v3/brand-product-query.ts';
import { splitQuery } from '../../../src/contract/v3/query-text.ts';
import { v3ReadPaths } from '../../../src/contract/v3/read-paths.ts';
import { parseChaos } from '../../../src/mock/chaos/parse.ts';
import type { StartOptions } from '../../../src/mock/listen.ts';
import { folderWith, mockService } from '../../cli/commands/harness.ts';
import { BUYER, COMPONENT, MATERIAL, PURCHASE, SITE } from './harness.ts';

const headers = { authorization: 'Bearer a-token', 'content-type': 'application/json' };

// biome-ignore lint/suspicious/noExplicitAny: tests reach into responses of many shapes
const jsonOf = (answer: Response): Promise<any> => answer.json();

async function service(options: Partial<StartOptions> = {}) {
  const mock = await mockService({ token: 'a-token', ...options });
  const send = (method: string, route: string, body?: unknown) =>
    fetch(`${mock.url}${route}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  type Entry = { kind: string; key: string; change: string };
  const journal = async () => (await jsonOf(await fetch(`${mock.url}/__mock/journal`))).data as Entry[];
  return { mock, send, journal };
}

test('splitQuery splits a filter of 1,200 GTINs into URLs that the mock accepts; each product is found', async () => {
  const { send } = await service();
  const gtins = Array.from({ length: 1200 }, (_, at) => String(3_607_012_000_000 + at * 7));
  for (let at = 0; at < 24; at += 1) {
    const own = gtins.filter((_, n) => n % 24 === at).slice(0, 40);
    const made = await send('POST', '/brand-products', { uniqueIdentifier: `BP-${at}`, gtins: own });
    expect(made.status).toBe(201);
  }
  const whole = `${v3ReadPaths.brandProducts}?${gtins.map((gtin) => `gtins=${gtin}`).join('&')}`;
  expect(whole.length).toBeGreaterThan(16_384);
  expect((await send('GET', whole)).status).toBe(414);

  const found = new Map<string, string>();
  const pieces = splitQuery({ gtins, limit: 100 });
  for (const query of pieces) {
    const target = `${v3ReadPaths.brandProducts}?${query}`;
    expect(target.length).toBeLessThanOrEqual(URL_LIMIT);
    const answer = await send('GET', target);
    expect(answer.status).toBe(200);
    const { data, total } = await jsonOf(answer);
    expect(data).toHaveLength(total);
    for (const { id, uniqueIdentifier } of data) found.set(id, uniqueIdentifier);
  }
  expect(pieces.length).toBeLessThan(5);
  expect([...found.values()].sort()).toEqual(Array.from({ length: 24 }, (_, at) => `BP-${at}`).sort());
});

/** Sends the records that a purchased item refers to. */
async function sendItem(send: Awaited<ReturnType<typeof service>>['send']) {
  for (const [route, body] of [
    ['/suppliers', SITE],
    ['/suppliers', BUYER],
    ['/materials', MATERIAL],
    ['/components', COMPONENT],
  ] as const) {
    expect((await send('POST', route, body)).status).toBe(201);
  }
}

test('faults meet creates and updates of v3, limited by kind and by key', async () => {
  const chaos = parseChaos('seed=1,500-after=100%,kinds=purchased-item,first-only');
  const { mock, send, journal } = await service({ chaos });
  await sendItem(send);
  expect((await send('POST', '/purchased-items', PURCHASE)).status).toBe(500);
  expect((await send('POST', '/purchased-items', PURCHASE)).status).toBe(409);
  const update = '/purchased-items/by-unique-identifier/AURORE-PURCHASE-0031';
  expect((await send('PATCH', update, { purchaseOrder: 'PO-1' })).status).toBe(500);
  expect((await send('PATCH', update, { purchaseOrder: 'PO-2' })).status).toBe(200);
  const later = (await journal()).slice(4).map(({ kind, change }) => `${change} ${kind}`);
  expect(later).toEqual(['create purchased-item', 'update purchased-item', 'update purchased-item']);
  expect(mock.stats().faults).toEqual({ '500-after': 2 });
});

test('a create that meets the fault 500 is not stored', async () => {
  const { send, journal, mock } = await service({ chaos: parseChaos('seed=1,500=100%,kinds=brand-product') });
  expect((await send('POST', '/brand-products', { uniqueIdentifier: 'BP-1' })).status).toBe(500);
  expect(await journal()).toEqual([]);
  expect(mock.stats()).toMatchObject({ faults: { '500': 1 }, received: { 'brand-product|v3|BP-1': 1 } });
});

test('records, launches and the journal are in the next process with the same data file', async () => {
  const folder = await folderWith();
  const dataFile = path.join(folder, 'mock.db');
  const first = await service({ dataFile });
  await sendItem(first.send);
  expect((await first.send('POST', '/purchased-items', PURCHASE)).status).toBe(201);
  await first.send('POST', '/__mock/purchased-items/AURORE-PURCHASE-0031/launch');
  await first.mock.close();

  const second = await service({ dataFile });
  expect((await second.send('POST', '/suppliers', SITE)).status).toBe(409);
  expect((await second.send('POST', '/__mock/purchased-items/AURORE-PURCHASE-0031/launch')).status).toBe(409);
  const update = '/purchased-items/by-unique-identifier/AURORE-PURCHASE-0031';
  const answer = await second.send('PATCH', update, { purchaseOrder: 'PO-9' });
  expect((await jsonOf(answer)).purchaseOrder).toBe(PURCHASE.purchaseOrder);
  expect(await second.journal()).toHaveLength(5);
});

test('links of a brand product start with the address that serves the request', async () => {
  const { mock, send } = await service();
  const { links } = await jsonOf(await send('POST', '/brand-products', { uniqueIdentifier: 'BP-1' }));
  expect(links.web.startsWith(mock.url)).toBe(true);
  for (const link of [links.web, links.qrCode]) expect((await fetch(link)).status).toBe(200);
});
