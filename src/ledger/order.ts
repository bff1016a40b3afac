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
      `select r.id, r.kind, r.family, r.key, r.hash, r.batch, s.file, s.sheet, r.row, s.columns
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

/** Gives the records that these kinds have in some waves other ones: `[from, to]` each, all at once. */
export function moveWaves(
  ledger: Ledger,
  run: number,
  kinds: readonly string[],
  moves: readonly (readonly [from: number, to: number])[],
): void {
  if (moves.length === 0) return;
  const { db } = ledger;
  db.exec('create temp table if not exists moved(wave integer primary key, other integer not null)');
  db.exec('delete from temp.moved');
  const insert = db.prepare('insert into temp.moved(wave, other) values (?, ?)');
  for (const [from, to] of moves) insert.run(from, to);
  db.prepare(
    `update records set wave = (select m.other from temp.moved m where m.wave = records.wave)
     where run = ? and kind in (select value from json_each(?)) and wave in (select wave from temp.moved)`,
  ).run(run, JSON.stringify(kinds));
}
