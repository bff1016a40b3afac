import { REPORTED } from './folded.ts';
import { RUN_RECORD } from './record.ts';
import { type Message, type RowOf, storedMessages } from './rows.ts';
import { Group } from './store.ts';
import { laterRun, SAME_KEY } from './tables.ts';

/** A condition: the service has the key. */
const IN_SERVICE = "e.state in ('accepted', 'existing')";

const LATER_RUN = laterRun('r.run');

const OUTDATED_ROW = {
  ...RUN_RECORD,
  /** As JSON. */
  messages: 'text?',
  /** The version of the entry of the key. It changes when a run or a person changes the entry. */
  sentAt: 'text',
} as const;

/** A record that ended as outdated, with the present state of its key. */
export type OutdatedRow = RowOf<typeof OUTDATED_ROW>;

const OUTDATED = `from records r join runs u on u.run = r.run join sheets s using (sheet_id) join entries e on ${SAME_KEY}
  where r.run = ?1 and r.outcome = 'outdated' and u.stage = 'planned' and ${IN_SERVICE} and e.hash <> r.hash
    and ${LATER_RUN} is null`;

/** An outdated record and the known content of its key, as JSON. */
export interface Contents {
  readonly body: string;
  readonly known: string;
}

/** The outdated records, which a person or a later run settles. */
export class Outdated extends Group {
  /** The records of a planned run that are still outdated, in the order of the input. */
  rows(run: number, limit = -1): OutdatedRow[] {
    return this.store.all(
      OUTDATED_ROW,
      `select r.id, r.kind, r.family, r.key, r.batch, s.file, s.sheet, r.row, r.attempts, r.messages,
           e.run || ' ' || e.at || ' ' || e.hash as sentAt ${OUTDATED} order by r.id limit ?2`,
      run,
      limit,
    );
  }

  /** Whether a run has outdated records that no later run of the same target has compared again. */
  has(run: number): boolean {
    return this.store.has(
      // Folded rows of a later run are read once, not once for each record.
      `with outdated as materialized (select r.kind, r.key, r.family, u.target, u.interface ${OUTDATED}),
       later as materialized (select l.kind, l.key, l.family from runs v cross join ${REPORTED} l on l.run = v.run
         where v.run > ?1 and v.stage = 'planned' and (v.target, v.interface) in (select target, interface from outdated)
           and l.outcome is not null and l.outcome not in ('invalid', 'not-attempted'))
       select 1 from outdated where (kind, key, family) not in (select * from later) limit 1`,
      run,
    );
  }

  /** The number of outdated records of a run whose change an update can send. */
  countUpdatable(run: number): number {
    return this.store.count(
      `select count(*) as count from records where run = ? and outcome = 'outdated' and status = 'changed'`,
      run,
    );
  }

  /**
   * Ends outdated records that another run or a person has settled since: their content was accepted, or a later run has
   * sent other content. Call it inside a transaction.
   */
  settle(run: number): void {
    const stale = this.store.all(
      { id: 'integer', outcome: 'text', settledBy: 'text' },
      `select r.id, iif(e.hash = r.hash and e.state = 'accepted', 'unchanged', 'existing') as outcome, e.run as settledBy
         from records r join runs u on u.run = r.run join entries e on ${SAME_KEY}
         where r.run = ?1 and r.outcome = 'outdated' and ${IN_SERVICE} and (e.hash = r.hash or ${LATER_RUN} is not null)`,
      run,
    );
    const end = this.store.db.prepare('update records set outcome = ?, messages = ? where id = ?');
    for (const { id, outcome, settledBy } of stale)
      end.run(outcome, storedMessages([{ code: 'settled-since', run: settledBy }]), id);
  }

  /**
   * Stores the content of outdated records as accepted, and ends them as unchanged with `messages`. `keptOf` returns the
   * content to store, as JSON. Call it inside a transaction.
   */
  keep(
    rows: readonly OutdatedRow[],
    keptOf: (row: OutdatedRow, contents: Contents) => string,
    messages: readonly Message[],
  ): void {
    const read = this.store.query(
      `select r.body, e.body as known from records r join runs u on u.run = r.run join entries e on ${SAME_KEY}
       where r.id = ? and r.outcome = 'outdated' and ${IN_SERVICE}`,
      { body: 'text', known: 'text' },
    );
    const keep = this.store.db.prepare(
      `update entries set hash = k.hash, body = ?1, run = k.id
       from (select u.target, u.interface, r.kind, r.key, r.family, r.hash, u.id from records r join runs u on u.run = r.run
         where r.id = ?2) k
       where (entries.target, entries.interface, entries.kind, entries.key, entries.family)
         = (k.target, k.interface, k.kind, k.key, k.family)`,
    );
    const end = this.store.db.prepare("update records set outcome = 'unchanged', messages = ? where id = ?");
    for (const row of rows) {
      const contents = read.get(row.id);
      if (contents === undefined) continue;
      keep.run(keptOf(row, contents), row.id);
      end.run(storedMessages(messages), row.id);
    }
  }
}
