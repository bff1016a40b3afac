import { codesWith } from '../findings/catalogue.ts';
import { COUNTED, FINDINGS, REPORTED } from './folded.ts';
import { outcomeOf, RUN_RECORD } from './record.ts';
import { KILLED_WHILE_SENDING, type Query, type RowOf } from './rows.ts';
import { LINE } from './staged-row.ts';
import { RunGroup } from './store.ts';
import { SAME_KEY } from './tables.ts';

/** A record by its row in a sheet. */
export type SheetRecordRow = RowOf<typeof SHEET_RECORD>;

/** A record whose content the service has accepted. */
export interface AcceptedRow {
  readonly key: string;
  /** The content as JSON. */
  readonly body: string;
}

const FILE_ROW = {
  path: 'text',
  sha256: 'text',
  rows: 'integer',
} as const;

export type FileRow = RowOf<typeof FILE_ROW>;
const IGNORED_ROW = {
  file: 'text',
  sheet: 'text',
  column: 'text',
  header: 'text',
  values: 'integer',
} as const;

/** A column whose values the user chose not to send. */
export type IgnoredRow = RowOf<typeof IGNORED_ROW>;
const FINDING_ROW = {
  code: 'text',
  severity: 'text',
  file: 'text',
  sheet: 'text?',
  row: 'integer?',
  /** For a text file: the line where the row starts. */
  line: 'integer?',
  column: 'text?',
  kind: 'text?',
  field: 'text?',
  value: 'text?',
  message: 'text',
  suggestion: 'text?',
} as const;

export type FindingRow = RowOf<typeof FINDING_ROW>;
const FINDING_COLUMNS = Object.keys(FINDING_ROW).join(', ');
const RECORD_ROW = {
  ...RUN_RECORD,
  /** For a text file: the line where the row starts. */
  line: 'integer?',
  outcome: 'text',
  /** The ids and links that the service returned, as JSON; null if there are none. */
  answer: 'text?',
  messages: 'text?',
  blockedBy: 'text?',
  /** The numbers of all its rows as JSON, if there are several. */
  rows: 'text?',
  /** For an invalid record: row, column, message, suggestion, code, field and kind of each error in its row, as JSON. */
  reasons: 'text?',
} as const;

export type RecordRow = RowOf<typeof RECORD_ROW>;
const SHEET_RECORD = {
  row: 'integer',
  kind: 'text',
  outcome: 'text',
  answer: 'text?',
  messages: 'text?',
  blockedBy: 'text?',
} as const;
const ATTEMPT_ROW = {
  attempt: 'integer',
  startedAt: 'text',
  /** Null if the run was killed during the attempt and no later run has settled it. */
  endedAt: 'text?',
  result: 'text?',
  status: 'integer?',
  /** A list of messages, as JSON. */
  error: 'text?',
  /** When the record was read back to settle it, and the result. */
  readAt: 'text?',
  read: 'text?',
} as const;
const COMPARED_ROW = {
  kind: 'text',
  family: 'text',
  key: 'text',
  /** The outcome in this run and in the other; null if it does not have the record. */
  before: 'text?',
  after: 'text?',
  /** The content in both runs; null if one does not have the record, or its content is not known any more. */
  bodyBefore: 'text?',
  bodyAfter: 'text?',
  file: 'text',
  sheet: 'text',
  row: 'integer',
} as const;

/** A record of two runs. */
export type ComparedRow = RowOf<typeof COMPARED_ROW>;
/** A condition: the service has the content of the record. */
const IS_ACCEPTED = "outcome in ('created', 'updated', 'unchanged')";
const COUNT_ROW = { outcome: 'text', count: 'integer' } as const;

/** The messages of a record, as SQL. */
const MESSAGES = `coalesce(r.messages, iif(r.outcome is null and r.state = 'sending', ${KILLED_WHILE_SENDING}, null)) as messages`;

/** The codes of findings with a property, as SQL lists them. */
const codesIn = (property: Parameters<typeof codesWith>[0]): string =>
  codesWith(property)
    .map((code) => `'${code}'`)
    .join(', ');

/** The data of a run for reports. Long lists are streams, in the order of the input. */
export class History extends RunGroup {
  #accepted: Query<{ readonly key: 'text'; readonly body: 'text' }> | undefined;
  #attempts: Query<typeof ATTEMPT_ROW> | undefined;

  /** The records of this run and of another, by their keys: first those of this run, each in its order. */
  comparedWith(other: number): Iterable<ComparedRow> {
    // The content of a folded row is that of its entry, unless a later run changed it.
    const of = (run: string) =>
      `select r.kind, r.family, r.key, min(r.id) as id, ${outcomeOf('r')} as outcome, s.file, s.sheet, r.row,
         iif(r.id in (select id from records) or e.at <= u.started_at, r.body, null) as body
       from ${REPORTED} r join runs u on u.run = r.run join sheets s using (sheet_id) left join entries e on ${SAME_KEY}
       where r.run = ${run} group by r.kind, r.family, r.key`;
    return this.iterate(
      COMPARED_ROW,
      `with a as materialized (${of('?1')}), b as materialized (${of('?2')})
       select kind, family, key, a.outcome as before, b.outcome as after, a.body as bodyBefore, b.body as bodyAfter,
         coalesce(b.file, a.file) as file, coalesce(b.sheet, a.sheet) as sheet, coalesce(b.row, a.row) as row
       from a full join b using (kind, family, key) order by a.id is null, a.id, b.id`,
      other,
    );
  }

