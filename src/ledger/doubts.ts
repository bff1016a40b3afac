import type { BootTime } from './entries.ts';
import { outcomeOf, RUN_RECORD, type RunRecord } from './record.ts';
import { KILLED_WHILE_SENDING, type RowOf, type StoredNote, storedMessages } from './rows.ts';
import { Group } from './store.ts';
import { SAME_KEY } from './tables.ts';

const DOUBTFUL = {
  ...RUN_RECORD,
  /** When the key was last sent, by this run or another one; null if unknown. */
  sentAt: 'text?',
  /** As JSON. */
  messages: 'text?',
  /** Whether the record is an update: sending an update again changes nothing more. */
  isUpdate: 'boolean',
  /** Since when it is in doubt, by a clock that never jumps; null if that was not stored. */
  boot: 'text?',
  ms: 'real?',
} as const;

/** A record in doubt, and its last attempt. */
export type DoubtfulRow = Omit<RowOf<typeof DOUBTFUL>, 'boot' | 'ms'> & { readonly since: BootTime | null };

/**
 * A condition: the key of the record is being sent, or was being sent when a run was killed. The time of an
 * earlier attempt is then ignored.
 */
const IS_BEING_SENT = `select 1 from runs v join records s on s.run = v.run where v.target = u.target
  and v.interface = u.interface and v.finished_at is null and s.kind = r.kind and s.key = r.key and s.family = r.family
  and s.state = 'sending'`;

/**
 * When the key of the record was last sent, by any run; by another machine, when it became in doubt there. Null if
 * unknown.
 */
const LAST_SENT = `(select max(sent) from (
  select a.started_at as sent from runs v join records s on s.run = v.run join attempts a on a.record = s.id
    where v.target = u.target and v.interface = u.interface and s.kind = r.kind and s.key = r.key and s.family = r.family
  union all select e.at where e.run not in (select id from runs)))`;

/**
 * A record that was shown in a list. `sentAt` is the time of its last attempt; for an outdated record, it is the
 * version of its entry.
 */
type ListedRow = { readonly sentAt: string | null } & Pick<RunRecord, 'id' | 'attempts'>;

/** A record in doubt, and what the ledger has learned about its key since. */
const SETTLED_ELSEWHERE = {
  id: 'integer',
  /** The hash of the content of the record. */
  own: 'text',
  /** The id of the run that settled the key; null if unknown. */
  learnedBy: 'text?',
  /** Null if the ledger has no entry for the key: the record is proved not to be in the service. */
  state: ['accepted', 'existing', null],
  hash: 'text?',
  answer: 'text?',
} as const;

/** The records in doubt, and what the user has seen in lists. */
export class Doubts extends Group {
  /** The number of records in doubt of a run that reading them back again may settle. */
  countReadable(run: number): number {
    return this.store.count(
      `select count(*) as count from records r join attempts a on a.record = r.id and a.attempt = r.attempts
         where r.run = ? and r.outcome = 'in-doubt' and a.read in ('failed', 'absent, too early')`,
      run,
    );
  }

  /** The records of a run that are in doubt, in the order of the input. */
  rows(run: number): DoubtfulRow[] {
    const rows = this.store.all(
      DOUBTFUL,
      `select r.id, r.kind, r.family, r.key, r.batch, s.file, s.sheet, r.row, r.attempts,
           coalesce(r.messages, iif(r.state = 'sending', ${KILLED_WHILE_SENDING}, null)) as messages,
           coalesce(${LAST_SENT}, e.at) as sentAt,
           r.id in (select record from updates) as isUpdate, d.boot, d.ms
         from records r join sheets s using (sheet_id) join runs u on u.run = r.run
         left join entries e on ${SAME_KEY}
         left join doubts d on d.target = u.target and d.interface = u.interface and d.kind = r.kind and d.key = r.key
           and d.family = r.family and e.state = 'in-doubt' and not exists (${IS_BEING_SENT})
         where r.run = ? and ${outcomeOf('r')} = 'in-doubt' order by r.id`,
      run,
    );
    return rows.map(({ boot, ms, ...row }) => ({
      ...row,
      since: boot === null || ms === null ? null : { boot, ms },
    }));
  }

  /** Stores that the user has seen these records, in doubt or outdated, in their present state. */
  noteListed(rows: readonly ListedRow[], at: string): void {
    const note = this.store.db.prepare(
      'insert or replace into listed(record, attempts, sent_at, listed_at) values (?, ?, ?, ?)',
    );
    this.store.inTransaction(() => {
      for (const { id, attempts, sentAt } of rows) note.run(id, attempts, sentAt, at);
    });
  }

