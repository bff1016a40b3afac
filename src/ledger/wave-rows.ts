import { PLANNED, type Planned } from './planning.ts';
import { RunGroup, type Store } from './store.ts';

// `cross join` makes SQLite join in the written order, so that each step starts from its few rows.

/**
 * `waiting`: records of a key without a wave. `open`: keys that a record waits for. `placed`: the records of the last
 * wave.
 */
const TABLES = `
create temp table if not exists waiting(kind text, key text, records integer not null, primary key(kind, key)) without rowid;
create temp table if not exists settled(kind text, key text, primary key(kind, key)) without rowid;
create temp table if not exists open(record integer primary key, keys integer not null);
create temp table if not exists placed(record integer primary key);
delete from temp.waiting; delete from temp.settled; delete from temp.open; delete from temp.placed;`;

/** The waves of a run: in which order its records are sent. */
export class Waves extends RunGroup {
  /** Whether a plan contains records of these kinds. */
  has(kinds: readonly string[], which: Planned): boolean {
    const one = this.store.db.prepare(
      `select 1 from records where run = ? and kind = ? and ${PLANNED[which]} limit 1`,
    );
    return kinds.some((kind) => one.get(this.run, kind) !== undefined);
  }

  /** Assigns a wave to every record of these kinds. */
  assign(kinds: readonly string[], wave: number): void {
    const sql =
      'update records set wave = ?1 where run = ?2 and wave is not ?1 and kind in (select value from json_each(?3))';
    this.store.run(sql, wave, this.run, JSON.stringify(kinds));
  }

  /** The kinds that have planned records in each wave, in the order of the waves. */
  kinds(which: Planned): { wave: number; kind: string }[] {
    return this.all(
      { wave: 'integer', kind: 'text' },
      `select distinct wave, kind from records where run = ? and wave is not null and ${PLANNED[which]} order by wave`,
    );
  }

  /** Renumbers waves of these kinds. Each move is `[from, to]`; all moves are applied at the same time. */
  move(kinds: readonly string[], moves: readonly (readonly [from: number, to: number])[]): void {
    if (moves.length === 0) return;
    this.store.db.exec(
      'create temp table if not exists moved(wave integer primary key, other integer not null)',
    );
    this.store.db.exec('delete from temp.moved');
    const insert = this.store.db.prepare('insert into temp.moved(wave, other) values (?, ?)');
    for (const [from, to] of moves) insert.run(from, to);
    this.store.run(
      `update records set wave = (select m.other from temp.moved m where m.wave = records.wave)
       where run = ? and kind in (select value from json_each(?)) and wave in (select wave from temp.moved)`,
      this.run,
      JSON.stringify(kinds),
    );
  }

  /**
   * Assigns waves, starting with number `first`, to the records of kinds that reference each other. Each record
   * comes after all records that it references. Returns the number after the last wave, and the number of records
   * that have no wave because they are in a cycle or reference a record in a cycle. With `past`, no record waits for
   * an invalid record, because invalid records are not sent. Call it inside a transaction.
   */
  assignByReferences(kinds: readonly string[], first: number, past = false): { next: number; left: number } {
    const list = JSON.stringify(kinds);
    const ofKinds = 'run = ?1 and kind in (select value from json_each(?2))';
    this.store.db.exec(TABLES);
    indexReferences(this.store, this.run, kinds);
    let left = this.store.count(`select count(*) as count from records where ${ofKinds}`, this.run, list);
    this.store.run(`update records set wave = null where ${ofKinds} and wave is not null`, this.run, list);
    // Each key is counted down once, because thousands of rows may have one key, and thousands may reference it.
    // References to other kinds belong to an earlier level.
    this.store.run(
      `insert into temp.waiting select kind, key, count(*) from records where ${ofKinds} group by kind, key`,
      this.run,
      list,
    );
    this.store.db.exec(
      `insert into temp.open select n.record, count(*) from temp.naming n
       join temp.waiting w on w.kind = n.kind and w.key = n.key group by n.record`,
    );
    this.store.run(
      `insert into temp.placed select id from records where ${ofKinds}
       and (${past ? "outcome is 'invalid' or" : ''} not exists (select 1 from temp.open o where o.record = id))`,
      this.run,
      list,
    );
    const step = [
      `insert into temp.waiting(kind, key, records)
       select r.kind, r.key, -count(*) from temp.placed p cross join records r on r.id = p.record group by r.kind, r.key
       on conflict do update set records = records + excluded.records`,
      'delete from temp.settled',
      `insert or ignore into temp.settled select r.kind, r.key from temp.placed p cross join records r on r.id = p.record
       cross join temp.waiting w on w.kind = r.kind and w.key = r.key where w.records = 0`,
      `insert into temp.open(record, keys)
       select n.record, -count(*) from temp.settled s cross join temp.naming n on n.kind = s.kind and n.key = s.key
       group by n.record
       on conflict do update set keys = keys + excluded.keys`,
      'delete from temp.placed',
      `insert or ignore into temp.placed
       select n.record from temp.settled s cross join temp.naming n on n.kind = s.kind and n.key = s.key
         cross join temp.open o on o.record = n.record cross join records r on r.id = n.record
       where o.keys = 0 and r.wave is null`,
    ].map((sql) => this.store.db.prepare(sql));
    const place = this.store.db.prepare(
      'update records set wave = ? where id in (select record from temp.placed)',
    );
    let next = first;
    for (;;) {
      const placed = Number(place.run(next).changes);
      if (placed === 0) return { next, left };
      left -= placed;
      next += 1;
      for (const statement of step) statement.run();
    }
  }

  /**
   * The references between records without a wave: the ids of both records, and the field. If several records have
   * the same key, only the first one is used, because they are invalid as duplicates.
   */
  *openReferences(): Iterable<{ readonly from: number; readonly to: number; readonly field: string }> {
    yield* this.iterate(
      { from: 'integer', to: 'integer', field: 'text' },
      `with waiting as materialized (
           select kind, key, min(id) as id from records where run = ?1 and wave is null group by kind, key
         )
         select f.record as "from", t.id as "to", f.field from refs f
           join records r on r.id = f.record and r.wave is null
           join waiting t on t.kind = f.kind and t.key = f.key
         where f.run = ?1 and f.partial = 0 order by f.record, t.id`,
    );
  }
}

/**
 * Creates the temporary table `naming`: the records of these kinds that reference a key, indexed by that key. With it,
 * following references takes time proportional to their number, instead of to the number of records in each step.
 */
function indexReferences(store: Store, run: number, kinds: readonly string[]): void {
  store.db.exec(
    `create temp table if not exists naming(kind text, key text, record integer, primary key(kind, key, record)) without rowid;
     delete from temp.naming;`,
  );
  store.run(
    `insert or ignore into temp.naming(kind, key, record)
     select f.kind, f.key, f.record from records r join refs f on f.record = r.id
     where r.run = ? and r.kind in (select value from json_each(?)) and f.partial = 0`,
    run,
    JSON.stringify(kinds),
  );
}
