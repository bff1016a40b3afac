import { type EntriesSchema, Group } from './store.ts';

/** An environment that used a target, and the source of its token. The token itself is never stored. */
export interface TargetUse {
  readonly target: string;
  readonly environment: string;
  /** See `sourceName` of the configuration. */
  readonly tokenSource: string;
}

/** The targets of the runs and entries of a ledger, and the environments that used them. */
export interface KnownTargets {
  readonly targets: readonly string[];
  /** The targets to which records were or may have been sent. */
  readonly sent: ReadonlySet<string>;
  readonly uses: readonly TargetUse[];
}

/** A target of an older version, which contained the name of the environment. */
export interface NamedTarget {
  readonly target: string;
  readonly environment: string;
  /** The base address in the configuration, or `embedded`. */
  readonly address: string;
}

/** The parts of a target of an older version; null for a target of this version. */
export function namedTarget(target: string): NamedTarget | null {
  const [, environment, address] = /^([\w-]+) (embedded|https?:\S+)$/i.exec(target) ?? [];
  return environment === undefined || address === undefined ? null : { target, environment, address };
}

const COLUMNS = 'interface, kind, key, family, state, hash, body, batch, answer, run, at, sure, doubt_hash';

/** Orders entries by certainty: accepted, existing, in doubt. */
const certaintyOf = (entry: string) =>
  `case ${entry}.state when 'accepted' then 2 when 'existing' then 1 else 0 end`;

/** The targets of a ledger, and the environments that use them. */
export class Targets extends Group {
  /**
   * What a ledger, including one of an older version, knows about targets. For a temporary stage, the attached ledger is
   * read. Writes nothing.
   */
  list(): KnownTargets {
    const schema = this.store.schema === 'main' ? 'main' : 'memory';
    // Steps from one target to the next by the primary key, instead of reading every entry.
    const rows = this.store.all(
      { target: 'text', sent: 'boolean' },
      `with recursive steps(target) as (
           select min(target) from ${schema}.entries
           union all select (select min(target) from ${schema}.entries where target > steps.target) from steps
           where target is not null)
         select target, 1 as sent from steps where target is not null
         union all select target, max(finished_at is null) from ${schema}.runs group by target`,
    );
    const uses = `select target, environment, token_source as tokenSource from ${schema}.target_uses order by at`;
    return {
      targets: [...new Set(rows.map(({ target }) => target))],
      sent: new Set(rows.flatMap(({ target, sent }) => (sent ? [target] : []))),
      uses: this.store.all({ target: 'text', environment: 'text', tokenSource: 'text' }, uses),
    };
  }

  /**
   * Stores that an environment uses a target. `first`: nothing was sent to the target before, so earlier uses are
   * deleted. Call it inside a transaction.
   */
  noteUse(
    { target, environment, tokenSource }: TargetUse,
    { at, first }: { readonly at: string; readonly first: boolean },
  ): void {
    if (first) this.store.run('delete from target_uses where target = ?', target);
    this.store.run(
      'insert or ignore into target_uses values (?, ?, ?, ?)',
      target,
      environment,
      tokenSource,
      at,
    );
  }

  /**
   * Moves the entries, runs and uses of one target to another. Calling it again changes nothing. Call it inside a
   * transaction.
   */
  move(from: string, to: string): void {
    this.#copy('main', from, to);
    this.store.run('update profiles set target = ? where target = ?', to, from);
    this.forget(from);
    this.store.run('update runs set target = ? where target = ?', to, from);
    this.store.run('update or replace doubts set target = ? where target = ?', to, from);
    this.store.run('update or replace target_uses set target = ? where target = ?', to, from);
  }

  /** Removes all entries of a target that lost its data. Returns their number. */
  forget(target: string): number {
    this.store.run('delete from profiles where target = ?', target);
    return this.store.run('delete from entries where target = ?', target);
  }

  /**
   * For a temporary stage: copies the entries of these targets from the attached ledger, as entries of the target `to`.
   */
  copyEntries(from: readonly string[], to: string): void {
    const { schema } = this.store;
    if (schema === 'main') return;
    this.store.inTransaction(() => {
      for (const target of from) this.#copy(schema, target, to);
    });
    this.store.schema = 'main';
  }

  /**
   * Copies the entries of one target to another. If both targets have an entry for a key, the more certain entry is
   * kept; if both are equally certain, the later one.
   */
  #copy(schema: EntriesSchema, from: string, to: string): void {
    const names = COLUMNS.split(', ').filter(
      (name) => !['interface', 'kind', 'key', 'family'].includes(name),
    );
    this.store.run(
      `insert into main.entries(target, ${COLUMNS}) select ?1, ${COLUMNS} from ${schema}.entries where target = ?2
       on conflict do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
       where (${certaintyOf('excluded')}, excluded.at) > (${certaintyOf('entries')}, entries.at)`,
      to,
      from,
    );
  }
}
