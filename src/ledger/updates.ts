import { type Message, type Query, type RowOf, storedMessages } from './rows.ts';
import { RunGroup } from './store.ts';
import { laterRun } from './tables.ts';

const ROW = {
  id: 'integer',
  kind: 'text',
  key: 'text',
  /** The fields of the row, as JSON. */
  body: 'text',
} as const;

/** A record that would be created, of a kind that can be updated. */
export type NewRow = RowOf<typeof ROW>;

const UPDATE = {
  ...ROW,
  /** Whether the user requested an update, even if the ledger does not know the key. */
  asked: 'boolean',
  /** Whether an attempt ended without a certain response. */
  doubt: 'boolean',
  /** The result of the comparison with the ledger. */
  status: 'text?',
  /** The accepted content of the key, as JSON, `{}` if it is unknown; null if the service did not accept it. */
  known: 'text?',
  /** Whether `known` is the body of its create, because no update was sent since. */
  asCreated: 'boolean',
  /**
   * The body that was sent when the service reported that the key exists, as JSON; null if the service did not
   * report that.
   */
  had: 'text?',
  /** The ids that the service gave, as JSON. */
  answer: 'text?',
  /** The id of a later run that changed what is known about the key. */
  later: 'text?',
} as const;

/** A record that is or may become an update of a record in the service, or differs from what the service has. */
export type UpdateRow = RowOf<typeof UPDATE>;

const ENTRY = `e.target = ?2 and e.interface = ?3 and e.kind = r.kind and e.key = r.key and e.family = r.family`;

/** The number of rows that are read at a time: the caller changes them before the next ones are read. */
const PAGE = 500;

/** Reads the rows of a query page by page; `pageAfter` returns those with the next ids. */
function* paged<One extends { readonly id: number }>(
  pageAfter: (id: number) => readonly One[],
): Generator<One> {
  for (let rows = pageAfter(0); rows.length > 0; rows = pageAfter(rows.at(-1)!.id)) yield* rows;
}

/** How a record that is not sent ends. `updatable`: the record is outdated, but an update can send the change. */
type UnsentEnding = 'unchanged' | 'existing' | 'outdated' | 'updatable';

const STATUS: Readonly<Record<UnsentEnding, string>> = {
  unchanged: 'unchanged',
  existing: 'changed',
  outdated: 'outdated',
  updatable: 'changed',
};

const CHANGED = {
  id: 'integer',
  kind: 'text',
  family: 'text',
  key: 'text',
  file: 'text',
  sheet: 'text',
  row: 'integer',
  /** The body that was accepted last (`{}` if unknown) and the body in the input, as JSON. */
  before: 'text',
  after: 'text',
  /** The fields that an update sets, as JSON; null for a create. */
  patch: 'text?',
  /** Null if the record is to be sent. */
  outcome: 'text?',
  /** Whether this run, or a later one, has replaced what was accepted before it: `before` is then what came after. */
  replaced: 'boolean',
} as const;

export type ChangedRow = RowOf<typeof CHANGED>;

/** The records of a run that are or may become updates of records in the service. */
export class Updates extends RunGroup {
  #idOf: Query<{ readonly id: 'text?' }> | undefined;

  /**
   * The valid records of a run for which the user requested an update, and those that differ from what the service has:
   * with `kinds`, before they are compared with the ledger, those of these kinds that differ from the accepted content.
   */
  rows(kinds?: readonly string[]): Iterable<UpdateRow> {
    const differs = kinds
      ? "r.kind in (select value from json_each(?5)) and e.state = 'accepted' and e.hash <> r.hash"
      : "r.status = 'changed'";
    // `+` makes SQLite walk the records in the order of their ids, instead of sorting those of the run for each page.
    const query = this.store.query(
      `select r.id, r.kind, r.key, r.body, r.status, coalesce(u.asked, 0) as asked, coalesce(u.doubt, 0) as doubt,
         iif(e.state = 'accepted', e.body, null) as known, iif(e.state = 'existing', nullif(e.body, '{}'), null) as had, e.answer, e.hash <> '' as asCreated,
         ${laterRun('?1')} as later
       from records r left join updates u on u.record = r.id left join ${this.store.entries} e on ${ENTRY}
       where +r.run = ?1 and r.id > max(?4, (select min(id) - 1 from records where run = ?1)) and r.outcome is null
         and (u.record is not null or ${differs})
       order by r.id limit ${PAGE}`,
      UPDATE,
    );
    const ofKinds = kinds ? [JSON.stringify(kinds)] : [];
    return paged((after) => query.all(...this.scope, after, ...ofKinds));
  }

