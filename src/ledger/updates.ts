import type { StatementSync } from 'node:sqlite';
import type { Ledger } from './ledger.ts';
import { query } from './rows.ts';
import { dbOf, entriesOf, type Store } from './store.ts';
import { SAME_KEY } from './tables.ts';

/** A record that is or may become an update of a record in the service. */
export interface UpdateRow {
  readonly id: number;
  readonly kind: string;
  readonly key: string;
  /** The fields of the row, as JSON. */
  readonly body: string;
  /** Whether the user requested an update, even if the ledger does not know the key. */
  readonly asked: boolean;
  /** Whether an attempt ended without a certain response. */
  readonly doubt: boolean;
  /** The result of the comparison with the ledger. */
  readonly status: string | null;
  /** The accepted content of the key, as JSON; null if unknown. */
  readonly known: string | null;
  /** Whether `known` is the body of its create, because no update was sent since. */
  readonly asCreated: boolean;
  /**
   * The body that was sent when the service reported that the key exists, as JSON; null if the service did not
   * report that.
   */
  readonly had: string | null;
  /** The ids that the service gave, as JSON. */
  readonly answer: string | null;
  /** The id of a later run that changed what is known about the key. */
  readonly later: string | null;
}

/** A `Patch` as it is stored: as JSON texts. */
interface KeptPatch {
  readonly patch: string;
  readonly replaces: string;
}

const ENTRY = `e.target = ?2 and e.interface = ?3 and e.kind = r.kind and e.key = r.key and e.family = r.family`;

/**
 * The records of a run that may be updates, at most 500 at a time: those for which the user requested an update, and
 * those of `kinds` that differ from the accepted content.
 */
export function updatesAfter(
  ledger: Ledger,
  { run, target, interfaceName }: { run: number; target: string; interfaceName: string },
  kinds: readonly string[],
  after: number,
  which: 'open' | 'valid',
): UpdateRow[] {
  const differs = which === 'open' ? "r.status = 'changed'" : "e.state = 'accepted' and e.hash <> r.hash";
  return query(
    dbOf(ledger),
    `select r.id, r.kind, r.key, r.body, r.status, coalesce(u.asked, 0) as asked, coalesce(u.doubt, 0) as doubt,
         iif(e.state = 'accepted', e.body, null) as known, iif(e.state = 'existing', nullif(e.body, '{}'), null) as had, e.answer, e.hash <> '' as asCreated,
         (select l.id from runs l where l.id = e.run and l.run > ?1) as later
       from records r left join updates u on u.record = r.id left join ${entriesOf(ledger)} e on ${ENTRY}
       where r.run = ?1 and r.id > ?4 and r.outcome is null
         and (u.record is not null or r.kind in (select value from json_each(?5)) and ${differs})
       order by r.id limit 500`,
    {
      id: 'integer',
      kind: 'text',
      key: 'text',
      body: 'text',
      status: 'text?',
      asked: 'boolean',
      doubt: 'boolean',
      known: 'text?',
      had: 'text?',
      answer: 'text?',
      asCreated: 'boolean',
      later: 'text?',
    },
  ).all(run, target, interfaceName, after, JSON.stringify(kinds));
}

/** A record that would be created, of a kind that can be updated. */
export interface NewRow {
  readonly id: number;
  readonly kind: string;
  readonly key: string;
  /** The fields of the row, as JSON. */
  readonly body: string;
}

/**
 * The valid records of a run whose key the ledger does not know and for which no update was requested, at most 500 at a
 * time.
 */
export function newAfter(
  ledger: Ledger,
  { run, target, interfaceName }: { run: number; target: string; interfaceName: string },
  kinds: readonly string[],
  after: number,
): NewRow[] {
  return query(
    dbOf(ledger),
    `select r.id, r.kind, r.key, r.body from records r
       where r.run = ?1 and r.id > ?4 and r.outcome is null and r.kind in (select value from json_each(?5))
         and not exists (select 1 from updates u where u.record = r.id)
         and not exists (select 1 from ${entriesOf(ledger)} e where ${ENTRY})
       order by r.id limit 500`,
    { id: 'integer', kind: 'text', key: 'text', body: 'text' },
  ).all(run, target, interfaceName, after, JSON.stringify(kinds));
}

/** Plans the update that sends a record. */
export function planUpdate(ledger: Ledger, id: number, { patch, replaces }: KeptPatch, doubt: boolean): void {
  dbOf(ledger)
    .prepare(
      `insert into updates(record, asked, patch, replaces) values (?1, 0, ?2, ?3)
       on conflict do update set patch = excluded.patch, replaces = excluded.replaces`,
    )
    .run(id, patch, replaces);
  dbOf(ledger)
    .prepare('update records set status = ? where id = ?')
    .run(doubt ? 'in-doubt' : 'changed', id);
}

/** Makes a record a create again, because the ledger no longer knows its key. */
export function dropUpdate(ledger: Ledger, id: number): void {
  dbOf(ledger).prepare('delete from updates where record = ?').run(id);
}

/**
 * Replaces the ids of records that are identified by id with the keys that the ledger has for them. Call it inside a
 * transaction.
 */
