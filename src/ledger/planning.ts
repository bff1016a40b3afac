import type { StatementSync } from 'node:sqlite';
import type { Ledger } from './ledger.ts';
import { indexReferences } from './references.ts';
import { query, type Row } from './rows.ts';
import { dbOf, entriesOf, storeOf } from './store.ts';
import { NOT_ACCEPTED } from './tables.ts';

const GROUP = {
  kind: 'text',
  family: 'text',
  batch: 'text',
  wave: 'integer',
  status: 'text',
  count: 'integer',
} as const;

/** The number of records with the same kind, family, batch, wave and status. */
export type GroupRow = Row<typeof GROUP>;

/**
 * Compares every open record of a run with the entry of its key, and ends those that need no request: `unchanged` if
 * this content was accepted, `existing` if the service reported the key for this content before, and records in doubt
 * of the kinds in `keptInDoubt`. Other records in doubt stay open until it is their turn. Updates and changed records
 * stay open, because they are compared field by field.
 *
 * @param place the flags of a printed command, so that it finds the ledger
 */
export function compareWithKnown(
  ledger: Ledger,
  run: number,
  target: string,
  interfaceName: string,
  keptInDoubt: readonly string[],
  place: readonly string[] = [],
): void {
  // The run of a plan is in a temporary ledger, which is deleted.
  const settledBy = storeOf(ledger).isTemporary ? 'e.run' : '(select id from runs where run = ?1)';
  dbOf(ledger)
    .prepare(
      `update records set status = k.status, outcome = iif(k.ends, k.status, outcome), answer = iif(k.ends, coalesce(k.answer, records.answer), records.answer),
       messages = iif(k.ends, k.messages, records.messages)
     from (select *, old is null and isCreate and (status in ('unchanged', 'existing')
         or status = 'in-doubt' and kind in (select value from json_each(?4))) as ends
       from (select r.id as record, r.kind, r.outcome as old, u.record is null as isCreate, e.answer,
           case when r.outcome = 'invalid' then 'invalid' when e.state is null then 'new' when e.state = 'in-doubt' then 'in-doubt'
             when e.hash <> r.hash then 'changed' when e.state = 'existing' then 'existing' else 'unchanged' end as status,
           case e.state
             when 'existing' then json_array(json_object('code', 'existing-earlier', 'on', substr(e.at, 1, 10)))
             when 'in-doubt' then json_array(json_object('code', 'sent-uncertain', 'on', substr(e.at, 1, 10)),
               json_object('code', 'held', 'run', ${settledBy}, 'place', json(?5)))
           end as messages
         from records r left join updates u on u.record = r.id left join ${entriesOf(ledger)} e
           on e.target = ?2 and e.interface = ?3 and e.kind = r.kind and e.key = r.key and e.family = r.family
         where r.run = ?1 and (r.outcome is null or r.outcome = 'invalid'))) k
     where records.id = k.record and (k.status is not records.status or k.ends)`,
    )
    .run(run, target, interfaceName, JSON.stringify(keptInDoubt), JSON.stringify(place));
}

/** Which records of a run a plan contains: `all` that the user selected, or only those that are `left` (open). */
export type Planned = 'all' | 'left';

/**
 * The SQL condition on `records` for each value of `Planned`. Records of kinds that the user did not select have
 * no status.
 */
export const PLANNED: Readonly<Record<Planned, string>> = {
  all: 'status is not null',
  left: 'outcome is null',
};

/** Whether a plan contains records of these kinds. */
export function hasPlanned(ledger: Ledger, run: number, kinds: readonly string[], which: Planned): boolean {
  const one = dbOf(ledger).prepare(
    `select 1 from records where run = ? and kind = ? and ${PLANNED[which]} limit 1`,
  );
  return kinds.some((kind) => one.get(run, kind) !== undefined);
}

/** Assigns a wave to every record of these kinds. */
export function assignWave(ledger: Ledger, run: number, kinds: readonly string[], wave: number): void {
  const sql =
    'update records set wave = ?1 where run = ?2 and wave is not ?1 and kind in (select value from json_each(?3))';
  dbOf(ledger).prepare(sql).run(wave, run, JSON.stringify(kinds));
}

/**
 * Blocks every open record of a kind that references a record which was not accepted in this or an earlier run. A
 * record that may already be stored is not blocked, because it is settled first. The stored cause is the first
 * record of the chain. Returns the number of blocked records.
 */
export function blockDependants(
  ledger: Ledger,
  run: number,
  kind: string,
  target: string,
  interfaceName: string,
): number {
  return new Blocking(ledger, run, target, interfaceName, 'run = ?1 and kind = ?4').block(kind);
}

/** Blocks the records of a kind in one wave as `blockDependants` does, with statements that are prepared once. */
export class WaveBlocking {
  readonly #blocking: Blocking;

  constructor(ledger: Ledger, run: number, target: string, interfaceName: string) {
    this.#blocking = new Blocking(ledger, run, target, interfaceName, 'run = ?1 and kind = ?4 and wave = ?5');
  }

