/*
 * SQLite itself notices most damage (`pragma integrity_check`, see `checkSound`): it compares every row with its indexes,
 * and every value with the type of its column. So keys are in a table and in an index, and the indexes at the end have
 * columns that no query searches.
 */

const KEY = ['target', 'interface', 'kind', 'key', 'family'] as const;

/** A key as one text, in SQL. `row`: the name of a row before each column, such as `new.`. */
export function keyCopy(row = ''): string {
  return KEY.map((name) => row + name).join(' || ');
}

/** A condition for every row of each table. `checkSound` checks them before a run reads its ledger. */
export const CONDITIONS = {
  runs: "stage in ('reading', 'invalid', 'planned')",
  records: `status in ('new', 'changed', 'unchanged', 'existing', 'outdated', 'in-doubt', 'invalid')
    and outcome in ('created', 'updated', 'unchanged', 'existing', 'outdated', 'rejected', 'blocked', 'failed',
      'in-doubt', 'invalid', 'not-attempted')
    and state in ('staged', 'sending', 'ended')`,
  record_rows: 'json_valid(rows)',
  record_cells: 'json_valid(cells)',
  sources: 'json_valid(content)',
  folded: "outcome in ('unchanged', 'existing')",
  attempts: 'json_valid(error)',
  profiles: 'json_valid(profile)',
  outbox: `copy = ${keyCopy()}`,
  entries: `state in ('accepted', 'existing', 'in-doubt') and sure in ('accepted', 'existing') and json_valid(body)`,
} as const;

/**
 * The tables of a ledger, and of a temporary stage.
 *
 * `identity`: the id of the ledger. `marks`: the number of the last commit of runs that send to a target. `files`,
 * `sheets`, `records`: the input. `body_crc`: the checksum of a body, which is compared before it is sent; null in
 * rows of an older version. `folded`: what is left of records that needed no request, see `Runs.foldUnsent`;
 * its `rows` are compressed JSON: id, row, key and messages of each. `folded_findings`: the findings of such a run, as JSON, too. `record_rows`: the rows of a record that has several, as JSON. `sources`: how
 * the fields of a table are filled (`SheetSources`), once for all runs with the same; `sheets` has its hash. `record_cells`: the cells
 * of values that are elsewhere. `text_lines`: the line of a text
 * file where a row starts; each following row is one line further, up to the next row of this table. `ignored`:
 * columns whose values the user chose not to send. `updates`: records that update a record in the service. `asked`:
 * whether the user requested it; `by_id`: the id of that record, if the row has no key. Planning sets `patch`, the
 * fields that the update sets, and `replaces`, the known fields that these replace. `attempts` and `sent`: requests,
 * and their bodies if ids of other records were filled in. `entries`: what is known about each key; `sure`: its state
 * before it was in doubt, `taken`: whether the service has it. `doubts`: since
 * when a key is in doubt, by a clock that never jumps; ignored once the key is settled. `listed`: the records that the
 * user has seen in a list, in their state at that time. `memories`: the shared memory of a target, by its id; `since`:
 * up to where its changes are in `entries`; null until all were read once; `newest`: its number when the last run ended. `ended_senders`: senders of this machine whose
 * end the memory does not know: what they claimed and is not in doubt here was never sent. `outbox`: entries that changed and that the
 * shared memory of their target does not have yet; `copy`: the key again, so that damage is noticed. `profiles`: see `Profiles`; `name`: of the file and sheet. `senders`: see `sender.ts`. `target_uses`: see `TargetUse`.
 */
