import { REPORTED } from './folded.ts';
import { REMAINING } from './runs.ts';
import { Group } from './store.ts';
import { SAME_KEY } from './tables.ts';

/** A run of the history. */
const OLD_RUN = { run: 'integer', id: 'text', isOpen: 'boolean' } as const;

/** Which runs of the history are old. */
export interface Age {
  /** Runs that started before this moment (ISO 8601, UTC) are old. */
  readonly before: string;
  /** The number of last runs of each target that are not old, at least 1. */
  readonly keepLast: number;
  /** Only runs of this target; of all targets if it is not given. */
  readonly target?: string | undefined;
}

/**
 * A condition: a resumed run would send or settle the record `r` of the run `u`. A record that was accepted since with the same
 * content needs no request.
 */
const IS_OPEN = `${REMAINING} and not exists (select 1 from entries e where ${SAME_KEY} and e.state = 'accepted' and e.hash = r.hash)`;

/** Tables whose rows belong to a record, to a sheet, and to a run. */
const OF_RECORDS = ['attempts', 'sent', 'updates', 'listed', 'record_rows', 'record_cells', 'refs'];
const OF_RUNS = ['findings', 'folded_findings', 'ignored', 'files', 'sheets', 'records', 'folded', 'runs'];

/** A ledger smaller than this is not made smaller, in bytes. */
const MIN_FREE_BYTES = 2 ** 20;

/** Deletes old runs. What is known about each key stays: entries and doubts. */
export class Retention extends Group {
  /** The old runs that have ended, the oldest first. `isOpen`: a record of the run is not settled. */
  oldRuns({ before, keepLast, target }: Age): { run: number; id: string; isOpen: boolean }[] {
    return this.store.all(
      OLD_RUN,
      `select run, id, u.stage = 'planned' and exists (select 1 from records r where r.run = u.run and ${IS_OPEN}) as isOpen
       from runs u where finished_at is not null and started_at < ?1 and (?3 is null or target = ?3)
         and (select count(*) from runs v where v.target = u.target and v.run > u.run) >= ?2 order by run`,
      before,
      Math.max(1, keepLast),
      target ?? null,
    );
  }

  /** Whether a resumed run would send or settle a record of this run. */
  isOpen(run: number): boolean {
    const sql = `select 1 from records r join runs u on u.run = r.run where r.run = ? and ${IS_OPEN} limit 1`;
    return this.store.has(sql, run);
  }

  /** The id of the last run of each target. */
  lastIds(): string[] {
    const sql = 'select id from runs where run in (select max(run) from runs group by target)';
    return this.store.all({ id: 'text' }, sql).map(({ id }) => id);
  }

  /** Deletes a run with its records and findings, in one transaction. */
  prune(run: number): void {
    this.store.inTransaction(() => this.#delete(run));
  }

  /** The bytes that `compact` would give back without these runs. Nothing is changed. */
  bytesWithout(runs: readonly number[]): number {
    this.store.db.exec('begin immediate');
    try {
      for (const run of runs) this.#delete(run);
      const free = this.#freeBytes();
      return free < MIN_FREE_BYTES ? 0 : free;
    } finally {
      this.store.rollBack();
    }
  }

  #delete(run: number): void {
    const records = `select id from ${REPORTED} where run = ?`;
    for (const table of OF_RECORDS) this.store.run(`delete from ${table} where record in (${records})`, run);
    this.store.run(
      'delete from text_lines where sheet_id in (select sheet_id from sheets where run = ?)',
      run,
    );
    for (const table of OF_RUNS) this.store.run(`delete from ${table} where run = ?`, run);
    this.store.run(
      'delete from sources where hash not in (select sources from sheets where sources is not null)',
    );
  }

  /** The bytes of deleted rows that later rows will use. */
  #freeBytes(): number {
    const pragma = (name: string) => Number(Object.values(this.store.db.prepare(`pragma ${name}`).get()!)[0]);
    return pragma('freelist_count') * pragma('page_size');
  }

  /** Gives free space back to the disk. Needs the locks of all targets, and for a moment as much space as the rows take. */
  compact(): void {
    if (this.#freeBytes() < MIN_FREE_BYTES) return;
    this.store.db.exec('vacuum; pragma wal_checkpoint(truncate)');
  }
}
