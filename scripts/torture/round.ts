import { mkdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMock } from '../../src/mock/listen.ts';
import { Random } from '../fixtures/random.ts';
import type { Abilities } from './abilities.ts';
import { type TortureBatch, tortureBatch } from './batch.ts';
import { drawFaults } from './faults.ts';
import type { Judgement } from './judge.ts';
import { RequestLog } from './log.ts';
import { drawModes, type Mode } from './modes.ts';
import { Person } from './person.ts';
import { configOf, drawPlan } from './plan.ts';
import { installProgram } from './process.ts';
import { Trial } from './trial.ts';
import { type V3Batch, v3Batch, withIds } from './v3.ts';
import { Work } from './work.ts';

export interface RoundOptions {
  readonly seed: number;
  /** Approximate number of records; by default random. */
  readonly records?: number | undefined;
  /** The program under test, as a file that Node runs, and what it supports. */
  readonly program: string;
  readonly abilities: Abilities;
  /** What may happen. */
  readonly modes: readonly Mode[];
}

/** The result of a round. */
export interface Round extends Judgement {
  readonly seed: number;
  readonly modes: readonly Mode[];
  readonly records: number;
  /** Number of records in the service at the end. */
  readonly stored: number;
  readonly requests: number;
  readonly ms: number;
  readonly counts: Trial['counts'];
  /** Number of records that a list showed as in doubt. */
  readonly inDoubt: number;
  readonly settled: Person['settled'];
  /** Number of requests whose record was to be stored late. */
  readonly late: number;
  /** Number of reports that were compared with the service, including the last one. */
  readonly reports: number;
  /** Injected faults, by name. */
  readonly faults: Readonly<Record<string, number>>;
  /** Damages after which records were nevertheless sent. */
  readonly sentAfterDamage: readonly string[];
  /** Unexpected ends and outputs of the program, and requests to another address. */
  readonly broken: readonly string[];
  /** The folder of its files, which is kept if something went wrong. */
  readonly folder: string;
}

/**
 * Imports and updates a batch under faults, interruptions and damaged files, and continues as a person does until
 * everything that can be settled is settled. Then compares every report with what the service received and stored.
 */
export async function tortureRound(options: RoundOptions): Promise<Round> {
  const { seed, program, abilities } = options;
  const started = Date.now();
  const random = new Random(seed);
  const modes = drawModes(random, options.modes);
  const plan = drawPlan(random, modes, options.records);
  const folder = await mkdtemp(join(tmpdir(), 'trace-torture-'));
  const batch = modes.has('v3') ? v3Batch(random, plan.records) : tortureBatch(random, plan.records);
  let strayed = 0;
  const elsewhere = await listen(() => strayed++);
  const log = new RequestLog();
  const mock = await startMock({
    dataFile: null,
    chaos: drawFaults(random, batch.size, addressOf(elsewhere), plan.late),
    refreshMs: plan.refreshMs,
    before: log.before,
    after: log.after,
  });
  let keep = true;
  try {
    installProgram(folder, program);
    mkdirSync(join(folder, 'out dir'));
    for (const [file, text] of Object.entries(filesOf(batch))) await writeFile(join(folder, file), text);
    await writeFile(join(folder, 'trace.config.yaml'), configOf(plan, mock.url, abilities));
    const trial = new Trial({ random, modes, mock, log, folder, program, ...plan.trial(folder) });
    const sheets = { give: (ids: ReadonlyMap<string, string>) => giveIds(folder, batch, ids) };
    const { absenceMs, asks } = plan;
    const person = new Person({ random, modes, trial, log, sheets, absenceMs, asks });
    const work = new Work({ batch, plan, trial, person, log, abilities, modes, random, folder });
    const faults = await work.judgeAll();
    const { stats, journal } = await trial.truth();
    if (strayed > 0) trial.broken.push(`${strayed} requests went where a redirect pointed`);
    const round: Round = {
      seed,
      modes: [...modes],
      records: batch.size,
      stored: journal.filter(({ change }) => change !== 'update').length,
      requests: log.requests,
      ms: Date.now() - started,
      counts: trial.counts,
      inDoubt: person.inDoubt.size,
      settled: person.settled,
      late: Object.entries(stats.faults).reduce(
        (sum, [name, times]) => sum + (name.endsWith('-late') ? times : 0),
        0,
      ),
      reports: trial.statements.length,
      faults: stats.faults,
      sentAfterDamage: trial.sentAfterDamage,
      broken: trial.broken,
      folder,
      ...faults,
    };
    keep = isBad(round);
    if (keep) await writeFile(join(folder, 'commands.txt'), [...trial.history, ''].join('\n'));
    return round;
  } finally {
    await mock.close();
    elsewhere.close();
    if (!keep) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Whether something went wrong in a round. */
export const isBad = ({ lost, wrong, twice, unsettled, broken }: Round): boolean =>
  [lost, wrong, twice, unsettled, broken].some((faults) => faults.length > 0);

/** Writes the sheets of a batch again, with these ids of records. */
async function giveIds(folder: string, batch: TortureBatch, ids: ReadonlyMap<string, string>): Promise<void> {
  for (const [file, text] of Object.entries(batch.files)) {
    const kind = file.replace(/s\.csv$/, '');
    const own = [...ids].filter(([name]) => name.startsWith(`${kind}|`));
    if (own.length === 0) continue;
    const byKey = new Map(own.map(([name, id]) => [name.split('|')[2]!, id]));
    await writeFile(join(folder, file), withIds(text, byKey));
  }
}

/** All files of a batch, by name. */
function filesOf(batch: TortureBatch | V3Batch): Record<string, string> {
  const sheets = 'updates' in batch ? batch.updates.flat() : [];
  return { ...batch.files, ...Object.fromEntries(sheets.map(({ file, text }) => [file, text])) };
}

/** Starts a server at another address, which no request may reach. */
async function listen(strayed: () => void): Promise<Server> {
  const server = createServer((_, response) => {
    strayed();
    response.writeHead(201).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
