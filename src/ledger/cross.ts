import { oddKey } from '../fold.ts';
import type { Query } from './rows.ts';
import { STAGED, STAGED_ROW, type StagedRow } from './staged-row.ts';
import { RunGroup } from './store.ts';

export interface UnresolvedRow extends StagedRow {
  readonly field: string;
  readonly toKind: string;
  readonly toKey: string;
  /** If set, the row represents this number of further references of the field, and `toKey` is empty. */
  readonly more?: number;
}

/** Maximum number of unknown references that are listed individually, for one field of a record. */
export const MAX_NAMED_REFS = 20;

/** Maximum number of keys of a kind that are candidates for "did you mean". */
export const MAX_CANDIDATE_KEYS = 20_000;

export interface SharedRefRow extends StagedRow {
  readonly shareKey: string;
  readonly shareHash: string;
}

const REFERENCE_ROW = { ...STAGED_ROW, field: 'text', toKind: 'text', toKey: 'text' } as const;

/** The queries of rules that compare records. All results are streams. */
export class CrossIndex extends RunGroup {
  #different: Query<typeof STAGED_ROW> | undefined;
  #body: Query<{ readonly body: 'text' }> | undefined;

  /** Records whose key occurs more than once, grouped by key, in the order of the input. */
  recordsWithSameKey(): Iterable<StagedRow> {
    return this.iterate(
      STAGED_ROW,
      `select ${STAGED} from (
         select kind, family, key from records where run = ?1 and key <> '' group by kind, key, family having count(*) > 1
       ) d join records r on r.run = ?1 and r.kind = d.kind and r.key = d.key and r.family = d.family
       join sheets s using (sheet_id) order by r.kind, r.key, r.family, r.id`,
    );
  }

