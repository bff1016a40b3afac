import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Body, createPath, keyOf } from '../../src/contract/kind.ts';
import { kindNamed } from '../../src/contract/registry.ts';
import { readPaths } from '../../src/contract/v2/read-paths.ts';
import { parseChaos } from '../../src/mock/chaos/parse.ts';
import { isStored, RATED_FAULTS, type RatedFault } from '../../src/mock/chaos/plan.ts';
import type { RunningMock } from '../../src/mock/listen.ts';
import { mockService } from '../cli/commands/harness.ts';
import { soundBody } from './sound-body.ts';

const supplier = kindNamed('v2', 'supplier');
const product = kindNamed('v2', 'product');
const vendor = (supplierRef: string): Body => ({ ...soundBody(supplier, 'STANDARD'), supplierRef });
const receivedName = (ref: string) => `supplier|STANDARD|${keyOf(supplier, vendor(ref))}`;

const receivedOnce = { [receivedName('FRN-1')]: 1 };

const start = (spec: string) => mockService({ token: null, chaos: parseChaos(spec) });

/** What a plain socket received: the raw response, and how the connection ended. */
interface Heard {
  readonly text: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly end: 'closed' | 'ECONNRESET';
}

/** Sends one request on its own socket. */
async function open(mock: RunningMock, method: string, path: string, body = '', token = 't') {
  const socket = connect(mock.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const head = [
    ...[`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${mock.port}`, `Authorization: Bearer ${token}`],
    ...['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'],
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}

async function hear(socket: Socket): Promise<Heard> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = await new Promise<Heard['end']>((resolve, reject) => {
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve('ECONNRESET') : reject(error),
    );
    socket.on('close', () => resolve('closed'));
  });
  const text = Buffer.concat(chunks).toString();
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.replace(/^[^:]*: */, '')]),
  );
  return { text, status: Number(line.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n'), end };
}

const openPost = (mock: RunningMock, ref: string, token?: string): Promise<Socket> =>
  open(mock, 'POST', createPath(supplier, 'STANDARD'), JSON.stringify(vendor(ref)), token);

const post = async (mock: RunningMock, ref: string, token?: string): Promise<Heard> =>
  hear(await openPost(mock, ref, token));

const get = async (mock: RunningMock, path: string): Promise<Heard> => hear(await open(mock, 'GET', path));

/** The references that are stored after a create that meets this fault. */
const storedBy = (name: RatedFault) => (isStored(name) ? ['FRN-1'] : []);

/** The references that are stored according to the journal, whatever the client received. */
async function stored(mock: RunningMock): Promise<string[]> {
  const response = await fetch(`${mock.url}/__mock/journal`);
  const { data } = (await response.json()) as { data: { key: string }[] };
  return data.map(({ key }) => key);
}

describe('a fault that replaces the response', () => {
  test.each<[RatedFault, number, string, string]>([
    ['429', 429, 'Too many requests', '3'],
    ['503', 503, 'Service unavailable', ''],
    ['503-retry', 503, 'Service unavailable', '3'],
    ['500', 500, 'SERVER_ERROR', ''],
    ['500-after', 500, 'SERVER_ERROR', ''],
    ['504', 504, 'No answer in time', ''],
    ['504-after', 504, 'No answer in time', ''],
  ])(
    'the fault %s gives %i, the message "%s" and Retry-After "%s"',
    async (name, status, message, retryAfter) => {
      const mock = await start(`${name}=100%,retry-after=3`);
      const heard = await post(mock, 'FRN-1');
      expect(heard).toMatchObject({ status, end: 'closed' });
      expect(JSON.parse(heard.body)).toMatchObject({ statusCode: status, message: [message] });
      expect(heard.headers['retry-after'] ?? '').toBe(retryAfter);
      expect(Number(heard.headers['content-length'])).toBe(Buffer.byteLength(heard.body));
      expect(await stored(mock)).toEqual(storedBy(name));
      const answers = { supplier: { [status]: 1 } };
      expect(mock.stats()).toMatchObject({ received: receivedOnce, answers, faults: { [name]: 1 } });
    },
  );

  test.each([
    ['429-date', 429],
    ['503-date', 503],
  ] as const)(
    'the fault %s gives a Retry-After date not earlier than retry-after says',
    async (name, status) => {
      const mock = await start(`${name}=100%,retry-after=5`);
      const before = Date.now();
      const heard = await post(mock, 'FRN-1');
      expect(heard.status).toBe(status);
      const until = Date.parse(heard.headers['retry-after']!);
      expect(heard.headers['retry-after']).toBe(new Date(until).toUTCString());
      expect(until - before).toBeGreaterThanOrEqual(5000);
      expect(until - Date.now()).toBeLessThanOrEqual(6000);
      expect(await stored(mock)).toEqual([]);
    },
  );

  test.each([
    ['html', 502],
    ['html-after', 502],
    ['portal', 200],
  ] as const)('the fault %s gives a web page as the response', async (name, status) => {
    const mock = await start(`${name}=100%`);
    const heard = await post(mock, 'FRN-1');
    expect(heard.status).toBe(status);
    expect(heard.headers['content-type']).toMatch(/^text\/html/);
    expect(heard.body).toMatch(/^<!doctype html>\n<html>.*<\/html>\n$/);
    expect(await stored(mock)).toEqual(storedBy(name));
  });

  test.each([
    ['redirect', 307],
    ['redirect-302', 302],
    ['redirect-308', 308],
  ] as const)('the fault %s redirects to the same path and query at redirect-to', async (name, status) => {
    const mock = await start(`${name}=100%,reads,redirect-to=http://127.0.0.1:9/`);
    expect(await post(mock, 'FRN-1')).toMatchObject({
      status,
      end: 'closed',
      headers: { location: `http://127.0.0.1:9${createPath(supplier, 'STANDARD')}` },
    });
    const { headers } = await get(mock, `${readPaths.packagings}?limit=1&search=a%2Fb`);
    expect(headers.location).toBe('http://127.0.0.1:9/v2/packaging?limit=1&search=a%2Fb');
    expect(await stored(mock)).toEqual([]);
  });
});

describe('a fault that damages or withholds the response', () => {
  test('truncate: the body is shorter than its Content-Length, then the connection ends; the record is stored', async () => {
    const mock = await start('truncate=100%');
    for (const ref of ['FRN-1', 'FRN-2', 'FRN-3']) {
      const heard = await post(mock, ref);
      const length = Number(heard.headers['content-length']);
      expect(heard.status).toBe(201);
      expect(heard.body.length).toBeGreaterThan(0);
      expect(heard.body.length).toBeLessThan(length);
      expect(heard.headers['content-type']).toBe('application/json');
    }
    expect(await stored(mock)).toEqual(['FRN-1', 'FRN-2', 'FRN-3']);
    await expect(
      fetch(mock.url + createPath(supplier, 'STANDARD'), {
        method: 'POST',
        headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
        body: JSON.stringify(vendor('FRN-4')),
      }).then((response) => response.text()),
    ).rejects.toThrow();
    expect(mock.stats()).toMatchObject({ answers: { supplier: { 201: 4 } }, faults: { truncate: 4 } });
  });

  test('cut-json: the body has the length of its Content-Length, but is not well-formed JSON', async () => {
    const mock = await start('cut-json=100%');
    const heard = await post(mock, 'FRN-1');
    expect(heard).toMatchObject({ status: 201, end: 'closed' });
    expect(heard.body.length).toBe(Number(heard.headers['content-length']));
    expect(heard.body).toMatch(/^\{/);
    expect(() => JSON.parse(heard.body)).toThrow();
    expect(await stored(mock)).toEqual(['FRN-1']);
  });

  test('slow: the body arrives in small pieces, and is complete in the end', async () => {
    const mock = await start('slow=100%,slow-ms=60');
    const socket = await openPost(mock, 'FRN-1');
    const drips: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => drips.push(chunk));
    const heard = await hear(socket);
    expect(JSON.parse(heard.body)).toMatchObject({ success: true });
    expect(heard.body.length).toBe(Number(heard.headers['content-length']));
    expect(drips.length).toBeGreaterThan(3);
    expect(await stored(mock)).toEqual(['FRN-1']);
  });

  test.each(['reset-before', 'reset-after'] as const)(
    'the fault %s: a reset before the first byte',
    async (name) => {
      const mock = await start(`${name}=100%`);
      expect(await post(mock, 'FRN-1')).toMatchObject({ text: '', end: 'ECONNRESET' });
      expect(await stored(mock)).toEqual(storedBy(name));
      expect(mock.stats()).toMatchObject({ received: receivedOnce, answers: {}, faults: { [name]: 1 } });
    },
  );

  test.each(['hang', 'hang-after'] as const)(
    'the fault %s: no byte arrives while the mock runs',
    async (name) => {
      const mock = await start(`${name}=100%`);
      const heard = hear(await openPost(mock, 'FRN-1'));
      await vi.waitFor(() => expect(mock.stats().faults).toEqual({ [name]: 1 }));
      expect(await stored(mock)).toEqual(storedBy(name));
      expect(mock.stats()).toMatchObject({ received: receivedOnce, answers: {} });
      await mock.close();
      expect((await heard).text).toBe('');
    },
  );

  test('reset-after meets a create that would be refused as well', async () => {
    const mock = await start('reset-after=100%');
    await post(mock, '');
    expect(await stored(mock)).toEqual([]);
    expect(mock.stats().faults).toEqual({ 'reset-after': 1 });
  });
});

describe('latency', () => {
  test('delays a request; the record is stored although the client has disconnected', async () => {
    const mock = await start('latency=40');
    const socket = await openPost(mock, 'FRN-1');
    await vi.waitFor(() => expect(mock.stats().requests).toBe(1));
    socket.destroy();
    await vi.waitFor(async () => expect(await stored(mock)).toEqual(['FRN-1']));
    const before = performance.now();
    expect(await post(mock, 'FRN-2')).toMatchObject({ status: 201 });
    expect(performance.now() - before).toBeGreaterThan(39);
  });
});

describe('a plan of faults', () => {
  test('spares reads and the paths of the mock itself by default', async () => {
    const mock = await start('500=100%');
    expect((await get(mock, readPaths.packagings)).status).toBe(200);
    expect((await fetch(`${mock.url}/__mock/stats`)).status).toBe(200);
    expect(mock.stats()).toMatchObject({ faults: {}, answers: { other: { 200: 1 } } });
  });

  test('the setting "reads" lets reads get faults too', async () => {
    const mock = await start('truncate=100%,reads');
    const heard = await get(mock, readPaths.packagings);
    expect(heard.status).toBe(200);
    expect(heard.body.length).toBeLessThan(Number(heard.headers['content-length']));
  });

  test('the setting "kinds" limits faults to requests of those kinds', async () => {
    const mock = await start('reset-before=100%,kinds=product');
    expect((await post(mock, 'FRN-1')).status).toBe(201);
    const dress = soundBody(product, 'STANDARD', { fill: 'required', with: { supplierRef: 'FRN-1' } });
    const path = createPath(product, 'STANDARD');
    expect((await hear(await open(mock, 'POST', path, JSON.stringify(dress)))).end).toBe('ECONNRESET');
    expect(await stored(mock)).toEqual(['FRN-1']);
  });

  test('the setting "first-only" limits faults to the first try of each key: stored once, requested twice', async () => {
    const mock = await start('reset-after=100%,first-only');
    for (const ref of ['FRN-1', 'FRN-2']) {
      expect((await post(mock, ref)).end).toBe('ECONNRESET');
      expect(await post(mock, ref)).toMatchObject({ status: 400 });
    }
    expect(await stored(mock)).toEqual(['FRN-1', 'FRN-2']);
    const received = { [receivedName('FRN-1')]: 2, [receivedName('FRN-2')]: 2 };
    expect(mock.stats()).toMatchObject({ received, faults: { 'reset-after': 2 } });
  });

  test('the setting "at" sets faults at the requests of those numbers', async () => {
    const mock = await start('at=2:reset-before+3:429');
    const statuses: (number | string)[] = [];
    for (const ref of ['FRN-1', 'FRN-2', 'FRN-3', 'FRN-4']) {
      const heard = await post(mock, ref);
      statuses.push(heard.status || heard.end);
    }
    expect(statuses).toEqual([201, 'ECONNRESET', 429, 201]);
    expect(await stored(mock)).toEqual(['FRN-1', 'FRN-4']);
  });
});

test('the same seed gives the same faults to the same requests', async () => {
  const rates = RATED_FAULTS.filter((name) => !/^hang|-late$/.test(name)).map((name) => `${name}=4%`);
  const spec = `seed=11,slow-ms=20,redirect-to=http://127.0.0.1:9,${rates.join(',')}`;
  const outcomes = async () => {
    const mock = await start(spec);
    const seen: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      const { status, headers, end } = await post(mock, `FRN-${n}`);
      seen.push(`${status} ${headers['content-type']} ${end === 'ECONNRESET' && status === 0}`);
    }
    return { seen, stored: await stored(mock), stats: mock.stats() };
  };
  const [first, second] = await Promise.all([outcomes(), outcomes()]);
  expect(second).toEqual(first);
  expect(Object.keys(first.stats.faults).length).toBeGreaterThan(10);
});

