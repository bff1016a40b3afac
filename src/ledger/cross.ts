import type { Ledger } from './ledger.ts';

/** A staged record with the place it was read from. */
export interface PlacedRow {
  readonly id: number;
  readonly kind: string;
  readonly family: string;
  readonly key: string;
  readonly hash: string;
  readonly batch: string;
  readonly file: string;
  readonly sheet: string;
  readonly row: number;
  /** Of a text file: the line where the row starts. */
  readonly line: number | null;
  /** JSON: path to column letters. */
  readonly columns: string;
}

export interface UnresolvedRow extends PlacedRow {
  readonly field: string;
  readonly toKind: string;
  readonly toKey: string;
  /** Set: it stands for so many more of the same field, and `toKey` is empty. */
  readonly more?: number;
}

/** Unknown references of one field of a record that are named one by one. */
const MOST_NAMED = 20;

export interface SharedRow extends PlacedRow {
  readonly shareKey: string;
  readonly shareHash: string;
}

/** The line of a record `r` of a text file, or null; see `text_lines`. */
export const LINE = `(select t.line + r.row - t.row from text_lines t
  where t.sheet_id = r.sheet_id and t.row <= r.row order by t.row desc limit 1) as line`;
const PLACED = `r.id, r.kind, r.family, r.key, r.hash, r.batch, s.file, s.sheet, r.row, ${LINE}, s.columns`;

/** What the rules across records ask of a stage. All answers stream. */
export class CrossIndex {
  readonly #ledger: Ledger;
  readonly #run: number;
  readonly #target: string;
  readonly #interface: string;

  constructor(ledger: Ledger, run: number, target: string, interfaceName: string) {
    this.#ledger = ledger;
    this.#run = run;
    this.#target = target;
    this.#interface = interfaceName;
  }

