import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { Random } from '../../scripts/fixtures/random.ts';
import { judge, receivedName } from '../../scripts/torture/judge.ts';
import type { ReportRecord } from '../../src/cli/view/report-schema.ts';
import { keyText } from '../../src/contract/kind.ts';
import { type RunningMock, startMock } from '../../src/mock/listen.ts';
import { start, type Working } from '../binary/harness.ts';
import { folderWith, journalOf, TOKEN, trace } from '../cli/commands/harness.ts';
import { EXHAUSTIVE, SLOW } from '../effort.ts';
import { STAND_IN } from '../mock/sound-body.ts';
import { BATCH, SIZE } from './batch.ts';
import { damage, filesOf } from './damage.ts';
import { configOf } from './place.ts';
import { expectSentence, IMPORT } from './settle.ts';

/** The ledgers that `npm test` damages. */
const SAMPLE = 8;
/** Number of damaged ledgers. */
const CASES = Number(process.env.TRACE_CORRUPTIONS ?? (EXHAUSTIVE ? 24 : SLOW ? 16 : SAMPLE));
/** The slow tests leave the first ledgers to `npm test`. */
const FIRST = SLOW && !EXHAUSTIVE && process.env.TRACE_CORRUPTIONS === undefined ? SAMPLE + 1 : 1;
/** Repeats one case. */
const ONLY = process.env.TRACE_CORRUPTION;

/** Number of responses before the run is killed; null: it is not killed. */
const KILLS = [2, 4, 6, 8, null];

interface Base {
  readonly folder: string;
  /** The output of `runs report` while the ledger is undamaged. */
  readonly report: string;
}

const recordsOf = (report: string) => (JSON.parse(report) as { records: ReportRecord[] }).records;

/**
 * Checks that every record is reported as from the undamaged ledger. Only the last commit may be missing, after a
 * kill between it and the marker: no request followed it, and its records are still `sending`.
 */
function expectSame(
  records: readonly ReportRecord[],
  whole: readonly ReportRecord[],
  out: ReadonlySet<string>,
): void {
  const states = (all: readonly ReportRecord[]) =>
    all.filter(({ key }) => !out.has(key!)).map(({ kind, key, outcome, id }) => ({ kind, key, outcome, id }));
  expect(states(records)).toEqual(states(whole));
}

/** Keys of the records that are `sending` in the ledger. */
function outIn(state: string): Set<string> {
  using db = new DatabaseSync(path.join(state, 'ledger.db'), { readOnly: true });
  const rows = db.prepare("select key from records where state = 'sending'").all();
  return new Set(rows.map(({ key }) => keyText(String(key))));
}

