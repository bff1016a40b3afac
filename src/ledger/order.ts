import type { PlacedRow } from './cross.ts';
import type { Ledger } from './ledger.ts';
import { PLANNED, type Planned } from './planning.ts';

/** Between the kinds of a naming that may mean a record of any of them. */
export const KINDS_BETWEEN = '|';
/** `partial` of a naming of which the text may be an id that the service gave, until it is settled. */
export const OR_ID = 2;

/**
 * Settles namings that are not sure of themselves, in a transaction of the caller's: one that may mean several kinds means
 * those that have the key, in the input or among the known entries; one that may be an id is one when no record has such a
 * key and it looks like one (a UUID). What stays open is found as unknown.
 */
export function settleNamings(ledger: Ledger, run: number, target: string, interfaceName: string): void {
  const { db, known } = ledger;
  const there = (
    kind: string,
  ) => `(exists (select 1 from records t where t.run = ?1 and t.kind = ${kind} and t.key = f.key)
    or exists (select 1 from ${known}.entries e where e.target = ?2 and e.interface = ?3 and e.kind = ${kind} and e.key = f.key))`;
  db.prepare(
    `insert or ignore into refs(record, run, field, kind, key, partial)
     select f.record, f.run, f.field, k.value, f.key, 0
     from refs f, json_each('["' || replace(f.kind, '${KINDS_BETWEEN}', '","') || '"]') k
     where f.run = ?1 and (f.partial = ${OR_ID} or instr(f.kind, '${KINDS_BETWEEN}') > 0) and ${there('k.value')}
     on conflict do update set partial = 0`,
  ).run(run, target, interfaceName);
  db.prepare(
    `delete from refs where run = ? and instr(kind, '${KINDS_BETWEEN}') > 0
       and exists (select 1 from refs g where g.record = refs.record and g.field = refs.field and g.key = refs.key
         and instr(g.kind, '${KINDS_BETWEEN}') = 0)`,
  ).run(run);
  db.prepare(
    `delete from refs where run = ? and partial = ${OR_ID} and key like '________-____-____-____-____________'
       and key not glob '*[^0-9a-fA-F-]*'`,
  ).run(run);
  db.prepare(`update refs set partial = 0 where run = ? and partial = ${OR_ID}`).run(run);
}

/**
 * Gives the records of kinds that name each other their waves, the first of them `first`: each record stands after all that
 * it names. Gives the wave after the last, and how many records are in none, as they are in a circle or name one that is.
 * With `past`, invalid records wait for nothing: they are not sent. Inside a transaction of the caller's.
 */
export function rankRecords(
  ledger: Ledger,
  run: number,
  kinds: readonly string[],
  first: number,
  past = false,
): { next: number; left: number } {
  const { db } = ledger;
  const list = JSON.stringify(kinds);
  const ofKinds = 'run = ?1 and kind in (select value from json_each(?2))';
  const { count } = db.prepare(`select count(*) as count from records where ${ofKinds}`).get(run, list) as {
    count: number;
  };
  db.prepare(`update records set wave = null where ${ofKinds}`).run(run, list);
  // keys of records without a wave, each once: thousands of rows may have one key, and thousands name it
  db.exec(
    'create temp table if not exists waiting(kind text, key text, primary key(kind, key)) without rowid; delete from waiting',
  );
  db.prepare('insert into waiting select distinct kind, key from records where run = ? and wave is null').run(
    run,
  );
  const rank = db.prepare(
    `update records set wave = ?3 where ${ofKinds} and wave is null and (${past ? "outcome is 'invalid' or" : ''}
       not exists (select 1 from refs f join waiting w on w.kind = f.kind and w.key = f.key
         where f.record = records.id and f.partial = 0))`,
  );
  const settle = db.prepare(
    `delete from waiting where (kind, key) in (select kind, key from records where ${ofKinds} and wave = ?3)
       and not exists (select 1 from records t where t.run = ?1 and t.kind = waiting.kind and t.key = waiting.key and t.wave is null)`,
  );
  let left = count;
  let next = first;
  while (left > 0) {
    const placed = Number(rank.run(run, list, next).changes);
    if (placed === 0) break;
    settle.run(run, list, next);
    left -= placed;
    next += 1;
  }
  return { next, left };
}

/**
 * Who names whom among the records that have no wave, by id, with the field of the first naming. Of several records of
 * one key, the first stands for all: they are invalid as duplicates, whatever they name.
 */
export function* openNamings(
  ledger: Ledger,
  run: number,
): Iterable<{ readonly from: number; readonly to: number; readonly field: string }> {
  yield* ledger.db
    .prepare(
      `with waiting as materialized (
         select kind, key, min(id) as id from records where run = ?1 and wave is null group by kind, key
       )
       select f.record as "from", t.id as "to", f.field from refs f
         join records r on r.id = f.record and r.wave is null
         join waiting t on t.kind = f.kind and t.key = f.key
       where f.run = ?1 and f.partial = 0 order by f.record, t.id`,
    )
    .iterate(run) as Iterable<{ from: number; to: number; field: string }>;
}

/** A record with its place. */
export function placedRow(ledger: Ledger, id: number): PlacedRow {
  return ledger.db
    .prepare(
      `select r.id, r.kind, r.family, r.key, r.hash, s.file, s.sheet, r.row, s.columns
       from records r join sheets s using (sheet_id) where r.id = ?`,
    )
    .get(id) as unknown as PlacedRow;
}

/** Which kinds have records that are planned in which wave, in the order of the waves. */
export function kindsByWave(ledger: Ledger, run: number, which: Planned): { wave: number; kind: string }[] {
  return ledger.db
    .prepare(
      `select distinct wave, kind from records where run = ? and wave is not null and ${PLANNED[which]} order by wave`,
    )
    .all(run) as { wave: number; kind: string }[];
}

/** Gives the records that these kinds have in a wave another one. */
export function moveWave(
  ledger: Ledger,
  run: number,
  kinds: readonly string[],
  from: number,
  to: number,
): void {
  ledger.db
    .prepare(
      'update records set wave = ? where run = ? and kind in (select value from json_each(?)) and wave = ?',
    )
    .run(to, run, JSON.stringify(kinds), from);
}
