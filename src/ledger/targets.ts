import type { DatabaseSync } from 'node:sqlite';
import type { Ledger } from './ledger.ts';
import { query } from './rows.ts';

/** Where entries are read: of this ledger, of the one attached beside it, or of a view over those. */
export type Known = 'main' | 'memory' | 'temp';

/** Who used a target: an environment, with the token of a source. The token itself is never kept. */
export interface TargetUse {
  readonly target: string;
  readonly environment: string;
  /** See `sourceName` of the configuration. */
  readonly tokenSource: string;
}

/** What a ledger knows of targets: those of its runs and entries, and who used them. */
export interface KnownTargets {
  readonly targets: readonly string[];
  /** Those to which something was sent, or may have been. */
  readonly sent: ReadonlySet<string>;
  readonly uses: readonly TargetUse[];
}

/** A target as ledgers of before have it, where the environment's name was a part of it. */
export interface NamedTarget {
  readonly target: string;
  readonly environment: string;
  /** The base address as the configuration had it, or `embedded`. */
  readonly address: string;
}

const USES = `create table if not exists target_uses(
  target text not null, environment text not null, token_source text not null, at text not null,
  primary key(target, environment, token_source)
) without rowid`;

/** What a ledger, or for a temporary stage the one beside it, knows of targets; older ledgers too. Writes nothing. */
export function knownTargets({ db, known }: Pick<Ledger, 'db' | 'known'>): KnownTargets {
  const schema = known === 'main' ? 'main' : 'memory';
  // From one target of the entries to the next, by their key: not row by row.
  const rows = query(
    db,
    `with recursive steps(target) as (
         select min(target) from ${schema}.entries
         union all select (select min(target) from ${schema}.entries where target > steps.target) from steps
         where target is not null)
       select target, 1 as sent from steps where target is not null
       union all select target, max(finished_at is null) from ${schema}.runs group by target`,
    { target: 'text', sent: 'boolean' },
  ).all();
  const hasUses = db.prepare(`select 1 from ${schema}.sqlite_master where name = 'target_uses'`).get();
  const uses = `select target, environment, token_source as tokenSource from ${schema}.target_uses order by at`;
  return {
    targets: [...new Set(rows.map(({ target }) => target))],
    sent: new Set(rows.flatMap(({ target, sent }) => (sent ? [target] : []))),
    uses: hasUses ? query(db, uses, { target: 'text', environment: 'text', tokenSource: 'text' }).all() : [],
  };
}

/** The parts of a target as ledgers of before have it; null for one of now. */
export function namedTarget(target: string): NamedTarget | null {
  const [, environment, address] = /^([\w-]+) (embedded|https?:\S+)$/i.exec(target) ?? [];
  return environment === undefined || address === undefined ? null : { target, environment, address };
}

/**
 * Notes that an environment uses a target; the only one that counts (`first`) when nothing was sent there before. Inside a
 * transaction of the caller's.
 */
export function noteUse(
  { db }: Pick<Ledger, 'db'>,
  { target, environment, tokenSource }: TargetUse,
  { at, first }: { readonly at: string; readonly first: boolean },
): void {
  db.exec(USES);
  if (first) db.prepare('delete from target_uses where target = ?').run(target);
  db.prepare('insert or ignore into target_uses values (?, ?, ?, ?)').run(
    target,
    environment,
    tokenSource,
    at,
  );
}

const COLUMNS =
  'interface, kind, key, family, state, taken, hash, body, batch, answer, run, at, sure, doubt_hash';

/** How much an entry says: the service took it, said that it had it, or nobody knows. */
const weight = (entry: string) =>
  `case ${entry}.state when 'accepted' then 2 when 'existing' then 1 else 0 end`;

/** Copies what is known of a target to another; of two entries of one key the one that knows more stays, then the later. */
function copyEntries(db: DatabaseSync, from: { schema: Known; target: string }, to: string): void {
  const names = COLUMNS.split(', ').filter((name) => !['interface', 'kind', 'key', 'family'].includes(name));
  db.prepare(
    `insert into main.entries(target, ${COLUMNS}) select ?1, ${COLUMNS} from ${from.schema}.entries where target = ?2
     on conflict do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
     where (${weight('excluded')}, excluded.at) > (${weight('entries')}, entries.at)`,
  ).run(to, from.target);
}

/**
 * Gives what is known of a target, its runs and its uses to another one. Inside a transaction of the caller's. To do it
 * again changes nothing.
 */
export function moveTarget({ db }: Pick<Ledger, 'db'>, from: string, to: string): void {
  copyEntries(db, { schema: 'main', target: from }, to);
  db.prepare('delete from entries where target = ?').run(from);
  db.prepare('update runs set target = ? where target = ?').run(to, from);
  db.prepare('update or replace doubts set target = ? where target = ?').run(to, from);
  db.exec(USES);
  db.prepare('update or replace target_uses set target = ? where target = ?').run(to, from);
}

/** Copies from the ledger that is attached for reading what it knows of several targets, as of the one `to`. */
export function copyTargets(db: DatabaseSync, known: Known, from: readonly string[], to: string): void {
  for (const target of from) copyEntries(db, { schema: known, target }, to);
}
