import { Group } from './store.ts';
import { SAME_KEY } from './tables.ts';

/** What is known about a key that is in doubt. */
export interface Doubt {
  /** Whether the service had the key before: it accepted the record, or reported that the key exists. */
  readonly known: boolean;
  /** Whether all requests without a certain response contained the same content as this record. */
  readonly same: boolean;
  /** Since when it is in doubt, in ISO 8601, UTC. */
  readonly at: string;
  /** The same moment by a clock that never jumps; null if it was not stored. */
  readonly since: BootTime | null;
}

/** A moment by a clock that never jumps: milliseconds since the start of the machine that `boot` identifies. */
export interface BootTime {
  readonly boot: string;
  readonly ms: number;
}

const ENTRY_OF = `(select u.target, u.interface, r.kind, r.key, r.family from records r join runs u on u.run = r.run
  where r.id = ?)`;
/** A condition: the new content replaces that of the entry. Content in doubt does not replace content of the service. */
const IS_NEWER = "(excluded.state <> 'in-doubt' or not taken)";
const ENTRY = `(target, interface, kind, key, family) = ${ENTRY_OF}`;

/**
 * The entries of the ledger: what is known about each key. Every method takes a record with the key, and is called
 * inside a transaction.
 */
export class Entries extends Group {
  readonly #keep = this.store.db.prepare(
    `insert into entries(target, interface, kind, key, family, state, hash, body, batch, answer, run, at, doubt_hash)
     select u.target, u.interface, r.kind, r.key, r.family, ?1, r.hash, r.body, r.batch, ?2, u.id, ?3,
       iif(?1 = 'in-doubt', r.hash, null)
     from records r join runs u on u.run = r.run where r.id = ?4
     on conflict do update set state = excluded.state,
       hash = iif(${IS_NEWER}, excluded.hash, hash),
       body = iif(${IS_NEWER}, excluded.body, body),
       batch = iif(${IS_NEWER}, excluded.batch, batch),
       answer = coalesce(excluded.answer, answer), run = excluded.run, at = excluded.at,
       sure = case when excluded.state <> 'in-doubt' then null when state = 'in-doubt' then sure else state end,
       doubt_hash = iif(state = 'in-doubt' and excluded.state = 'in-doubt' and doubt_hash <> excluded.doubt_hash, '',
         excluded.doubt_hash)
     where not (excluded.state = 'existing' and entries.state = 'accepted')`,
  );
  readonly #forget = this.store.db.prepare(`delete from entries where ${ENTRY} and state = 'in-doubt'`);
  readonly #restore = this.store.db.prepare(
    `update entries set state = sure, sure = null, doubt_hash = null where ${ENTRY} and state = 'in-doubt' and sure is not null`,
  );
  readonly #takeDoubted = this.store.db.prepare(
    // If requests with different contents may have been accepted, the content is unknown.
    `update entries set state = 'accepted', hash = doubt_hash, body = iif(doubt_hash = '', '{}', body),
       answer = coalesce(?, answer), sure = null, doubt_hash = null where ${ENTRY} and state = 'in-doubt'`,
  );
  readonly #doubt = this.store.query(
    `select e.sure is not null as known, e.doubt_hash = r.hash as same, e.at, d.boot, d.ms
     from records r join runs u on u.run = r.run
     join entries e on ${SAME_KEY}
     left join doubts d using (target, interface, kind, key, family)
     where r.id = ? and e.state = 'in-doubt'`,
    { known: 'boolean', same: 'boolean', at: 'text', boot: 'text?', ms: 'real?' },
  );
  // Without a hash, the content is compared field by field.
  readonly #correct = this.store.db.prepare(
    `update entries set hash = '', body = ? where ${ENTRY} and state = 'existing'`,
  );
  readonly #content = this.store.query(
    `select nullif(case coalesce(e.sure, e.state) when 'accepted' then e.body
       when 'in-doubt' then iif(e.doubt_hash = '', null, e.body) end, '{}') as body
     from records r join runs u on u.run = r.run
     join entries e on ${SAME_KEY} where r.id = ?`,
    { body: 'text?' },
  );
  readonly #stamp = this.store.db.prepare(
    `insert into doubts(target, interface, kind, key, family, boot, ms)
     select u.target, u.interface, r.kind, r.key, r.family, ?1, ?2 from records r join runs u on u.run = r.run where r.id = ?3
     on conflict do update set boot = excluded.boot, ms = excluded.ms`,
  );

  /** The doubt about a record's key; null if it is not in doubt. */
  doubtOf(id: number): Doubt | null {
    const row = this.#doubt.get(id);
    if (!row) return null;
    const { boot, ms, ...doubt } = row;
    return { ...doubt, since: boot === null || ms === null ? null : { boot, ms } };
  }

  /**
   * The content that the service has if it has the key, as JSON: the accepted content, else the content that it may
   * have accepted. Null if it may have other content.
   */
  contentOf(id: number): string | null {
    return this.#content.get(id)?.body ?? null;
  }

  /** Stores the state of a record as the state of its key. `since`: when it became in doubt, if known. */
  keep(
    id: number,
    state: 'accepted' | 'existing' | 'in-doubt',
    answer: string | null,
    at: string,
    since: BootTime | null = null,
  ): void {
    this.#keep.run(state, answer, at, id);
    if (state === 'in-doubt') this.#stamp.run(since?.boot ?? '', since?.ms ?? 0, id);
  }

  /** Stores the content that the service shows for a key, as JSON. */
  correct(id: number, body: string): void {
    this.#correct.run(body, id);
  }

  /** Removes the entry of a key that is in doubt. */
  forget(id: number): void {
    this.#forget.run(id);
  }

  /** Restores the state that the key had before it was in doubt. */
  restore(id: number): void {
    if (this.#restore.run(id).changes === 0) this.#forget.run(id);
  }

  /** Marks a record in doubt as accepted by the service. `answer`: its ids, as JSON. */
  takeDoubted(id: number, answer: string | null): void {
    this.#takeDoubted.run(answer, id);
  }
}