export function keysOfIds(
  ledger: Ledger,
  { run, target, interfaceName }: { run: number; target: string; interfaceName: string },
): void {
  const db = dbOf(ledger);
  const named = query(
    db,
    `select r.id, r.kind, u.by_id as byId from updates u join records r on r.id = u.record
       where r.run = ? and u.by_id is not null`,
    { id: 'integer', kind: 'text', byId: 'text' },
  ).all(run);
  if (named.length === 0) return;
  const keys = new Map<string, string>();
  const searched = new Set(named.map(({ kind, byId }) => `${kind} ${byId.toLowerCase()}`));
  const entries = query(
    db,
    `select kind, key, json_extract(answer, '$.id') as id from ${entriesOf(ledger)}
       where target = ? and interface = ? and answer is not null`,
    { kind: 'text', key: 'text', id: 'text?' },
  ).iterate(target, interfaceName);
  for (const { kind, key, id } of entries) {
    const name = `${kind} ${id?.toLowerCase()}`;
    if (searched.has(name) && key !== id) keys.set(name, key);
  }
  const rename = db.prepare('update records set key = ? where id = ?');
  const byKey = db.prepare('update updates set by_id = null where record = ?');
  for (const { id, kind, byId } of named) {
    const key = keys.get(`${kind} ${byId.toLowerCase()}`);
    if (key === undefined) continue;
    rename.run(key, id);
    byKey.run(id);
  }
}

/** The updates that are sent, and how they change the entries. Call the methods inside a transaction. */
export class SentUpdates {
  readonly #read;
  readonly #entry;
  readonly #doubt: StatementSync;
  readonly #unsure: StatementSync;
  readonly #keep: StatementSync;

  constructor(store: Store) {
    const { db } = store;
    this.#read = store.query('select patch, replaces from updates where record = ? and patch is not null', {
      patch: 'text',
      replaces: 'text',
    });
    this.#entry = store.query(
      `select iif(e.state = 'accepted', e.body, null) as body from records r join runs u on u.run = r.run
       join entries e on ${SAME_KEY} where r.id = ?`,
      { body: 'text?' },
    );
    this.#doubt = db.prepare('update updates set doubt = ? where record = ?');
    // Forget the links, too: they show whether the record has the communication package, which the update may have
    // changed.
    this.#unsure = db.prepare(
      `update entries set body = ?, hash = '', answer = json_remove(answer, '$.qrCodeLink', '$.showcaseLink'), run = (select u.id from records r join runs u on u.run = r.run where r.id = ?2)
       where (target, interface, kind, key, family) = (select u.target, u.interface, r.kind, r.key, r.family
         from records r join runs u on u.run = r.run where r.id = ?2) and state = 'accepted'`,
    );
    // Without a hash, the content is compared field by field.
    this.#keep = db.prepare(
      `insert into entries(target, interface, kind, key, family, state, hash, body, batch, answer, run, at)
       select u.target, u.interface, r.kind, r.key, r.family, 'accepted', '', ?1, r.batch, ?2, u.id, ?3
       from records r join runs u on u.run = r.run where r.id = ?4
       on conflict do update set state = 'accepted', hash = '', body = excluded.body,
         answer = coalesce(excluded.answer, answer), run = excluded.run, at = excluded.at, sure = null, doubt_hash = null`,
    );
  }

  /** The fields that the update of a record sets; null if it is not an update. */
  namesOf(id: number): string[] | null {
    const row = this.#read.get(id);
    return row ? Object.keys(JSON.parse(row.patch) as object) : null;
  }

  /** The accepted content of the record that an update changes, as JSON; null if unknown. */
  acceptedOf(id: number): string | null {
    return this.#entry.get(id)?.body ?? null;
  }

  /**
   * The service may have accepted the update: forgets the fields that it sets, so that the next update sets them again.
   */
  unsure(id: number): void {
    this.#doubt.run(1, id);
    const { body, set, replaces } = this.#of(id);
    if (body === null) return;
    const lost = new Set([...Object.keys(set), ...replaces]);
    this.#unsure.run(JSON.stringify(without(body, lost)), id);
  }

  /** The update ended: the service accepted the fields in `applied`, and has other values in the fields in `unknown`. */
  ended(
    id: number,
    { applied, unknown }: { readonly applied: readonly string[]; readonly unknown: readonly string[] },
    answer: string | null,
    at: string,
  ): void {
    this.#doubt.run(0, id);
    if (applied.length > 0) {
      const { body, set, replaces } = this.#of(id);
      const kept = without(body ?? {}, new Set(replaces));
      for (const name of applied) kept[name] = set[name];
      this.#keep.run(JSON.stringify(kept), answer, at, id);
    }
    if (unknown.length === 0) return;
    const { body } = this.#of(id);
    if (body !== null) this.#unsure.run(JSON.stringify(without(body, new Set(unknown))), id);
  }

  #of(id: number): { body: object | null; set: Record<string, unknown>; replaces: string[] } {
    const { patch, replaces } = this.#read.one(id);
    const body = this.acceptedOf(id);
    return {
      body: body === null ? null : (JSON.parse(body) as object),
      set: JSON.parse(patch) as Record<string, unknown>,
      replaces: JSON.parse(replaces) as string[],
    };
  }
}

function without(body: object, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
}

/**
 * Returns a function that looks up the id of a record in the service, like `Sending.idOf`. It works on a temporary
 * stage, too.
 */
export function idLookup(
  ledger: Ledger,
  { target, interfaceName }: { target: string; interfaceName: string },
): (kinds: readonly string[], key: string) => string | null | undefined {
  const find = query(
    dbOf(ledger),
    `select json_extract(answer, '$.id') as id from ${entriesOf(ledger)}
     where target = ? and interface = ? and kind = ? and key = ? and taken = 1`,
    { id: 'text?' },
  );
  return (kinds, key) => {
    for (const kind of kinds) {
      const row = find.get(target, interfaceName, kind, key);
      if (row) return row.id;
    }
    return undefined;
  };
}