describe('the setting "expire"', () => {
  test.each([400, 401])(
    'the setting "expire" refuses the used token with %i after two requests, no new one',
    async (status) => {
      const mock = await start(`expire=2,expire-status=${status}`);
      expect((await post(mock, 'FRN-1')).status).toBe(201);
      expect((await get(mock, readPaths.packagings)).status).toBe(200);
      for (const heard of [await post(mock, 'FRN-2'), await get(mock, readPaths.packagings)]) {
        expect(heard.status).toBe(status);
        expect(JSON.parse(heard.body)).toMatchObject({ message: ['INVALID_SESSION'] });
      }
      expect((await post(mock, 'FRN-2', 'a-new-one')).status).toBe(201);
      expect(await stored(mock)).toEqual(['FRN-1', 'FRN-2']);
      expect(mock.stats().received[receivedName('FRN-2')]).toBe(2);
    },
  );
});

describe('the fault "restart"', () => {
  /** Retries until the server listens again. */
  const back = (mock: RunningMock) => vi.waitFor(() => stored(mock), { timeout: 10_000, interval: 10 });

  test('the fault "restart" ends all connections, refuses new ones, then listens on the same port with its data', async () => {
    const mock = await start('restart=2,down-ms=100,at=1:hang-after');
    const hung = hear(await openPost(mock, 'FRN-1'));
    const idle = connect(mock.port, '127.0.0.1');
    await once(idle, 'connect');
    await vi.waitFor(() => expect(mock.stats().faults).toEqual({ 'hang-after': 1 }));
    expect((await post(mock, 'FRN-2')).status).toBe(201);
    const ended = once(idle.on('error', () => {}).resume(), 'close');
    expect((await post(mock, 'FRN-3')).text).toBe('');
    expect((await hung).text).toBe('');
    await ended;
    const refused = connect(mock.port, '127.0.0.1');
    await expect(once(refused, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });

    expect(await back(mock)).toEqual(['FRN-1', 'FRN-2']);
    expect((await post(mock, 'FRN-3')).status).toBe(201);
    expect(await stored(mock)).toEqual(['FRN-1', 'FRN-2', 'FRN-3']);
    const received = { [receivedName('FRN-3')]: 2 };
    expect(mock.stats()).toMatchObject({ requests: 4, received, faults: { 'hang-after': 1, restart: 1 } });
  });

  test('drops the requests that still wait for their latency', async () => {
    const mock = await start('latency=3600000,kinds=product,at=14:restart,down-ms=1');
    await post(mock, 'FRN-1');
    const late = Array.from({ length: 12 }, async (_, n) => {
      const colour = { supplierRef: 'FRN-1', productColorCode: `C${n}` };
      const dress = soundBody(product, 'STANDARD', { fill: 'required', with: colour });
      return hear(await open(mock, 'POST', createPath(product, 'STANDARD'), JSON.stringify(dress)));
    });
    await vi.waitFor(() => expect(mock.stats().requests).toBe(13));
    expect((await post(mock, 'FRN-2')).text).toBe('');
    for (const { text } of await Promise.all(late)) expect(text).toBe('');
    expect(await back(mock)).toEqual(['FRN-1']);
    expect((await post(mock, 'FRN-2')).status).toBe(201);
    expect(await stored(mock)).toEqual(['FRN-1', 'FRN-2']);
  });

  test('the fault "restart" may happen twice', async () => {
    const mock = await start('restart=1+3,down-ms=1');
    const statuses: number[] = [];
    for (const ref of ['FRN-1', 'FRN-2', 'FRN-3', 'FRN-4', 'FRN-5']) {
      await back(mock);
      statuses.push((await post(mock, ref)).status);
    }
    expect(statuses).toEqual([201, 0, 201, 0, 201]);
    await back(mock);
  });

  test('the fault "restart" does not start the mock again if the mock is closed meanwhile', async () => {
    const mock = await start('at=1:restart,down-ms=3600000');
    expect((await post(mock, 'FRN-1')).text).toBe('');
    await mock.close();
    await expect(fetch(mock.url)).rejects.toThrow();
  });
});