/** A fixed address with another service behind it in each case. */
async function fixedAddress(): Promise<{ url: string; behind: { mock: RunningMock } }> {
  const behind = {} as { mock: RunningMock };
  const server = createServer((from, to) => {
    const { port } = new URL(behind.mock.url);
    const onward = httpRequest(
      { host: '127.0.0.1', port, path: from.url, method: from.method, headers: from.headers },
      (answer) => answer.pipe(to.writeHead(answer.statusCode!, answer.headers)),
    );
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, behind };
}

test(`with ${CASES} ledgers of which a file is damaged, trace sends nothing twice and reports no wrong state`, {
  tags: ['sampled'],
  timeout: 1_800_000,
}, async () => {
  const { url, behind } = await fixedAddress();
  const at = await folderWith();
  const cwd = path.join(at, 'work');
  const home = path.join(cwd, 'home');
  const env = { TRACE_HOME: home };
  const state = path.join(cwd, '.trace');
  const data = path.join(cwd, 'service.db');
  const bases = new Map<number | null, Base>();

  const ends = { continued: 0, stopped: 0 };
  const seeds = ONLY === undefined ? Array.from({ length: CASES }, (_, at) => FIRST + at) : [Number(ONLY)];
  for (const seed of seeds) {
    const random = new Random(seed);
    const kill = random.pick(KILLS);
    if (!bases.has(kill)) bases.set(kill, await makeBase(kill));
    const { folder, report } = bases.get(kill)!;
    rmSync(cwd, { recursive: true, force: true });
    cpSync(folder, cwd, { recursive: true });
    behind.mock = await startMock({ dataFile: data, token: TOKEN, projectTypes: STAND_IN });
    const done = damage(random.pick(filesOf(state, home)), random);
    try {
      ends[await judged(random, report)]++;
    } catch (error) {
      throw new Error(`seed ${seed}, killed at ${kill}: ${done}\n${error}`, { cause: error });
    } finally {
      await behind.mock.close();
    }
  }
  if (ONLY !== undefined) return;
  expect(ends.stopped).toBeGreaterThan(CASES / 8);
  expect(ends.continued).toBeGreaterThan(CASES / 8);

  /** A finished import of the suppliers, and a killed import of everything, with the state of both. */
  async function makeBase(killAt: number | null): Promise<Base> {
    rmSync(cwd, { recursive: true, force: true });
    mkdirSync(cwd);
    for (const [name, text] of Object.entries(BATCH)) writeFileSync(path.join(cwd, name), text);
    writeFileSync(path.join(cwd, 'trace.config.yaml'), configOf({ url } as RunningMock));
    let answered = 0;
    let killed: Working | undefined;
    behind.mock = await startMock({
      dataFile: data,
      token: TOKEN,
      projectTypes: STAND_IN,
      before: async ({ method }) => {
        if (method !== 'POST' || killed === undefined || killAt === null || ++answered < killAt) return null;
        killed.child.kill('SIGKILL');
        await killed.done;
        // One of the open requests is stored, without the tool knowing.
        return answered === killAt ? null : new Response('gone', { status: 500 });
      },
    });
    const first = await trace(['import', 'suppliers.csv', '--env', 'sandbox'], { cwd, env });
    expect(first.code, first.stderr).toBe(0);
    killed = start(IMPORT, cwd, env);
    expect((await killed.done).code).toBe(killAt === null ? 0 : null);
    await behind.mock.close();
    const folder = path.join(at, `base-${killAt}`);
    cpSync(cwd, folder, { recursive: true });
    const look = await trace(['runs', 'report'], { cwd, env });
    expect(look.code, look.stderr).toBe(0);
    return { folder, report: look.stdout };
  }

  async function judged(random: Random, whole: string): Promise<'continued' | 'stopped'> {
    const stored = new Set((await journalOf(behind.mock)).map(receivedName));
    const look = await trace(['runs', 'report'], { cwd, env });
    expectSentence(look);
    if (look.code === 0) expectSame(recordsOf(look.stdout), recordsOf(whole), outIn(state));
    else expect([look.code, look.stdout]).toEqual([2, '']);

    const listed = await trace(['runs', 'list'], { cwd, env });
    expectSentence(listed);

    const argv = random.next() < 0.5 ? IMPORT : ['resume'];
    let ran = await trace(argv, { cwd, env });
    expectSentence(ran);
    const end = ran.code === 2 ? 'stopped' : 'continued';
    expect(Object.keys(behind.mock.stats().received).filter((name) => stored.has(name))).toEqual([]);
    if (end === 'stopped') {
      expect(ran.stderr).toMatch(
        /Nothing was sent|is damaged|cannot be|is not a ledger|newer version of trace|is a link|nothing was imported/,
      );
      expect(behind.mock.stats().received).toEqual({});
      // The commands that it advises also report the truth.
      ran = await trace([...IMPORT, random.next() < 0.5 ? '--new-ledger' : '--restore-ledger'], { cwd, env });
      expectSentence(ran);
      if (ran.code === 2) return end;
    }
    const report = await trace(['runs', 'report'], { cwd, env });
    if (report.code === 2) {
      // The damage did not affect this command.
      expect([argv, report.stderr]).toEqual([['resume'], expect.stringContaining('is damaged')]);
      expect(behind.mock.stats().received).toEqual({});
      return 'stopped';
    }
    expect(report.code, report.stderr).toBe(0);
    const records = recordsOf(report.stdout);
    const journal = await journalOf(behind.mock);
    expect(journal.length).toBe(new Set(journal.map(receivedName)).size);
    const said = judge({ size: SIZE, records, journal, stats: behind.mock.stats() });
    // Without its ledger the tool sends known records, and the service reports that they exist.
    const lost =
      end === 'stopped' ? said.lost.filter((text) => !text.includes('no other sent it')) : said.lost;
    expect(lost).toEqual([]);
    return end;
  }
});
