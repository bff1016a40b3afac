import { crc32 } from 'node:zlib';
import { say } from '../say.ts';
import { Entries } from './entries.ts';
import { DamagedLedger } from './errors.ts';
import type { Ending } from './record.ts';
import { type Message, type RowOf, type StoredNote, storedMessages } from './rows.ts';
import { SentUpdates } from './sent-updates.ts';
import { RunGroup } from './store.ts';
import { idSql } from './tables.ts';

const PENDING = {
  id: 'integer',
  kind: 'text',
  family: 'text',
  key: 'text',
  batch: 'text',
  body: 'text',
  hash: 'text',
  status: 'text',
  attempts: 'integer',
  crc: 'integer?',
  /** The fields that an update sets, as JSON; null for a create. */
  patch: 'text?',
  /** The id in the path of an update; null if its key is used. */
  byId: 'text?',
} as const;

/** The outcome of a record that was not sent by its run, as SQL. */
const LEFT = "iif(status = 'in-doubt', 'in-doubt', 'not-attempted')";

/** A staged record that waits to be sent. */
export type PendingRow = Omit<RowOf<typeof PENDING>, 'crc'>;

/**
 * Writes the progress of a run to the ledger. A record is marked as `sending` on the disk before its request is
 * sent, and its outcome is on the disk before it is reported. A record in doubt keeps that outcome until a certain
 * one replaces it.
 */
