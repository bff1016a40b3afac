/** Imports with a memory that machines share, against those without: a real PostgreSQL on this machine. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { csvOf, supplier, supplierBody } from '../../test/cli/commands/sheets.ts';
import { startPostgres } from '../../test/postgres.ts';
import { TRACE } from '../build.ts';
import { type Far, withFar } from '../far.ts';
import { type Bench, type Job, measured } from '../job.ts';
import { atLeast, atMost } from '../table.ts';

const IN_FLIGHT = 64;
const LATENCY_MS = 50;
const KNOWN = 100_000;

let runs = 0;

/** Imports as machines do: each account of the service is a target of its own, each state folder a machine. */
async function machines({ folder, inputs, processes }: Bench, far: Far, memory: string | null) {
  const url = memory === null ? {} : { memoryEnv: 'BENCH_MEMORY' };
  return async (rows: number) => {
    const file = await inputs.components(rows, 'csv');
    const name = `memory-${runs++}`;
    const config = join(folder, `${name}.yaml`);
    const pace = { rate: 0, concurrency: IN_FLIGHT, settle: '0s' };
    const environment = { baseUrl: far.url, tokenEnv: 'FAR_TOKEN', account: name, ...pace, ...url };
    await writeFile(config, JSON.stringify({ environments: { far: environment } }));
    return (machine: string) =>
      processes.trace(
        [
          'import',
          file,
          '--env',
          'far',
          '--config',
          config,
          '--state-dir',
          `${name}-${machine}`,
          '--external-refs',
        ],
        { ...far.env, ...(memory !== null && { BENCH_MEMORY: memory }) },
      );
  };
}

async function withPostgres<T>(work: (memory: string) => Promise<T>): Promise<T> {
  const postgres = await startPostgres();
  try {
    return await work(await postgres.newDatabase());
  } finally {
    await postgres.stop();
  }
}

const sending: Job = {
  name: 'memory',
  seconds: 30,
  run: (bench) =>
    withPostgres((memory) =>
      withFar('far-side', bench.folder, { latencyMs: LATENCY_MS, concurrency: IN_FLIGHT }, async (far) => {
        const rows = (IN_FLIGHT * 12_500) / LATENCY_MS;
        const [alone, shared] = [await machines(bench, far, null), await machines(bench, far, memory)];
        const candidates = {
          alone: async () => {
            const run = await alone(rows);
            return far.rateOf(rows, () => run('one'));
          },
          shared: async () => {
            const run = await shared(rows);
            return far.rateOf(rows, () => run('one'));
          },
        };
        const title = `import with a shared memory, ${LATENCY_MS} ms, ${IN_FLIGHT} in flight`;
        return await measured(
          { ...bench, seconds: sending.seconds, title },
          candidates,
          ({ alone, shared }) => {
            const more = ((shared.cpu - alone.cpu) / rows) * 1e6;
            return [
              {
                name: 'with a memory',
                value: `${Math.round(shared.rate)}/s`,
                peak: `${Math.round(shared.peak)} MB`,
              },
              {
                name: 'without',
                value: `${Math.round(alone.rate)}/s`,
                peak: `${Math.round(alone.peak)} MB`,
                ratio: shared.rate / alone.rate,
                goals: [atLeast(shared.rate / alone.rate, 0.9)],
              },
              {
                name: 'CPU of a record',
                value: `${more.toFixed(0)} us more`,
                goals: [atMost(more, 40, 'us')],
              },
            ];
          },
        );
      }),
    ),
};

const planning: Job = {
  name: 'memory-plan',
  seconds: 60,
  run: (bench) =>
    withPostgres((memory) =>
      withFar('far-side', bench.folder, { latencyMs: 0, concurrency: IN_FLIGHT }, async (far) => {
        const alone = await (await machines(bench, far, null))(KNOWN);
        const shared = await (await machines(bench, far, memory))(KNOWN);
        for (const run of [alone, shared]) run('first');
        let others = 0;
        const candidates = { alone: () => alone('first'), shared: () => shared(`other-${others++}`) };
        const title = `import of ${KNOWN.toLocaleString('en')} known rows on another machine, wall time`;
        return await measured(
          { ...bench, seconds: planning.seconds, title },
          candidates,
          ({ alone, shared }) => [
            {
              name: 'another machine',
              value: `${shared.wall.toFixed(1)} s`,
              peak: `${Math.round(shared.peak)} MB`,
            },
            {
              name: 'the same machine, without a memory',
              value: `${alone.wall.toFixed(1)} s`,
              peak: `${Math.round(alone.peak)} MB`,
              ratio: shared.wall / alone.wall,
              goals: [atMost(shared.wall / alone.wall, 5)],
            },
          ],
        );
      }),
    ),
};

/** Processes that import other records of one account at the same time. */
const RATE = { processes: 8, perSecond: 200, rows: 600 };

const sharing: Job = {
  name: 'memory-rate',
  seconds: 30,
  run: (bench) =>
    withPostgres((memory) =>
      withFar('far-side', bench.folder, { latencyMs: LATENCY_MS, concurrency: IN_FLIGHT }, async (far) => {
        const config = join(bench.folder, 'memory-rate.yaml');
        const pace = { rate: RATE.perSecond, concurrency: IN_FLIGHT, settle: '0s' };
        const environment = { baseUrl: far.url, tokenEnv: 'FAR_TOKEN', memoryEnv: 'BENCH_MEMORY', ...pace };
        await writeFile(config, JSON.stringify({ environments: { far: environment } }));
        const env = { ...far.env, BENCH_MEMORY: memory, PATH: process.env.PATH };
        const importOne = async (at: number) => {
          const file = join(bench.folder, `rate-${at}.csv`);
          const suppliers = Array.from({ length: RATE.rows }, (_, row) => supplierBody(`S-${at}-${row}`));
          await writeFile(file, csvOf(supplier, suppliers));
          const argv = ['import', file, '--env', 'far', '--config', config, '--state-dir', `rate-${at}`];
          const child = spawn(process.execPath, [TRACE, ...argv], {
            cwd: bench.folder,
            env,
            stdio: 'ignore',
          });
          const [code] = (await once(child, 'exit')) as [number];
          if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}`);
        };
        const all = async () => {
          await Promise.all(Array.from({ length: RATE.processes }, (_, at) => importOne(at)));
          return {};
        };
        const { rate, mostInASecond } = await far.rateOf(RATE.processes * RATE.rows, all);
        return {
          title: `${RATE.processes} processes with one rate of ${RATE.perSecond}/s`,
          entries: [
            {
              name: 'all together',
              value: `${rate.toFixed(0)}/s`,
              ratio: rate / RATE.perSecond,
              goals: [atLeast(rate / RATE.perSecond, 0.95)],
            },
            {
              name: 'most in any second',
              value: `${mostInASecond}`,
              ratio: mostInASecond / RATE.perSecond,
              goals: [atMost(mostInASecond / RATE.perSecond, 1.05)],
            },
          ],
        };
      }),
    ),
};

export const memoryJobs: readonly Job[] = [sending, planning, sharing];
