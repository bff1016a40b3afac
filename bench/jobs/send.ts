/** Imports into a plain server in another process, against plain undici without a ledger. */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chainCsv } from '../chain.ts';
import { type Far, withFar } from '../far.ts';
import { type Bench, growthEntry, type Job, measured } from '../job.ts';
import { atLeast, atMost, type Entry } from '../table.ts';

const FEW = 2000;
const MANY = 20_000;

let states = 0;

/** Imports (or plans) components as the first run of a new state folder. */
async function runOf({ inputs, processes }: Bench, far: Far, command: 'import' | 'plan', rows: number) {
  const file = await inputs.components(rows, 'csv');
  return () =>
    processes.trace(
      [command, file, ...far.flags, '--state-dir', `state-${states++}`, '--external-refs'],
      far.env,
    );
}

/** CPU of each further record: that of the whole run depends on the start, too. */
const importCpu: Job = {
  name: 'import-cpu',
  seconds: 40,
  run: (bench) =>
    withFar('far-side', bench.folder, { latencyMs: 0, concurrency: 64 }, async (far) => {
      const undici = (rows: number) => () =>
        bench.processes.program('undici', ['dispatch', far.url, String(rows), '64']);
      const durable = (rows: number) => () =>
        bench.processes.program('durable', [`durable-${states++}.db`, far.url, String(rows), '64']);
      const candidates = {
        imports: await runOf(bench, far, 'import', MANY),
        fewImports: await runOf(bench, far, 'import', FEW),
        plans: await runOf(bench, far, 'plan', MANY),
        fewPlans: await runOf(bench, far, 'plan', FEW),
        dispatch: undici(MANY),
        fewDispatch: undici(FEW),
        durable: durable(MANY),
        fewDurable: durable(FEW),
      };
      const title = 'import of 20,000 rows: CPU of a further record over plan';
      return await measured({ ...bench, seconds: importCpu.seconds, title }, candidates, (medians) => {
        const { imports, fewImports, plans, fewPlans, dispatch, fewDispatch, durable, fewDurable } = medians;
        const further = (many: number, few: number) => ((many - few) / (MANY - FEW)) * 1e6;
        const ours = further(imports.cpu - plans.cpu, fewImports.cpu - fewPlans.cpu);
        const theirs = further(dispatch.cpu, fewDispatch.cpu);
        const least = further(durable.cpu, fewDurable.cpu);
        return [
          { name: 'trace', value: `${ours.toFixed(0)} us`, peak: `${Math.round(imports.peak)} MB` },
          {
            name: 'undici dispatch',
            value: `${theirs.toFixed(0)} us`,
            peak: `${Math.round(dispatch.peak)} MB`,
            ratio: ours / theirs,
            goals: [atMost(ours / theirs, 2.5)],
          },
          {
            name: 'undici dispatch, each mark and response on the disk',
            value: `${least.toFixed(0)} us`,
            peak: `${Math.round(durable.peak)} MB`,
            ratio: ours / least,
          },
        ];
      });
    }),
};

/** Memory and CPU of ten times the records. One round: the larger import takes half a minute. */
const importGrowth: Job = {
  name: 'import-growth',
  seconds: 20,
  run: (bench) =>
    withFar('far-side', bench.folder, { latencyMs: 0, concurrency: 64 }, async (far) => {
      const candidates = {
        some: await runOf(bench, far, 'import', 10_000),
        ten: await runOf(bench, far, 'import', 100_000),
      };
      const title = 'import of 10,000 and 100,000 rows, 64 in flight';
      return await measured(
        { ...bench, seconds: importGrowth.seconds, title },
        candidates,
        ({ some, ten }) => [
          { name: 'trace', value: `${ten.cpu.toFixed(1)} s`, peak: `${Math.round(ten.peak)} MB` },
          growthEntry('from 10,000 to 100,000 rows', some, ten),
        ],
      );
    }),
};

/**
 * A chain of v3 products, each made from the one before: as many waves as records. The embedded mock answers, because
 * each wave waits for the one before. One round.
 */
const importChain: Job = {
  name: 'import-chain',
  seconds: 1,
  run: async (bench) => {
    const chain = async (rows: number) => {
      const file = join(bench.folder, `chain-${rows}`, 'products.csv');
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, chainCsv(rows));
      const flags = ['--interface', 'v3', '--env', 'mock', '--settle', '0'];
      return () => bench.processes.trace(['import', file, ...flags, '--state-dir', `state-${states++}`]);
    };
    const candidates = { some: await chain(500), ten: await chain(5000) };
    const title = 'import of a chain of 500 and 5,000 products, a wave each';
    return await measured({ ...bench, seconds: importChain.seconds, title }, candidates, ({ some, ten }) => {
      const growth = ten.cpu / some.cpu;
      const goals = [atMost(growth, 11, 'times the CPU'), atMost(ten.peak, 250, 'MB')];
      return [
        { name: 'trace', value: `${ten.cpu.toFixed(1)} s`, peak: `${Math.round(ten.peak)} MB` },
        { name: 'from 500 to 5,000 products', value: `${growth.toFixed(1)}x`, goals },
      ];
    });
  },
};

/** Rates that the server sees, in the last two thirds: the first requests start one by one. */
const pushJob = (name: string, latencyMs: number, least: number, inFlight: readonly number[]): Job => ({
  name,
  seconds: 15 * inFlight.length,
  async run(bench) {
    const entries: Entry[] = [];
    let title = '';
    for (const concurrency of inFlight) {
      const settings = { latencyMs, concurrency };
      const block = await withFar('far-side', bench.folder, settings, async (far) => {
        // Long enough that the program is compiled: the first thousand records cost a multiple of the others.
        const rows = Math.round((concurrency * 12_500) / latencyMs);
        const trace = await runOf(bench, far, 'import', rows);
        const args = ['request', far.url, String(rows), String(concurrency)];
        const candidates = {
          trace: () => far.rateOf(rows, trace),
          undici: () => far.rateOf(rows, () => bench.processes.program('undici', args)),
        };
        const share = concurrency / (latencyMs / 1000);
        return await measured(
          { ...bench, seconds: 15, title: `push with the ledger, ${latencyMs} ms` },
          candidates,
          ({ trace, undici }) => [
            {
              name: `trace, ${concurrency} in flight`,
              value: `${Math.round(trace.rate)}/s`,
              peak: `${Math.round(trace.peak)} MB`,
            },
            {
              name: `undici request (${(undici.rate / share).toFixed(2)} of the limit)`,
              value: `${Math.round(undici.rate)}/s`,
              peak: `${Math.round(undici.peak)} MB`,
              ratio: trace.rate / undici.rate,
              goals: [atLeast(trace.rate / undici.rate, least)],
            },
          ],
        );
      });
      entries.push(...block.entries);
      title = block.title;
    }
    return { title, entries };
  },
});

export const sendJobs: readonly Job[] = [
  ...[importCpu, importGrowth, importChain],
  pushJob('push', 50, 0.95, [8, 32, 64, 128]),
  pushJob('push-200ms', 200, 0.97, [8, 128]),
];
