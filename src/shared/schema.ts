import type { ClientBase } from 'pg';

/**
 * The tables of a shared memory, as steps from each version to the next; a step is never changed. Every row says its
 * target, so that brands are apart.
 *
 * `sender`: the processes that send. `seen`: its last sign of life, by the clock of the database. `gone`: when it ended,
 * or was found dead. `claim`: what is known about each key, as `entries` of a ledger, and who sends it now. `state` is
 * null if nothing is known, `doubt` the entry that the key has if its owner dies, as JSON. `buried`: the sender whose death is
 * all that puts the key in doubt. `changed`: the transaction
 * that changed it last. `rate`: when the next request to a target may leave.
 *
 * `file` and `file_part`: contents by their SHA-256, each part compressed. `turn`: for each target the turn of its last
 * job and of the last one that started. `attempt`: what became of each attempt of a job. `run`: the runs of all machines
 * that have ended; `report` is the SHA-256 of a file.
 */
const STEPS: readonly string[] = [
  `create table sender(
     id uuid primary key, target text not null, run text not null, host text not null, pid int not null,
     seen timestamptz not null default clock_timestamp(), lease interval not null, gone timestamptz
   );
   create index sender_live on sender(target) where gone is null;
   create table claim(
     target text not null, interface text not null, kind text not null, key text not null, family text not null,
     state text, hash text, body text, batch text, answer text, run text, at text, sure text, doubt_hash text,
     owner uuid, doubt json, buried uuid, changed xid8 not null default pg_current_xact_id(),
     primary key(target, interface, kind, key, family),
     check (state in ('accepted', 'existing', 'in-doubt')), check (sure in ('accepted', 'existing'))
   ) partition by hash(target);
   ${Array.from({ length: 16 }, (_, at) => `create table claim_${at} partition of claim for values with (modulus 16, remainder ${at});`).join('\n')}
   create index claim_changed on claim(target, changed);
   create index claim_owner on claim(owner) where owner is not null;
   create index claim_buried on claim(buried) where buried is not null;
   create table rate(target text primary key, next timestamptz not null);
   create table file(hash text primary key, size bigint not null, at timestamptz not null default clock_timestamp());
   create table file_part(
     hash text not null references file on delete cascade, part int not null, bytes bytea not null, primary key(hash, part)
   );
   create table turn(target text primary key, last bigint not null, started bigint not null default 0);
   create table attempt(
     job uuid not null, number int not null, host text not null, pid int not null,
     started timestamptz not null default clock_timestamp(), ended timestamptz, exit int, run text, text text, next text,
     report text, primary key(job, number)
   );
   create table run(
     id text not null, host text not null, target text not null, environment text not null, command text not null,
     started text not null, finished text, exit int, totals json not null, report text not null, primary key(id, host)
   );
   create index run_started on run(target, started);`,
];

/** The version of the tables that this version of trace makes. */
export const VERSION = STEPS.length;

/** The oldest version of trace's tables that this version can still work beside: one before its own. */
const OLDEST = Math.max(1, VERSION - 1);

/** The name of the schema, and of the lock while it is changed. */
const SCHEMA = 'trace';
const LOCK = 'hashtext($$trace schema$$)';

/**
 * Brings the tables of the connected database to this version, one process at a time. Returns the version that the
 * database then has, and the oldest version of trace that may use it.
 */
export async function migrate(client: ClientBase): Promise<{ version: number; oldest: number }> {
  const read = async () => {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('${SCHEMA}.schema_version') is not null as there`,
    );
    if (!rows[0]!.there) return { version: 0, oldest: 0 };
    const found = await client.query<{ version: number; oldest: number }>(
      `select version, oldest from ${SCHEMA}.schema_version`,
    );
    return found.rows[0]!;
  };
  const before = await read();
  if (before.version >= VERSION) return before;
  await client.query(`begin; select pg_advisory_xact_lock(${LOCK})`);
  try {
    const { version } = await read();
    if (version === 0)
      await client.query(
        `create schema if not exists ${SCHEMA};
         create table ${SCHEMA}.schema_version(
           one bool primary key default true check (one), version int not null, oldest int not null,
           id uuid not null default gen_random_uuid());
         insert into ${SCHEMA}.schema_version(version, oldest) values (0, 0)`,
      );
    await client.query(`set local search_path to ${SCHEMA}`);
    for (const step of STEPS.slice(version)) await client.query(step);
    if (version < VERSION)
      await client.query('update schema_version set version = $1, oldest = $2', [VERSION, OLDEST]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  return read();
}
