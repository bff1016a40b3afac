/**
 * Measures a push: engine, client and durable ledger against plain undici with the same bodies and no ledger, with a
 * plain server in another process. Without latency: CPU per request; with 50 ms latency: the share of concurrency /
 * latency that is reached. `node bench/push.ts [REQUESTS]`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Dispatcher, Pool } from 'undici';
import { createPath } from '../src/contract/kind.ts';
import { push } from '../src/import/push/engine.ts';
import { openService } from '../src/service/http.ts';
import { component } from './components.ts';
import { cpuOf, inFolder, interleave, type Line, micros, size, tell } from './measure.ts';
import { bodiesOf, stagedLedger, TARGET, WAVES } from './staged.ts';

const count = size(3000);
const CONCURRENCY = 64;
const LATENCY_MS = 50;
const PATH = createPath(component, 'STANDARD');
const TOKEN = 'bench-token';
const HEADERS = ['accept', 'application/json', 'content-type', 'application/json', 'authorization', TOKEN];
const bodies = bodiesOf(count);

/** The rate of responses. */
class Clock {
  readonly #took: number[] = [];

  took(): void {
    this.#took.push(performance.now());
  }

  /**
   * Responses per second: from the first one (its request is sent alone), and in the last third, at full concurrency.
   */
  rates(): { whole: number; steady: number } {
    const since = (at: number) =>
      ((this.#took.length - 1 - at) / (this.#took.at(-1)! - this.#took[at]!)) * 1000;
    return { whole: since(0), steady: since(Math.floor((this.#took.length * 2) / 3)) };
  }
}

await inFolder(async (folder) => {
  const cost = await withServer(0, (url) =>
    interleave({
      ours: () => pushAll(folder, url),
      request: () => bare(url, byRequest),
      dispatch: () => bare(url, byDispatch),
    }),
  );
  const slow = await withServer(LATENCY_MS, (url) =>
    interleave(
      { ours: () => pushAll(folder, url), request: () => bare(url, byRequest, Math.ceil(count / 2)) },
      3,
    ),
  );
  const line = (beside: string, peer: { cpu: number }): Omit<Line, 'goal'> => ({
    name: 'CPU a request, no latency',
    ours: micros(cost.ours.cpu),
    beside,
    peer: micros(peer.cpu),
    ratio: cost.ours.cpu / peer.cpu,
  });
  const pace = (rate: number) => `${Math.round(rate)}/s`;
  const most = CONCURRENCY / (LATENCY_MS / 1000);
  const share = (name: string, rate: number, beside: string, peer: number): Line => ({
    name: `rate, ${LATENCY_MS} ms, ${name}`,
    ours: pace(rate),
    beside,
    peer: pace(peer),
    ratio: rate / peer,
  });
  tell(`push: ${count} components, ${CONCURRENCY} at once`, [
    line('undici request, no ledger', cost.request),
    { ...line('undici dispatch, no ledger', cost.dispatch), goal: { most: 1.5 } },
    share('from the start', slow.ours.whole, 'concurrency / latency', most),
    share('last third', slow.ours.steady, 'concurrency / latency', most),
    {
      ...share('last third', slow.ours.steady, 'undici request, no ledger', slow.request.steady),
      goal: { least: 0.95 },
    },
    {
      name: `CPU a request, ${LATENCY_MS} ms`,
      ours: micros(slow.ours.cpu),
      beside: 'undici request, no ledger',
      peer: micros(slow.request.cpu),
      ratio: slow.ours.cpu / slow.request.cpu,
    },
  ]);
});

async function withServer<T>(latencyMs: number, work: (url: string) => Promise<T>): Promise<T> {
  const server = fork(new URL('far-side.ts', import.meta.url), [String(latencyMs)]);
  try {
    const [port] = (await once(server, 'message')) as [number];
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    server.kill();
  }
}

/** Requests per second, and CPU seconds per request. */
async function pushAll(folder: string, url: string) {
  const { ledger, run } = stagedLedger(folder, bodies);
  const service = openService({
    baseUrl: url,
    token: TOKEN,
    concurrency: CONCURRENCY,
    timeoutMs: 30_000,
    tlsChecked: true,
  });
  const clock = new Clock();
  let created = 0;
  const { cpu } = await cpuOf(() =>
    push(
      {
        ledger,
        run,
        target: TARGET,
        interface: 'v2',
        waves: WAVES,
        service,
        emit(event) {
          if (event.type !== 'row') return;
          if (event.outcome === 'created') created++;
          clock.took();
        },
      },
      { rate: 0, concurrency: CONCURRENCY, settleMs: 0, inDoubt: 'hold', now: () => new Date() },
    ),
  );
  await service.close();
  ledger.close();
  if (created !== count) throw new Error(`${created} of ${count} created`);
  return { cpu: cpu / count, ...clock.rates() };
}

type Send = (pool: Pool, body: string) => Promise<void>;

async function bare(url: string, send: Send, requests = count) {
  const pool = new Pool(url, { connections: CONCURRENCY, pipelining: 1 });
  const clock = new Clock();
  let next = 0;
  const sender = async () => {
    while (next < requests) {
      await send(pool, bodies[next++]!.json);
      clock.took();
    }
  };
  const { cpu } = await cpuOf(async () => {
    next = 1;
    await send(pool, bodies[0]!.json);
    clock.took();
    await Promise.all(Array.from({ length: CONCURRENCY }, sender));
  });
  await pool.close();
  return { cpu: cpu / requests, ...clock.rates() };
}

async function byRequest(pool: Pool, body: string): Promise<void> {
  const { statusCode, body: answer } = await pool.request({
    method: 'POST',
    path: PATH,
    headers: HEADERS,
    body,
  });
  const { id } = (await answer.json()) as { id: string };
  if (statusCode !== 201 || id === '') throw new Error(`HTTP ${statusCode}`);
}

function byDispatch(pool: Pool, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart() {},
      onResponseData(_, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        JSON.parse(String(Buffer.concat(chunks)));
        resolve();
      },
      onResponseError(_, error) {
        reject(error);
      },
    };
    pool.dispatch({ method: 'POST', path: PATH, headers: HEADERS, body }, handler);
  });
}