  /** Returns the number of blocked records. */
  block(kind: string, wave: number): number {
    return this.#blocking.block(kind, wave);
  }
}

/** A condition: the record is open, and was certainly not sent. */
const BLOCKABLE = "outcome is null and status is not 'in-doubt'";

/** Blocks the records that match a condition, which may use ?4 and later parameters. */
class Blocking {
  readonly #known: readonly [run: number, target: string, interfaceName: string];
  /** For each possible cause, whether any record can have it, and the records that have it. */
  readonly #causes: readonly { readonly isPossible: () => boolean; readonly find: StatementSync }[];
  readonly #forget: StatementSync;
  readonly #block: StatementSync;

  constructor(ledger: Ledger, run: number, target: string, interfaceName: string, where: string) {
    const db = dbOf(ledger);
    this.#known = [run, target, interfaceName];
    db.exec('create temp table if not exists blocking(record integer primary key, cause text)');
    const isStopped = db.prepare(
      `select 1 from records where run = ? and outcome in ${NOT_ACCEPTED} limit 1`,
    );
    const isKnown = db.prepare(
      `select 1 from ${entriesOf(ledger)} where target = ? and interface = ? limit 1`,
    );
    const isPossible = {
      run: () => isStopped.get(run) !== undefined,
      ledger: () => isKnown.get(target, interfaceName) !== undefined,
    };
    // The causes are found before any record is blocked, because a blocked record blocks others.
    this.#causes = causesOf(ledger).map(({ of, root, cause }) => ({
      isPossible: isPossible[of],
      find: db.prepare(
        `insert into temp.blocking select id, (select ${root} ${cause} limit 1) from records
         where ${where} and ${BLOCKABLE} and exists (select 1 ${cause})`,
      ),
    }));
    this.#forget = db.prepare('delete from temp.blocking');
    this.#block = db.prepare(
      `update records set outcome = 'blocked', blocked_by = (select cause from temp.blocking where record = id)
       where id in (select record from temp.blocking)`,
    );
  }

  /** Returns the number of blocked records. */
  block(...parameters: (string | number)[]): number {
    let blocked = 0;
    const possible = this.#causes.filter(({ isPossible }) => isPossible());
    for (const { find } of possible) {
      const { changes } = find.run(...this.#known, ...parameters);
      if (changes === 0) continue;
      blocked += Number(changes);
      this.#block.run();
      this.#forget.run();
    }
    return blocked;
  }
}

/**
 * Blocks the open records of kinds that reference each other, if they depend, directly or through other records,
 * on a record that was not accepted. See `blockDependants`. The time is proportional to the number of references,
 * whatever the length of the chains.
 */
export function blockChains(
  ledger: Ledger,
  run: number,
  kinds: readonly string[],
  target: string,
  interfaceName: string,
): void {
  const db = dbOf(ledger);
  const direct = kinds.reduce(
    (sum, kind) => sum + blockDependants(ledger, run, kind, target, interfaceName),
    0,
  );
  if (direct === 0) return;
  indexReferences(ledger, run, kinds);
  db.exec(
    `create temp table if not exists blocked(record integer primary key);
     create temp table if not exists candidate(record integer primary key);
     delete from temp.blocked;`,
  );
  db.prepare("insert into temp.blocked select id from records where run = ? and outcome = 'blocked'").run(
    run,
  );
  const empty = db.prepare('delete from temp.candidate');
  const find = db.prepare(
    `insert or ignore into temp.candidate
     select n.record from temp.blocked b cross join records t on t.id = b.record
       cross join temp.naming n on n.kind = t.kind and n.key = t.key
       cross join records r on r.id = n.record where r.outcome is null`,
  );
  const among = 'id in (select record from temp.candidate)';
  const blocking = new Blocking(ledger, run, target, interfaceName, among);
  const forget = db.prepare('delete from temp.blocked');
  const next = db.prepare(
    `insert into temp.blocked select c.record from temp.candidate c cross join records r on r.id = c.record
     where r.outcome = 'blocked'`,
  );
  for (let found = 1; found > 0; ) {
    empty.run();
    find.run();
    blocking.block();
    forget.run();
    found = Number(next.run().changes);
  }
}

/**
 * The record that would block this one, as JSON; null if there is none. The status of this record does not matter.
 */
export function blockedBy(
  ledger: Ledger,
  run: number,
  record: number,
  target: string,
  interfaceName: string,
): string | null {
  for (const { root, cause } of causesOf(ledger)) {
    const found = query(
      dbOf(ledger),
      `select (select ${root} ${cause} limit 1) as cause from records where run = ?1 and id = ?4 and exists (select 1 ${cause})`,
      { cause: 'text' },
    ).get(run, target, interfaceName, record);
    if (found) return found.cause;
  }
  return null;
}

/** Whether a record references one that the service has accepted before. */
export function namesAccepted(
  ledger: Ledger,
  record: number,
  target: string,
  interfaceName: string,
): boolean {
  const found = dbOf(ledger)
    .prepare(
      `select 1 from refs f join ${entriesOf(ledger)} e on e.target = ?2 and e.interface = ?3 and e.kind = f.kind
         and (e.key = f.key or f.partial and e.key > f.key and e.key < f.key || char(1114111))
       where f.record = ?1 and e.state = 'accepted' limit 1`,
    )
    .get(record, target, interfaceName);
  return found !== undefined;
}

