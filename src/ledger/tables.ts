/** Request bodies as they were sent, if ids of other records were filled into them. */
export const SENT = `create table if not exists sent(
  record integer not null, attempt integer not null, body text not null, primary key(record, attempt)
) without rowid;`;

/**
 * Records that update a record in the service. `asked`: whether the user requested an update. `by_id`: the id of
 * the record in the service, if the row has no key. Two columns are filled by planning, as JSON: `patch` contains
 * the fields that the update sets, `replaces` the known fields that these replace.
 */
export const UPDATES = `create table if not exists updates(
  record integer primary key, asked integer not null, by_id text, patch text, replaces text, doubt integer not null default 0
);`;

/**
 * `doubts`: since when a key is in doubt, by a clock that never jumps; ignored once the key is settled. `listed`: the
 * records in doubt that the user has seen in a list, with their state at that time. Both are added to older ledgers
 * when they are opened.
 */
export const DOUBTS = `create table if not exists doubts(
  target text not null, interface text not null, kind text not null, key text not null, family text not null,
  boot text not null, ms real not null, primary key(target, interface, kind, key, family)
) without rowid;
create table if not exists listed(record integer primary key, attempts integer not null, sent_at text, listed_at text not null);`;

/**
 * The line of a text file where a row starts. Each following row is one line further, up to the next row of this
 * table. Empty for workbooks. Older ledgers get this table, and the line of a finding, when they are opened.
 */
export const LINES = `create table if not exists text_lines(
  sheet_id integer not null, row integer not null, line integer not null, primary key(sheet_id, row)
) without rowid;`;
export const FINDING_LINES = 'alter table findings add column line integer';
/** The rows of a record that has several, as a JSON list. Added to older ledgers when they are opened. */
export const RECORD_ROWS = `create table if not exists record_rows(record integer primary key, rows text not null);`;
/** Columns whose values the user chose not to send. Added to older ledgers when they are opened. */
export const IGNORED = `create table if not exists ignored(
  run integer not null, file text not null, sheet text not null, "column" text not null, header text not null, "values" integer not null
);`;

/** The process that sends to a target; see `sender.ts`. Added to older ledgers when they are opened. */
export const SENDERS = `create table if not exists senders(
  target text primary key, token text not null, host text not null, pid integer not null, began text, lock text, seen integer not null
) without rowid;`;

export const SCHEMA = `
create table runs(
  run integer primary key, id text not null unique, command text not null, environment text not null,
  target text not null, interface text not null, started_at text not null, finished_at text, exit_code integer,
  verdict text, options text not null, stage text not null default 'reading'
);
create table files(run integer not null, path text not null, sha256 text not null, rows integer not null);
create table sheets(sheet_id integer primary key, run integer not null, file text not null, sheet text not null, kind text not null,
  columns text not null
);
create table records(
  id integer primary key, run integer not null, kind text not null, family text not null, key text not null,
  batch text not null, wave integer, body text not null, hash text not null, share_key text, share_hash text,
  sheet_id integer not null, row integer not null, status text, outcome text, state text not null default 'staged',
  answer text, messages text, blocked_by text, attempts integer not null default 0
);
create table refs(
  record integer not null, run integer not null, field text not null, kind text not null, key text not null,
  partial integer not null, primary key(record, field, kind, key)
) without rowid;
create table findings(
  run integer not null, code text not null, severity text not null, file text not null, sheet text, row integer,
  column text, kind text, field text, value text, message text not null, suggestion text, line integer
);
create index findings_run on findings(run);
${LINES}
create table attempts(
  record integer not null, attempt integer not null, started_at text not null, ended_at text, result text, status integer,
  error text, read_at text, read text, primary key(record, attempt)
) without rowid;
create table entries(
  target text not null, interface text not null, kind text not null, key text not null, family text not null,
  state text not null, taken integer not null, hash text not null, body text not null, batch text not null, answer text, run text not null,
  at text not null, sure text, doubt_hash text, primary key(target, interface, kind, key, family)
) without rowid;
`;

/** The id that the service gave to the record of an entry, as SQL. */
export const idSql = (prefix = ''): string =>
  `iif(json_valid(${prefix}answer), json_extract(${prefix}answer, '$.id'), null)`;

/** An index by the id in the service. Added to older ledgers when they are opened. */
export const ENTRY_ID_INDEX = `create index if not exists entries_id on entries(target, interface, kind, ${idSql()});`;

/** Outcomes of records that the service did not accept, as a list in SQL. */
export const NOT_ACCEPTED = "('invalid', 'rejected', 'blocked', 'failed', 'in-doubt', 'not-attempted')";

/**
 * Find the records of a wave, and whether a run has records that were not accepted, without reading the others: a chain
 * of records has as many waves as records. Older ledgers get these in place of the index by batch when they are opened.
 */
export const WAVE_INDEXES = `
drop index if exists main.records_order;
create index if not exists records_wave on records(run, kind, wave, batch);
create index if not exists records_stopped on records(run) where outcome in ${NOT_ACCEPTED};
`;

/** A temporary stage creates these after its last record, because sorting once is faster than inserting in order. */
export const INDEXES = `
create index if not exists records_key on records(run, kind, key);
${WAVE_INDEXES}`;