  files(): FileRow[] {
    return this.all(FILE_ROW, 'select path, sha256, rows from files where run = ? order by rowid');
  }

  /** The present number of records, by outcome. */
  totals(): { outcome: string; count: number }[] {
    return this.all(
      COUNT_ROW,
      `select ${outcomeOf('r')} as outcome, sum(count) as count from ${COUNTED} r where run = ? group by 1`,
    );
  }

  /** The present number of records by outcome while the run is sent: `open` for those that have none yet. */
  progress(): { outcome: string; count: number }[] {
    const sql = `select coalesce(outcome, 'open') as outcome, count(*) as count from records where run = ? group by 1`;
    return this.all(COUNT_ROW, sql);
  }

  /**
   * The number of records whose kind the user did not select. Correct only for a check or a plan, because in an
   * import other records can also end as not attempted.
   */
  notChosen(): number {
    const sql = "select count(*) as count from records where run = ? and outcome = 'not-attempted'";
    return this.store.count(sql, this.run);
  }

  batches(): { batch: string; outcome: string; count: number }[] {
    return this.all(
      { batch: 'text', ...COUNT_ROW },
      `select batch, ${outcomeOf('r')} as outcome, sum(count) as count from ${COUNTED} r
       where run = ? group by 1, 2 order by min(first)`,
    );
  }

  ignoredColumns(): IgnoredRow[] {
    return this.all(
      IGNORED_ROW,
      'select file, sheet, "column", header, "values" from ignored where run = ? order by rowid',
    );
  }

  /** The files and sheets that were not read to their end, each with the row at which reading stopped. */
  partlyRead(): { file: string; sheet: string; row: number }[] {
    return this.all(
      { file: 'text', sheet: 'text', row: 'integer' },
      `select file, sheet, row from ${FINDINGS} where run = ? and code in (${codesIn('stopsReading')})
         and severity = 'error' and sheet is not null and row is not null order by number`,
    );
  }

  /** Sheets and files with an error and without records: none of their rows was sent. */
  unsentSheets(): { file: string; sheet: string | null }[] {
    return this.all(
      { file: 'text', sheet: 'text?' },
      `select file, sheet from ${FINDINGS} f where run = ?1 and severity = 'error'
         and code not in (${codesIn('ofCommand')}) and (code in (${codesIn('isEmpty')}) or not exists (
           select 1 from sheets s where s.run = ?1 and s.file = f.file and (f.sheet is null or s.sheet = f.sheet)))
       group by file, sheet order by min(number)`,
    );
  }

  findingCounts(): { severity: string; count: number }[] {
    return this.all(
      { severity: 'text', count: 'integer' },
      `select severity, count(*) as count from ${FINDINGS} where run = ? group by 1`,
    );
  }

  findings(): Iterable<FindingRow> {
    return this.#findings('true', 'number');
  }

  /** At most `limit` findings in their order, without the first `from`. */
  findingsFrom(from: number, limit: number): FindingRow[] {
    const sql = `select ${FINDING_COLUMNS} from ${FINDINGS} where run = ?1 order by number limit ?3 offset ?2`;
    return this.all(FINDING_ROW, sql, from, limit);
  }

  /** The errors of files, and of sheets without records. */
  errorsOfSheets(): Iterable<FindingRow> {
    const hasRecords = 'select 1 from sheets s where s.run = ?1 and s.file = f.file and s.sheet = f.sheet';
    return this.#findings(`severity = 'error' and (row is null or not exists (${hasRecords}))`, 'number');
  }

  /** The findings of a sheet in the order of its rows; those about the whole sheet are first. */
  findingsByRow(file: string, sheet: string): Iterable<FindingRow> {
    return this.#findings('file = ?2 and sheet = ?3', 'row, number', file, sheet);
  }

  /** The findings of a file with a severity. */
  findingsWith(file: string, severity: string): Iterable<FindingRow> {
    return this.#findings('file = ?2 and severity = ?3', 'number', file, severity);
  }

