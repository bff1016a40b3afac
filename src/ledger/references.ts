import type { Ledger } from './ledger.ts';
import { query } from './rows.ts';
import { dbOf, entriesOf } from './store.ts';

/** Separates the kinds of a reference that may refer to several kinds. */
export const KINDS_BETWEEN = '|';
/**
 * The value of `partial` for a reference whose text may be an id of the service. It is replaced when the reference
 * is settled.
 */
export const OR_ID = 2;

/**
 * Settles ambiguous references. If several kinds are possible, the reference refers to those that have the key, in
 * the input or among known records. A text that may be an id is treated as an id if it is a UUID and no record has
 * it as key. References that are still ambiguous are reported as unknown. Call it inside a transaction.
 */
export function settleReferences(ledger: Ledger, run: number, target: string, interfaceName: string): void {
  const db = dbOf(ledger);
  const there = (
    kind: string,
  ) => `(exists (select 1 from records t where t.run = ?1 and t.kind = ${kind} and t.key = f.key)
    or exists (select 1 from ${entriesOf(ledger)} e where e.target = ?2 and e.interface = ?3 and e.kind = ${kind} and e.key = f.key))`;
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
 * The references between records without a wave: the ids of both records, and the field. If several records have
 * the same key, only the first one is used, because they are invalid as duplicates.
 */
export function* openReferences(
  ledger: Ledger,
  run: number,
): Iterable<{ readonly from: number; readonly to: number; readonly field: string }> {
  yield* query(
    dbOf(ledger),
    `with waiting as materialized (
         select kind, key, min(id) as id from records where run = ?1 and wave is null group by kind, key
       )
       select f.record as "from", t.id as "to", f.field from refs f
         join records r on r.id = f.record and r.wave is null
         join waiting t on t.kind = f.kind and t.key = f.key
       where f.run = ?1 and f.partial = 0 order by f.record, t.id`,
    { from: 'integer', to: 'integer', field: 'text' },
  ).iterate(run);
}

/**
 * Creates the temporary table `naming`: the records of these kinds that reference a key, indexed by that key. With it,
 * following references takes time proportional to their number, instead of to the number of records in each step.
 */
export function indexReferences(ledger: Ledger, run: number, kinds: readonly string[]): void {
  dbOf(ledger).exec(
    `create temp table if not exists naming(kind text, key text, record integer, primary key(kind, key, record)) without rowid;
     delete from temp.naming;`,
  );
  dbOf(ledger)
    .prepare(
      `insert or ignore into temp.naming(kind, key, record)
       select f.kind, f.key, f.record from records r join refs f on f.record = r.id
       where r.run = ? and r.kind in (select value from json_each(?)) and f.partial = 0`,
    )
    .run(run, JSON.stringify(kinds));
}
