import type { DatabaseSync } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { say } from '../say.ts';
import { DamagedLedger } from './errors.ts';
import { SAME_KEY } from './tables.ts';

/**
 * Adds the functions of SQL that the folded rows need: `pack` compresses a text, and `unpack` gives the text again.
 * A damaged one throws TraceError `ledger-damaged`.
 */
export function withFolding(db: DatabaseSync): DatabaseSync {
  db.function('pack', { deterministic: true }, (text) =>
    zstdCompressSync(String(text), { params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
  );
  db.function('unpack', { deterministic: true }, (bytes) => {
    try {
      return zstdDecompressSync(bytes as Uint8Array).toString();
    } catch (error) {
      const path = db.location() ?? say().ledger.temporary();
      throw new DamagedLedger(path, say().ledger.rowsDiffer({ table: 'folded' }), error);
    }
  });
  return db;
}

/** Number of rows in one value, so that memory does not grow with the rows of a sheet. */
const AT_ONCE = 10_000;

/** Folds rows of `from`, which have the columns of the rows of a sheet, as SQL. */
const fold = (from: string): string =>
  `insert into folded select run, sheet_id, kind, family, batch, outcome, min(id), max(id), count(*),
     pack(json_group_array(json_array(id, row, key, json(messages)) order by id))
   from ${from} group by run, sheet_id, kind, family, batch, outcome, id / ${AT_ONCE}`;

/** Folds the rows of a ledger of an older version, which had a table of unchanged rows. */
export const FOLD_OLDER: string = fold(
  "(select *, 'unchanged' as outcome, null as messages from older_unchanged)",
);

const FINDING = [
  ...['code', 'severity', 'file', 'sheet', 'row', 'column'],
  ...['kind', 'field', 'value', 'message', 'suggestion', 'line'],
];

/** The records of a run that need no body: the service has them as their entries say, and no later run sends them. */
const FOLDABLE = `from records r join runs u on u.run = r.run join entries e on ${SAME_KEY} and e.answer is r.answer
  where r.run = ?1 and (r.outcome = 'unchanged' or r.outcome = 'existing' and e.hash = r.hash) and r.status = r.outcome and r.attempts = 0
    and json_extract(r.body, '$.id') is null and not exists (select 1 from updates p where p.record = r.id)`;

/** The statements that fold the records of the run ?1, in their order. */
export const FOLDING: readonly string[] = [
  `create temp table folding as select r.id ${FOLDABLE}`,
  fold('(select * from records where id in (select id from folding))'),
  'delete from refs where record in (select id from folding)',
  'delete from record_cells where record in (select id from folding)',
  'delete from records where id in (select id from folding)',
  'drop table temp.folding',
  `insert into folded_findings select run, pack(json_group_array(json_array(${FINDING}) order by rowid))
   from findings where run = ?1 group by run, rowid / ${AT_ONCE} order by min(rowid)`,
  'delete from findings where run = ?1',
];

/** The records of all runs as reports show them, as SQL: the table `records`, and the folded rows. */
export const REPORTED = `(
  select id, run, kind, family, key, batch, sheet_id, row, outcome, state, status, answer, messages, blocked_by, attempts, body
  from records
  union all
  select j.value ->> 0, f.run, f.kind, f.family, j.value ->> 2, f.batch, f.sheet_id, j.value ->> 1, f.outcome, 'staged',
    f.outcome, e.answer, j.value ->> 3, null, 0, coalesce(e.body, '{}')
  from folded f join runs v on v.run = f.run cross join json_each(unpack(f.rows)) j
  left join entries e on e.target = v.target and e.interface = v.interface
    and e.kind = f.kind and e.key = j.value ->> 2 and e.family = f.family)`;

/** The findings of all runs, as SQL. `number`: their order in a run. */
export const FINDINGS = `(
  select rowid as number, run, ${FINDING} from findings
  union all
  select f.rowid * ${AT_ONCE} + j.key, f.run, ${FINDING.map((name, at) => `j.value ->> ${at} as ${name}`)}
  from folded_findings f cross join json_each(unpack(f.rows)) j)`;

/** The same records, as far as they are counted: folded rows stay together. `first`, `last`: their ids. */
export const COUNTED = `(
  select run, kind, batch, outcome, state, status, id as first, id as last, 1 as count from records
  union all
  select run, kind, batch, outcome, 'staged', outcome, first, last, count from folded)`;
