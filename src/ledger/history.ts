import type { StatementSync } from 'node:sqlite';
import { LINE } from './cross.ts';
import type { Ledger } from './ledger.ts';
import { KILLED_WHILE_SENDING, outcomeOf } from './outcome.ts';
import type { RunRecord } from './run-record.ts';

export interface FileRow {
  readonly path: string;
  readonly sha256: string;
  readonly rows: number;
}

export interface RecordRow extends RunRecord {
  /** Of a text file: the line where the row starts. */
  readonly line: number | null;
  readonly outcome: string;
  /** JSON, or null. */
  readonly answer: string | null;
  readonly messages: string | null;
  readonly blockedBy: string | null;
  /** Of an invalid record, JSON: row, column, message and suggestion of each error in its row. */
  readonly reasons: string | null;
}

/** One try of a record. */
export interface AttemptRow {
  readonly attempt: number;
  readonly startedAt: string;
  /** Null for one that a kill cut off and that no later run has settled. */
  readonly endedAt: string | null;
  readonly result: string | null;
  readonly status: number | null;
  /** JSON: a list of words. */
  readonly error: string | null;
  /** When the service was read to settle it, and what that came to. */
  readonly readAt: string | null;
  readonly read: string | null;
}

export interface FindingRow {
  readonly code: string;
  readonly severity: string;
  readonly file: string;
  readonly sheet: string | null;
  readonly row: number | null;
  /** Of a text file: the line where the row starts. */
  readonly line: number | null;
  readonly column: string | null;
  readonly kind: string | null;
  readonly field: string | null;
  readonly value: string | null;
  readonly message: string;
  readonly suggestion: string | null;
}

/** A column whose values were not sent because a person asked for it. */
export interface IgnoredRow {
  readonly file: string;
  readonly sheet: string;
  readonly column: string;
  readonly header: string;
  readonly values: number;
}

/** What a run left in the ledger, for reports: everything streams, in the order of the input. */
export class History {
  readonly #ledger: Ledger;
  readonly #run: number;
  #attempts: StatementSync | undefined;

  constructor(ledger: Ledger, run: number) {
    this.#ledger = ledger;
    this.#run = run;
  }

  files(): FileRow[] {
    return this.#all<FileRow>('select path, sha256, rows from files where run = ? order by rowid');
  }

  /** Records per outcome, as they are now. */
  totals(): { outcome: string; count: number }[] {
    return this.#all(
      `select ${outcomeOf('r')} as outcome, count(*) as count from records r where run = ? group by 1`,
    );
  }

  /** Records of kinds that were not chosen; of a check or a plan, in which nothing else ends as not attempted. */
  notChosen(): number {
    const [row] = this.#all<{ count: number }>(
      "select count(*) as count from records where run = ? and outcome = 'not-attempted'",
    );
    return row!.count;
  }

  batches(): { batch: string; outcome: string; count: number }[] {
    return this.#all(
      `select batch, ${outcomeOf('r')} as outcome, count(*) as count from records r
       where run = ? group by 1, 2 order by min(id)`,
    );
  }

  ignored(): IgnoredRow[] {
    const { db } = this.#ledger;
    // An older ledger that is only read has no such table.
    if (
      db.prepare("select 1 from sqlite_master where type = 'table' and name = 'ignored'").get() === undefined
    )
      return [];
    return this.#all(
      'select file, sheet, "column", header, "values" from ignored where run = ? order by rowid',
    );
  }

  /** Where the reading of files and sheets stopped: nothing from these rows on was read. */
  stopped(): { file: string; sheet: string; row: number }[] {
    return this.#all(
      `select file, sheet, row from findings where run = ? and code in ('text-quotes', 'file-unreadable')
         and severity = 'error' and sheet is not null and row is not null order by rowid`,
    );
  }

  /** Sheets and files with an error that gave no record: nothing of them was sent. */
  unsent(): { file: string; sheet: string | null }[] {
    return this.#all(
      `select file, sheet from findings f where run = ?1 and severity = 'error'
         and code not in ('nothing-chosen', 'flag-unused') and (code = 'file-empty' or not exists (
           select 1 from sheets s where s.run = ?1 and s.file = f.file and (f.sheet is null or s.sheet = f.sheet)))
       group by file, sheet order by min(rowid)`,
    );
  }

  findingCounts(): { severity: string; count: number }[] {
    return this.#all('select severity, count(*) as count from findings where run = ? group by 1');
  }

  findings(): Iterable<FindingRow> {
    return this.#iterate('select * from findings where run = ? order by rowid');
  }

  /** Errors of files and sheets that gave no record. */
  errorsOfSheets(): Iterable<FindingRow> {
    return this.#iterate(
      `select * from findings f where run = ?1 and severity = 'error' and (row is null or not exists (
         select 1 from sheets s where s.run = ?1 and s.file = f.file and s.sheet = f.sheet)) order by rowid`,
    );
  }

  records(): Iterable<RecordRow> {
    return this.#iterate(
      `with wrong as materialized (
         select file, sheet, row, json_group_array(json_array(row, column, message, suggestion) order by rowid) as reasons
         from findings where run = ?1 and severity = 'error' and row is not null group by file, sheet, row)
       select r.id, r.kind, r.family, r.key, r.batch, s.file, s.sheet, r.row, ${LINE}, ${outcomeOf('r')} as outcome,
         r.answer,
         coalesce(r.messages, iif(r.outcome is null and r.state = 'sending', json_array('${KILLED_WHILE_SENDING}'), null)) as messages,
         r.blocked_by as blockedBy, r.attempts, w.reasons
       from records r join sheets s using (sheet_id)
       left join wrong w on r.outcome = 'invalid' and w.file = s.file and w.sheet = s.sheet and w.row = r.row
       where r.run = ?1 order by r.id`,
    );
  }

  /** The tries of one record, the first one first. */
  attempts(record: number): AttemptRow[] {
    this.#attempts ??= this.#ledger.db.prepare(
      `select attempt, started_at as startedAt, ended_at as endedAt, result, status, error, read_at as readAt, read
       from attempts where record = ? order by attempt`,
    );
    return this.#attempts.all(record) as unknown as AttemptRow[];
  }

  #all<T>(sql: string): T[] {
    return this.#ledger.db.prepare(sql).all(this.#run) as unknown as T[];
  }

  #iterate<T>(sql: string): Iterable<T> {
    return this.#ledger.db.prepare(sql).iterate(this.#run) as unknown as Iterable<T>;
  }
}
