import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Random } from '../../scripts/fixtures/random.ts';
import { checkSound } from '../../src/ledger/database.ts';
import { DamagedLedger } from '../../src/ledger/errors.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import { SLOW } from '../effort.ts';
import { ledgerFile, pushed, stageRun, supplier, TARGET } from '../send/push/harness.ts';
import { dbOf } from './store-of.ts';

let file: ReturnType<typeof ledgerFile>;

beforeEach(() => {
  file = ledgerFile();
});

afterEach(() => file.remove());

const FLIPS = SLOW ? 3000 : 300;

/**
 * Of each table, the columns that decide what is sent, to what and in which order, and what a report says about each
 * record. The others are texts of messages, times, and hashes: with another hash, contents are compared field by field.
 */
const GUARDED = [
  `select id, run, kind, family, key, batch, wave, sheet_id, row, status, outcome, state,
     iif(outcome is null, null, json_array(answer, messages, blocked_by, attempts)) as ending from records order by id`,
  'select target, interface, kind, key, family, state, sure, taken, answer from entries order by key',
  'select * from runs order by run',
  'select * from sheets order by sheet_id',
  'select * from updates order by record',
];

/** A ledger with records of every state, and an update. Returns the run that is not finished. */
async function filled(): Promise<number> {
  const ledger = Ledger.open(file.path);
  const keys = Array.from({ length: 12 }, (_, at) => supplier(`SUPPLIER-${at}`));
  await pushed(keys, {
    ledger,
    script: (_, { calls }) =>
      calls.length % 4 === 2
        ? { type: 'unknown', error: 'lost' }
        : {
            type: 'accepted',
            status: 201,
            answer: { id: `5d9d9f0c-0000-4000-8000-00000000000${calls.length}` },
          },
  });
  const run = stageRun(ledger, [supplier('NEW-1'), supplier('NEW-2'), supplier('NEW-3')]);
  const db = dbOf(ledger);
  db.prepare("update records set wave = 1, status = 'new' where run = ?").run(run);
  db.exec("update records set state = 'sending', attempts = 1 where key = 'NEW-2'");
  db.exec(
    "insert into updates(record, asked, patch, replaces) select id, 1, '{}', '[]' from records where key = 'NEW-3'",
  );
  db.exec('pragma wal_checkpoint(truncate)');
  ledger.close();
  return run;
}

/** What is sent next and what the guarded columns contain; null if the damage is noticed. */
function seen(run: number): string | null {
  try {
    using ledger = Ledger.reading(file.path);
    const db = dbOf(ledger);
    checkSound(db, file.path);
    const rows = ledger.sending(run).next('supplier', 1, { batch: '', id: 0 }, 10);
    return JSON.stringify([
      rows.map(({ key, body }) => [key, body]),
      ...GUARDED.map((sql) => db.prepare(sql).all()),
    ]);
  } catch (error) {
    if (error instanceof DamagedLedger) return null;
    throw error;
  }
}

it(`each of ${FLIPS} flipped bits is detected or changes nothing that decides what is sent`, {
  tags: ['sampled'],
  timeout: 600_000,
}, async () => {
  const run = await filled();
  const whole = seen(run);
  const bytes = readFileSync(file.path);
  const random = new Random(SLOW ? 2 : 1);
  let noticed = 0;
  for (let flips = 0; flips < FLIPS; flips++) {
    const bit = random.whole(0, bytes.length * 8 - 1);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    writeFileSync(file.path, bytes);
    const after = seen(run);
    if (after === null) noticed++;
    else expect(after === whole, `bit ${bit}`).toBe(true);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
  }
  expect(noticed).toBeGreaterThan(FLIPS / 20);
});

it.each([
  ['the key of a record', 'SUPPLIER-3', 'SUPPLIER-7'],
  ['the state of a record', 'sending', 'sfnding'],
  ['the state of an entry', 'accepted', 'acceptee'],
  ['the table of an index', 'create index records_wave', 'create index records_wawe'],
])('damage of this part of a ledger is detected: %s', async (_, from, to) => {
  await filled();
  const text = readFileSync(file.path, 'latin1');
  const at = text.toLowerCase().lastIndexOf(from.toLowerCase());
  writeFileSync(file.path, text.slice(0, at) + to + text.slice(at + to.length), 'latin1');
  using db = new DatabaseSync(file.path, { readOnly: true });
  expect(() => checkSound(db, file.path)).toThrow(expect.objectContaining({ code: 'ledger-damaged' }));
});

it('a ledger that no longer keeps its changes for a shared memory is damaged', () => {
  using ledger = Ledger.open(file.path);
  const db = dbOf(ledger);
  ledger.exchange(TARGET).join('memory');
  checkSound(db, file.path);
  db.exec('drop trigger entries_update');
  expect(() => checkSound(db, file.path)).toThrow(expect.objectContaining({ code: 'ledger-damaged' }));
});
