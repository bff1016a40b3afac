import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ReportRecord } from '../../src/cli/view/report-schema.ts';
import { keyText } from '../../src/contract/kind.ts';
import { startMock } from '../../src/mock/listen.ts';
import type { Postgres } from '../../test/postgres.ts';
import { Random } from '../fixtures/random.ts';
import { type TortureBatch, tortureBatch } from './batch.ts';
import { drawFaults, MAX_LATENCY_MS, TIMEOUT_MS } from './faults.ts';
import { truthOf } from './truth.ts';

/** Number of machines, each with a folder and a ledger of its own. */
const MACHINES = 4;
/** Longer than a busy machine takes to store a record whose request has timed out. */
const ABSENCE_MS = 2 * MAX_LATENCY_MS + TIMEOUT_MS + 1500;
/** The lease of a sender: see `SharedMemory`. */
const LEASE_MS = TIMEOUT_MS + 5000;
/** How often a machine repeats its import under faults, and without. */
const TRIES = 4;
const LAST_TRIES = 8;
/** What a report may say about a record that the service has. */
const STORED: ReadonlySet<string> = new Set(['created', 'unchanged', 'existing']);

/** What happens during a round. */
const EVENTS = ['kill', 'pause', 'crash', 'cut', 'new-folder'] as const;
type Event = (typeof EVENTS)[number];

/** A round of several machines with one memory. */
export interface MachinesRound {
  readonly seed: number;
  readonly events: readonly Event[];
  readonly records: number;
  readonly requests: number;
  readonly runs: number;
  /** Records that the service does not have although a report says so, or at the end. */
  readonly lost: readonly string[];
  /** Records that were sent although the service had them. */
  readonly twice: readonly string[];
  /** Records that ended in another state than the service has them in. */
  readonly wrong: readonly string[];
  readonly broken: readonly string[];
  readonly folder: string;
}

export const isBadRound = ({ lost, twice, wrong, broken }: MachinesRound): boolean =>
  [lost, twice, wrong, broken].some((faults) => faults.length > 0);

interface RunReport {
  readonly run: string;
  readonly records: readonly ReportRecord[];
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly report: RunReport | null;
}

/** A machine: runs commands in a folder of its own. */
class Machine {
  readonly folder: string;
  readonly #program: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #config: string;
  #isNew = false;
  running: ChildProcess | null = null;
  runs = 0;
  readonly history: string[] = [];

  constructor(folder: string, program: string, env: Readonly<Record<string, string>>, config: string) {
    this.folder = folder;
    this.#program = program;
    this.#env = env;
    this.#config = config;
  }

