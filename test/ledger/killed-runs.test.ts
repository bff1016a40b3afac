import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Ledger } from '../../src/ledger/ledger.ts';
import { ledgerFile, product, pushed, rowsOf, stageRun, supplier, TARGET } from '../send/push/harness.ts';
import { dbOf } from './store-of.ts';

const AT = '2026-11-03T02:00:00.000Z';

let file: ReturnType<typeof ledgerFile>;

beforeEach(() => {
  file = ledgerFile();
});

afterEach(() => file.remove());

/** A run of twelve suppliers that ends, as after a kill, when the eighth request was sent. */
async function killedRun(): Promise<{ run: number; left: string[]; ledger: Ledger }> {
  const ledger = Ledger.open(file.path);
  const { run, service } = await pushed(
    Array.from({ length: 12 }, (_, at) => supplier(`S${at}`)),
    {
      ledger,
      concurrency: 3,
      script: (_, { calls }) => {
        if (calls.length === 8) ledger.close();
        return { type: 'accepted', status: 201, answer: { id: 'id' } };
      },
    },
  );
  return { run, left: service.calls.map(({ key }) => key), ledger: Ledger.open(file.path) };
}

describe('a record of a killed run', () => {
  it('a record of a killed run is in doubt if it may have been sent, not attempted if not, and keeps its outcome if it ended', async () => {
    const { run, left, ledger } = await killedRun();
    const before = rowsOf(ledger, run);
    const sending = before.filter(({ state }) => state === 'sending').map(({ key }) => key);
    const ended = before.filter(({ state }) => state === 'ended').map(({ key }) => key);
    expect(sending.length).toBeGreaterThan(0);
    expect(ended.length).toBeGreaterThan(0);
    expect(new Set([...sending, ...ended])).toEqual(new Set(left));

    const last = ledger.killedRuns.lastEvent(run);
    expect(ledger.killedRuns.settleRuns(TARGET, AT)).toBe(sending.length);
    for (const { key, outcome, state } of rowsOf(ledger, run)) {
      const expected = sending.includes(key)
        ? ['in-doubt', 'ended']
        : ended.includes(key)
          ? ['created', 'ended']
          : ['not-attempted', 'staged'];
      expect([key, outcome, state]).toEqual([key, ...expected]);
    }
    const known = dbOf(ledger).prepare("select key from entries where state = 'in-doubt' order by key").all();
    expect(known.map(({ key }) => key)).toEqual([...sending].sort());
    expect(ledger.runs.list()[0]).toMatchObject({ run, finishedAt: last, exitCode: null, verdict: 'killed' });
    expect(ledger.killedRuns.settleRuns(TARGET, AT)).toBe(0);
    ledger.close();
  });

  it('a record in doubt of a killed run is not sent by the next import and blocks records that refer to it; others are sent', async () => {
    const { run, ledger } = await killedRun();
    const sending = rowsOf(ledger, run)
      .filter(({ state }) => state === 'sending')
      .map(({ key }) => key);
    ledger.killedRuns.settleRuns(TARGET, AT);
    const next = await pushed(
      [
        ...Array.from({ length: 12 }, (_, at) => supplier(`S${at}`)),
        product('P/C/RED', { supplierRef: sending[0]! }),
        product('P/C/BLUE', { supplierRef: 'S11' }),
      ],
      { ledger },
    );
    for (const key of sending) expect(next.outcomes[key]).toBe('in-doubt');
    expect(next.outcomes['P / C / RED']).toBe('blocked');
    expect(next.outcomes['P / C / BLUE']).toBe('created');
    expect(next.service.calls.map(({ key }) => key).filter((key) => sending.includes(key))).toEqual([]);
    const sent = new Set(['created', 'unchanged', 'in-doubt', 'blocked']);
    expect(Object.values(next.outcomes).every((outcome) => sent.has(outcome))).toBe(true);
    ledger.close();
  });

  it('a record of a killed run is not attempted if the run was killed before it sent anything', () => {
    using ledger = Ledger.open(file.path);
    const run = stageRun(ledger, [supplier('S'), { ...supplier('T'), ending: 'invalid' }]);
    expect(ledger.killedRuns.settleRuns(TARGET, AT)).toBe(0);
    expect(rowsOf(ledger, run).map(({ outcome }) => outcome)).toEqual(['not-attempted', 'invalid']);
    const { startedAt, finishedAt } = ledger.runs.list()[0]!;
    expect(finishedAt).toBe(startedAt);
  });

  it('a record of a killed run is not changed if the run has another target or is finished', () => {
    using ledger = Ledger.open(file.path);
    const other = stageRun(ledger, [supplier('S')], { target: 'https://other.example' });
    const done = stageRun(ledger, [supplier('S')]);
    ledger.runs.finish(done, '2026-11-02T03:00:00.000Z', 0, '{}');
    ledger.killedRuns.settleRuns(TARGET, AT);
    expect([...rowsOf(ledger, other), ...rowsOf(ledger, done)].map(({ outcome }) => outcome)).toEqual([
      null,
      null,
    ]);
    expect(ledger.runs.list().map(({ finishedAt }) => finishedAt)).toEqual([
      '2026-11-02T03:00:00.000Z',
      null,
    ]);
  });

  it('a record of a killed run keeps the content that the service accepted earlier for its key', async () => {
    const ledger = Ledger.open(file.path);
    await pushed([supplier('S', { name: 'a' })], { ledger });
    dbOf(ledger).exec("update runs set finished_at = 'x'");
    const run = stageRun(ledger, [supplier('S', { name: 'b' })]);
    dbOf(ledger).prepare("update records set state = 'sending' where run = ?").run(run);
    ledger.killedRuns.settleRuns(TARGET, AT);
    const entry = dbOf(ledger).prepare('select state, taken, body from entries').get()!;
    expect(entry).toMatchObject({ state: 'in-doubt', taken: 1 });
    expect(JSON.parse(entry.body as string)).toMatchObject({ name: 'a' });
    ledger.close();
  });
});
