import type { Ledger } from './ledger.ts';

/** A staged record that waits to be sent. */
export interface PendingRow {
  readonly id: number;
  readonly kind: string;
  readonly family: string;
  readonly key: string;
  readonly batch: string;
  readonly body: string;
  readonly status: string;
}

/** How a record ended. */
export interface Ending {
  readonly outcome: string;
  readonly status?: number | undefined;
  readonly messages: readonly string[];
  /** JSON of the ids and links of a 201. */
  readonly answer?: string | undefined;
  /** What the ledger keeps of the key from now on; nothing when the service does not have it. */
  readonly entry?: 'accepted' | 'existing' | 'in-doubt' | undefined;
}

/**
 * The write-ahead part of a run: a record is `sending` on the disk before its request leaves, and its outcome is on
 * the disk before anyone hears of it.
 */
export class Sending {
  readonly #ledger: Ledger;
  readonly #run: number;
  readonly #claim;
  readonly #markRecord;
  readonly #markAttempt;
  readonly #endAttempt;
  readonly #release;
  readonly #dropAttempt;
  readonly #finish;
  readonly #keep;

  constructor(ledger: Ledger, run: number) {
    this.#ledger = ledger;
    this.#run = run;
    const { db } = ledger;
    this.#claim = db.prepare(
      `select id, kind, family, key, batch, body, status from records
       where run = ?1 and kind = ?2 and (batch, id) > (?3, ?4) and outcome is null order by batch, id limit ?5`,
    );
    this.#markRecord = db.prepare('update records set state = ?, attempts = ? where id = ?');
    this.#markAttempt = db.prepare(
      'insert or replace into attempts(record, attempt, started_at) values (?, ?, ?)',
    );
    this.#endAttempt = db.prepare(
      'update attempts set ended_at = ?, result = ?, status = ?, error = ? where record = ? and attempt = ?',
    );
    this.#release = db.prepare("update records set state = 'staged' where id = ?");
    this.#dropAttempt = db.prepare('delete from attempts where record = ? and attempt = ?');
    this.#finish = db.prepare(
      "update records set state = 'ended', outcome = ?, answer = coalesce(?, answer), messages = ? where id = ?",
    );
    this.#keep = db.prepare(
      `insert into entries(target, interface, kind, key, family, state, taken, hash, body, batch, answer, run, at)
       select u.target, u.interface, r.kind, r.key, r.family, ?1, ?1 <> 'in-doubt', r.hash, r.body, r.batch, ?2, u.id, ?3
       from records r join runs u on u.run = r.run where r.id = ?4
       on conflict do update set state = excluded.state, taken = max(taken, excluded.taken),
         hash = iif(excluded.taken >= taken, excluded.hash, hash),
         body = iif(excluded.taken >= taken, excluded.body, body),
         batch = iif(excluded.taken >= taken, excluded.batch, batch),
         answer = coalesce(excluded.answer, answer), run = excluded.run, at = excluded.at
       where not (excluded.state = 'existing' and entries.state = 'accepted')`,
    );
  }

  /** The next open records of a kind after the given place, by batch, then in the order of the input. */
  next(kind: string, after: { batch: string; id: number }, limit: number): PendingRow[] {
    return this.#claim.all(this.#run, kind, after.batch, after.id, limit) as unknown as PendingRow[];
  }

  /** Records of a kind that have no outcome yet, and those that are blocked already. */
  counts(kind: string): { open: number; blocked: number } {
    return this.#ledger.db
      .prepare(
        `select count(*) filter (where outcome is null) as open, count(*) filter (where outcome = 'blocked') as blocked
         from records where run = ? and kind = ?`,
      )
      .get(this.#run, kind) as { open: number; blocked: number };
  }

  /** Resolves when it is on the disk that the record is about to leave. Only then may its request go. */
  sending(id: number, attempt: number, at: string): Promise<void> {
    return this.#ledger.commits.write(() => {
      this.#markRecord.run('sending', attempt, id);
      this.#markAttempt.run(id, attempt, at);
    });
  }

  /** The request did not leave after all: there was no such try. The record waits for another turn. */
  heldBack(id: number, attempt: number): Promise<void> {
    return this.#ledger.commits.write(() => {
      this.#markRecord.run('staged', attempt - 1, id);
      this.#dropAttempt.run(id, attempt);
    });
  }

  /** The try certainly did not get in; the record waits for another one. */
  notTaken(
    id: number,
    attempt: number,
    at: string,
    result: string,
    status: number | null,
    error: string,
  ): Promise<void> {
    return this.#ledger.commits.write(() => {
      this.#endAttempt.run(at, result, status, error, id, attempt);
      this.#release.run(id);
    });
  }

  /** Resolves when the outcome is on the disk. */
  ended(id: number, attempt: number, at: string, ending: Ending): Promise<void> {
    return this.#ledger.commits.write(() => {
      const messages = ending.messages.length > 0 ? JSON.stringify(ending.messages) : null;
      this.#endAttempt.run(at, ending.outcome, ending.status ?? null, messages, id, attempt);
      this.#finish.run(ending.outcome, ending.answer ?? null, messages, id);
      if (ending.entry) this.#keep.run(ending.entry, ending.answer ?? null, at, id);
    });
  }

  /** Ends a record that was leaving when its run died. Inside a transaction of the caller's. */
  endDoubtful(id: number, at: string): void {
    this.#finish.run(
      'in-doubt',
      null,
      JSON.stringify(['the run was killed while this record was being sent']),
      id,
    );
    this.#keep.run('in-doubt', null, at, id);
  }

  /** Ends what is still open: the run stops before it. What may be out keeps its state. */
  notAttempted(): void {
    this.#ledger.db
      .prepare(
        "update records set outcome = 'not-attempted' where run = ? and outcome is null and state = 'staged'",
      )
      .run(this.#run);
  }
}

/**
 * Settles what a killed run left behind, before a new one starts: a record that was leaving when the process died may
 * have been taken, so it is in doubt; the rest was not attempted. Call it with the lock held. Gives the number in doubt.
 */
export function settleKilledRuns(ledger: Ledger, environment: string, at: string): number {
  const { db } = ledger;
  const open = db
    .prepare("select run from runs where environment = ? and finished_at is null and command = 'import'")
    .all(environment) as { run: number }[];
  let doubtful = 0;
  for (const { run } of open) {
    ledger.inTransaction(() => {
      const left = db.prepare("select id from records where run = ? and state = 'sending'").all(run) as {
        id: number;
      }[];
      const sending = new Sending(ledger, run);
      for (const { id } of left) sending.endDoubtful(id, at);
      sending.notAttempted();
      db.prepare("update runs set finished_at = ?, verdict = 'killed' where run = ?").run(at, run);
      doubtful += left.length;
    });
  }
  return doubtful;
}
