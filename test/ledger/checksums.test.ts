import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeRecords, unsound } from '../../src/ledger/checksums.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import { type Ending, Sending } from '../../src/ledger/sending.ts';
import { Stage } from '../../src/ledger/stage.ts';
import { storeOf } from '../../src/ledger/store.ts';
import { ANSWERS, ledgerFile, pushed, stageRun, supplier } from '../import/push/harness.ts';

let file: ReturnType<typeof ledgerFile>;

beforeEach(() => {
  file = ledgerFile();
});

afterEach(() => file.remove());

/** Changes like those of another program or a bad disk: without the triggers that update the checksums. */
function changed(sql: string): string | null {
  const db = new DatabaseSync(file.path);
  db.exec('begin');
  const { changes } = db.prepare(sql).run();
  expect(changes, sql).toBeGreaterThan(0);
  const reason = unsound(db, 'all');
  db.exec('rollback');
  db.close();
  return reason;
}

async function sent(): Promise<number> {
  const ledger = Ledger.open(file.path);
  const { run } = await pushed([supplier('A'), supplier('B'), supplier('C')], {
    ledger,
    script: (_, { calls }) =>
      calls.length === 2
        ? { type: 'unknown', error: 'lost' }
        : { type: 'accepted', status: 201, answer: { id: 'id' } },
  });
  storeOf(ledger)
    .db.prepare(
      "insert into refs(record, run, field, kind, key, partial) select id, run, 'f', 'supplier', 'A', 0 from records where key = 'B'",
    )
    .run();
  storeOf(ledger)
    .db.prepare("insert into updates(record, asked) select id, 1 from records where key = 'C'")
    .run();
  storeOf(ledger)
    .db.prepare("insert into sent(record, attempt, body) select id, 1, '{}' from records where key = 'C'")
    .run();
  storeOf(ledger).db.prepare("insert into marks(target, seq) values ('t', 1)").run();
  ledger.close();
  return run;
}