export class Sending extends RunGroup {
  /** The id of the run, for messages. */
  readonly runId = this.store.one({ id: 'text' }, 'select id from runs where run = ?', this.run).id;
  readonly #target = this.scope.slice(1);
  // With one condition on both columns, SQLite would walk all earlier records of the batch.
  readonly #claimInBatch = this.#claim('batch = ?3 and id > ?6');
  readonly #claimBehindBatch = this.#claim('batch > ?3');
  readonly #counts = this.store.query(
    `select count(*) filter (where outcome is null) as open, count(*) filter (where outcome = 'blocked') as blocked
       from records where run = ? and kind = ? and wave = ?`,
    { open: 'integer', blocked: 'integer' },
  );
  readonly #markRecord = this.store.db.prepare(
    "update records set state = 'sending', attempts = ? where id = ?",
  );
  readonly #markAttempt = this.store.db.prepare(
    'insert or replace into attempts(record, attempt, started_at) values (?, ?, ?)',
  );
  readonly #keepSent = this.store.db.prepare(
    'insert or replace into sent(record, attempt, body) values (?, ?, ?)',
  );
  readonly #idOf = this.store.query(
    `select coalesce(json_extract(e.answer, '$.id'), (select json_extract(r.body, '$.id') from records r
       where r.run = ?1 and r.kind = ?2 and r.key = ?3 limit 1)) as id from runs u
     join entries e on e.target = u.target and e.interface = u.interface and e.kind = ?2 and e.key = ?3 and e.taken = 1
     where u.run = ?1`,
    { id: 'text?' },
  );
  readonly #keyOfId = this.store.query(
    `select key from entries where target = ?1 and interface = ?2 and kind = ?3 and ${idSql()} = ?4 and key <> ?5
     limit 1`,
    { key: 'text' },
  );
  readonly #endAttempt = this.store.db.prepare(
    'update attempts set ended_at = ?, result = ?, status = ?, error = ? where record = ? and attempt = ?',
  );
  readonly #release = this.store.db.prepare(
    "update records set state = iif(outcome is null, 'staged', 'ended'), attempts = ? where id = ?",
  );
  readonly #dropAttempt = this.store.db.prepare('delete from attempts where record = ? and attempt = ?');
  readonly #noteReading = this.store.db.prepare(
    'update attempts set read_at = ?, read = ? where record = ? and attempt = ?',
  );
  readonly #finish = this.store.db.prepare(
    `update records set state = 'ended', outcome = ?, answer = coalesce(?, answer), messages = ?, blocked_by = ?
     where id = ?`,
  );
  readonly #reopen = this.store.db.prepare(
    "update records set state = 'staged', outcome = null, messages = null, status = ? where id = ?",
  );
  readonly entries = new Entries(this.store);
  readonly updates = new SentUpdates(this.store);

  /**
   * The next open records of a kind in a wave, sorted by batch and then in the order of the input, starting behind
   * `after`.
   */
  next(kind: string, wave: number, after: { batch: string; id: number }, limit: number): PendingRow[] {
    const { batch, id } = after;
    const rows = this.#claimInBatch.all(this.run, kind, batch, wave, limit, id);
    if (rows.length < limit)
      rows.push(...this.#claimBehindBatch.all(this.run, kind, batch, wave, limit - rows.length));
    for (const { id, body, crc } of rows)
      if (crc !== null && crc32(body) !== crc)
        throw new DamagedLedger(this.store.path, say().ledger.recordDiffers({ record: `${id}` }));
    return rows;
  }

  #claim(behind: string) {
    return this.store.query(
      `select id, kind, family, key, batch, body, hash, status, attempts, body_crc as crc, u.patch, u.by_id as byId
       from records left join updates u on u.record = id
       where run = ?1 and kind = ?2 and ${behind} and outcome is null and wave = ?4 order by batch, id limit ?5`,
      PENDING,
    );
  }

  /**
   * For the records of a kind in a wave: the number without an outcome, and the number that are already blocked.
   */
  counts(kind: string, wave: number): { open: number; blocked: number } {
    return this.#counts.one(this.run, kind, wave);
  }

  /** A record that has no outcome yet; undefined if it has one. */
  openRecord(id: number): { kind: string; body: string } | undefined {
    const sql = 'select kind, body from records where id = ? and outcome is null';
    return this.store.query(sql, { kind: 'text', body: 'text' }).get(id);
  }

  /**
   * Marks a record as `sending`. Send its request only after this resolves, because only then the mark is on the disk.
   * `sent`: the request body, if ids were filled into the staged body.
   */
  markSending(id: number, attempt: number, at: string, sent: string | null = null): Promise<void> {
    return this.store.write(
      () => {
        this.#markRecord.run(attempt, id);
        this.#markAttempt.run(id, attempt, at);
        if (sent !== null) this.#keepSent.run(id, attempt, sent);
      },
      { sendsNext: true },
    );
  }

  /**
   * The id of the record with this key: the id that the service returned, or else the id in its row. The first
   * kind that has the key is used. Null if the service has the record but its id is unknown; undefined if it is
   * not known whether the service has the record.
   */
  idOf(kinds: readonly string[], key: string): string | null | undefined {
    for (const kind of kinds) {
      const row = this.#idOf.get(this.run, kind, key);
      if (row) return row.id;
    }
    return undefined;
  }

  /** The key of another record of the same kind that has this id; null if there is none. */
  keyOfId({ kind, key }: Pick<PendingRow, 'kind' | 'key'>, id: string): string | null {
    return this.#keyOfId.get(...this.#target, kind, id, key)?.key ?? null;
  }

  /** Removes an attempt whose request was not sent. The record then waits again. */
  markNotSent(id: number, attempt: number): Promise<void> {
    return this.#write(id, () => {
      this.#release.run(attempt - 1, id);
      this.#dropAttempt.run(id, attempt);
    });
  }

  /**
   * Stores that the service certainly did not accept the attempt. The record waits for a retry, and stays in doubt
   * if it was in doubt before.
   */
  markNotAccepted(
    id: number,
    attempt: number,
    at: string,
    result: string,
    status: number | null,
    error: string,
  ): Promise<void> {
    return this.#write(id, () => {
      this.#endAttempt.run(at, result, status, storedMessages([error]), id, attempt);
      this.#release.run(attempt, id);
    });
  }

  /** Stores the outcome of a record that a response has ended. Resolves when the outcome is on the disk. */
  markEnded(id: number, attempt: number, at: string, ending: Ending<Message>): Promise<void> {
    return this.#write(id, () => {
      const { outcome, status, messages } = ending;
      this.#endAttempt.run(at, outcome, status ?? null, storedMessages(messages), id, attempt);
      this.#end(id, at, ending);
    });
  }

  /**
   * Stores the outcome of a record that ended without a response. `read`: the result of reading it back, if it was
   * read.
   */
  markSettled(
    id: number,
    attempt: number,
    at: string,
    ending: Ending<Message>,
    read: string | null,
  ): Promise<void> {
    return this.#write(id, () => {
      if (read !== null) this.#noteReading.run(at, read, id, attempt);
      this.#end(id, at, ending);
    });
  }

  /**
   * Stores that the record is proved to be absent from the service. The record then waits as if it had never been
   * sent.
   */
  markAbsent(id: number, attempt: number, at: string): Promise<void> {
    return this.store.write(() => {
      this.#noteReading.run(at, 'absent', id, attempt);
      this.entries.forget(id);
      this.#reopen.run('new', id);
    });
  }

  /**
   * Ends a record that was not sent because it references a record that was not accepted. `cause` is that record, as
   * JSON.
   */
  markBlocked(id: number, cause: string): Promise<void> {
    return this.store.write(() => {
      this.store.run("update records set outcome = 'blocked', blocked_by = ? where id = ?", cause, id);
    });
  }

  /**
   * Ends a record that another machine sends now; null: one that another machine has just sent. A record in doubt stays in
   * doubt.
   */
  markElsewhere(id: number, by: { readonly run: string; readonly host: string } | null): Promise<void> {
    const messages = by && storedMessages([{ code: 'sent-elsewhere', ...by }]);
    const sql = `update records set outcome = ${LEFT}, messages = ? where id = ?`;
    return this.store.write(() => void this.store.run(sql, messages, id));
  }

  /**
   * Ends the records of a run that ended while they were sent: as in doubt if a response is missing, otherwise as not
   * attempted. Returns the number of records in doubt. Call it inside a transaction.
   */
  endAll(at: string, why: StoredNote): number {
    const sql = "select id, attempts from records where run = ? and state = 'sending'";
    const open = this.store.all({ id: 'integer', attempts: 'integer' }, sql, this.run);
    const messages = [why];
    for (const { id, attempts } of open) {
      this.#endAttempt.run(at, 'in-doubt', null, storedMessages(messages), id, attempts);
      const entry = this.updates.namesOf(id) === null ? 'in-doubt' : 'unsure';
      this.#end(id, at, { outcome: 'in-doubt', messages, entry });
    }
    this.endNotAttempted();
    return open.length;
  }

  /**
   * Ends the open records of a run that stops. Records that are being sent keep their state, and those in doubt stay in
   * doubt.
   */
  endNotAttempted(): void {
    this.store.run(
      `update records set outcome = ${LEFT} where run = ? and outcome is null and state <> 'sending'`,
      this.run,
    );
  }

  /** Writes an outcome. If that fails, the write is kept in `Store.unwritten`. */
  #write(id: number, work: () => void): Promise<void> {
    return this.store.write(work).catch((error: unknown) => {
      this.store.unwritten.set(id, work);
      throw error;
    });
  }

  #end(id: number, at: string, ending: Ending<Message>): void {
    const { outcome, answer, messages, entry, applied = [], unknown = [], since, needs, shown } = ending;
    this.#finish.run(outcome, answer ?? null, storedMessages(messages), needs ?? null, id);
    if (entry === undefined) return;
    if (entry === 'unsure') this.updates.markUnsure(id);
    else if (entry === 'updated') this.updates.markEnded(id, { applied, unknown }, answer ?? null, at);
    else if (entry === 'none') this.entries.forget(id);
    else if (entry === 'before') this.entries.restore(id);
    else if (entry === 'doubted') this.entries.takeDoubted(id, answer ?? null);
    else this.entries.keep(id, entry, answer ?? null, at, since);
    if (shown !== undefined) this.entries.correct(id, shown);
  }
}
