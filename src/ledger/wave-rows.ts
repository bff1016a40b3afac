import type { Ledger } from './ledger.ts';
import { PLANNED, type Planned } from './planning.ts';
import { indexReferences } from './references.ts';
import { query } from './rows.ts';
import { dbOf } from './store.ts';

/** The kinds that have planned records in each wave, in the order of the waves. */
export function kindsByWave(ledger: Ledger, run: number, which: Planned): { wave: number; kind: string }[] {
  return query(
    dbOf(ledger),
    `select distinct wave, kind from records where run = ? and wave is not null and ${PLANNED[which]} order by wave`,
    { wave: 'integer', kind: 'text' },
  ).all(run);
}

/** Renumbers waves of these kinds. Each move is `[from, to]`; all moves are applied at the same time. */
export function moveWaves(
  ledger: Ledger,
  run: number,
  kinds: readonly string[],
  moves: readonly (readonly [from: number, to: number])[],
): void {
  if (moves.length === 0) return;
  const db = dbOf(ledger);
  db.exec('create temp table if not exists moved(wave integer primary key, other integer not null)');
  db.exec('delete from temp.moved');
  const insert = db.prepare('insert into temp.moved(wave, other) values (?, ?)');
  for (const [from, to] of moves) insert.run(from, to);
  db.prepare(
    `update records set wave = (select m.other from temp.moved m where m.wave = records.wave)
     where run = ? and kind in (select value from json_each(?)) and wave in (select wave from temp.moved)`,
  ).run(run, JSON.stringify(kinds));
}

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

/**
 * Assigns waves, starting with number `first`, to the records of kinds that reference each other. Each record
 * comes after all records that it references. Returns the number after the last wave, and the number of records
 * that have no wave because they are in a cycle or reference a record in a cycle. With `past`, no record waits for
 * an invalid record, because invalid records are not sent. Call it inside a transaction.
 */
export function rankRecords(
  ledger: Ledger,
  run: number,
  kinds: readonly string[],
  first: number,
  past = false,
): { next: number; left: number } {
  const db = dbOf(ledger);
  const list = JSON.stringify(kinds);
  const ofKinds = 'run = ?1 and kind in (select value from json_each(?2))';
  db.exec(TABLES);
  indexReferences(ledger, run, kinds);
  let left = query(db, `select count(*) as count from records where ${ofKinds}`, { count: 'integer' }).one(
    run,
    list,
  ).count;
  db.prepare(`update records set wave = null where ${ofKinds} and wave is not null`).run(run, list);
  // Each key is counted down once, because thousands of rows may have one key, and thousands may reference it.
  // References to other kinds belong to an earlier level.
  db.prepare(
    `insert into temp.waiting select kind, key, count(*) from records where ${ofKinds} group by kind, key`,
  ).run(run, list);
  db.exec(
    `insert into temp.open select n.record, count(*) from temp.naming n
     join temp.waiting w on w.kind = n.kind and w.key = n.key group by n.record`,
  );
  db.prepare(
    `insert into temp.placed select id from records where ${ofKinds}
     and (${past ? "outcome is 'invalid' or" : ''} not exists (select 1 from temp.open o where o.record = id))`,
  ).run(run, list);
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
  ].map((sql) => db.prepare(sql));
  const place = db.prepare('update records set wave = ? where id in (select record from temp.placed)');
  let next = first;
  for (;;) {
    const placed = Number(place.run(next).changes);
    if (placed === 0) return { next, left };
    left -= placed;
    next += 1;
    for (const statement of step) statement.run();
  }
}
