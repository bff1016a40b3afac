/**
 * Measures an export: the binary exports studies from a plain server in another process with 50 ms latency. Reports
 * the share of concurrency / latency over the whole export, as the server sees it, and peak memory. Needs a build.
 * `node bench/reads.ts [STUDIES]`
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { inFolder, size, tell } from './measure.ts';

const count = size(10_000);
const CONCURRENCY = 32;
const LATENCY_MS = 50;
const MOST_MB = 300;
const BINARY = fileURLToPath(new URL('../bin/trace.js', import.meta.url));

await inFolder(async (folder) => {
  const server = fork(new URL('reads-side.ts', import.meta.url), [String(LATENCY_MS), String(count)]);
  try {
    const [port] = (await once(server, 'message')) as [number];
    await writeFile(
      join(folder, 'trace.config.yaml'),
      `environments: { far: { baseUrl: 'http://127.0.0.1:${port}', tokenEnv: FAR_TOKEN, rate: 0, concurrency: ${CONCURRENCY} } }\n`,
    );
    const bare = await bareRate(`http://127.0.0.1:${port}`, Math.min(count, 2000));
    server.send('figures');
    const [before] = (await once(server, 'message')) as [Seen];
    const start = performance.now();
    const peak = await exportIn(folder);
    const seconds = (performance.now() - start) / 1000;
    server.send('figures');
    const [seen] = (await once(server, 'message')) as [Seen];
    const rate = ((seen.requests - before.requests) / (seen.last - seen.first)) * 1000;
    const most = CONCURRENCY / (LATENCY_MS / 1000);
    tell(`reads: export of ${count} studies, ${CONCURRENCY} at once, ${seconds.toFixed(1)} s in all`, [
      {
        name: `rate, ${LATENCY_MS} ms, from the first page`,
        ours: `${Math.round(rate)}/s`,
        beside: 'concurrency / latency',
        peer: `${Math.round(most)}/s`,
        ratio: rate / most,
        goal: { least: 0.8 },
      },
      {
        name: `rate, ${LATENCY_MS} ms, from the first page`,
        ours: `${Math.round(rate)}/s`,
        beside: 'undici request, nothing kept',
        peer: `${Math.round(bare)}/s`,
        ratio: rate / bare,
      },
      {
        name: 'memory at most',
        ours: `${Math.round(peak)} MB`,
        beside: 'allowed',
        peer: `${MOST_MB} MB`,
        ratio: peak / MOST_MB,
        goal: { most: 1 },
      },
    ]);
  } finally {
    server.kill();
  }
});

/** The counts of the server; `first` since the last query. */
interface Seen {
  readonly requests: number;
  readonly first: number;
  readonly last: number;
}

/** Studies per second that plain undici reads on this machine under the same load. */
async function bareRate(url: string, requests: number): Promise<number> {
  const pool = new Pool(url, { connections: CONCURRENCY, pipelining: 1 });
  let next = 0;
  const reader = async () => {
    while (next < requests) {
      const { body } = await pool.request({ method: 'GET', path: `/v2/studies/study-${next++}/details` });
      await body.text();
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, reader));
  const rate = (requests / (performance.now() - start)) * 1000;
  await pool.close();
  return rate;
}

/** Peak memory of the export in MB, which it reports on a pipe when it ends. */
async function exportIn(folder: string): Promise<number> {
  const hook = join(folder, 'peak.cjs');
  await writeFile(
    hook,
    "process.on('exit', () => require('node:fs').writeSync(3, String(process.resourceUsage().maxRSS)));\n",
  );
  const args = ['--require', hook, BINARY, 'studies', 'export', '--env', 'far', '--out', 'out/'];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, FAR_TOKEN: 'bench-token', TRACE_YES_TRUST: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  let told = '';
  child.stdio[3]!.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the export ended with ${code}`);
  return Number(told) / 1024;
}
