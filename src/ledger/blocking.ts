import type { Query } from './rows.ts';
import { RunGroup } from './store.ts';
import { NOT_ACCEPTED } from './tables.ts';

/** A condition: the record is open, and was certainly not sent. */
const BLOCKABLE = "outcome is null and status is not 'in-doubt'";

type Block = (...parameters: (string | number)[]) => number;

/** Why a record is blocked, as SQL. */
interface BlockingCause {
  /** Whether the cause is a record of the run, or only in the ledger. */
  readonly source: 'run' | 'ledger';
  /** The first record of the chain, as JSON. */
  readonly root: string;
  /** The `from` clause that selects referenced records which were not accepted. ?1 to ?3 are the scope. */
  readonly from: string;
}

/** The records of a run that are not sent because they depend on a record that was not accepted. */
export class Blocking extends RunGroup {
  #blockKind: Block | undefined;
  #causes: readonly Query<{ readonly cause: 'text' }>[] | undefined;

  /**
   * Blocks every open record of a kind that references a record which was not accepted in this or an earlier run. A
   * record that may already be stored is not blocked, because it is settled first. The stored cause is the first
   * record of the chain. Returns the number of blocked records.
   */
  block(kind: string): number {
    this.#blockKind ??= this.#blocking('run = ?1 and kind = ?4');
    return this.#blockKind(kind);
  }

  /** A function that blocks the records of a kind in one wave as `block` does. Call this method outside of a transaction. */
  inWaves(): (kind: string, wave: number) => number {
    return this.#blocking('run = ?1 and kind = ?4 and wave = ?5');
  }

  /**
   * Blocks the open records of kinds that reference each other, if they depend, directly or through other records,
   * on a record that was not accepted. See `block`. Their waves are assigned before: each wave is blocked after those
   * that it depends on, so the time is proportional to the number of records, whatever the length of the chains.
   */
  blockChains(kinds: readonly string[]): void {
    const blockAll = () => kinds.reduce((sum, kind) => sum + this.block(kind), 0);
    if (blockAll() === 0) return;
    const blockInWave = this.inWaves();
    const waves = this.all(
      { wave: 'integer' },
      `select distinct wave from records
       where run = ? and kind in (select value from json_each(?)) and outcome is null and wave is not null order by wave`,
      JSON.stringify(kinds),
    );
    for (const { wave } of waves) for (const kind of kinds) blockInWave(kind, wave);
    // Records in a cycle have no wave.
    while (blockAll() > 0);
  }

  /**
   * The record that would block this one, as JSON; null if there is none. The status of this record does not matter.
   */
  causeOf(record: number): string | null {
    this.#causes ??= causesOf(this.store.entries).map(({ root, from }) =>
      this.store.query(
        `select (select ${root} ${from} limit 1) as cause from records where run = ?1 and id = ?4 and exists (select 1 ${from})`,
        { cause: 'text' },
      ),
    );
    for (const query of this.#causes) {
      const found = query.get(...this.scope, record);
      if (found) return found.cause;
    }
    return null;
  }

  /** Whether a record references one that the service has accepted before. */
  namesAccepted(record: number): boolean {
    const [, ...known] = this.scope;
    return this.store.has(
      `select 1 from refs f join ${this.store.entries} e on e.target = ?2 and e.interface = ?3 and e.kind = f.kind
         and (e.key = f.key or f.partial and e.key > f.key and e.key < f.key || char(1114111))
       where f.record = ?1 and e.state = 'accepted' limit 1`,
      record,
      ...known,
    );
  }

  /** The blocked records of a kind in a wave, and the records that block them as JSON. */
  rows(kind: string, wave: number): Iterable<{ key: string; blockedBy: string }> {
    return this.iterate(
      { key: 'text', blockedBy: 'text' },
      `select key, blocked_by as blockedBy from records where run = ? and kind = ? and wave = ? and outcome = 'blocked' order by id`,
      kind,
      wave,
    );
  }

  /**
   * Prepares the statements that block the records which match a condition. It may use ?4 and later parameters. They
   * return the number of blocked records.
   */
  #blocking(where: string): Block {
    const { db, entries } = this.store;
    const [run, ...known] = this.scope;
    db.exec('create temp table if not exists blocking(record integer primary key, cause text)');
    const isStopped = db.prepare(
      `select 1 from records where run = ? and outcome in ${NOT_ACCEPTED} limit 1`,
    );
    const isKnown = db.prepare(`select 1 from ${entries} where target = ? and interface = ? limit 1`);
    const isPossible = {
      run: () => isStopped.get(run) !== undefined,
      ledger: () => isKnown.get(...known) !== undefined,
    };
    const causes = causesOf(entries).map(({ source, root, from }) => ({
      isPossible: isPossible[source],
      find: db.prepare(
        `insert into temp.blocking select id, (select ${root} ${from} limit 1) from records
         where ${where} and ${BLOCKABLE} and exists (select 1 ${from})`,
      ),
    }));
    const forget = db.prepare('delete from temp.blocking');
    const block = db.prepare(
      `update records set outcome = 'blocked', blocked_by = (select cause from temp.blocking where record = id)
       where id in (select record from temp.blocking)`,
    );
    return (...parameters) => {
      let blocked = 0;
      // The causes are found before any record is blocked, because a blocked record blocks others.
      const possible = causes.filter((cause) => cause.isPossible());
      for (const { find } of possible) {
        const { changes } = find.run(...this.scope, ...parameters);
        if (changes === 0) continue;
        blocked += Number(changes);
        block.run();
        forget.run();
      }
      return blocked;
    };
  }
}

/** Why records of `records` are blocked. */
const causesOf = (entries: string): BlockingCause[] =>
  ([0, 1] as const).flatMap((partial) => {
    const named = (alias: string) =>
      partial ? `${alias}.key >= f.key and ${alias}.key < f.key || char(1114111)` : `${alias}.key = f.key`;
    const inRun = (alias: string) => `${alias}.run = ?1 and ${alias}.kind = f.kind and ${named(alias)}`;
    const inLedger = (alias: string) =>
      `${alias}.target = ?2 and ${alias}.interface = ?3 and ${alias}.kind = f.kind and ${named(alias)}`;
    const naming = `f.record = records.id and f.partial = ${partial}
      and not exists (select 1 from ${entries} e where ${inLedger('e')} and e.taken = 1)`;
    return [
      {
        source: 'run',
        root: `case when t.outcome = 'blocked' then t.blocked_by
          else json_object('kind', t.kind, 'key', t.key, 'outcome', t.outcome) end`,
        from: `from refs f join records t on ${inRun('t')} and t.outcome in ${NOT_ACCEPTED} where ${naming}
          and not exists (select 1 from records g where ${inRun('g')} and (g.outcome is null or g.outcome not in ${NOT_ACCEPTED}))`,
      },
      // Referenced records that are not in this run and that an earlier run left in doubt.
      {
        source: 'ledger',
        root: "json_object('kind', h.kind, 'key', h.key, 'outcome', 'in-doubt')",
        from: `from refs f join ${entries} h on ${inLedger('h')} where ${naming}
          and not exists (select 1 from records t where ${inRun('t')})`,
      },
    ];
  });