  /** The first record with the same key as `record` but different content. */
  differingRecord({ kind, key, family, hash }: StagedRow): StagedRow | undefined {
    this.#different ??= this.store.query(
      `select ${STAGED} from records r join sheets s using (sheet_id)
       where r.run = ? and r.kind = ? and r.key = ? and r.family = ? and r.hash <> ? order by r.id limit 1`,
      STAGED_ROW,
    );
    return this.#different.get(this.run, kind, key, family, hash);
  }

  /** The body of a record as JSON. */
  bodyOf({ id }: Pick<StagedRow, 'id'>): string {
    this.#body ??= this.store.query('select body from records where id = ?', { body: 'text' });
    return this.#body.one(id).body;
  }

  /**
   * References to records that are neither in the input nor known for the target. For each field of a record: the first
   * references, and the number of further ones, because one cell may contain hundreds.
   */
  *unresolvedReferences(): Iterable<UnresolvedRow> {
    const entries = this.store.entries;
    // References have no index by run: those of earlier runs are not read.
    const { first, last } = this.#ids();
    if (first === null || last === null) return;
    const from = `t.key >= f.key and t.key < f.key || char(1114111)`;
    const condition = `(f.partial = 0
        and not exists (select 1 from records t where t.run = ?1 and t.kind = f.kind and t.key = f.key)
        and not exists (select 1 from ${entries} e where e.target = ?2 and e.interface = ?3 and e.kind = f.kind and e.key = f.key)
      or f.partial = 1
        and not exists (select 1 from records t where t.run = ?1 and t.kind = f.kind and ${from})
        and not exists (select 1 from ${entries} t where t.target = ?2 and t.interface = ?3 and t.kind = f.kind and ${from}))`;
    const rows = this.store.iterate(
      { ...STAGED_ROW, field: 'text', toKind: 'text', toKeys: 'text' },
      // Group in the order of the primary key of refs first, and look up the origin of each record afterwards: that is
      // faster.
      `select ${STAGED}, f.field, f.toKind, f.toKeys from (
         select f.record, f.field, f.kind as toKind, json_group_array(f.key) as toKeys from refs f
         where f.record between ?4 and ?5 and f.run = ?1 and ${condition} group by f.record, f.field, f.kind) f
       cross join records r on r.id = f.record join sheets s using (sheet_id) order by f.record`,
      ...this.scope,
      first,
      last,
    );
    for (const { toKeys, ...row } of rows) {
      const keys = JSON.parse(toKeys) as string[];
      for (const toKey of keys.slice(0, MAX_NAMED_REFS)) yield { ...row, toKey };
      const more = keys.length - MAX_NAMED_REFS;
      if (more > 0) yield { ...row, toKey: '', more };
    }
  }

  /** Records that share a reference with a record of different content, grouped by reference. */
  sharedRefs(): Iterable<SharedRefRow> {
    return this.iterate(
      { ...STAGED_ROW, shareKey: 'text', shareHash: 'text' },
      `select ${STAGED}, r.share_key as shareKey, r.share_hash as shareHash from (
         select kind, share_key from records where run = ?1 and share_key is not null
         group by kind, share_key having min(share_hash) <> max(share_hash)
       ) d join records r on r.run = ?1 and r.kind = d.kind and r.share_key = d.share_key
       join sheets s using (sheet_id) order by r.kind, r.share_key, r.id`,
    );
  }

  /** References that match records of several kinds; `toKind` lists the kinds. */
  ambiguousReferences(): Iterable<UnresolvedRow> {
    return this.iterate(
      REFERENCE_ROW,
      `select ${STAGED}, f.field, group_concat(f.kind, ', ') as toKind, f.key as toKey from refs f
       join records r on r.id = f.record join sheets s using (sheet_id)
       where f.run = ?1 group by f.record, f.field, f.key having count(*) > 1 order by f.record`,
    );
  }

  /**
   * Records of a kind in which a field is missing, with the value of another field, and the fields that reference them.
   */
  *recordsWithout(
    kind: string,
    field: string,
    expected: string,
  ): Iterable<StagedRow & { actual: string | null; namedBy: string[] }> {
    const rows = this.iterate(
      { ...STAGED_ROW, actual: 'scalar?', namedBy: 'text?' },
      `with named as (select key, group_concat(distinct field) as fields from refs where run = ?1 and kind = ?2 group by key)
       select ${STAGED}, json_extract(r.body, ?4) as actual, n.fields as namedBy
       from records r join sheets s using (sheet_id) left join named n on n.key = r.key
       where r.run = ?1 and r.kind = ?2 and r.outcome is not 'not-attempted' and json_extract(r.body, ?3) is null order by r.id`,
      kind,
      `$."${field}"`,
      `$."${expected}"`,
    );
    for (const { actual, namedBy, ...row } of rows) {
      yield { ...row, actual: actual === null ? null : String(actual), namedBy: namedBy?.split(',') ?? [] };
    }
  }

  /** References in the lists `uncounted` to records that no item of the list `counted` references. */
  uncountedLinks(
    kind: string,
    links: {
      readonly uncounted: readonly string[];
      readonly counted: string;
      readonly itemKind: string;
      readonly itemFields: readonly string[];
    },
  ): Iterable<UnresolvedRow> {
    const itemFields = JSON.stringify(links.itemFields);
    return this.store.iterate(
      REFERENCE_ROW,
      `select ${STAGED}, f.field, f.kind as toKind, f.key as toKey from refs f
       join records r on r.id = f.record join sheets s using (sheet_id)
       where f.run = ?1 and r.kind = ?4 and substr(f.field, 1, instr(f.field, '.') - 1) in (select value from json_each(?5))
         and not exists (select 1 from refs p
           join records i on i.run = ?1 and i.kind = ?7 and i.key = p.key
           join refs n on n.record = i.id and n.field in (select value from json_each(?8)) and n.kind = f.kind and n.key = f.key
           where p.record = f.record and p.kind = ?7 and p.field like ?6 || '.%')
         and not exists (select 1 from refs p
           join ${this.store.entries} e on e.target = ?2 and e.interface = ?3 and e.kind = ?7 and e.key = p.key
           join json_each(?8) n on json_extract(e.body, '$."' || n.value || '"') = f.key
           where p.record = f.record and p.kind = ?7 and p.field like ?6 || '.%')
       order by f.record, f.field`,
      ...this.scope,
      kind,
      JSON.stringify(links.uncounted),
      links.counted,
      links.itemKind,
      itemFields,
    );
  }

  /** Keys of a kind, from the input and from known records: candidates for "did you mean". */
  keysOf(kind: string): string[] {
    const rows = this.store.all(
      { key: 'text' },
      `select key from records where run = ?1 and kind = ?4 and key <> '' union
       select key from ${this.store.entries} where target = ?2 and interface = ?3 and kind = ?4 limit ${MAX_CANDIDATE_KEYS}`,
      ...this.scope,
      kind,
    );
    return rows.map(({ key }) => key);
  }

  /** Whether the input has a sheet with records of the kind. */
  hasSheetOf(kind: string): boolean {
    return this.store.has('select 1 from sheets where run = ? and kind = ? limit 1', this.run, kind);
  }

  /** The first record with each key that looks like another key of the input, or like a known one. See `plainKey`. */
  lookAlikes(): Iterable<StagedRow & { other: string }> {
    this.store.db.function('odd_key', { deterministic: true }, oddKey);
    return this.store.iterate(
      { ...STAGED_ROW, other: 'text' },
      `with odd as materialized (
         select kind, key, id, plain, first_value(key) over (partition by kind, plain order by id) as first
         from (select kind, key, min(id) as id, odd_key(key) as plain from records
           where run = ?1 and key <> '' group by kind, key) where plain is not null)
       select ${STAGED}, a.other from (
         select o.id, coalesce(
           (select t.key from records t where t.run = ?1 and t.kind = o.kind and t.key = o.plain limit 1),
           (select e.key from ${this.store.entries} e
            where e.target = ?2 and e.interface = ?3 and e.kind = o.kind and e.key = o.plain limit 1),
           iif(o.first <> o.key, o.first, null)) as other
         from odd o
         union all
         select n.id, min(e.key) from (
           select e.key, (select id from records where run = ?1 and kind = e.kind and key = odd_key(e.key)
             order by id limit 1) as first from ${this.store.entries} e where e.target = ?2 and e.interface = ?3
         ) e cross join records n on n.id = e.first
         where not exists (select 1 from ${this.store.entries} k
           where k.target = ?2 and k.interface = ?3 and k.kind = n.kind and k.key = n.key)
         group by n.id
       ) a join records r on r.id = a.id join sheets s using (sheet_id) where a.other is not null order by r.id`,
      ...this.scope,
    );
  }

  /** References to records of another family, if neither the input nor the ledger has the key in the own family. */
  *referencesToOtherFamilies(): Iterable<UnresolvedRow & { actual: string }> {
    const { first, last } = this.#ids();
    if (first === null || last === null) return;
    const tables = [
      'records t where t.run = ?1',
      `${this.store.entries} t where t.target = ?2 and t.interface = ?3`,
    ];
    const ways = [
      { partial: 0, isNamed: 't.key = f.key' },
      { partial: 1, isNamed: 't.key >= f.key and t.key < f.key || char(1114111)' },
    ];
    for (const { partial, isNamed } of ways) {
      const named = tables.map((of) => `from ${of} and t.kind = f.kind and ${isNamed}`);
      const own = named.map((of) => `not exists (select 1 ${of} and t.family in (r.family, ''))`);
      const other = named.map((of) => `(select t.family ${of} limit 1)`);
      yield* this.store.iterate(
        { ...REFERENCE_ROW, actual: 'text' },
        `select ${STAGED}, f.field, f.kind as toKind, f.key as toKey, coalesce(${other.join(', ')}) as actual
         from refs f join records r on r.id = f.record join sheets s using (sheet_id)
         where f.record between ?4 and ?5 and f.run = ?1 and f.partial = ${partial} and r.family <> ''
           and ${own.join(' and ')} and actual is not null
         order by f.record`,
        ...this.scope,
        first,
        last,
      );
    }
  }

  /** The number of records of each kind and family. */
  families(): { kind: string; family: string; count: number }[] {
    return this.all(
      { kind: 'text', family: 'text', count: 'integer' },
      `select kind, family, count(*) as count from records
       where run = ? and family <> '' and outcome is not 'not-attempted' group by kind, family order by min(id)`,
    );
  }

  recordsOfFamily(kind: string, family: string): Iterable<StagedRow> {
    return this.iterate(
      STAGED_ROW,
      `select ${STAGED} from records r join sheets s using (sheet_id)
       where r.run = ? and r.kind = ? and r.family = ? and r.outcome is not 'not-attempted' order by r.id`,
      kind,
      family,
    );
  }

  /** References to records of the input, or to known records, in which a field has another value. */
  unexpectedValues(
    naming: { readonly kind: string; readonly field: string; readonly to: string },
    expected: { readonly field: string; readonly value: string },
  ): Iterable<StagedRow & { toKey: string; actual: string }> {
    return this.store.iterate(
      { ...STAGED_ROW, toKey: 'text', actual: 'text' },
      `select ${STAGED}, f.key as toKey, coalesce(
         (select json_extract(t.body, ?7) from records t where t.run = ?1 and t.kind = ?6 and t.key = f.key limit 1),
         (select json_extract(e.body, ?7) from ${this.store.entries} e
          where e.target = ?2 and e.interface = ?3 and e.kind = ?6 and e.key = f.key limit 1)) as actual
       from refs f join records r on r.id = f.record join sheets s using (sheet_id)
       where f.run = ?1 and r.kind = ?4 and f.field = ?5 and actual <> ?8 order by f.record`,
      ...this.scope,
      naming.kind,
      naming.field,
      naming.to,
      `$."${expected.field}"`,
      expected.value,
    );
  }

  /** The first and the last id of the records of the run; null if it has none. */
  #ids() {
    const sql = 'select min(id) as first, max(id) as last from records where run = ?';
    return this.store.one({ first: 'integer?', last: 'integer?' }, sql, this.run);
  }
}
