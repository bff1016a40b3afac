import { Group } from './store.ts';
import { SAME_KEY } from './tables.ts';

/** The updates that are sent, and how they change the entries. Call the methods inside a transaction. */
export class SentUpdates extends Group {
  readonly #read = this.store.query(
    'select patch, replaces from updates where record = ? and patch is not null',
    { patch: 'text', replaces: 'text' },
  );
  readonly #entry = this.store.query(
    `select iif(e.state = 'accepted', e.body, null) as body from records r join runs u on u.run = r.run
     join entries e on ${SAME_KEY} where r.id = ?`,
    { body: 'text?' },
  );
  readonly #doubt = this.store.db.prepare('update updates set doubt = ? where record = ?');
  // Forget the links, too: they show whether the record has the communication package, which the update may have
  // changed.
  readonly #unsure = this.store.db.prepare(
    `update entries set body = ?, hash = '', answer = json_remove(answer, '$.qrCodeLink', '$.showcaseLink'), run = (select u.id from records r join runs u on u.run = r.run where r.id = ?2)
     where (target, interface, kind, key, family) = (select u.target, u.interface, r.kind, r.key, r.family
       from records r join runs u on u.run = r.run where r.id = ?2) and state = 'accepted'`,
  );
  // Without a hash, the content is compared field by field.
  readonly #keep = this.store.db.prepare(
    `insert into entries(target, interface, kind, key, family, state, hash, body, batch, answer, run, at)
     select u.target, u.interface, r.kind, r.key, r.family, 'accepted', '', ?1, r.batch, ?2, u.id, ?3
     from records r join runs u on u.run = r.run where r.id = ?4
     on conflict do update set state = 'accepted', hash = '', body = excluded.body,
       answer = coalesce(excluded.answer, answer), run = excluded.run, at = excluded.at, sure = null, doubt_hash = null`,
  );

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
  markUnsure(id: number): void {
    this.#doubt.run(1, id);
    const { body, set, replaces } = this.#of(id);
    if (body === null) return;
    const lost = new Set([...Object.keys(set), ...replaces]);
    this.#unsure.run(JSON.stringify(withoutFields(body, lost)), id);
  }

  /** The update ended: the service accepted the fields in `applied`, and has other values in the fields in `unknown`. */
  markEnded(
    id: number,
    { applied, unknown }: { readonly applied: readonly string[]; readonly unknown: readonly string[] },
    answer: string | null,
    at: string,
  ): void {
    this.#doubt.run(0, id);
    if (applied.length > 0) {
      const { body, set, replaces } = this.#of(id);
      const kept = withoutFields(body ?? {}, new Set(replaces));
      for (const name of applied) kept[name] = set[name];
      this.#keep.run(JSON.stringify(kept), answer, at, id);
    }
    if (unknown.length === 0) return;
    const { body } = this.#of(id);
    if (body !== null) this.#unsure.run(JSON.stringify(withoutFields(body, new Set(unknown))), id);
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

function withoutFields(body: object, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
}
