/**
 * Measures trace beside its peers and the least that a job can cost: whole processes from their start, in turn, and
 * medians of CPU seconds. Prints a table, and ends with 1 if a goal is not met.
 *
 *   npm run bench                            every job, in at most ten minutes
 *   npm run bench -- check-csv read          the job of this name, and those that start with this word
 *   npm run bench -- --rounds 1              at most so many runs of each (default 5)
 *   npm run bench -- --write                 also writes bench/RESULTS.md
 *   npm run bench -- --list                  the names of the jobs
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll } from './build.ts';
import { Inputs } from './inputs.ts';
import type { Bench, Job } from './job.ts';
import { annotate } from './jobs/annotate.ts';
import { checkJobs } from './jobs/check.ts';
import { exports } from './jobs/export.ts';
import { mappedJobs } from './jobs/mapped.ts';
import { memoryJobs } from './jobs/memory.ts';
import { readJobs } from './jobs/read.ts';
import { rules } from './jobs/rules.ts';
import { sendJobs } from './jobs/send.ts';
import type { Told } from './measure.ts';
import { PRESENT, Processes } from './process.ts';
import { resultsOf } from './results.ts';
import { type Block, blockOf, missed, textOf } from './table.ts';

/** A benchmark that is a program of its own. */
const apart = (name: string): Job => ({
  name,
  seconds: 0,
  async run() {
    const bench = fork(new URL(`${name}.ts`, import.meta.url));
    let told: Told | undefined;
    bench.on('message', (message) => {
      told = message as Told;
    });
    const [code] = (await once(bench, 'exit')) as [number | null];
    if (code !== 0 || !told) throw new Error(`the benchmark ${name} ended with ${code}`);
    return blockOf(told);
  },
});

/** After this time, the other jobs run once each. */
const LATE_MS = 480_000;

const JOBS: readonly Job[] = [
  ...checkJobs,
  annotate,
  ...readJobs,
  rules,
  ...sendJobs,
  ...memoryJobs,
  exports,
  ...mappedJobs,
  ...['start', 'ledger', 'write-tables'].map(apart),
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const chosen = JOBS.filter(
  ({ name }) => positionals.length === 0 || positionals.some((given) => isChosen(name, given)),
);
const print = (text: string) => process.stdout.write(text);

if (values.list) for (const { name } of JOBS) print(`${name}\n`);
else if (chosen.length === 0) throw new Error(`no job starts with ${positionals.join(' or ')}: see --list`);
else await measureAll();

/** A full name chooses one job, the start of names all of them. */
function isChosen(name: string, given: string): boolean {
  return JOBS.some((job) => job.name === given) ? name === given : name.startsWith(given);
}

async function measureAll(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trace-bench-'));
  const start = performance.now();
  const blocks: Block[] = [];
  const failed: string[] = [];
  try {
    await buildAll();
    const processes = new Processes(folder);
    const inputs = new Inputs(folder);
    for (const job of chosen) {
      process.stderr.write(`${job.name} ...\n`);
      try {
        const isLate = performance.now() - start > LATE_MS;
        const bench: Bench = { folder, inputs, processes, rounds: isLate ? 1 : Number(values.rounds) };
        const block = await job.run(bench);
        blocks.push(block);
        print(`${textOf(block)}\n`);
      } catch (error) {
        failed.push(job.name);
        print(`${job.name} failed: ${(error as Error).message}\n\n`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const absent = Object.entries(PRESENT).flatMap(([name, isThere]) => (isThere ? [] : [name]));
  if (absent.length > 0) print(`Not measured, because not installed: ${absent.join(', ')}.\n`);
  const count = missed(blocks);
  print(`${Math.round((performance.now() - start) / 1000)} s; ${count} goals not met\n`);
  if (failed.length > 0) print(`failed: ${failed.join(', ')}\n`);
  if (count + failed.length > 0) process.exitCode = 1;
  if (values.write && failed.length === 0)
    writeFileSync(new URL('RESULTS.md', import.meta.url), resultsOf(blocks, absent, positionals));
}