  /** For each record, whether the user has seen it in its present state. */
  wereListed(rows: readonly ListedRow[]): boolean[] {
    const listed = this.store.query('select attempts, sent_at as sentAt from listed where record = ?', {
      attempts: 'integer',
      sentAt: 'text?',
    });
    return rows.map(({ id, attempts, sentAt }) => {
      const then = listed.get(id);
      return then !== undefined && then.attempts === attempts && then.sentAt === sentAt;
    });
  }

  /** The ids of the open records of a run that an earlier run left in doubt. */
  openIds(run: number): number[] {
    const sql = "select id from records where run = ? and outcome is null and status = 'in-doubt'";
    const rows = this.store.all({ id: 'integer' }, sql, run);
    return rows.map(({ id }) => id);
  }

  /**
   * Settles records of other runs that are in doubt about the same keys as these records. Updates are excluded,
   * because their own run repeats them. The outcome depends on the entry of the key: `unchanged` if the service has
   * this content; `existing` if the service has other content, or did not get the key from this ledger; `failed` if
   * the service does not have the key. Records that were blocked by a record in doubt stay blocked until `trace
   * resume`.
   */
  settleElsewhere(ids: readonly number[]): void {
    if (ids.length === 0) return;
    const others = this.store.query(
      `select o.id, o.hash as own, u.id as learnedBy, e.state, e.hash, e.answer
       from records r join runs u on u.run = r.run left join entries e on ${SAME_KEY}
       join records o on o.kind = r.kind and o.key = r.key and o.family = r.family and o.outcome = 'in-doubt'
         and o.run in (select v.run from runs v where v.target = u.target and v.interface = u.interface and v.run <> u.run)
       where r.id = ? and e.state is not 'in-doubt' and o.id not in (select record from updates)`,
      SETTLED_ELSEWHERE,
    );
    this.store.inTransaction(() => {
      for (const id of ids) this.#settle(others.all(id));
    });
  }

  /**
   * Settles the records of all unsuccessful runs of `target`, like `settleElsewhere`. This is needed if a run was
   * killed after it settled its own keys and before it settled those of other runs. Call it before
   * `KilledRuns.settleRuns`. Does nothing if no run was killed.
   */
  settleElsewhereAfterKill(target: string): void {
    const killed =
      "select 1 from runs where target = ? and finished_at is null and command in ('import', 'update') limit 1";
    if (this.store.has(killed, target)) this.settleKnown(target);
  }

  /** Settles the records in doubt of all unsuccessful runs of `target`, like `settleElsewhere`. */
  settleKnown(target: string): void {
    const stale = this.store.all(
      SETTLED_ELSEWHERE,
      `select r.id, r.hash as own, e.run as learnedBy, e.state, e.hash, e.answer
         from records r join runs u on u.run = r.run left join entries e on ${SAME_KEY}
         where r.run in (select run from runs where target = ? and exit_code is not 0)
           and r.outcome = 'in-doubt' and e.state is not 'in-doubt' and r.id not in (select record from updates)`,
      target,
    );
    this.store.inTransaction(() => this.#settle(stale));
  }

  #settle(rows: readonly RowOf<typeof SETTLED_ELSEWHERE>[]): void {
    const update = this.store.db.prepare(
      'update records set outcome = ?, answer = coalesce(?, answer), messages = ? where id = ?',
    );
    for (const { id, own, learnedBy: run, state, hash, answer } of rows) {
      const end = (outcome: string, found: Extract<StoredNote, { code: 'settled' }>['found']) =>
        update.run(outcome, answer, storedMessages([{ code: 'settled', run, found }]), id);
      if (state === null) end('failed', 'nothing');
      else if (state === 'existing') end('existing', 'key');
      else if (hash === own) end('unchanged', 'this-content');
      else end('existing', 'other-content');
    }
  }

  /**
   * Stores `now` as the start of the doubt for keys of a target whose start was not stored (the run was killed) or
   * cannot be compared with `now` (the machine was restarted). The age of these doubts is then counted from now, so
   * it is never too high.
   */
  stamp(target: string, now: BootTime, isComparable: (since: BootTime) => boolean): void {
    const open = this.store.all(
      { interface: 'text', kind: 'text', key: 'text', family: 'text', boot: 'text', ms: 'real' },
      `select e.interface, e.kind, e.key, e.family, coalesce(d.boot, '') as boot, coalesce(d.ms, 0) as ms
         from entries e left join doubts d using (target, interface, kind, key, family)
         where e.target = ? and e.state = 'in-doubt'`,
      target,
    );
    const unknown = open.filter((row) => !isComparable(row));
    if (unknown.length === 0) return;
    const stamp = this.store.db.prepare(
      'insert or replace into doubts(target, interface, kind, key, family, boot, ms) values (?, ?, ?, ?, ?, ?, ?)',
    );
    this.store.inTransaction(() => {
      for (const { interface: name, kind, key, family } of unknown)
        stamp.run(target, name, kind, key, family, now.boot, now.ms);
    });
  }
}
