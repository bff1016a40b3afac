import { expect, test, vi } from 'vitest';
import { type Body, createPath } from '../../src/contract/kind.ts';
import { kindNamed } from '../../src/contract/registry.ts';
import { updatePath } from '../../src/contract/v3/update-paths.ts';
import { parseChaos } from '../../src/mock/chaos/parse.ts';
import type { RatedFault } from '../../src/mock/chaos/plan.ts';
import type { RunningMock, StartOptions } from '../../src/mock/listen.ts';
import { mockService } from '../cli/commands/harness.ts';
import { soundBody } from './sound-body.ts';

const supplier = kindNamed('v2', 'supplier');
const SUPPLIERS = createPath(supplier, 'STANDARD');
const BRAND_PRODUCTS = createPath(kindNamed('v3', 'brand-product'), null);
const vendor = (supplierRef: string): Body => ({ ...soundBody(supplier, 'STANDARD'), supplierRef });

const start = (chaos: string, options: Partial<StartOptions> = {}) =>
  mockService({ token: null, chaos: parseChaos(chaos), ...options });

const hung = (mock: RunningMock): number => mock.stats().faults['hang-late'] ?? 0;

/** The status of a write, or `lost` if the connection ends without a response, or the mock holds the response back. */
async function send(mock: RunningMock, path: string, body: Body, method = 'POST'): Promise<number | 'lost'> {
  const before = hung(mock);
  const leaving = new AbortController();
  const watch = setInterval(() => hung(mock) > before && leaving.abort(), 10);
  try {
    const response = await fetch(mock.url + path, {
      method,
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: leaving.signal,
    });
    await response.text();
    return response.status;
  } catch {
    return 'lost';
  } finally {
    clearInterval(watch);
  }
}

interface Entry {
  readonly key: string;
  readonly change?: string;
  readonly body: Body;
  readonly at: string;
}

async function journal(mock: RunningMock): Promise<Entry[]> {
  return ((await (await fetch(`${mock.url}/__mock/journal`)).json()) as { data: Entry[] }).data;
}

const allStored = (mock: RunningMock) =>
  vi.waitFor(() => expect(mock.stats().late).toBe(0), { timeout: 60_000 });

test.each<[RatedFault, number | 'lost']>([
  ['reset-late', 'lost'],
  ['hang-late', 'lost'],
  ['504-late', 504],
])('with %s the response is lost; the record is stored and in the journal later', async (fault, status) => {
  const mock = await start(`${fault}=100%,late-ms=400`);
  const sent = Date.now();
  expect(await send(mock, SUPPLIERS, vendor('FRN-1'))).toBe(status);
  expect(await journal(mock)).toEqual([]);
  expect(mock.stats()).toMatchObject({ late: 1, received: {}, notStored: {}, faults: { [fault]: 1 } });
  await allStored(mock);
  const [entry] = await journal(mock);
  expect(entry).toMatchObject({ key: 'FRN-1' });
  // Node may fire a timer a millisecond early.
  expect(Date.parse(entry!.at) - sent).toBeGreaterThanOrEqual(399);
  expect(mock.stats()).toMatchObject({ received: { 'supplier|STANDARD|FRN-1': 1 }, notStored: {} });
});

test('the delay of late records differs from request to request, within the two times of late-ms', async () => {
  const mock = await start('at=1:504-late+2:504-late+3:504-late+4:504-late,late-ms=1-400');
  const sent = new Map<string, number>();
  for (const ref of ['FRN-1', 'FRN-2', 'FRN-3', 'FRN-4']) {
    sent.set(ref, Date.now());
    expect(await send(mock, SUPPLIERS, vendor(ref))).toBe(504);
  }
  await allStored(mock);
  const entries = await journal(mock);
  expect(entries.map(({ key }) => key).sort()).toEqual([...sent.keys()]);
  const waits = entries.map(({ key, at }) => Date.parse(at) - sent.get(key)!);
  expect(new Set(waits.map((ms) => Math.round(ms / 20))).size).toBeGreaterThan(1);
});

test('if a lost create is sent again before it is stored late, the second is stored and the late one is refused', async () => {
  const mock = await start('at=1:reset-late,late-ms=300');
  expect(await send(mock, SUPPLIERS, vendor('FRN-1'))).toBe('lost');
  expect(await send(mock, SUPPLIERS, vendor('FRN-1'))).toBe(201);
  await allStored(mock);
  expect((await journal(mock)).map(({ key }) => key)).toEqual(['FRN-1']);
  expect(mock.stats().received).toEqual({ 'supplier|STANDARD|FRN-1': 2 });
});

test('v3: a create and an update are stored late; the late update replaces a newer one', async () => {
  const mock = await start('at=1:504-late+2:reset-late,late-ms=400');
  const robe = { uniqueIdentifier: 'BP-1', productName: 'Robe', producedQuantity: 100 };
  expect(await send(mock, BRAND_PRODUCTS, robe)).toBe(504);
  await allStored(mock);
  const path = updatePath(kindNamed('v3', 'brand-product'), { uniqueIdentifier: 'BP-1' });
  expect(await send(mock, path, { producedQuantity: 200 }, 'PATCH')).toBe('lost');
  expect(await send(mock, path, { producedQuantity: 300 }, 'PATCH')).toBe(200);
  await allStored(mock);
  const told = (await journal(mock)).map(({ change, body }) => `${change} ${body.producedQuantity}`);
  expect(told).toEqual(['create 100', 'update 300', 'update 200']);
});

test('a restart drops the records that were to be stored late, and a read with the fault 504-late is not late', async () => {
  const mock = await start('at=1:504-late+2:restart,late-ms=3600000,down-ms=1,reads');
  expect(await send(mock, SUPPLIERS, vendor('FRN-1'))).toBe(504);
  expect(mock.stats().late).toBe(1);
  expect(await send(mock, SUPPLIERS, vendor('FRN-2'))).toBe('lost');
  await allStored(mock);
  expect(mock.stats().notStored).toMatchObject({ 'supplier|STANDARD|FRN-1': 1 });
  await vi.waitFor(async () => expect(await journal(mock)).toEqual([]), { timeout: 60_000 });

  const reading = await start('504-late=100%,reads,late-ms=1');
  const { status } = await fetch(`${reading.url}/v2/packaging`, { headers: { authorization: 'Bearer t' } });
  expect([status, reading.stats().late]).toEqual([504, 0]);
});

test('the hooks see each request with its record, and its real status, also when the record is stored late', async () => {
  const arrived: unknown[] = [];
  const processed: unknown[] = [];
  const mock = await start('at=1:504-late+2:500,late-ms=200', {
    before: async ({ n, record }) => {
      arrived.push(`${n} ${(await record())?.name ?? null}`);
      return null;
    },
    after: ({ n, status }) => void processed.push(`${n} ${status}`),
  });
  for (const ref of ['FRN-1', 'FRN-2', 'FRN-2']) await send(mock, SUPPLIERS, vendor(ref));
  await send(mock, SUPPLIERS, { supplierRef: 'FRN-2' });
  await fetch(`${mock.url}/v2/packaging`, { headers: { authorization: 'Bearer t' } });
  await allStored(mock);
  const name = (ref: string) => `supplier|STANDARD|${ref}`;
  const [first, second] = [name('FRN-1'), name('FRN-2')];
  expect(arrived).toEqual([`1 ${first}`, `2 ${second}`, `3 ${second}`, `4 ${second}`, '5 null']);
  expect(processed.toSorted()).toEqual(['1 201', '3 201', '4 400', '5 200']);
});