  #findings(condition: string, order: string, ...parameters: string[]): Iterable<FindingRow> {
    const sql = `select ${FINDING_COLUMNS} from ${FINDINGS} f where run = ?1 and ${condition} order by ${order}`;
    return this.iterate(FINDING_ROW, sql, ...parameters);
  }

  /** The tables of a sheet: their kinds, and the column letters of each path as JSON. None if the sheet was not staged. */
  tablesOf(file: string, sheet: string): { kind: string; columns: string }[] {
    const sql =
      'select kind, columns from sheets where run = ?1 and file = ?2 and sheet = ?3 order by sheet_id';
    return this.all({ kind: 'text', columns: 'text' }, sql, file, sheet);
  }

  /** The records of a sheet in the order of its rows. */
  recordsByRow(file: string, sheet: string): Iterable<SheetRecordRow> {
    return this.iterate(
      SHEET_RECORD,
      `select r.row, r.kind, ${outcomeOf('r')} as outcome, r.answer,
         ${MESSAGES},
         r.blocked_by as blockedBy
       from ${REPORTED} r join sheets s using (sheet_id)
       where r.run = ?1 and s.file = ?2 and s.sheet = ?3 order by r.row, r.id`,
      file,
      sheet,
    );
  }

  /** The content of the records as JSON, in the order of the input. */
  contents(): Iterable<{ file: string; sheet: string; row: number; kind: string; body: string }> {
    return this.iterate(
      { file: 'text', sheet: 'text', row: 'integer', kind: 'text', body: 'text' },
      `select s.file, s.sheet, r.row, r.kind, r.body from records r join sheets s using (sheet_id)
       where r.run = ? order by r.id`,
    );
  }

  records(): Iterable<RecordRow> {
    // The cross join sets the order: SQLite indexes the errors by their place, and finds those of each row with the index.
    return this.iterate(
      RECORD_ROW,
      `with errors as materialized (
         select number, file, sheet, row, column, message, suggestion, code, field, kind
         from ${FINDINGS} where run = ?1 and severity = 'error' and row is not null),
       wrong as materialized (
         select file, sheet, row, json_group_array(json_array(row, column, message, suggestion, code, field, kind) order by number) as reasons
         from errors group by file, sheet, row),
       spread as materialized (
         select m.record, s.file, s.sheet, value as row from records r join record_rows m on m.record = r.id
         join sheets s using (sheet_id), json_each(m.rows) where r.run = ?1 and r.outcome = 'invalid'),
       several as materialized (
         select p.record, json_group_array(json_array(e.row, e.column, e.message, e.suggestion, e.code, e.field, e.kind) order by e.number) as reasons
         from spread p cross join errors e on e.file = p.file and e.sheet = p.sheet and e.row = p.row
         group by p.record)
       select r.id, r.kind, r.family, r.key, r.batch, s.file, s.sheet, r.row, ${LINE}, ${outcomeOf('r')} as outcome,
         r.answer,
         ${MESSAGES},
         r.blocked_by as blockedBy, r.attempts,
         m.rows, coalesce(v.reasons, w.reasons) as reasons
       from ${REPORTED} r join sheets s using (sheet_id)
       left join wrong w on r.outcome = 'invalid' and w.file = s.file and w.sheet = s.sheet and w.row = r.row
       left join record_rows m on m.record = r.id left join several v on r.outcome = 'invalid' and v.record = r.id
       where r.run = ?1 order by r.id`,
    );
  }

  /** The kinds of the records whose content the service has accepted. */
  acceptedKinds(): string[] {
    return this.store
      .all(
        { kind: 'text' },
        `select distinct kind from ${COUNTED} where run = ? and ${IS_ACCEPTED} order by kind`,
        this.run,
      )
      .map(({ kind }) => kind);
  }

  /** At most `limit` accepted records of a kind whose key is `key` or starts with `prefix`. */
  acceptedWith(kind: string, key: string, prefix: string, limit: number): AcceptedRow[] {
    this.#accepted ??= this.#acceptedIn(this.#unfolded());
    return this.#accepted.all(this.run, kind, key, prefix, limit);
  }

  #acceptedIn(records: string) {
    return this.store.query(
      `select key, body from ${records} where run = ?1 and kind = ?2 and key = ?3 and ${IS_ACCEPTED}
       union all select key, body from ${records}
         where run = ?1 and kind = ?2 and key >= ?4 and key < ?4 || char(1114111) and ${IS_ACCEPTED}
       limit ?5`,
      { key: 'text', body: 'text' },
    );
  }

  /** The records of the run for many look-ups by key, as SQL: folded rows are unfolded once, into a temporary table. */
  #unfolded(): string {
    if (!this.store.has('select 1 from folded where run = ?', this.run)) return REPORTED;
    this.store.db.exec('drop table if exists temp.unfolded');
    this.store.run(
      `create temp table unfolded as select run, kind, key, body, outcome from ${REPORTED} where run = ?`,
      this.run,
    );
    this.store.db.exec('create index temp.unfolded_key on unfolded(run, kind, key)');
    return 'temp.unfolded';
  }

  /** How a record ended, as stored. */
  endingOf(record: number): { outcome: string | null; attempts: number; messages: string | null } {
    return this.store.one(
      { outcome: 'text?', attempts: 'integer', messages: 'text?' },
      'select outcome, attempts, messages from records where id = ?',
      record,
    );
  }

  /** The attempts of one record, the first one first. */
  attempts(record: number): RowOf<typeof ATTEMPT_ROW>[] {
    this.#attempts ??= this.store.query(
      `select attempt, started_at as startedAt, ended_at as endedAt, result, status, error, read_at as readAt, read
       from attempts where record = ? order by attempt`,
      ATTEMPT_ROW,
    );
    return this.#attempts.all(record);
  }
}
