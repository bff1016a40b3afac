import type { RowOf } from './rows.ts';
import { LINE } from './staged-row.ts';
import { Group, type Store } from './store.ts';

/** What the service shows under a key: values as JSON, and the id of the study of a product. */
export interface ShownRecord {
  readonly kind: string;
  readonly key: string;
  readonly content: string;
  readonly study?: string;
}

const EXPECTED = {
  kind: 'text',
  family: 'text',
  key: 'text',
  body: 'text',
  /** Whether the row has errors. */
  invalid: 'boolean',
  /** The entry of the ledger: its state, since when, and the content that the service accepted; null if there is none. */
  state: 'text?',
  at: 'text?',
  accepted: 'text?',
  /** What the service shows under the key, as a JSON list: several if several families have the key. */
  shown: 'text',
  file: 'text?',
  sheet: 'text?',
  row: 'integer?',
  line: 'integer?',
  columns: 'text?',
} as const;

/** A record that the service should have, and what it shows. Without an input, it has no place. */
export type ExpectedRow = RowOf<typeof EXPECTED>;

const TABLES = `
  create table known(
    kind text not null, key text not null, family text not null, state text not null, body text not null, at text not null,
    primary key(kind, key, family)
  ) strict;
  create table shown(kind text not null, key text not null, content text not null, study text) strict;
  create index shown_key on shown(kind, key);
  create table parents(prefix text primary key) strict, without rowid;`;

/** The key of the product of a component; the key of a product without its colour. In SQL, of the column `key`. */
const PARENT = 'substr(key, instr(key, char(31)) + 1)';
const prefixOf = (key: string) => `rtrim(${key}, replace(${key}, char(31), ''))`;
const STUDIES_AT_ONCE = 200;

/**
 * What an input, a ledger and a service have, in a temporary stage. The entries of the ledger are copied, so that it is
 * not open while the service is read.
 */
export class Comparison extends Group {
  readonly #run: number | null;
  readonly #scope: readonly [target: string, interfaceName: string];
  /** The records to compare, and all that are known, as SQL with the columns `kind`, `key` and `body`. */
  readonly #own: string;
  readonly #all: string;
  readonly #add;

  /** @param run the run that has the records of the input; null to compare those of the ledger */
  constructor(store: Store, run: number | null, target: string, interfaceName: string) {
    super(store);
    this.#run = run;
    this.#scope = [target, interfaceName];
    const known = 'select kind, key, body from known';
    const staged = `select kind, key, body from records where run = ${run}`;
    this.#own = run === null ? known : `${staged} and outcome is not 'not-attempted'`;
    this.#all = run === null ? known : `${known} union all ${staged}`;
    store.inTransaction(() => {
      store.db.exec(TABLES);
      this.#copyEntries();
    });
    this.#add = store.db.prepare('insert into shown values (?, ?, ?, ?)');
  }

  #copyEntries(): void {
    this.store.run(
      `insert or ignore into known select kind, key, family, state, body, at from ${this.store.entries}
       where target = ? and interface = ?`,
      ...this.#scope,
    );
  }

  /** The kinds of the records to compare. */
  kinds(): string[] {
    const rows = this.store.all({ kind: 'text' }, `select distinct kind from (${this.#own})`);
    return rows.map(({ kind }) => kind);
  }

  /** Stores what the service shows. */
  add(records: readonly ShownRecord[]): void {
    this.store.inTransaction(() => {
      for (const { kind, key, content, study = null } of records) this.#add.run(kind, key, content, study);
    });
  }

  /** Whether the input or the ledger has a record. */
  has(kind: string, key: string): boolean {
    return this.store.has(`select 1 from (${this.#all}) where kind = ? and key = ? limit 1`, kind, key);
  }

  /** Whether a record whose key begins with `start` has this text in a field. */
  hasText(kind: string, start: string, field: string, text: string): boolean {
    const sql = `select 1 from (${this.#all}) where kind = ? and key >= ? and key < ? || char(1114111)
      and json_extract(body, ?) = ? limit 1`;
    return this.store.has(sql, kind, start, start, `$."${field}"`, text);
  }

  /** The studies, in every colour, of the products of the records to compare. Call it after all products are added. */
  *studies(): Generator<{ at: number; key: string; study: string }> {
    this.store.run(
      `insert or ignore into parents select ${prefixOf(`iif(kind = 'component', ${PARENT}, key)`)} from (${this.#own})
       where kind in ('component', 'product')`,
    );
    const next = this.store.query(
      `select rowid as at, key, study from shown where rowid > ? and study is not null
         and ${prefixOf('key')} in (select prefix from parents) order by rowid limit ${STUDIES_AT_ONCE}`,
      { at: 'integer', key: 'text', study: 'text' },
    );
    for (let page = next.all(0); page.length > 0; page = next.all(page.at(-1)!.at)) yield* page;
  }

  /** The records to compare, in the order of the input or of their keys. */
  expected(): Iterable<ExpectedRow> {
    const shown = `(select json_group_array(json(s.content)) from shown s where s.kind = r.kind and s.key = r.key) as shown`;
    const sql =
      this.#run === null
        ? `select r.*, 0 as invalid, null as accepted, ${shown}, null as file, null as sheet, null as row, null as line,
             null as columns
           from known r order by r.kind, r.key, r.family`
        : `select r.kind, r.family, r.key, r.body, r.outcome is 'invalid' as invalid, k.state, k.at,
             iif(k.state = 'accepted', nullif(k.body, '{}'), null) as accepted, ${shown}, s.file, s.sheet, r.row, ${LINE}, s.columns
           from records r join sheets s using (sheet_id)
           left join known k on k.kind = r.kind and k.key = r.key and k.family = r.family
           where r.run = ${this.#run} and r.outcome is not 'not-attempted' order by r.id`;
    return this.store.iterate(EXPECTED, sql);
  }

  /** The records of these kinds that only the service has, neither the input nor the ledger. */
  extras(kinds: readonly string[]): Iterable<{ kind: string; key: string }> {
    // An import may have sent more records while the service was read.
    this.#copyEntries();
    return this.store.iterate(
      { kind: 'text', key: 'text' },
      `select distinct kind, key from shown where kind in (select value from json_each(?))
         and not exists (select 1 from (${this.#all}) a where a.kind = shown.kind and a.key = shown.key) order by kind, key`,
      JSON.stringify(kinds),
    );
  }
}
