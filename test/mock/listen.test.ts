import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPath } from '../../src/contract/kind.ts';
import { kindNamed } from '../../src/contract/registry.ts';
import { readPaths } from '../../src/contract/v2/read-paths.ts';
import { isLoopbackHost } from '../../src/loopback.ts';
import { type RunningMock, type StartOptions, startMock } from '../../src/mock/listen.ts';
import { soundBody } from './sound-body.ts';

const supplier = kindNamed('v2', 'supplier');
const product = kindNamed('v2', 'product');
const vendor = soundBody(supplier, 'STANDARD');
const named = { supplierRef: vendor.supplierRef! };
const dress = soundBody(product, 'STANDARD', { fill: 'required', with: named });

const AUTH = { authorization: 'Bearer a-token' };
const TYPE = { 'content-type': 'application/json' };

let running: RunningMock[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trace-mock-'));
});

afterEach(async () => {
  await Promise.all(running.map((mock) => mock.close()));
  running = [];
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<StartOptions> = {}): Promise<RunningMock> {
  const mock = await startMock({ dataFile: null, token: 'a-token', ...options });
  running.push(mock);
  return mock;
}

async function send(mock: RunningMock, kind: typeof supplier, body: unknown) {
  const init = { method: 'POST', headers: { ...AUTH, ...TYPE }, body: JSON.stringify(body) };
  const response = await fetch(mock.url + createPath(kind, 'STANDARD'), init);
  return { status: response.status, json: await jsonOf(response) };
}

// biome-ignore lint/suspicious/noExplicitAny: tests reach into responses of many shapes
async function jsonOf(response: Response): Promise<any> {
  return response.json();
}

/** The status for a Host header that fetch would not send. */
async function statusFor(mock: RunningMock, host: string): Promise<number | undefined> {
  const place = { port: mock.port, host: '127.0.0.1', path: '/__mock/stats' };
  const sent = request({ ...place, headers: { host } }).end();
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

describe('the mock on a port', () => {
  test('serves creates and reads, and the links in its responses open', async () => {
    const mock = await start();
    expect(mock.url).toBe(`http://127.0.0.1:${mock.port}`);
    expect((await send(mock, supplier, vendor)).status).toBe(201);
    const { status, json } = await send(mock, product, dress);
    expect(status).toBe(201);
    for (const link of [json.showcaseLink, json.qrCodeLink]) {
      expect(link.startsWith(mock.url)).toBe(true);
      expect((await fetch(link)).status).toBe(200);
    }
    const read = await fetch(mock.url + readPaths.product(json.productId), { headers: AUTH });
    expect(await read.json()).toMatchObject({ id: json.productId });
    const answers = { supplier: { 201: 1 }, product: { 201: 1 } };
    expect(mock.stats()).toMatchObject({ requests: 5, answers });
  });

  test('limits a body without Content-Length by the bytes that arrive', async () => {
    const mock = await start();
    const stream = (bytes: number) =>
      fetch(mock.url + createPath(supplier, 'STANDARD'), {
        method: 'POST',
        headers: { ...AUTH, ...TYPE },
        duplex: 'half',
        body: new Blob([JSON.stringify({ ...vendor, name: 'x'.repeat(bytes) })]).stream(),
      });
    expect((await stream(1024 * 1024)).status).toBe(413);
    expect((await stream(1024)).status).toBe(201);
  });

  test('the mock on a port accepts each key once when many creates arrive at the same time', async () => {
    const mock = await start();
    const refs = Array.from({ length: 300 }, (_, at) => `FRN-${at % 100}`);
    const replies = await Promise.all(
      refs.map((supplierRef) => send(mock, supplier, { ...vendor, supplierRef })),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(100);
    expect(mock.stats().answers).toEqual({ supplier: { 201: 100, 400: 200 } });
    expect(new Set(Object.values(mock.stats().received))).toEqual(new Set([3]));
  });

  test('the mock on a port refuses a Host header that does not name this machine', async () => {
    const mock = await start();
    expect(await statusFor(mock, 'service.example.com')).toBe(403);
    expect(await statusFor(mock, `127.0.0.1.example.com:${mock.port}`)).toBe(403);
    expect(await statusFor(mock, `localhost:${mock.port}`)).toBe(200);
    expect(await statusFor(mock, `[::1]:${mock.port}`)).toBe(200);
    expect(mock.stats().requests).toBe(0);
  });

  test('listens on 127.0.0.1 and on no other address of the machine', async () => {
    const { port } = await start();
    const own = Object.values(os.networkInterfaces()).flatMap((all) => all ?? []);
    const others = own.flatMap(({ address, internal }) => (internal ? [] : [address]));
    const answers = (host: string) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ port, host, timeout: 5000 });
        const end = (answered: boolean) => {
          socket.destroy();
          resolve(answered);
        };
        socket.on('connect', () => end(true));
        socket.on('error', () => end(false));
        socket.on('timeout', () => end(false));
      });
    expect(await answers('127.0.0.1')).toBe(true);
    // Linux answers on each address of 127.0.0.0/8 where a server listens on all of them.
    for (const host of ['127.0.0.2', ...others]) expect([host, await answers(host)]).toEqual([host, false]);
  });

  test('the mock on a port ends with a usage error if the port is in use', async () => {
    const { port } = await start();
    const expected = { exit: 'usage', code: 'mock-port', message: expect.stringContaining(String(port)) };
    await expect(startMock({ dataFile: null, port })).rejects.toMatchObject(expected);
  });
});