  /** Records whose key stands more than once, those of one key together, in the order of the input. */
  sameKey(): Iterable<PlacedRow> {
    return this.#all<PlacedRow>(
      `select ${PLACED} from (
         select kind, family, key from records where run = ?1 and key <> '' group by kind, key, family having count(*) > 1
       ) d join records r on r.run = ?1 and r.kind = d.kind and r.key = d.key and r.family = d.family
       join sheets s using (sheet_id) order by r.kind, r.key, r.family, r.id`,
      this.#run,
    );
  }

  /**
   * Namings of records that are neither in the input nor among the known entries of the target: the first of each field of
   * a record, and how many more it has. One cell may hold hundreds.
   */
  *unresolved(): Iterable<UnresolvedRow> {
    const entries = `${this.#ledger.known}.entries`;
    const from = `t.key >= f.key and t.key < f.key || char(1114111)`;
    const conditions = [
      `f.partial = 0
       and not exists (select 1 from records t where t.run = ?1 and t.kind = f.kind and t.key = f.key)
       and not exists (select 1 from ${entries} e where e.target = ?2 and e.interface = ?3 and e.kind = f.kind and e.key = f.key)`,
      `f.partial = 1
       and not exists (select 1 from records t where t.run = ?1 and t.kind = f.kind and ${from})
       and not exists (select 1 from ${entries} t where t.target = ?2 and t.interface = ?3 and t.kind = f.kind and ${from})`,
    ];
    for (const condition of conditions) {
      const rows = this.#all<Omit<UnresolvedRow, 'toKey'> & { toKeys: string }>(
        // Grouped in the order of the key of refs, before the place of each record is looked up.
        `select ${PLACED}, f.field, f.toKind, f.toKeys from (
           select f.record, f.field, f.kind as toKind, json_group_array(f.key) as toKeys from refs f
           where f.run = ?1 and ${condition} group by f.record, f.field, f.kind) f
         cross join records r on r.id = f.record join sheets s using (sheet_id) order by f.record`,
        this.#run,
        this.#target,
        this.#interface,
      );
      for (const { toKeys, ...row } of rows) {
        const keys = JSON.parse(toKeys) as string[];
        for (const toKey of keys.slice(0, MOST_NAMED)) yield { ...row, toKey };
        const more = keys.length - MOST_NAMED;
        if (more > 0) yield { ...row, toKey: '', more };
      }
    }
  }

  /** Records that share a reference with a record of other content, those of one reference together. */
  sharedRefs(): Iterable<SharedRow> {
    return this.#all<SharedRow>(
      `select ${PLACED}, r.share_key as shareKey, r.share_hash as shareHash from (
         select kind, share_key from records where run = ?1 and share_key is not null
         group by kind, share_key having min(share_hash) <> max(share_hash)
       ) d join records r on r.run = ?1 and r.kind = d.kind and r.share_key = d.share_key
       join sheets s using (sheet_id) order by r.kind, r.share_key, r.id`,
      this.#run,
    );
  }

  /** Namings that may mean records of several kinds; `toKind` holds them all. */
  several(): Iterable<UnresolvedRow> {
    return this.#all<UnresolvedRow>(
      `select ${PLACED}, f.field, group_concat(f.kind, ', ') as toKind, f.key as toKey from refs f
       join records r on r.id = f.record join sheets s using (sheet_id)
       where f.run = ?1 group by f.record, f.field, f.key having count(*) > 1 order by f.record`,
      this.#run,
    );
  }

  /** Records of a kind without a field, with what another field of them says, and by which fields they are named. */
  *without(
    kind: string,
    field: string,
    says: string,
  ): Iterable<PlacedRow & { said: string | null; namedBy: string[] }> {
    const rows = this.#all<PlacedRow & { said: string | number | null; namedBy: string | null }>(
      `with named as (select key, group_concat(distinct field) as fields from refs where run = ?1 and kind = ?2 group by key)
       select ${PLACED}, json_extract(r.body, ?4) as said, n.fields as namedBy
       from records r join sheets s using (sheet_id) left join named n on n.key = r.key
       where r.run = ?1 and r.kind = ?2 and r.outcome is not 'not-attempted' and json_extract(r.body, ?3) is null order by r.id`,
      this.#run,
      kind,
      `$."${field}"`,
      `$."${says}"`,
    );
    for (const { said, namedBy, ...row } of rows) {
      yield { ...row, said: said === null ? null : String(said), namedBy: namedBy?.split(',') ?? [] };
    }
  }

  /** Links that a kind makes through some of its arrays and not through an item that names the same record. */
  uncounted(
    kind: string,
    links: {
      readonly uncounted: readonly string[];
      readonly counted: string;
      readonly itemKind: string;
      readonly itemFields: readonly string[];
    },
  ): Iterable<UnresolvedRow> {
    const itemFields = JSON.stringify(links.itemFields);
    return this.#all<UnresolvedRow>(
      `select ${PLACED}, f.field, f.kind as toKind, f.key as toKey from refs f
       join records r on r.id = f.record join sheets s using (sheet_id)
       where f.run = ?1 and r.kind = ?2 and substr(f.field, 1, instr(f.field, '.') - 1) in (select value from json_each(?3))
         and not exists (select 1 from refs p
           join records i on i.run = ?1 and i.kind = ?5 and i.key = p.key
           join refs n on n.record = i.id and n.field in (select value from json_each(?6)) and n.kind = f.kind and n.key = f.key
           where p.record = f.record and p.kind = ?5 and p.field like ?4 || '.%')
         and not exists (select 1 from refs p
           join ${this.#ledger.known}.entries e on e.target = ?7 and e.interface = ?8 and e.kind = ?5 and e.key = p.key
           join json_each(?6) n on json_extract(e.body, '$."' || n.value || '"') = f.key
           where p.record = f.record and p.kind = ?5 and p.field like ?4 || '.%')
       order by f.record, f.field`,
      this.#run,
      kind,
      JSON.stringify(links.uncounted),
      links.counted,
      links.itemKind,
      itemFields,
      this.#target,
      this.#interface,
    );
  }

  /** Keys of a kind in the input and among the known entries, at most `limit`: candidates for "did you mean". */
  keysOf(kind: string, limit = 20_000): string[] {
    const rows = this.#all<{ key: string }>(
      `select key from records where run = ? and kind = ? and key <> '' union
       select key from ${this.#ledger.known}.entries where target = ? and interface = ? and kind = ? limit ?`,
      this.#run,
      kind,
      this.#target,
      this.#interface,
      kind,
      limit,
    );
    return [...rows].map((row) => row.key);
  }

  /** How many records there are of each kind and family. */
  families(): { kind: string; family: string; count: number }[] {
    return [
      ...this.#all<{ kind: string; family: string; count: number }>(
        `select kind, family, count(*) as count from records
         where run = ? and family <> '' and outcome is not 'not-attempted' group by kind, family order by min(id)`,
        this.#run,
      ),
    ];
  }

  ofFamily(kind: string, family: string): Iterable<PlacedRow> {
    return this.#all<PlacedRow>(
      `select ${PLACED} from records r join sheets s using (sheet_id)
       where r.run = ? and r.kind = ? and r.family = ? and r.outcome is not 'not-attempted' order by r.id`,
      this.#run,
      kind,
      family,
    );
  }

  /** References to records, of the input or known, whose field has another value. */
  saysElse(
    naming: { readonly kind: string; readonly field: string; readonly to: string },
    says: { readonly field: string; readonly value: string },
  ): Iterable<PlacedRow & { toKey: string; said: string }> {
    return this.#all<PlacedRow & { toKey: string; said: string }>(
      `select ${PLACED}, f.key as toKey, coalesce(
         (select json_extract(t.body, ?5) from records t where t.run = ?1 and t.kind = ?4 and t.key = f.key limit 1),
         (select json_extract(e.body, ?5) from ${this.#ledger.known}.entries e
          where e.target = ?7 and e.interface = ?8 and e.kind = ?4 and e.key = f.key limit 1)) as said
       from refs f join records r on r.id = f.record join sheets s using (sheet_id)
       where f.run = ?1 and r.kind = ?2 and f.field = ?3 and said <> ?6 order by f.record`,
      this.#run,
      naming.kind,
      naming.field,
      naming.to,
      `$."${says.field}"`,
      says.value,
      this.#target,
      this.#interface,
    );
  }

  #all<T>(sql: string, ...parameters: (string | number)[]): Iterable<T> {
    return this.#ledger.db.prepare(sql).iterate(...parameters) as unknown as Iterable<T>;
  }
}

/** Takes out rows that repeat another one exactly: the finding that names both is all that is left of them. */
export function dropTwins(ledger: Ledger, ids: readonly number[]): void {
  const record = ledger.db.prepare('delete from records where id = ?');
  const reference = ledger.db.prepare('delete from refs where record = ?');
  const update = ledger.db.prepare('delete from updates where record = ?');
  for (const id of ids) {
    record.run(id);
    reference.run(id);
    update.run(id);
  }
}

export function markInvalid(ledger: Ledger, ids: Iterable<number>): void {
  const update = ledger.db.prepare("update records set outcome = 'invalid' where id = ?");
  for (const id of ids) update.run(id);
}
