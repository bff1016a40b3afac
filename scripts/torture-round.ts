import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyText } from '../src/contract/kind.ts';
import { type RunningMock, startMock } from '../src/mock/listen.ts';
import { Random } from './fixture-random.ts';
import { tortureBatch } from './torture-batch.ts';
import { drawFaults, TIMEOUT_MS } from './torture-faults.ts';
import { type Applied, isSettled, type Judgement, judge, receivedName } from './torture-judge.ts';
import { type Report, Trial } from './torture-trial.ts';

const RESUME = ['resume', '--json'];
/** Runs of the binary until all is settled; a round that needs more is at fault. */
const MOST_RUNS = 40;

export interface RoundOptions {
  readonly seed: number;
  /** About how many records are imported. */
  readonly records: number;
  /** The program under test, as a file that Node runs. */
  readonly program: string;
}

/** What a round came to. */
export interface Round extends Judgement {
  readonly seed: number;
  readonly records: number;
  readonly runs: number;
  readonly kills: number;
  readonly requests: number;
  /** Records in doubt when nothing but a person's word could bring them further. */
  readonly inDoubt: number;
  /** How many of those a word settled in the end: all, or none. */
  readonly told: number;
  /** Records that the service has at the end. */
  readonly stored: number;
  /** What was injected, by name. */
  readonly faults: Readonly<Record<string, number>>;
  /** Ends of the binary that neither a kill nor a fault explains, and requests that went to another address. */
  readonly broken: readonly string[];
}

/**
 * Imports a batch under faults, kills what imports it, and goes on until nothing is left that can be settled. In every
 * second round what is then held is settled as the journal of the service tells, and everything has to get in.
 */