describe('closing the mock', () => {
  test('closing the mock ends idle keep-alive connections and refuses new ones', async () => {
    const mock = await start();
    const socket = connect(mock.port, '127.0.0.1');
    socket.write('GET /__mock/stats HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 200 /);
    expect(String(first)).toMatch(/keep-alive: timeout=60/i);
    const ended = once(socket, 'close');
    socket.resume();
    await mock.close();
    await ended;
    await expect(fetch(mock.url)).rejects.toThrow();
  });

  test('lets an open request get its response', async () => {
    const reached = Promise.withResolvers<void>();
    const release = Promise.withResolvers<null>();
    const mock = await start({
      before: () => {
        reached.resolve();
        return release.promise;
      },
    });
    const reply = send(mock, supplier, vendor);
    await reached.promise;
    const closed = mock.close();
    release.resolve(null);
    expect((await reply).status).toBe(201);
    await closed;
    await mock.close();
  });
});

describe('the data file of the mock', () => {
  test('the data file of the mock is read by the next start: keys, ids and links are the same', async () => {
    const dataFile = path.join(folder, 'mock.db');
    const first = await start({ dataFile });
    await send(first, supplier, vendor);
    const { productId, studyId } = (await send(first, product, dress)).json;
    await first.close();

    const second = await start({ dataFile });
    expect((await send(second, supplier, vendor)).json.message).toEqual(['SUPPLIER_ALREADY_EXISTS']);
    const colour = { ...dress, productColorCode: 'ROUGE' };
    expect((await send(second, product, colour)).json.productId).toBe(productId);
    const read = await fetch(second.url + readPaths.product(String(dress.productRef)), { headers: AUTH });
    const detail = await jsonOf(read);
    expect(detail.studies[0].id).toBe(studyId);
    expect(detail.studies[0].links[0].link).toBe(`${second.url}/showcase/${studyId}`);
    const journal = await jsonOf(await fetch(`${second.url}/__mock/journal`));
    expect(journal.data.map((entry: { seq: number }) => entry.seq)).toEqual([1, 2, 3]);
  });

  test('the data file of the mock contains a create before its response leaves', async () => {
    const dataFile = path.join(folder, 'mock.db');
    const mock = await start({ dataFile });
    await send(mock, supplier, vendor);
    const onlooker = new DatabaseSync(dataFile, { readOnly: true });
    expect(onlooker.prepare('SELECT key FROM journal').all()).toEqual([{ key: vendor.supplierRef }]);
    onlooker.close();
  });

  test.each([
    ['no database', async (file: string) => writeFile(file, 'name;reference\nTessitura;F-7\n'.repeat(90))],
    [
      'a database of something else',
      async (file: string) => {
        const db = new DatabaseSync(file);
        db.exec('CREATE TABLE sent (key TEXT)');
        db.close();
      },
    ],
  ])('that is %s is a usage error, and is not changed', async (_, make) => {
    const dataFile = path.join(folder, 'other.db');
    await make(dataFile);
    const before = await readFile(dataFile);
    await expect(startMock({ dataFile })).rejects.toMatchObject({ exit: 'usage', code: 'mock-data' });
    expect(await readFile(dataFile)).toEqual(before);
  });

  test('a data file in a missing folder is a usage error', async () => {
    const dataFile = path.join(folder, 'none', 'mock.db');
    await expect(startMock({ dataFile })).rejects.toMatchObject({ exit: 'usage', code: 'mock-data' });
  });
});

test.each([
  ['localhost', true],
  ['LOCALHOST:80', true],
  ['127.0.0.1:65535', true],
  ['[::1]', true],
  [null, false],
  ['', false],
  ['localhost.example.com', false],
  ['evil.example:80@localhost', false],
  ['127.0.0.1:abc', false],
  ['0.0.0.0', false],
])('isLoopbackHost of the host "%s" is %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});
