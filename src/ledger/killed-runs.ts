import { checkSound } from './database.ts';
import { Entries, type Since, stampDoubts } from './entries.ts';
import type { Ledger } from './ledger.ts';
import { settleElsewhereAfterKill } from './other-runs.ts';
import { type Note, query, storedMessages } from './rows.ts';
import { Sending, sendingRecords } from './sending.ts';
import { dbOf, storeOf } from './store.ts';
import { SentUpdates } from './updates.ts';

/**
 * For an older copy of a ledger: puts the records in doubt that the copy shows as not sent to a target, because
 * they may have been sent after the copy was made. Accepted records are not changed. Returns the number of records
 * in doubt.
 */
export function doubtUnsent(ledger: Ledger, target: string, at: string): number {
  const db = dbOf(ledger);
  const rows = query(
    db,
    `select r.id, p.patch is not null as updates from records r join runs u on u.run = r.run
       left join updates p on p.record = r.id
       where u.target = ? and u.stage = 'planned' and u.command in ('import', 'update')
         and (r.outcome is null or r.outcome in ('failed', 'blocked') or r.outcome = 'not-attempted' and r.status is not null)
         and not exists (select 1 from entries e where e.target = u.target and e.interface = u.interface
           and e.kind = r.kind and e.key = r.key and e.family = r.family and e.state = 'accepted' and e.hash = r.hash)`,
    { id: 'integer', updates: 'boolean' },
  ).all(target);
  const end = db.prepare(
    "update records set outcome = 'in-doubt', state = 'ended', messages = ?, blocked_by = null where id = ?",
  );
  const entries = new Entries(ledger);
  const updates = new SentUpdates(ledger);
  ledger.inTransaction(() => {
    for (const row of rows) {
      end.run(storedMessages([{ code: 'older-copy' }]), row.id);
      if (row.updates) updates.unsure(row.id);
      else entries.keep(row.id, 'in-doubt', null, at);
    }
  });
  return rows.length;
}

/**
 * Ends the records of a run that failed while it was sending. Each record ends with the outcome that could not be
 * stored; otherwise as in doubt if a request may have been sent; otherwise as not attempted.
 */
export function endBroken(ledger: Ledger, run: number, at: string): void {
  storeOf(ledger).commits.freeReserve();
  ledger.inTransaction(() => endBrokenRun(ledger, run, at));
  storeOf(ledger).unwritten.clear();
}

/**
 * Ends the records like `endBroken`, but in a transaction that is never committed: the report can read them, and
 * nothing is written to the disk, which may be full.
 */
export function endUnstored(ledger: Ledger, run: number, at: string): void {
  dbOf(ledger).exec('pragma cache_spill = off; begin');
  endBrokenRun(ledger, run, at);
  noteUnwritten(ledger);
}

function endBrokenRun(ledger: Ledger, run: number, at: string): void {
  for (const write of storeOf(ledger).unwritten.values()) write();
  const sending = new Sending(ledger, run);
  for (const { id, attempts } of sendingRecords(ledger, run))
    sending.endDoubtful(id, attempts, at, { code: 'outcome-unstored' });
  sending.notAttempted();
}

/** Adds a message to each record whose outcome could not be stored. */
function noteUnwritten(ledger: Ledger): void {
  const note = dbOf(ledger).prepare(
    "update records set messages = json_insert(coalesce(messages, '[]'), '$[#]', json(?)) where id = ?",
  );
  const why = JSON.stringify({ code: 'ledger-unwritable' } satisfies Note);
  for (const id of storeOf(ledger).unwritten.keys()) note.run(why, id);
}

/** The time of the last known event of a run that has no end. If nothing was sent, the time at which it started. */
export function lastEventOf(ledger: Ledger, run: number): string {
  const db = dbOf(ledger);
  const row = query(
    db,
    `select u.started_at as begun, max(max(a.started_at, coalesce(a.ended_at, ''), coalesce(a.read_at, ''))) as last
       from runs u left join records r on r.run = u.run left join attempts a on a.record = r.id where u.run = ?`,
    { begun: 'text', last: 'text?' },
  ).one(run);
  return row.last !== null && row.last > row.begun ? row.last : row.begun;
}

/**
 * Ends killed runs of a target, before a new run starts. A record that was being sent when the process was killed may
 * have been accepted, so it is in doubt; the others were not attempted. Requires the lock. Returns the number of
 * records in doubt.
 *
 * @throws TraceError `ledger-damaged` if the ledger was damaged at the same time
 */
export function settleKilledRuns(ledger: Ledger, target: string, at: string): number {
  const db = dbOf(ledger);
  const open = query(
    db,
    "select run from runs where target = ? and finished_at is null and command in ('import', 'update')",
    { run: 'integer' },
  ).all(target);
  if (open.length > 0) checkSound(db, ledger.path);
  let doubtful = 0;
  for (const { run } of open) {
    ledger.inTransaction(() => {
      const left = sendingRecords(ledger, run);
      // Read this before the next lines, because they add events.
      const last = lastEventOf(ledger, run);
      const sending = new Sending(ledger, run);
      for (const { id, attempts } of left) sending.endDoubtful(id, attempts, at);
      sending.notAttempted();
      db.prepare("update runs set finished_at = ?, verdict = 'killed' where run = ?").run(last, run);
      doubtful += left.length;
    });
  }
  return doubtful;
}

/**
 * Settles the killed runs of a target. Stores `moment` for doubts whose start is unknown or cannot be compared
 * with it. Call it before a new run starts. Requires the lock.
 * @throws TraceError `ledger-damaged`
 */
export function settleKilled(
  ledger: Ledger,
  target: string,
  { at, moment, isComparable }: { at: string; moment: Since; isComparable(since: Since): boolean },
): void {
  settleElsewhereAfterKill(ledger, target);
  settleKilledRuns(ledger, target, at);
  stampDoubts(ledger, target, moment, isComparable);
}