/**
 * The queries that find why a record of `records` is blocked. `cause` is the `from` clause that selects referenced
 * records which were not accepted. `root` is the first record of the chain, as JSON. `of`: whether the cause is a record of
 * the run, or only in the ledger. ?1 to ?3 are run, target and
 * interface.
 */
function causesOf(ledger: Ledger): { of: 'run' | 'ledger'; root: string; cause: string }[] {
  return ([0, 1] as const).flatMap((partial) => {
    const named = (alias: string) =>
      partial ? `${alias}.key >= f.key and ${alias}.key < f.key || char(1114111)` : `${alias}.key = f.key`;
    const inRun = (alias: string) => `${alias}.run = ?1 and ${alias}.kind = f.kind and ${named(alias)}`;
    const inLedger = (alias: string) =>
      `${alias}.target = ?2 and ${alias}.interface = ?3 and ${alias}.kind = f.kind and ${named(alias)}`;
    const entries = entriesOf(ledger);
    const naming = `f.record = records.id and f.partial = ${partial}
      and not exists (select 1 from ${entries} e where ${inLedger('e')} and e.taken = 1)`;
    return [
      {
        of: 'run',
        root: `case when t.outcome = 'blocked' then t.blocked_by
          else json_object('kind', t.kind, 'key', t.key, 'outcome', t.outcome) end`,
        cause: `from refs f join records t on ${inRun('t')} and t.outcome in ${NOT_ACCEPTED} where ${naming}
          and not exists (select 1 from records g where ${inRun('g')} and (g.outcome is null or g.outcome not in ${NOT_ACCEPTED}))`,
      },
      // Referenced records that are not in this run and that an earlier run left in doubt.
      {
        of: 'ledger',
        root: "json_object('kind', h.kind, 'key', h.key, 'outcome', 'in-doubt')",
        cause: `from refs f join ${entries} h on ${inLedger('h')} where ${naming}
          and not exists (select 1 from records t where ${inRun('t')})`,
      },
    ];
  });
}

/** The number of records of a run by kind, family, batch, wave and status, in the order of the input. */
export function groups(ledger: Ledger, run: number, which: Planned = 'all'): GroupRow[] {
  return query(
    dbOf(ledger),
    `select kind, family, batch, coalesce(wave, 0) as wave, iif(outcome in ('blocked', 'existing', 'outdated'), outcome, status) as status, count(*) as count
       from records where run = ? and ${PLANNED[which]} group by 1, 2, 3, 4, 5 order by min(id)`,
    GROUP,
  ).all(run);
}

/** The number of open records of a run, by kind. */
export const openByKind = (ledger: Ledger, run: number): { kind: string; count: number }[] =>
  query(
    dbOf(ledger),
    'select kind, count(*) as count from records where run = ? and outcome is null group by kind',
    { kind: 'text', count: 'integer' },
  ).all(run);

/** The blocked records of a kind in a wave, and the records that block them as JSON. */
export function blockedRows(
  ledger: Ledger,
  run: number,
  kind: string,
  wave: number,
): Iterable<{ key: string; blockedBy: string }> {
  return query(
    dbOf(ledger),
    `select key, blocked_by as blockedBy from records where run = ? and kind = ? and wave = ? and outcome = 'blocked' order by id`,
    { key: 'text', blockedBy: 'text' },
  ).iterate(run, kind, wave);
}

/** The outcomes of records that an earlier request created: this run does not change their batch. */
const FROM_EARLIER_REQUEST = "('unchanged', 'existing', 'outdated')";

/**
 * Replaces the importation batch of records that an earlier request created with the batch of that request, because a
 * changed batch is not sent. Call it inside a transaction.
 */
export function takeSentBatches(ledger: Ledger, run: number, target: string, interfaceName: string): void {
  dbOf(ledger)
    .prepare(
      `update records set batch = e.batch, messages = json_insert(coalesce(records.messages, '[]'), '$[#]',
       json_object('code', 'other-batch', 'sent', e.batch, 'row', records.batch)) from ${entriesOf(ledger)} e
     where records.run = ?1 and records.outcome in ${FROM_EARLIER_REQUEST} and e.target = ?2 and e.interface = ?3
       and e.kind = records.kind and e.key = records.key and e.family = records.family
       and e.batch <> records.batch and e.batch <> '' and records.batch <> ''`,
    )
    .run(run, target, interfaceName);
}

/** The batches with which unchanged records of a run were sent, if their rows have another batch now. */
export function otherBatches(ledger: Ledger, run: number): { batch: string; count: number }[] {
  return query(
    dbOf(ledger),
    `select batch, count(*) as count from records
       where run = ? and outcome = 'unchanged' and json_extract(body, '$.importationBatch') <> batch
       group by batch order by min(id)`,
    { batch: 'text', count: 'integer' },
  ).all(run);
}
