import type { DatabaseSync } from 'node:sqlite';
import { WHOLE_TABLE } from './checksums.ts';
import type { Commits } from './commits.ts';
import { columnsOf, sumOf, sumOfRest } from './rows.ts';

/** The columns of the tables that are written for each request, in the order in which checksums cover them. */
const COLUMNS = {
  records:
    'id,run,kind,family,key,batch,wave,body,hash,share_key,share_hash,sheet_id,row,status,outcome,state,answer,messages,blocked_by,attempts',
  attempts: 'record,attempt,started_at,ended_at,result,status,error,read_at,read',
  entries: 'target,interface,kind,key,family,state,taken,hash,body,batch,answer,run,at,sure,doubt_hash',
} as const;

/** A record that waits to be sent, with all its columns. */
export interface StoredRecord {
  readonly id: number;
  readonly run: number;
  readonly kind: string;
  readonly family: string;
  readonly key: string;
  readonly batch: string;
  readonly wave: number | null;
  readonly body: string;
  readonly hash: string;
  readonly shareKey: string | null;
  readonly shareHash: string | null;
  readonly sheetId: number;
  readonly row: number;
  readonly status: string | null;
  readonly state: string;
  readonly answer: string | null;
  readonly messages: string | null;
  readonly blockedBy: string | null;
  readonly attempts: number;
  readonly sum: number;
}

/** The target of a run, and the id of the run. */
export interface RunTarget {
  readonly target: string;
  readonly interface: string;
  readonly id: string;
}

/** A record, and the checksums of its row and of the row of its last attempt as this process wrote them. */
interface Seal {
  readonly record: StoredRecord;
  /** The checksum of the columns up to `status`, which do not change while the record is sent. */
  readonly first: number;
  sum: number;
  attempts: number;
  startedAt: string;
  attemptSum: number;
}

/**
 * Writes the rows of a request together with their checksums. This saves the triggers of `keepSums`, which read each row
 * again. A row is written only if it still has the checksum that this process knows; otherwise a method changes nothing
 * and returns false, and the caller writes the row with the triggers.
 */
export class SealedRows {
  readonly #commits: Commits;
  readonly #run: RunTarget;
  readonly #seals = new Map<number, Seal>();
  readonly #mark;
  readonly #begin;
  readonly #endAttempt;
  readonly #finish;
  readonly #accept;