describe('rows of a ledger', () => {
  it('are sound as they are written, changed, replaced and removed', async () => {
    await sent();
    using ledger = Ledger.open(file.path);
    const { db } = storeOf(ledger);
    ledger.check('all');
    db.exec("update records set batch = 'W2'");
    db.exec(
      "insert or replace into attempts(record, attempt, started_at) select record, attempt, 'now' from attempts",
    );
    db.exec(
      'insert or ignore into refs(record, run, field, kind, key, partial) select record, run, field, kind, key, 1 from refs',
    );
    db.exec(
      "insert or ignore into refs(record, run, field, kind, key, partial) select record, run, 'g', kind, key, 1 from refs",
    );
    db.exec("delete from entries where key = 'A'");
    db.exec("delete from records where key = 'A'");
    db.exec('insert into marks(target, seq) values (1, 1) on conflict do update set seq = seq + 1');
    ledger.check('all');
    ledger.inTransaction(() => db.exec('delete from refs'));
    expect(() =>
      ledger.inTransaction(() => {
        db.exec('delete from records');
        throw new Error('half way');
      }),
    ).toThrow('half way');
    ledger.check('all');
  });

  it.each([
    ['records', "update records set outcome = 'created' where outcome = 'in-doubt'"],
    ['records', "update records set state = 'staged', outcome = null where key = 'A'"],
    ['records', "update records set body = replace(body, 'A', 'a') where key = 'A'"],
    ['records', "update records set answer = '' where answer is null"],
    ['records', "delete from records where key = 'A'"],
    [
      'records',
      "insert into records select id + 100, run, kind, family, 'D', batch, wave, body, hash, share_key, share_hash, sheet_id, row, status, outcome, state, answer, messages, blocked_by, attempts, sum from records where key = 'A'",
    ],
    ['records', 'update records set sum = sum + 1'],
    ['entries', "update entries set state = 'existing' where state = 'accepted'"],
    ['entries', "update entries set key = 'Z' where key = 'A'"],
    ['entries', "delete from entries where key = 'A'"],
    ['refs', "update refs set key = 'B'"],
    ['refs', 'delete from refs'],
    ['updates', 'update updates set doubt = 1'],
    ['updates', 'delete from updates'],
    ['sent', "update sent set body = '[]'"],
    ['attempts', "update attempts set started_at = '2020' where attempt = 1"],
    ['runs', "update runs set environment = 'other'"],
    ['sheets', "update sheets set file = 'b.csv'"],
    ['marks', 'update marks set seq = 0'],
    ['identity', "update identity set id = ''"],
  ])('of %s are missed when something else writes: %s', async (table, sql) => {
    await sent();
    expect(changed(sql)).toMatch(new RegExp(`^rows of ${table}\\b`));
  });

  it('are not looked at in tables of another make', async () => {
    await sent();
    const bytes = readFileSync(file.path, 'latin1');
    expect(bytes).toContain("default 'staged'");
    writeFileSync(file.path, bytes.replaceAll("default 'staged'", "default 'ended '"), 'latin1');
    using again = new DatabaseSync(file.path);
    expect(unsound(again, [])).toBe('its tables were changed by another program');
  });

  it('have the checksums of the triggers if many are staged and changed at once', () => {
    const text = fc.string({ unit: 'binary', maxLength: 8 });
    const staged = fc.record({ key: text, batch: text, body: text, shareKey: fc.option(text), to: text });
    using ledger = Ledger.open(file.path);
    const { db } = storeOf(ledger);
    fc.assert(
      fc.property(fc.array(staged, { minLength: 1, maxLength: 45 }), (records) => {
        const run = stageRun(ledger, []);
        const stage = new Stage(ledger, run, true);
        const sheetId = stage.sheet('a.csv', 'a', 'supplier', {});
        for (const [at, { to, ...record }] of records.entries())
          stage.record({
            ...{ ...record, kind: 'supplier', family: '', hash: 'h', shareHash: null, sheetId, row: at + 2 },
            ending: at % 2 === 0 ? null : 'invalid',
            references: [0, 1, 1].map((n) => ({ field: `f${n}`, to: 'supplier', key: to, partial: false })),
          });
        stage.commit();
        ledger.check('all');
        const sums = () => db.prepare('select id, sum from records where run = ? order by id').all(run);
        const before = sums();
        expect(changeRecords(db, run, "outcome = 'created'", 'outcome is null')).toBe(
          Math.ceil(records.length / 2),
        );
        ledger.check('all');
        expect(sums()).not.toEqual(before);
        changeRecords(db, run, 'outcome = null', "outcome = 'created'");
        expect(sums()).toEqual(before);
        db.prepare('update records set batch = batch where run = ?').run(run);
        db.prepare('update refs set partial = partial where run = ?').run(run);
        expect(sums()).toEqual(before);
        ledger.check('all');
      }),
      { numRuns: 25 },
    );
  });

  it('of a request are sealed without the triggers, whatever texts they have', async () => {
    const ledger = Ledger.open(file.path);
    const { db } = storeOf(ledger);
    const odd = ['A', 'B\u0000b', 'C\u{1f600}', 'D\ud800'].map((key) => supplier(key));
    const plain = Array.from({ length: 20 }, (_, at) => supplier(`S${at}`));
    const triggers = db.prepare("select name from temp.sqlite_master where type = 'trigger'").all();
    const { run } = await pushed([...plain, ...odd], {
      ledger,
      concurrency: 4,
      script: ({ key, attempt }) =>
        key === 'S7' && attempt === 1 ? ANSWERS.unsent : key === 'S8' ? ANSWERS.refused : ANSWERS.accepted,
    });
    ledger.check('all');
    expect(triggers.length).toBeGreaterThan(0);
    const again = stageRun(ledger, [supplier('X'), supplier('Y')]);
    db.exec("update records set wave = 1, status = 'new' where wave is null");
    for (const { name } of triggers)
      if (!String(name).startsWith('marks')) db.exec(`drop trigger temp."${name}"`);
    const sending = new Sending(ledger, again);
    for (const { id } of sending.next('supplier', 1, { batch: '', id: 0 }, 10)) {
      await sending.sending(id, 1, '2026-01-01T00:00:00.000Z');
      const end = {
        outcome: 'created',
        status: 201,
        messages: ['é'],
        answer: '{"id":"1"}',
        entry: 'accepted',
      };
      await sending.ended(id, 1, '2026-01-01T00:00:01.000Z', end as Ending);
    }
    ledger.check('all');
    expect(db.prepare("select count(*) as n from entries where key in ('X', 'Y')").get()).toEqual({ n: 2 });
    expect(run).toBeLessThan(again);
    ledger.close();
  });

  it('are checked once more when they are about to be sent', () => {
    const ledger = Ledger.open(file.path);
    const run = stageRun(ledger, [supplier('A')]);
    storeOf(ledger).db.exec('update records set wave = 1');
    const other = new DatabaseSync(file.path);
    other.exec("update records set body = '{}'");
    other.close();
    const sending = new Sending(ledger, run);
    expect(() => sending.next('supplier', 1, { batch: '', id: 0 }, 10)).toThrow(
      expect.objectContaining({ code: 'ledger-damaged' }),
    );
    ledger.close();
  });
});

it('finds nothing while another process writes between two of its statements', async () => {
  await sent();
  const ledger = Ledger.open(file.path);
  const reader = new DatabaseSync(file.path);
  let writes = 0;
  const prepare = reader.prepare.bind(reader);
  reader.prepare = (sql) => {
    if (sql.includes('from tallies'))
      storeOf(ledger)
        .db.prepare(
          `insert into entries(target, interface, kind, key, family, state, taken, hash, body, batch, run, at)
           values ('t', 'v2', 'supplier', ?, '', 'accepted', 1, '', '{}', '', 'r', '2026-11-24T00:00:00.000Z')`,
        )
        .run(`W-${writes++}`);
    return prepare(sql);
  };
  expect(unsound(reader, 'all')).toBeNull();
  expect(writes).toBeGreaterThan(3);
  expect(reader.isTransaction).toBe(false);
  reader.close();
  ledger.close();
});