export const TABLES = `
create table identity(one integer primary key, id text not null) strict;
create table marks(target text primary key, seq integer not null) strict, without rowid;
create table runs(
  run integer primary key, id text not null unique, command text not null, environment text not null,
  target text not null, interface text not null, started_at text not null, finished_at text, exit_code integer,
  verdict text, options text not null, stage text not null default 'reading', check (${CONDITIONS.runs})
) strict;
create table files(run integer not null, path text not null, sha256 text not null, rows integer not null) strict;
create table sheets(
  sheet_id integer primary key, run integer not null, file text not null, sheet text not null, kind text not null,
  columns text not null, sources text
) strict;
create table sources(hash text primary key, content text not null, check (${CONDITIONS.sources})) strict, without rowid;
create table records(
  id integer primary key, run integer not null, kind text not null, family text not null, key text not null,
  batch text not null, wave integer, body text not null, hash text not null, share_key text, share_hash text,
  sheet_id integer not null, row integer not null, status text, outcome text, state text not null default 'staged',
  answer text, messages text, blocked_by text, attempts integer not null default 0, body_crc integer,
  check (${CONDITIONS.records})
) strict;
create table folded(
  run integer not null, sheet_id integer not null, kind text not null, family text not null, batch text not null,
  outcome text not null, first integer not null, last integer not null, count integer not null, rows blob not null,
  check (${CONDITIONS.folded})
) strict;
create table folded_findings(run integer not null, rows blob not null) strict;
create table record_rows(record integer primary key, rows text not null, check (${CONDITIONS.record_rows})) strict;
create table record_cells(record integer primary key, cells text not null, check (${CONDITIONS.record_cells})) strict;
create table refs(
  record integer not null, run integer not null, field text not null, kind text not null, key text not null,
  partial integer not null, primary key(record, field, kind, key)
) strict, without rowid;
create table findings(
  run integer not null, code text not null, severity text not null, file text not null, sheet text, row integer,
  column text, kind text, field text, value text, message text not null, suggestion text, line integer
) strict;
create index findings_run on findings(run);
create table text_lines(
  sheet_id integer not null, row integer not null, line integer not null, primary key(sheet_id, row)
) strict, without rowid;
create table ignored(
  run integer not null, file text not null, sheet text not null, "column" text not null, header text not null,
  "values" integer not null
) strict;
create table updates(
  record integer primary key, asked integer not null, by_id text, patch text, replaces text,
  doubt integer not null default 0
) strict;
create table attempts(
  record integer not null, attempt integer not null, started_at text not null, ended_at text, result text, status integer,
  error text, read_at text, read text, primary key(record, attempt), check (${CONDITIONS.attempts})
) strict, without rowid;
create table sent(
  record integer not null, attempt integer not null, body text not null, primary key(record, attempt)
) strict, without rowid;
create table entries(
  target text not null, interface text not null, kind text not null, key text not null, family text not null,
  state text not null, hash text not null, body text not null, batch text not null, answer text, run text not null,
  at text not null, sure text, doubt_hash text,
  taken integer not null as (coalesce(sure, state) <> 'in-doubt'),
  primary key(target, interface, kind, key, family), check (${CONDITIONS.entries})
) strict;
create table profiles(
  target text not null, interface text not null, name text not null, kind text not null, run text not null,
  rows integer not null, known integer not null, profile text not null, check (${CONDITIONS.profiles})
) strict;
create table doubts(
  target text not null, interface text not null, kind text not null, key text not null, family text not null,
  boot text not null, ms real not null, primary key(target, interface, kind, key, family)
) strict, without rowid;
create table listed(
  record integer primary key, attempts integer not null, sent_at text, listed_at text not null
) strict;
create table senders(
  target text primary key, token text not null, host text not null, pid integer not null, began text, lock text,
  seen integer not null
) strict, without rowid;
create table memories(
  target text primary key, memory text not null, since text, newest text
) strict, without rowid;
create table ended_senders(target text not null, sender text not null, primary key(target, sender)) strict, without rowid;
create table outbox(
  id integer primary key autoincrement, target text not null, interface text not null, kind text not null,
  key text not null, family text not null, copy text not null, check (${CONDITIONS.outbox})
) strict;
create table target_uses(
  target text not null, environment text not null, token_source text not null, at text not null,
  primary key(target, environment, token_source)
) strict, without rowid;
`;

/** The id that the service gave to the record of an entry, as SQL. */
export const idSql = (prefix = ''): string =>
  `iif(json_valid(${prefix}answer), json_extract(${prefix}answer, '$.id'), null)`;

/** A condition: `e` is the entry of the key of the record `r` in its run `u`. */
export const SAME_KEY = `e.target = u.target and e.interface = u.interface and e.kind = r.kind and e.key = r.key
  and e.family = r.family`;

/** The form of the id of a run: its beginning is the time of its start, also on other machines, whose runs `runs` lacks. */
const RUN_ID = `${'[0-9]'.repeat(8)}-${'[0-9]'.repeat(6)}-????`;

/** The id of a later run that changed the entry `e`, as SQL; null if no later run did. */
export const laterRun = (run: string): string => `(select e.run from runs v left join runs l on l.id = e.run
  where v.run = ${run} and coalesce(l.run > v.run, e.run glob '${RUN_ID}' and substr(e.run, 1, 15) > v.id))`;

/** Outcomes of records that the service did not accept, as a list in SQL. */
export const NOT_ACCEPTED = "('invalid', 'rejected', 'blocked', 'failed', 'in-doubt', 'not-attempted')";

/**
 * The indexes of staged records. A temporary stage gets them after its last record, because sorting once is faster than
 * inserting in order. `records_wave` and `records_stopped` find the records of a wave, and whether a run has records
 * that were not accepted, without reading the others: a chain of records has as many waves as records.
 */
export const STAGE_INDEXES = `
create index records_key on records(run, kind, key);
create index records_wave on records(run, kind, wave, batch);
create index records_stopped on records(run) where outcome in ${NOT_ACCEPTED};
`;

/**
 * Appends each change of an entry whose target has a shared memory. Rows come and go in order, so a change costs one write
 * to a page that many share; a key that changes twice is there twice. A ledger gets these triggers with its first
 * memory: they make each write of an entry slower.
 */
export const OUTBOX = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
]
  .map(
    ([event, row]) => `create trigger if not exists entries_${event} after ${event} on entries
when exists (select 1 from memories where target = ${row}.target) begin
  insert into outbox(${KEY}, copy) values (${KEY.map((name) => `${row}.${name}`)}, ${keyCopy(`${row}.`)});
end;`,
  )
  .join('\n');

/** The other indexes of a ledger. */
export const INDEXES = `
${STAGE_INDEXES}
create index entries_id on entries(target, interface, kind, ${idSql()}, answer);
create index profiles_name on profiles(target, interface, name, kind);
create index records_place on records(id, family, sheet_id, row);
create index records_ended on records(id, answer, messages, blocked_by, attempts) where outcome is not null;
create index folded_findings_whole on folded_findings(run, rows);
create index folded_whole on folded(run, sheet_id, kind, family, batch, outcome, first, last, count, rows);
create index runs_whole on runs(run, id, command, environment, target, interface, started_at, finished_at, exit_code,
  verdict, options, stage);
create index sheets_whole on sheets(sheet_id, run, file, sheet, kind, columns, sources);
create index updates_whole on updates(record, asked, by_id, patch, replaces, doubt);
`;
