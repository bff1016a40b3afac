import type { RowOf } from './rows.ts';
import { RunGroup } from './store.ts';

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
export type StagedRow = RowOf<typeof STAGED_ROW>;

const UNREHEARSED = { ...STAGED_ROW, body: 'text', known: 'text?' } as const;

/** Separates the kinds of a reference that may refer to several kinds. */
export const KIND_SEPARATOR = '|';

/**
 * The value of `partial` for a reference whose text may be an id of the service. It is replaced when the reference
 * is settled.
 */
export const KEY_OR_ID = 2;

/** The number of ids in one statement. */
const IDS_AT_ONCE = 1000;

/** The ids as JSON lists of few ids. */
function* listsOf(ids: Iterable<number>): Generator<string> {
  let list: number[] = [];
  for (const id of ids) {
    if (list.push(id) < IDS_AT_ONCE) continue;
    yield JSON.stringify(list);
    list = [];
  }
  if (list.length > 0) yield JSON.stringify(list);
}

/** The staged records of a run, after its input was read. */
export class Staged extends RunGroup {
  /** A staged record. */
  row(id: number): StagedRow {
    return this.store.one(
      STAGED_ROW,
      `select ${STAGED} from records r join sheets s using (sheet_id) where r.id = ?`,
      id,
    );
  }

  /**
   * The records to be sent whose content another target has not accepted in the same form. `known`: the content that it
   * accepted for the key, as JSON; null if it accepted none.
   */
  unrehearsed(target: string): Iterable<RowOf<typeof UNREHEARSED>> {
    const entry = (
      name: string,
      at: string,
    ) => `left join ${this.store.entries} ${name} on ${name}.target = ${at}
      and ${name}.interface = ?3 and ${name}.kind = r.kind and ${name}.key = r.key and ${name}.family = r.family`;
    const has = (name: string) => `coalesce(${name}.state <> 'in-doubt' and ${name}.hash = r.hash, 0)`;
    return this.iterate(
      UNREHEARSED,
      `select ${STAGED}, r.body, iif(e.state = 'accepted', e.body, null) as known
       from records r join sheets s using (sheet_id) ${entry('o', '?2')} ${entry('e', '?4')}
       where r.run = ?1 and r.outcome is null and not ${has('o')} and not ${has('e')} order by r.id`,
      ...this.scope.slice(1),
      target,
    );
  }

  /**
   * Settles ambiguous references. If several kinds are possible, the reference refers to those that have the key, in
   * the input or among known records. A text that may be an id is treated as an id if it is a UUID and no record has
   * it as key. References that are still ambiguous are reported as unknown. Call it inside a transaction.
   */
  settleReferences(): void {
    const there = (
      kind: string,
    ) => `(exists (select 1 from records t where t.run = ?1 and t.kind = ${kind} and t.key = f.key)
      or exists (select 1 from ${this.store.entries} e where e.target = ?2 and e.interface = ?3 and e.kind = ${kind} and e.key = f.key))`;
    this.store.run(
      `insert or ignore into refs(record, run, field, kind, key, partial)
       select f.record, f.run, f.field, k.value, f.key, 0
       from refs f, json_each('["' || replace(f.kind, '${KIND_SEPARATOR}', '","') || '"]') k
       where f.run = ?1 and (f.partial = ${KEY_OR_ID} or instr(f.kind, '${KIND_SEPARATOR}') > 0) and ${there('k.value')}
       on conflict do update set partial = 0`,
      ...this.scope,
    );
    this.store.run(
      `delete from refs where run = ? and instr(kind, '${KIND_SEPARATOR}') > 0
         and exists (select 1 from refs g where g.record = refs.record and g.field = refs.field and g.key = refs.key
           and instr(g.kind, '${KIND_SEPARATOR}') = 0)`,
      this.run,
    );
    this.store.run(
      `delete from refs where run = ? and partial = ${KEY_OR_ID} and key like '________-____-____-____-____________'
         and key not glob '*[^0-9a-fA-F-]*'`,
      this.run,
    );
    this.store.run(`update refs set partial = 0 where run = ? and partial = ${KEY_OR_ID}`, this.run);
  }

  /**
   * Replaces the ids of records that are identified by id with the keys that the ledger has for them. Call it inside a
   * transaction.
   */
  keysOfIds(): void {
    const named = this.all(
      { id: 'integer', kind: 'text', byId: 'text' },
      `select r.id, r.kind, u.by_id as byId from updates u join records r on r.id = u.record
         where r.run = ? and u.by_id is not null`,
    );
    if (named.length === 0) return;
    const keys = new Map<string, string>();
    const searched = new Set(named.map(({ kind, byId }) => `${kind} ${byId.toLowerCase()}`));
    const entries = this.store.iterate(
      { kind: 'text', key: 'text', id: 'text?' },
      `select kind, key, json_extract(answer, '$.id') as id from ${this.store.entries}
         where target = ? and interface = ? and answer is not null`,
      ...this.scope.slice(1),
    );
    for (const { kind, key, id } of entries) {
      const name = `${kind} ${id?.toLowerCase()}`;
      if (searched.has(name) && key !== id) keys.set(name, key);
    }
    const rename = this.store.db.prepare('update records set key = ? where id = ?');
    const byKey = this.store.db.prepare('update updates set by_id = null where record = ?');
    for (const { id, kind, byId } of named) {
      const key = keys.get(`${kind} ${byId.toLowerCase()}`);
      if (key === undefined) continue;
      rename.run(key, id);
      byKey.run(id);
    }
  }

  /** Ends records as invalid, and deletes the `twins`: rows that repeat another row exactly. The finding about them stays. */
  end(invalid: Iterable<number>, twins: Iterable<number>): void {
    const { db } = this.store;
    this.store.inTransaction(() => {
      const update = db.prepare(
        `update records set outcome = 'invalid', status = iif(status is null, null, 'invalid')
         where id in (select value from json_each(?)) and outcome is not 'invalid'`,
      );
      for (const list of listsOf(invalid)) update.run(list);
      const drops = [
        'records where id',
        'refs where record',
        'updates where record',
        'record_rows where record',
        'record_cells where record',
      ].map((rows) => db.prepare(`delete from ${rows} in (select value from json_each(?))`));
      for (const list of listsOf(twins)) for (const drop of drops) drop.run(list);
    });
  }
}
