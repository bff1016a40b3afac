/**
 * Sends the same requests as trace with plain undici, keeping nothing: `undici.ts dispatch|request|studies URL COUNT CONCURRENCY`.
 */
import { type Dispatcher, Pool } from 'undici';
import { componentCells } from '../components.ts';
import { bodyOf } from './body.ts';

const [, , way, url, count, concurrency] = process.argv;
const pool = new Pool(url!, { connections: Number(concurrency), pipelining: 1 });
const PATH = '/v2/components/standard';
const HEADERS = ['accept', 'application/json', 'content-type', 'application/json', 'authorization', 'bench'];
const bodyAt = (at: number) => JSON.stringify(bodyOf(componentCells(at)));

async function request(at: number): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: PATH,
    headers: HEADERS,
    body: bodyAt(at),
  });
  const { id } = (await body.json()) as { id: string };
  if (statusCode !== 201 || id === '') throw new Error(`HTTP ${statusCode}`);
}

function dispatch(at: number): Promise<void> {
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
    pool.dispatch({ method: 'POST', path: PATH, headers: HEADERS, body: bodyAt(at) }, handler);
  });
}

async function studies(at: number): Promise<void> {
  const { body } = await pool.request({ method: 'GET', path: `/v2/studies/study-${at}/details` });
  await body.text();
}

const WAYS = { request, dispatch, studies };
const send = WAYS[way as keyof typeof WAYS];
// trace, too, sends the first request alone.
await send(0);
let next = 1;
const sender = async () => {
  while (next < Number(count)) await send(next++);
};
await Promise.all(Array.from({ length: Number(concurrency) }, sender));
await pool.close();
