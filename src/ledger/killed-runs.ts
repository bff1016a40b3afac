import { checkSound } from './database.ts';
import { Doubts } from './doubts.ts';
import { type BootTime, Entries } from './entries.ts';
import { type StoredNote, storedMessages } from './rows.ts';
import { Sending } from './sending.ts';
import { SentUpdates } from './sent-updates.ts';
import { Group } from './store.ts';
import { SAME_KEY } from './tables.ts';

/** Runs that were killed, or that broke while they were sending. */
export class KilledRuns extends Group {
  /**
   * For an older copy of a ledger: puts the records in doubt that the copy shows as not sent to a target, because
   * they may have been sent after the copy was made. Accepted records are not changed. Returns the number of records
   * in doubt.
   */
  doubtUnsent(target: string, at: string): number {
    const rows = this.store.all(
      { id: 'integer', updates: 'boolean' },
      `select r.id, p.patch is not null as updates from records r join runs u on u.run = r.run
         left join updates p on p.record = r.id
         where u.target = ? and u.stage = 'planned' and u.command in ('import', 'update')
           and (r.outcome is null or r.outcome in ('failed', 'blocked') or r.outcome = 'not-attempted' and r.status is not null)
           and not exists (select 1 from entries e where ${SAME_KEY} and e.state = 'accepted' and e.hash = r.hash)`,
      target,
    );
    const end = this.store.db.prepare(
      "update records set outcome = 'in-doubt', state = 'ended', messages = ?, blocked_by = null where id = ?",
    );
    const entries = new Entries(this.store);
    const updates = new SentUpdates(this.store);
    this.store.inTransaction(() => {
      for (const row of rows) {
        end.run(storedMessages([{ code: 'older-copy' }]), row.id);
        if (row.updates) updates.markUnsure(row.id);
        else entries.keep(row.id, 'in-doubt', null, at);
      }
    });
    return rows.length;
  }

  /**
   * Ends the records of a run that failed while it was sending. Each record ends with the outcome that could not be
   * stored; otherwise as in doubt if a request may have been sent; otherwise as not attempted.
   */
  endBroken(run: number, at: string): void {
    this.store.commits.freeReserve();
    this.store.inTransaction(() => this.#end(run, at));
    this.store.unwritten.clear();
  }

  /**
   * Ends the records like `endBroken`, but in a transaction that is never committed: the report can read them, and
   * nothing is written to the disk, which may be full.
   */
  endUnstored(run: number, at: string): void {
    this.store.db.exec('pragma cache_spill = off; begin');
    this.#end(run, at);
    this.#noteUnwritten();
  }

  #end(run: number, at: string): void {
    for (const write of this.store.unwritten.values()) write();
    new Sending(this.store, run).endAll(at, { code: 'outcome-unstored' });
  }

  /** Adds a message to each record whose outcome could not be stored. */
  #noteUnwritten(): void {
    const note = this.store.db.prepare(
      "update records set messages = json_insert(coalesce(messages, '[]'), '$[#]', json(?)) where id = ?",
    );
    const why = JSON.stringify({ code: 'ledger-unwritable' } satisfies StoredNote);
    for (const id of this.store.unwritten.keys()) note.run(why, id);
  }

  /** The time of the last known event of a run that has no end. If nothing was sent, the time at which it started. */
  lastEvent(run: number): string {
    const row = this.store.one(
      { begun: 'text', last: 'text?' },
      `select u.started_at as begun, max(max(a.started_at, coalesce(a.ended_at, ''), coalesce(a.read_at, ''))) as last
         from runs u left join records r on r.run = u.run left join attempts a on a.record = r.id where u.run = ?`,
      run,
    );
    return row.last !== null && row.last > row.begun ? row.last : row.begun;
  }

  /**
   * Ends killed runs of a target, before a new run starts. A record that was being sent when the process was killed may
   * have been accepted, so it is in doubt; the others were not attempted. Requires the lock. Returns the number of
   * records in doubt.
   *
   * @throws TraceError `ledger-damaged` if the ledger was damaged at the same time
   */
  settleRuns(target: string, at: string): number {
    const open = this.store.all(
      { run: 'integer' },
      "select run from runs where target = ? and finished_at is null and command in ('import', 'update')",
      target,
    );
    if (open.length > 0 && !this.store.isTemporary) checkSound(this.store.db, this.store.path);
    let doubtful = 0;
    for (const { run } of open) {
      this.store.inTransaction(() => {
        // Read this before the next line, because it adds events.
        const last = this.lastEvent(run);
        doubtful += new Sending(this.store, run).endAll(at, { code: 'killed-while-sending' });
        this.store.run("update runs set finished_at = ?, verdict = 'killed' where run = ?", last, run);
      });
    }
    return doubtful;
  }

  /**
   * Settles the killed runs of a target. Stores `moment` for doubts whose start is unknown or cannot be compared
   * with it. Call it before a new run starts. Requires the lock.
   * @throws TraceError `ledger-damaged`
   */
  settle(target: string, at: string, moment: BootTime, isComparable: (since: BootTime) => boolean): void {
    const doubts = new Doubts(this.store);
    doubts.settleElsewhereAfterKill(target);
    this.settleRuns(target, at);
    doubts.stamp(target, moment, isComparable);
  }
}