  private constructor(db: DatabaseSync, commits: Commits, run: RunTarget) {
    this.#commits = commits;
    this.#run = run;
    this.#mark = db.prepare(
      "update records set state = 'sending', attempts = ?, sum = ? where id = ? and sum = ?",
    );
    this.#begin = db.prepare(
      'insert or ignore into attempts(record, attempt, started_at, sum) values (?, ?, ?, ?)',
    );
    this.#endAttempt = db.prepare(
      `update attempts set ended_at = ?, result = ?, status = ?, error = ?, sum = ?
       where record = ? and attempt = ? and sum = ?`,
    );
    this.#finish = db.prepare(
      `update records set state = 'ended', outcome = ?, answer = ?, messages = ?, blocked_by = ?, sum = ?
       where id = ? and sum = ?`,
    );
    this.#accept = db.prepare(
      `insert into entries(target, interface, kind, key, family, state, taken, hash, body, batch, answer, run, at, sum)
       values (?, ?, ?, ?, ?, 'accepted', 1, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    );
  }

  /** Null if the ledger has no checksums, or its tables have other columns. */
  static of(db: DatabaseSync, commits: Commits, run: RunTarget): SealedRows | null {
    const isKnown = Object.entries(COLUMNS).every(
      ([name, columns]) => columnsOf(db, name).join() === columns,
    );
    return isKnown ? new SealedRows(db, commits, run) : null;
  }

  /** Remembers a record that was read from the ledger. Returns whether it has its checksum. */
  learn(record: StoredRecord): boolean {
    const { id, run, kind, family, key, batch, wave, body, hash, shareKey, shareHash } = record;
    const { sheetId, row, status, state, attempts, sum } = record;
    const share = [shareKey, shareHash, sheetId, row, status] as const;
    const first = sumOf([id, run, kind, family, key, batch, wave, body, hash, ...share]);
    const { answer, messages, blockedBy } = record;
    if (sumOfRest([null, state, answer, messages, blockedBy, attempts], first) !== sum) return false;
    this.#seals.set(id, { record, first, sum, attempts, startedAt: '', attemptSum: 0 });
    return true;
  }

  /** Forgets a record that is not sent any more. */
  forget(id: number): void {
    this.#seals.delete(id);
  }

  /** Marks a record as `sending`. */
  mark(id: number, attempt: number): boolean {
    const seal = this.#sealOf(id);
    if (seal === undefined) return false;
    const { answer, messages, blockedBy } = seal.record;
    const sum = sumOfRest([null, 'sending', answer, messages, blockedBy, attempt], seal.first);
    if (!this.#updated(seal, sum, this.#mark.run(attempt, sum, id, seal.sum).changes)) return false;
    seal.attempts = attempt;
    return true;
  }

  /** Stores the start of an attempt. */
  begin(id: number, attempt: number, at: string): boolean {
    const seal = this.#sealOf(id);
    if (seal === undefined) return false;
    seal.startedAt = at;
    seal.attemptSum = sumOf([id, attempt, at, null, null, null, null, null, null]);
    return this.#begin.run(id, attempt, at, seal.attemptSum).changes > 0;
  }

  /** Stores the result of the last attempt. */
  endAttempt(
    id: number,
    attempt: number,
    at: string,
    result: string,
    status: number | null,
    error: string | null,
  ): boolean {
    const seal = this.#sealOf(id);
    if (seal === undefined) return false;
    const sum = sumOf([id, attempt, seal.startedAt, at, result, status, error, null, null]);
    return this.#endAttempt.run(at, result, status, error, sum, id, attempt, seal.attemptSum).changes > 0;
  }

  /** Stores the outcome of a record. */
  finish(
    id: number,
    outcome: string,
    given: string | null,
    messages: string | null,
    blockedBy: string | null,
  ): boolean {
    const seal = this.#sealOf(id);
    if (seal === undefined) return false;
    const answer = given ?? seal.record.answer;
    const sum = sumOfRest([outcome, 'ended', answer, messages, blockedBy, seal.attempts], seal.first);
    const { changes } = this.#finish.run(outcome, answer, messages, blockedBy, sum, id, seal.sum);
    return this.#updated(seal, sum, changes);
  }

  /** Stores that the service accepted a record whose key is new in the ledger. */
  accept(id: number, answer: string | null, at: string): boolean {
    const seal = this.#sealOf(id);
    if (seal === undefined) return false;
    const { target, interface: name, id: run } = this.#run;
    const { kind, family, key, hash, body, batch } = seal.record;
    const known = [target, name, kind, key, family, 'accepted', 1, hash, body, batch, answer, run, at];
    const sum = sumOf([...known, null, null]);
    // The triggers seal rows without a checksum.
    if (sum === 0) return false;
    const { changes } = this.#accept.run(
      ...[target, name, kind, key, family, hash, body, batch, answer, run, at, sum],
    );
    if (changes > 0) this.#commits.tally('entries', WHOLE_TABLE, 1, sum);
    return changes > 0;
  }

  /** Only a group of commits tallies checksums. */
  #sealOf(id: number): Seal | undefined {
    return this.#commits.isGroup ? this.#seals.get(id) : undefined;
  }

  #updated(seal: Seal, sum: number, changes: number | bigint): boolean {
    if (changes === 0) return false;
    this.#commits.tally('records', seal.record.run, 0, sum - seal.sum);
    seal.sum = sum;
    return true;
  }
}