  async prepare(batch: TortureBatch): Promise<void> {
    await mkdir(this.folder);
    await writeFile(join(this.folder, 'trace.config.yaml'), this.#config);
    for (const [name, text] of Object.entries(batch.files)) await writeFile(join(this.folder, name), text);
  }

  /** The state of the machine is gone before its next command, as that of a container. */
  forget(): void {
    this.#isNew = true;
  }

  async run(...argv: readonly string[]): Promise<Ended> {
    this.runs++;
    if (this.#isNew)
      for (const name of ['.trace', '.local'])
        await rm(join(this.folder, name), { recursive: true, force: true });
    this.#isNew = false;
    const child = spawn(process.execPath, [this.#program, ...argv], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: this.folder, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.running = child;
    let output = '';
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    this.running = null;
    this.history.push(`${argv.join(' ')}: ${code} ${output.trim().split('\n').slice(-3).join(' | ')}`);
    const report =
      argv[0] === 'import' && code !== null && printed !== '' ? (JSON.parse(printed) as RunReport) : null;
    return { code, output, report };
  }
}

/**
 * Imports overlapping files from several machines under faults, kills, pauses and a database that stops, until each has
 * ended well, and compares all reports with what the service has.
 */
export async function machinesRound(
  seed: number,
  postgres: Postgres,
  program: string,
): Promise<MachinesRound> {
  const random = new Random(seed);
  const folder = await mkdtemp(join(tmpdir(), 'trace-machines-'));
  const batch = tortureBatch(random, random.whole(60, 160));
  const events = EVENTS.filter(() => random.next() < 0.35);
  const mock = await startMock({
    dataFile: null,
    token: 'torture',
    chaos: { ...drawFaults(random, batch.size, 'http://127.0.0.1:9'), at: {}, expire: null },
  });
  const memory = await postgres.newDatabase();
  const config = [
    'environments:',
    '  torture:',
    `    baseUrl: ${mock.url}`,
    '    tokenEnv: TORTURE_TOKEN',
    '    memoryEnv: TORTURE_MEMORY',
    '    settle: 20ms',
    `    absence: ${ABSENCE_MS}ms`,
    `    timeout: ${TIMEOUT_MS}ms`,
    `    rate: ${random.pick([0, 0, 200])}`,
    `    concurrency: ${random.pick([4, 16])}`,
    '',
  ].join('\n');
  const env = { TORTURE_TOKEN: 'torture', TORTURE_MEMORY: memory, TRACE_YES_TRUST: '1' };
  const machines = Array.from(
    { length: MACHINES },
    (_, at) => new Machine(join(folder, `machine-${at}`), program, env, config),
  );
  const files = Object.keys(batch.files);
  const lost: string[] = [];
  const wrong: string[] = [];
  const broken: string[] = [];
  try {
    for (const machine of machines) await machine.prepare(batch);
    const done = new AbortController();
    const disturbed = disturb(random, machines, events, { postgres, memory, signal: done.signal });
    const reports: RunReport[] = [];
    const work = async (machine: Machine, tries: number) => {
      for (let left = tries; left > 0; left--) {
        const { code, output, report } = await machine.run(
          'import',
          ...files,
          '--env',
          'torture',
          '--json',
          '--no-input',
        );
        if (report !== null) reports.push(report);
        if (code === 0) return true;
        if (code === 1 || (code === 2 && !/memory|mémoire/i.test(output)))
          broken.push(`import ended with ${code}: ${output.slice(-1500)}`);
        if (code === 6) await settle(machine, report!, mock);
        if (code === 8) await sleep(300);
      }
      return false;
    };
    await Promise.all(machines.map((machine) => work(machine, TRIES)));
    done.abort();
    await disturbed;
    // The claims of what was killed become doubts, which the last imports settle.
    await sleep(LEASE_MS);
    for (const machine of machines)
      if (!(await work(machine, LAST_TRIES)))
        broken.push(`${machine.folder} did not end: ${machine.history.at(-1)}`);
    const { journal, stats } = await truthOf(mock);
    const stored = new Set(journal.map(({ kind, family, key }) => `${kind}|${family}|${keyText(key)}`));
    for (const { run, records } of reports)
      for (const { kind, family, key, outcome } of records) {
        const name = `${kind}|${family}|${key}`;
        if (STORED.has(outcome) && !stored.has(name)) lost.push(`run ${run} says that ${name} is ${outcome}`);
        if (outcome === 'rejected' || outcome === 'outdated')
          wrong.push(`run ${run} says that ${name} is ${outcome}`);
      }
    if (stored.size !== batch.size) lost.push(`the service has ${stored.size} of ${batch.size} records`);
    const twice = Object.entries(stats.received).flatMap(([name, received]) => {
      const processed = received - (stats.notStored[name] ?? 0);
      return processed > 1 ? [`${keyText(name)} was processed ${processed} times`] : [];
    });
    const round = {
      ...{ seed, events, records: batch.size, requests: stats.requests },
      runs: machines.reduce((sum, { runs }) => sum + runs, 0),
      ...{ lost, twice, wrong, broken, folder },
    };
    if (isBadRound(round))
      await writeFile(
        join(folder, 'commands.txt'),
        machines.flatMap(({ folder: of, history }) => [of, ...history]).join('\n'),
      );
    else await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    return round;
  } finally {
    await mock.close();
  }
}

/** Settles the records in doubt that nobody can read back, as the operator of the service answers. */
async function settle(
  machine: Machine,
  { run, records }: RunReport,
  mock: Awaited<ReturnType<typeof startMock>>,
): Promise<void> {
  const { journal } = await truthOf(mock);
  const stored = new Set(journal.map(({ kind, family, key }) => `${kind}|${family}|${keyText(key)}`));
  const place = ['--env', 'torture', '--no-input'];
  await machine.run('resolve', run, ...place);
  for (const [way, isThere] of [
    ['--sent', true],
    ['--resend', false],
  ] as const) {
    const keys = records.filter(
      ({ kind, family, key, outcome }) =>
        outcome === 'in-doubt' && stored.has(`${kind}|${family}|${key}`) === isThere,
    );
    if (keys.length > 0)
      await machine.run('resolve', run, way, ...keys.flatMap(({ key }) => ['--key', key]), ...place);
  }
}

interface World {
  readonly postgres: Postgres;
  readonly memory: string;
  readonly signal: AbortSignal;
}

/** Lets the events of a round happen at random moments, until it ends. */
async function disturb(
  random: Random,
  machines: readonly Machine[],
  events: readonly Event[],
  world: World,
): Promise<void> {
  const { postgres, memory, signal } = world;
  if (events.length === 0) return;
  const paused = new Set<ChildProcess>();
  const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
  for (let left = 6; left > 0 && !signal.aborted; left--) {
    await wait(random.whole(50, 1500));
    const machine = random.pick(machines);
    const child = machine.running;
    switch (random.pick(events)) {
      case 'kill':
        child?.kill('SIGKILL');
        break;
      case 'new-folder':
        if (child?.kill('SIGKILL')) machine.forget();
        break;
      case 'pause':
        if (child !== null && !paused.has(child) && child.kill('SIGSTOP')) {
          paused.add(child);
          void wait(3 * LEASE_MS).then(() => child.kill('SIGCONT'));
        }
        break;
      case 'crash':
        await postgres.crash();
        break;
      case 'cut':
        await cutConnections(memory);
    }
  }
}

async function cutConnections(memory: string): Promise<void> {
  const client = new pg.Client(memory);
  client.on('error', () => {});
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trace'",
  );
  await client.end();
}
