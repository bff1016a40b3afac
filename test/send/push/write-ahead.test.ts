import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../../../src/contract/kind.ts';
import { kindNamed } from '../../../src/contract/registry.ts';
import { TraceError } from '../../../src/errors.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import {
  ANSWERS,
  countCommits,
  failCommits,
  type Given,
  ledgerFile,
  product,
  pushed,
  rowsOf,
  type Script,
  seeded,
  supplier,
} from './harness.ts';

const suppliers = (count: number): Given[] =>
  Array.from({ length: count }, (_, index) => supplier(`S${index + 1}`));

let file: ReturnType<typeof ledgerFile>;
let ledger: Ledger;
const loose: unknown[] = [];
const onLoose = (reason: unknown) => void loose.push(reason);

beforeEach(() => {
  file = ledgerFile();
  ledger = Ledger.open(file.path);
  loose.length = 0;
  process.on('unhandledRejection', onLoose);
});

afterEach(() => {
  process.off('unhandledRejection', onLoose);
  ledger.close();
  file.remove();
  expect(loose).toEqual([]);
});

describe('the ledger on the disk', () => {
  it('the ledger on the disk has the record as sending, with one open attempt, before its request is sent', async () => {
    const other = new DatabaseSync(file.path, { readOnly: true });
    const state = other.prepare('select state, outcome, attempts from records where kind = ? and key = ?');
    const tries = other.prepare(
      `select count(*) as count from attempts join records on record = id
       where key = ? and attempt = ? and ended_at is null`,
    );
    const random = seeded(3);
    const seen: unknown[] = [];
    const script: Script = ({ kind, body, attempt }) => {
      const key = keyOf(kindNamed('v2', kind), body);
      seen.push({ ...state.get(kind, key), ...tries.get(key, attempt) });
      return attempt === 1 && random() < 0.2 ? ANSWERS.unsent : ANSWERS.accepted;
    };
    const records = [...suppliers(40), ...suppliers(40).map((_, at) => product(`P${at}/C/RED`))];
    const run = await pushed(records, { ledger, script, latencyMs: () => Math.floor(random() * 50) });
    expect(run.service.calls.length).toBeGreaterThan(80);
    expect(seen).toEqual(
      run.service.calls.map(({ attempt }) => ({
        state: 'sending',
        outcome: null,
        attempts: attempt,
        count: 1,
      })),
    );
    other.close();
  });

  it('the ledger on the disk has the outcome of a record before the outcome is reported', async () => {
    const other = new DatabaseSync(file.path, { readOnly: true });
    const outcome = other.prepare('select outcome from records where key = ?');
    const known = other.prepare('select state from entries where key = ?');
    const told: unknown[] = [];
    await pushed(suppliers(30), {
      ledger,
      script: ({ key }) => (key === 'S7' ? ANSWERS.unknown : ANSWERS.accepted),
      onEvent: (event) => {
        if (event.type !== 'row') return;
        told.push([event.outcome, outcome.get(event.key)?.outcome, known.get(event.key)?.state]);
      },
    });
    expect(told).toHaveLength(30);
    expect(new Set(told.map((row) => JSON.stringify(row)))).toEqual(
      new Set(['["created","created","accepted"]', '["in-doubt","in-doubt","in-doubt"]']),
    );
    other.close();
  });
});

describe('a ledger that cannot be written', () => {
  it('a ledger that cannot be written at the first record makes the push fail before anything is sent', async () => {
    let armed = false;
    failCommits(ledger, () => armed);
    const run = await pushed(suppliers(50), {
      ledger,
      onEvent: ({ type }) => {
        armed ||= type === 'wave-started';
      },
    });
    expect(run.error).toBeInstanceOf(TraceError);
    expect(run.error).toMatchObject({ code: 'ledger-io' });
    expect(run.service.calls).toEqual([]);
    expect(new Set(rowsOf(ledger, run.run).map(({ state, outcome }) => `${state} ${outcome}`))).toEqual(
      new Set(['staged null']),
    );
  });

  it('a ledger that cannot be written at any one commit has every record that was sent as sending or ended', async () => {
    for (let failing = 1; ; failing++) {
      const own = ledgerFile();
      const broken = Ledger.open(own.path);
      let armed = false;
      let failed = false;
      let commits = 0;
      failCommits(broken, () => {
        const fails = armed && ++commits === failing;
        failed ||= fails;
        return fails;
      });
      const run = await pushed([...suppliers(7), product('P/C/RED', { supplierRef: 'S1' })], {
        ledger: broken,
        concurrency: 3,
        settleMs: 0,
        latencyMs: () => 10,
        onEvent: ({ type }) => {
          armed ||= type === 'wave-started';
        },
      });
      const rows = rowsOf(broken, run.run);
      const left = new Set(run.service.calls.map(({ key }) => key));
      for (const { key, state, outcome } of rows) {
        expect([key, state, outcome]).toEqual([
          key,
          ...(!left.has(key)
            ? [state === 'sending' ? state : 'staged', failed ? null : 'not-attempted']
            : state === 'sending'
              ? ['sending', null]
              : ['ended', 'created']),
        ]);
      }
      expect(run.service.calls).toHaveLength(left.size);
      expect(run.service.out).toBe(0);
      expect(run.error === undefined).toBe(!failed);
      broken.close();
      own.remove();
      if (!failed) {
        expect(failing).toBeGreaterThan(8);
        return;
      }
    }
  });

  it('a ledger that was closed makes the push fail after the open requests have ended', async () => {
    const run = await pushed(suppliers(50), {
      ledger,
      script: (_, service) => {
        if (service.calls.length === 20) ledger.close();
        return ANSWERS.accepted;
      },
    });
    expect(run.error).toBeInstanceOf(Error);
    expect(run.service.out).toBe(0);
    const again = Ledger.open(file.path);
    const left = rowsOf(again, run.run);
    for (const { key } of run.service.calls)
      expect(left.find((row) => row.key === key)?.state).toMatch(/^(sending|ended)$/);
    // Only the requests that were open when it closed could have been sent.
    expect(left.filter(({ state }) => state !== 'staged').length).toBeLessThanOrEqual(
      20 + run.service.mostOut,
    );
    again.close();
  });
});

describe('group commit', () => {
  it('group commit needs fewer than 400 commits for 1,000 records with 64 concurrent requests', async () => {
    const staging = Ledger.temporary(null);
    const commits = countCommits(staging);
    const run = await pushed(suppliers(1000), { ledger: staging, concurrency: 64 });
    expect(new Set(Object.values(run.outcomes))).toEqual(new Set(['created']));
    expect(commits()).toBeLessThan(400);
  });
});
