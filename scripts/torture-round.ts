import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseChaos } from '../src/mock/chaos/parse.ts';
import { type RunningMock, startMock } from '../src/mock/listen.ts';
import type { ReportRecord } from '../src/report/schema.ts';
import { Random } from './fixture-random.ts';
import { tortureBatch } from './torture-batch.ts';
import { type Applied, isSettled, type Judgement, judge } from './torture-judge.ts';

const BINARY = fileURLToPath(new URL('../bin/trace.js', import.meta.url));
const TOKEN = 'torture';

/** Runs of the binary until all is settled; a round that needs more is at fault. */
const MOST_RUNS = 25;
/** One run of the binary; what takes longer hangs. */
const LONGEST_MS = 60_000;
/** Ends of a run that leave something to go on with, or nothing: done, some rows, in doubt, not reachable. */
const EXPECTED = [0, 5, 6, 7];

/** What a round came to. */
export interface Round extends Judgement {
  readonly seed: number;
  readonly runs: number;
  readonly kills: number;
  readonly requests: number;
  readonly inDoubt: number;
  /** Ends of the binary that no kill explains. */
  readonly broken: readonly string[];
}

/** The moment of a kill: so many milliseconds after the start, or after the n-th request of the run has come. */
interface Moment {
  readonly request: number | null;
  readonly afterMs: number;
}

/** Imports a batch under faults, kills what imports it, and goes on until nothing is left that can be settled. */
export async function tortureRound(seed: number): Promise<Round> {
  const random = new Random(seed);
  const folder = await mkdtemp(join(tmpdir(), 'trace-torture-'));
  const batch = tortureBatch(random);
  const readFaults = random.next() < 0.5;
  let onRequest = () => {};
  const mock = await startMock({
    dataFile: null,
    token: TOKEN,
    chaos: faults(random, readFaults),
    before: () => {
      onRequest();
      return null;
    },
  });
  try {
    const files = Object.keys(batch.files);
    for (const [file, text] of Object.entries(batch.files)) await writeFile(join(folder, file), text);
    await writeFile(join(folder, 'trace.config.yaml'), config(mock, random));
    const words = { import: ['import', ...files, '--env', 'torture'], resume: ['resume'] };
    const broken: string[] = [];
    let killsLeft = random.whole(1, 4);
    let kills = 0;
    let runs = 0;
    let records: readonly ReportRecord[] = [];

    const trace = async (argv: readonly string[], moment: Moment | null = null) => {
      const ended = await run(argv, folder, moment, (listener) => {
        onRequest = listener;
      });
      onRequest = () => {};
      runs++;
      return ended;
    };
    const report = async () => {
      const { code, stdout, stderr } = await trace(['runs', 'report']);
      if (code === 0) return (JSON.parse(stdout) as { records: ReportRecord[] }).records;
      broken.push(`runs report ended with ${code}: ${stderr.trim()}`);
      return [];
    };
    const checked = (argv: readonly string[], ended: Ended) => {
      if (!EXPECTED.includes(ended.code ?? -1))
        broken.push(`${argv[0]} ended with ${ended.signal ?? ended.code}: ${ended.stderr.trim()}`);
    };

    let next: keyof typeof words = 'import';
    let settled = false;
    for (let tries = 0; tries < MOST_RUNS && broken.length === 0 && !settled; tries++) {
      const ended = await trace(
        words[next],
        killsLeft > 0 ? moment(random, next === 'import' ? 50 : 12) : null,
      );
      if (ended.killed) {
        kills++;
        killsLeft--;
        next = random.next() < 0.25 ? 'import' : 'resume';
      } else if (next === 'resume' && ended.code === 2) {
        // Killed before all of the input was in the ledger: nothing was sent, and the tool says to import again.
        next = 'import';
      } else {
        checked(words[next], ended);
        records = await report();
        settled = records.length > 0 && records.every(isSettled);
        next = 'resume';
      }
    }
    if (settled && records.some(({ outcome }) => outcome === 'in-doubt')) {
      const argv = ['resolve', '--verify'];
      checked(argv, await trace(argv));
      records = await report();
    }
    const judgement = judge({ size: batch.size, records, ...(await truth(mock)), readFaults });
    const inDoubt = records.filter(({ outcome }) => outcome === 'in-doubt').length;
    // The whole input once more: what was taken is known, what is held stays held.
    checked(words.import, await trace(words.import));
    const again = judge({ size: batch.size, records: await report(), ...(await truth(mock)), readFaults });
    const both = (part: 'lost' | 'unsettled') => [...new Set([...judgement[part], ...again[part]])];
    return {
      seed,
      runs,
      kills,
      requests: mock.stats().requests,
      inDoubt,
      broken,
      lost: both('lost'),
      // The service counts on: the second look has what the first had.
      twice: again.twice,
      repeats: again.repeats,
      unsettled: both('unsettled'),
    };
  } finally {
    await mock.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function faults(random: Random, reads: boolean) {
  const share = (most: number) => Math.round(random.next() * most * 1000) / 1000;
  return parseChaos({
    seed: random.whole(0, 2 ** 31),
    latency: [0, random.whole(2, 30)],
    retryAfter: random.whole(0, 1),
    reads,
    faults: {
      '429': share(0.04),
      '503-retry': share(0.03),
      '500-after': share(0.06),
      'reset-before': share(0.06),
      'reset-after': share(0.08),
      truncate: share(0.06),
    },
  });
}

const config = ({ url }: RunningMock, random: Random): string =>
  [
    'environments:',
    '  torture:',
    `    baseUrl: ${url}`,
    '    tokenEnv: TORTURE_TOKEN',
    '    settle: 20ms',
    '    timeout: 2s',
    '    rate: 0',
    `    concurrency: ${random.pick([1, 4, 16])}`,
    '',
  ].join('\n');

/** Mostly while requests leave and answers come; else at any time, the start and the reading of files included. */
function moment(random: Random, requests: number): Moment {
  return random.next() < 0.7
    ? { request: random.whole(1, requests), afterMs: random.whole(0, 25) }
    : { request: null, afterMs: random.whole(50, 700) };
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether the kill came before its end. */
  readonly killed: boolean;
}

function run(
  argv: readonly string[],
  cwd: string,
  moment: Moment | null,
  listen: (onRequest: () => void) => void,
): Promise<Ended> {
  const child = spawn(process.execPath, [BINARY, ...argv], {
    cwd,
    env: { PATH: process.env.PATH, TORTURE_TOKEN: TOKEN, TMPDIR: cwd, TEMP: cwd },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let killing = false;
  const timers = [setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)];
  const killIn = (ms: number) => {
    timers.push(
      setTimeout(() => {
        killing = child.kill('SIGKILL');
      }, ms),
    );
  };
  if (moment?.request === null) killIn(moment.afterMs);
  else if (moment !== null) {
    let seen = 0;
    listen(() => void (++seen === moment.request && killIn(moment.afterMs)));
  }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const timer of timers) clearTimeout(timer);
      resolve({ code, signal, stdout, stderr, killed: killing && signal === 'SIGKILL' });
    });
  });
}

/** All that the service applied, and what it was asked. */
async function truth(mock: RunningMock) {
  const journal: Applied[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const answer = await fetch(`${mock.url}/__mock/journal?after=${after}`);
    const page = (await answer.json()) as { data: Applied[]; next: number | null };
    journal.push(...page.data);
    after = page.next;
  }
  return { journal, stats: mock.stats() };
}