export async function tortureRound({ seed, records: size, program }: RoundOptions): Promise<Round> {
  const random = new Random(seed);
  const folder = await mkdtemp(join(tmpdir(), 'trace-torture-'));
  const batch = tortureBatch(random, size);
  let strayed = 0;
  const elsewhere = await listen(() => strayed++);
  let trial: Trial | null = null;
  const mock = await startMock({
    dataFile: null,
    chaos: drawFaults(random, batch.size, addressOf(elsewhere)),
    before: () => {
      trial?.onRequest();
      return null;
    },
  });
  try {
    const files = Object.keys(batch.files);
    for (const [file, text] of Object.entries(batch.files)) await writeFile(join(folder, file), text);
    await writeFile(join(folder, 'trace.config.yaml'), config(mock, random));
    trial = new Trial({ random, mock, folder, program, kills: random.whole(1, 4) });
    const wordIsGiven = random.next() < 0.5;
    const importing = ['import', ...files, '--env', 'torture', '--json'];

    const settled = await untilSettled(trial, importing, { random, size: batch.size, wordIsGiven });
    const { held, resent } = settled;
    const judged = async (records: Report['records']) =>
      judge({ size: batch.size, records, resent, ...(await trial!.truth()) });
    let { records } = settled.report;
    const judgement = await judged(records);
    // The whole input once more: what was taken is known, what is held stays held, and nothing is asked.
    if (trial.broken.length === 0 && records.every(isSettled)) {
      const { requests } = mock.stats();
      trial.spare();
      await trial.push(importing, batch.size);
      const asked = mock.stats().requests - requests;
      if (asked > 0) trial.broken.push(`the last import sent ${asked} requests, and all was settled`);
      ({ records } = await trial.report());
      const doubts = wordIsGiven ? await trial.doubts() : 0;
      if (doubts > 0) trial.broken.push(`${doubts} rows of earlier runs are in doubt, and all is settled`);
    }
    const again = await judged(records);
    const { journal, stats } = await trial.truth();
    if (strayed > 0) trial.broken.push(`${strayed} requests went where a redirect pointed`);
    const both = (part: 'lost' | 'unsettled') => [...new Set([...judgement[part], ...again[part]])];
    const open = wordIsGiven ? records.filter((record) => !isIn(record)) : [];
    return {
      seed,
      records: batch.size,
      runs: trial.runs,
      kills: trial.kills,
      requests: stats.requests,
      inDoubt: held,
      told: wordIsGiven ? held : 0,
      stored: journal.length,
      faults: stats.faults,
      broken: trial.broken,
      lost: both('lost'),
      // The service counts on: the second look has what the first had.
      twice: again.twice,
      repeats: again.repeats,
      unsettled: [
        ...both('unsettled'),
        ...open.map(
          ({ kind, key, outcome }) => `${kind} ${key} is ${outcome}, after a word was given for all`,
        ),
      ],
    };
  } finally {
    await mock.close();
    elsewhere.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const isIn = ({ outcome }: Report['records'][number]): boolean =>
  outcome === 'created' || outcome === 'unchanged';

interface Going {
  readonly random: Random;
  /** Number of records. */
  readonly size: number;
  /** Whether what is held is settled by a person who looked. */
  readonly wordIsGiven: boolean;
}

/** Imports and goes on until nothing is left to do. Gives the last report, how many records a word was needed for, and which were sent again at a word. */
async function untilSettled(
  trial: Trial,
  importing: readonly string[],
  { random, size, wordIsGiven }: Going,
): Promise<{ report: Report; held: number; resent: ReadonlySet<string> }> {
  let report: Report = { run: '', records: [] };
  const held = new Set<string>();
  const resent = new Set<string>();
  let verified = false;
  let argv = importing;
  for (let runs = 0; runs < MOST_RUNS; runs++) {
    const most = argv === importing ? Math.ceil(size * 0.7) : Math.ceil(size / 6);
    const end = await trial.push(argv, most);
    if (trial.broken.length > 0) break;
    if (end === 'killed') argv = random.next() < 0.25 ? importing : RESUME;
    // Killed before all of the input was in the ledger: nothing was sent, and the tool says to import again.
    else if (end === 'unread') argv = importing;
    else {
      report = await trial.report();
      argv = report.records.length === 0 ? importing : RESUME;
      if (report.records.length === 0) continue;
      if (report.records.every(isIn)) break;
      const doubtful = report.records.filter(({ outcome }) => outcome === 'in-doubt');
      // Without a doubt nothing is held: what is blocked is what a word has just set free.
      if (doubtful.length === 0 || !report.records.every(isSettled)) continue;
      for (const { key } of doubtful) held.add(key);
      if (!verified) argv = ['resolve', '--verify'];
      else if (wordIsGiven) argv = wordOf(report.run, doubtful, (await trial.truth()).journal, resent);
      else break;
      verified = true;
    }
  }
  return { report, held: held.size, resent };
}

/** What a person would type who looked into the service: some are there, or else none is. Notes what is sent again. */
function wordOf(
  run: string,
  doubtful: Report['records'],
  journal: readonly Applied[],
  resent: Set<string>,
): string[] {
  const there = new Set(journal.map(({ kind, key }) => `${kind} ${keyText(key)}`));
  const sent = doubtful.filter(({ kind, key }) => there.has(`${kind} ${key}`));
  if (sent.length === 0)
    for (const { kind, family, key } of doubtful)
      resent.add(receivedName({ kind, family: family ?? '', key }));
  const keys = (sent.length > 0 ? sent : doubtful).flatMap(({ key }) => ['--key', key]);
  return ['resolve', run, sent.length > 0 ? '--sent' : '--resend', '--kind', 'supplier', ...keys];
}

const config = ({ url }: RunningMock, random: Random): string =>
  [
    'environments:',
    '  torture:',
    `    baseUrl: ${url}`,
    '    tokenEnv: TORTURE_TOKEN',
    '    settle: 20ms',
    `    timeout: ${TIMEOUT_MS}ms`,
    '    rate: 0',
    `    concurrency: ${random.pick([1, 4, 16])}`,
    '',
  ].join('\n');

/** Another address, where no request of ours has any business. */
async function listen(strayed: () => void): Promise<Server> {
  const server = createServer((_, response) => {
    strayed();
    response.writeHead(201).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
