import type { Ledger } from './ledger.ts';
import { query, type Row } from './rows.ts';
import { dbOf } from './store.ts';

/** An SQL expression: the line of record `r` if it is from a text file, else null. See `text_lines`. */
export const LINE = `(select t.line + r.row - t.row from text_lines t
  where t.sheet_id = r.sheet_id and t.row <= r.row order by t.row desc limit 1) as line`;
/** The columns of a staged record `r`, with the columns that show where it was read from (sheet `s`). */
export const STAGED = `r.id, r.kind, r.family, r.key, r.hash, r.batch, s.file, s.sheet, r.row, ${LINE}, s.columns`;
export const STAGED_ROW = {
  id: 'integer',
  kind: 'text',
  family: 'text',
  key: 'text',
  hash: 'text',
  batch: 'text',
  file: 'text',
  sheet: 'text',
  row: 'integer',
  /** For a text file: the line where the row starts. */
  line: 'integer?',
  /** The column letters of each path, as JSON. */
  columns: 'text',
} as const;

/** A staged record, and the file, sheet and row from which it was read. */
export type StagedRow = Row<typeof STAGED_ROW>;

/** A staged record. */
export function stagedRow(ledger: Ledger, id: number): StagedRow {
  return query(
    dbOf(ledger),
    `select ${STAGED} from records r join sheets s using (sheet_id) where r.id = ?`,
    STAGED_ROW,
  ).one(id);
}