  /** The valid records of a run whose key the ledger does not know and for which no update was requested. */
  newRows(kinds: readonly string[]): Iterable<NewRow> {
    const query = this.store.query(
      `select r.id, r.kind, r.key, r.body from records r
       where r.run = ?1 and r.id > ?4 and r.outcome is null and r.kind in (select value from json_each(?5))
         and not exists (select 1 from updates u where u.record = r.id)
         and not exists (select 1 from ${this.store.entries} e where ${ENTRY})
       order by r.id limit ${PAGE}`,
      ROW,
    );
    return paged((after) => query.all(...this.scope, after, JSON.stringify(kinds)));
  }

  /** Plans the update that sends a record. */
  plan(id: number, set: object, replaces: readonly string[], doubt: boolean): void {
    this.store.run(
      `insert into updates(record, asked, patch, replaces) values (?1, 0, ?2, ?3)
         on conflict do update set patch = excluded.patch, replaces = excluded.replaces`,
      id,
      JSON.stringify(set),
      JSON.stringify(replaces),
    );
    this.store.run('update records set status = ? where id = ?', doubt ? 'in-doubt' : 'changed', id);
  }

  /** Makes a record a create again, because the ledger no longer knows its key. */
  drop(id: number): void {
    this.store.run('delete from updates where record = ?', id);
  }

  /** Ends a record without sending it. */
  endUnsent(
    { id, answer }: Pick<UpdateRow, 'id' | 'answer'>,
    end: UnsentEnding,
    messages: readonly Message[],
  ): void {
    const outcome = end === 'updatable' ? 'outdated' : end;
    this.store.run(
      `update records set outcome = ?, status = ?, answer = coalesce(?, answer), messages = ? where id = ?`,
      outcome,
      STATUS[end],
      answer,
      storedMessages(messages),
      id,
    );
    this.store.run('update updates set doubt = 0 where record = ?', id);
  }

  /** The updates of a run, and the records that differ from the accepted content, with both contents. */
  changedRows(): Iterable<ChangedRow> {
    return this.store.iterate(
      CHANGED,
      `select r.id, r.kind, r.family, r.key, s.file, s.sheet, r.row,
           coalesce(iif(u.record is null or e.state = 'accepted', e.body, null), '{}') as before, r.body as after, u.patch, r.outcome,
           exists (select 1 from runs l where l.id = e.run and l.run >= ?1) as replaced
         from records r join sheets s using (sheet_id) left join updates u on u.record = r.id left join ${this.store.entries} e
           on ${ENTRY}
         where r.run = ?1 and r.status in ('changed', 'outdated') order by r.id`,
      ...this.scope,
    );
  }

  /** The bodies with which earlier runs of the target sent the key of a record, the last one first. */
  earlierBodies(id: number): Iterable<{ outcome: string; body: string }> {
    return this.store.iterate(
      { outcome: 'text', body: 'text' },
      `select b.outcome, b.body from records r cross join runs v cross join records b on b.run = v.run and b.kind = r.kind
           and b.key = r.key and b.family = r.family
         where r.id = ?4 and v.run < ?1 and v.target = ?2 and v.interface = ?3 and b.outcome in ('created', 'updated')
         order by v.run desc`,
      ...this.scope,
      id,
    );
  }

  /** The id of a record in the service, like `Sending.idOf`. It works on a temporary stage, too. */
  idOf(kinds: readonly string[], key: string): string | null | undefined {
    this.#idOf ??= this.store.query(
      `select json_extract(answer, '$.id') as id from ${this.store.entries}
       where target = ? and interface = ? and kind = ? and key = ? and taken = 1`,
      { id: 'text?' },
    );
    for (const kind of kinds) {
      const row = this.#idOf.get(...this.scope.slice(1), kind, key);
      if (row) return row.id;
    }
    return undefined;
  }
}
