import { FINDINGS } from './folded.ts';
import { outcomeOf } from './record.ts';
import type { RowOf } from './rows.ts';
import { RunGroup } from './store.ts';

const ROW = {
  id: 'integer',
  kind: 'text',
  family: 'text',
  key: 'text',
  file: 'text',
  sha256: 'text?',
  sheet: 'text',
  row: 'integer',
  /** The numbers of all its rows as JSON, if there are several. */
  rows: 'text?',
  outcome: 'text',
  attempts: 'integer',
  isUpdate: 'boolean',
  answer: 'text?',
  messages: 'text?',
  /** The content of the row, and what was sent last if that is something else, as JSON. */
  body: 'text',
  sent: 'text?',
  /** The hash of how the fields of its table are filled; null in runs of an older version. */
  sources: 'text?',
  /** The cells of values that are elsewhere, as JSON. */
  cells: 'text?',
  /** The values that were changed while its rows were read: row, column, code and message of each, as JSON. */
  repairs: 'text?',
} as const;

/** A staged record, and where its values come from. */
export type ProvenanceRow = RowOf<typeof ROW>;

/** The records of these kinds with this key. */
export interface NamedKey {
  readonly kinds: readonly string[];
  readonly keys: KeyRange;
}

/** The records of a run with the sources of their values, in the order of the input. */
export class Provenance extends RunGroup {
  /** All records that are not folded, or those with these kinds and this key, or whose key begins with it. */
  records(only?: NamedKey): Iterable<ProvenanceRow> {
    const which = only ? WITH_KEY : 'true';
    return this.iterate(
      ROW,
      `with mine as materialized (select r.* from records r where r.run = ?1 and ${which}),
       places as materialized (
         select r.id as record, s.file, s.sheet, r.row from mine r join sheets s using (sheet_id)
         union select r.id, s.file, s.sheet, j.value from mine r join sheets s using (sheet_id)
           join record_rows m on m.record = r.id, json_each(m.rows) j),
       fixed as materialized (
         select file, sheet, row, "column", code, message, number from ${FINDINGS}
         where run = ?1 and (severity = 'fixed' or code = 'batch-replaced') and "column" is not null and row is not null),
       repaired as materialized (
         select p.record, json_group_array(json_object('row', f.row, 'column', f."column", 'code', f.code,
           'message', f.message) order by f.number) as repairs
         from places p cross join fixed f on f.file = p.file and f.sheet = p.sheet and f.row = p.row group by p.record)
       select r.id, r.kind, r.family, r.key, s.file, f.sha256, s.sheet, r.row, m.rows, ${outcomeOf('r')} as outcome, r.attempts, u.patch is not null as isUpdate,
         r.answer, r.messages, r.body, coalesce((select t.body from sent t where t.record = r.id order by t.attempt desc limit 1),
           u.patch) as sent, s.sources, c.cells, p.repairs
       from mine r join sheets s using (sheet_id)
       left join files f on f.run = ?1 and f.path = s.file
       left join record_rows m on m.record = r.id left join updates u on u.record = r.id
       left join record_cells c on c.record = r.id
       left join repaired p on p.record = r.id
       order by r.id`,
      ...(only ? [JSON.stringify(only.kinds), ...only.keys] : []),
    );
  }

  /** How the fields of a table are filled, as JSON (`SheetSources`), by its hash. */
  sources(hash: string): string {
    return this.store.one({ content: 'text' }, 'select content from sources where hash = ?', hash).content;
  }
}

/** A key, and the first and the end of the keys that begin with it. */
type KeyRange = readonly [key: string, from: string, end: string];

/** A condition: the record `r` has one of the kinds ?2 and the key ?3, or one from ?4 to ?5. */
export const WITH_KEY = `r.kind in (select value from json_each(?2)) and (r.key = ?3 or r.key >= ?4 and r.key < ?5)`;
