/**
 * Sends the same requests as trace with plain undici, keeping nothing: `undici.ts dispatch|request|studies URL COUNT CONCURRENCY`.
 */
import { componentCells } from '../components.ts';
import { bodyOf } from './body.ts';
import { dispatched, HEADERS, PATH, poolOf } from './dispatch.ts';

const [, , way, url, count, concurrency] = process.argv;
const pool = poolOf(url!, Number(concurrency));
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

async function dispatch(at: number): Promise<void> {
  JSON.parse(await dispatched(pool, bodyAt(at)));
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
