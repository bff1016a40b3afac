import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  expectEnd,
  folderWith,
  mockService,
  reportIn,
  sandboxConfig,
  trace,
} from '../cli/commands/harness.ts';
import { csvOf, supplier } from '../cli/commands/sheets.ts';
import { soundBody } from '../mock/sound-body.ts';
import { postgres } from '../postgres.ts';

const database = postgres();
const COUNT = 60;

/** The way to a database, which can be cut. Returns the address with which it is used. */
async function cuttable(address: string) {
  const { port, hostname } = new URL(address);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      sockets.add(one);
      one.pipe(other).on('error', () => {});
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    address: address.replace(`:${port}/`, `:${(server.address() as AddressInfo).port}/`),
    cut(cut: boolean) {
      isCut = cut;
      if (cut) for (const socket of sockets) socket.destroy();
    },
  };
}

const suppliers = Array.from({ length: COUNT }, (_, at) =>
  soundBody(supplier, 'STANDARD', {
    fill: 'required',
    with: { supplierRef: `F-${at}`, importationBatch: 'W1' },
  }),
);

it('stops when the memory is lost, and goes on here without the file and elsewhere with it', async () => {
  const way = await cuttable(await database.newDatabase());
  let arrived = 0;
  const mock = await mockService({
    before: async () => {
      if (++arrived === COUNT / 2) way.cut(true);
      return null;
    },
  });
  const config = sandboxConfig(
    mock.url,
    'memoryEnv: TRACE_TEST_MEMORY',
    'timeout: 1s',
    'rate: 20',
    'concurrency: 4',
  );
  const machine = async () => {
    const cwd = await folderWith({ 'trace.config.yaml': config, 's.csv': csvOf(supplier, suppliers) });
    return { cwd, run: (words: string) => trace(words, { cwd, env: { TRACE_TEST_MEMORY: way.address } }) };
  };
  const [one, other] = [await machine(), await machine()];

  const lost = await one.run('import s.csv --env sandbox --report r.json');
  expectEnd(lost, 7, /shared memory 127\.0\.0\.1:\d+\/trace_\d+/, /trace resume/);
  const { totals, run } = await reportIn(one.cwd);
  const { created, 'not-attempted': left, 'in-doubt': doubts } = totals;
  expect(created + left + doubts).toBe(COUNT);
  expect(left).toBeGreaterThan(0);
  // Whatever left was answered: the responses are facts, although the memory does not have them yet.
  expect({ arrived, doubts }).toEqual({ arrived: created, doubts: 0 });

  way.cut(false);
  await writeFile(path.join(one.cwd, 's.csv'), '');
  expectEnd(await one.run(`resume ${run} --env sandbox --report r.json`), 0, `${left} created`);
  expect((await reportIn(one.cwd)).totals.created).toBe(COUNT);
  expect(arrived).toBe(COUNT);

  expectEnd(await other.run('import s.csv --env sandbox'), 0, /unchanged/);
  expect(arrived).toBe(COUNT);
});
