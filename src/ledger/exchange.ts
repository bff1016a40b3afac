import { type BootTime, Entries } from './entries.ts';
import { type EntryKey, entryKeyText } from './entry-key.ts';
import type { RowOf } from './rows.ts';
import type { PendingRow } from './sending.ts';
import { SentUpdates } from './sent-updates.ts';
import { Group, type Store } from './store.ts';
import { keyCopy, OUTBOX, SAME_KEY } from './tables.ts';

const BODY = { body: 'text?' } as const;
const REST = {
  /** Null if nothing is known about the key. */
  state: ['accepted', 'existing', 'in-doubt', null],
  hash: 'text?',
  batch: 'text?',
  answer: 'text?',
  run: 'text?',
  at: 'text?',
  sure: ['accepted', 'existing', null],
  doubt_hash: 'text?',
} as const;
const VALUE = { ...REST, ...BODY } as const;
const KEY_TYPES = { interface: 'text', kind: 'text', key: 'text', family: 'text' } as const;
const ENTRY = { ...KEY_TYPES, ...VALUE } as const;

/** What is known about a key, as a shared memory has it: the columns of both stores have the same names. */
export type SharedEntry = RowOf<typeof ENTRY>;

const KEYS = ['interface', 'kind', 'key', 'family'] as const;
const KEY = KEYS.join(', ');

const NAMES = Object.keys(ENTRY);
const VALUES = Object.keys(VALUE);

const NOTHING = { state: null, at: null, run: null } as const;

/** Entries that the shared memory does not have yet. */
export interface Outgoing {
  /** By their keys as texts, without their bodies: see `bodyOf`. */
  readonly entries: ReadonlyMap<string, Omit<SharedEntry, 'body'>>;
  /** The row of the outbox up to which they are in `entries`; null if it is empty. */
  readonly last: number | null;
  readonly isAll: boolean;
}

/** A record that is about to be sent. */
export interface Intent extends EntryKey {
  readonly id: number;
  /** What was known about its key when it was decided to send it. */
  readonly seen: Pick<SharedEntry, 'state' | 'at' | 'run'>;
  /** What its entry is if no response arrives. */
  readonly doubt: Omit<SharedEntry, keyof EntryKey>;
}

/** The exchange of the entries of one target with a shared memory. */
export class Exchange extends Group {
  readonly #target: string;
  readonly #runOf = this.store.query(
    'select u.id, u.interface from records r join runs u on u.run = r.run where r.id = ?',
    { id: 'text', interface: 'text' },
  );
  readonly #entriesOf = this.store.query(
    `select r.id, ${VALUES.map((name) => `e.${name}`)} from records r join runs u on u.run = r.run
     left join entries e on ${SAME_KEY} where r.id in (select value from json_each(?))`,
    { id: 'integer', ...VALUE },
  );
  readonly #outgoing = this.store.query(
    `select o.id, ${KEYS.map((name) => `o.${name}`)}, ${Object.keys(REST).map((name) => `e.${name}`)}
     from outbox o left join entries e using (target, ${KEY}) where o.target = ? order by o.id limit ?`,
    { id: 'integer', ...KEY_TYPES, ...REST },
  );
  readonly #bodyOf = this.store.query(
    `select body from entries where target = ? and (${KEY}) = (?, ?, ?, ?)`,
    BODY,
  );
  readonly #changedAfter = this.store.query(
    `select id, ${KEY} from outbox where target = ? and id > ? order by id`,
    { id: 'integer', ...KEY_TYPES },
  );
  readonly #noteSent = this.store.db.prepare('delete from outbox where target = ? and id <= ?');
  readonly #entries = new Entries(this.store);
  readonly #updates = new SentUpdates(this.store);

  constructor(store: Store, target: string) {
    super(store);
    this.#target = target;
  }

  /**
   * Joins the target to a shared memory, which gets all its entries if they were never offered to it. Returns whether it had
   * another memory before.
   */
  join(memory: string): boolean {
    const sql = 'select memory from memories where target = ?';
    const [before] = this.store.all({ memory: 'text' }, sql, this.#target);
    if (before?.memory === memory) return false;
    this.store.inTransaction(() => {
      this.store.db.exec(OUTBOX);
      this.store.run('insert or replace into memories(target, memory) values (?, ?)', this.#target, memory);
      this.#offerAll();
    });
    return before !== undefined;
  }

  /**
   * Up to where the changes of the memory are known (`since`), and the highest number that it is known to have had: one
   * with a lower number is an older copy. Both are null before it was read.
   */
  get known(): { readonly since: string | null; readonly newest: string | null } {
    const sql = 'select since, newest from memories where target = ?';
    return this.store.one({ since: 'text?', newest: 'text?' }, sql, this.#target);
  }

  /** Forgets up to where the memory was read: it lost changes, so all entries are offered to it, and all of it is read. */
  restart(): void {
    this.store.inTransaction(() => {
      this.store.run('update memories set since = null, newest = null where target = ?', this.#target);
      this.#offerAll();
    });
  }

  #offerAll(): void {
    this.store.run(
      `insert into outbox(target, ${KEY}, copy) select target, ${KEY}, ${keyCopy()} from entries where target = ?`,
      this.#target,
    );
  }

  /** The entries of the first `limit` changes that the memory does not have yet, each once. */
  outgoing(limit: number): Outgoing {
    const rows = this.#outgoing.all(this.#target, limit);
    const entries = new Map(rows.map((entry) => [entryKeyText(entry), entry]));
    return { entries, last: rows.at(-1)?.id ?? null, isAll: rows.length < limit };
  }

  /** The body of the entry of a key; null if nothing is known about it. */
  bodyOf({ interface: name, kind, key, family }: EntryKey): string | null {
    return this.#bodyOf.get(this.#target, name, kind, key, family)?.body ?? null;
  }

  /** The memory has all changes up to the row `last` of the outbox. */
  noteSent(last: number): Promise<void> {
    return this.store.write(() => void this.#noteSent.run(this.#target, last));
  }

  /**
   * Stores what the memory knows, page by page. An entry that changed here and is not sent yet is kept. A doubt that is new
   * here counts from `now`, so that its age is never too high.
   */
  taking(now: BootTime): (entries: readonly SharedEntry[]) => void {
    const values = VALUES.map((name) => `${name} = excluded.${name}`).join(', ');
    const keep = this.store.db.prepare(
      `insert into entries(target, ${NAMES}) values (?${', ?'.repeat(NAMES.length)}) on conflict do update set ${values}`,
    );
    const key = `target = ? and (${KEY}) = (?, ?, ?, ?)`;
    const forget = this.store.db.prepare(`delete from entries where ${key}`);
    const has = this.store.db.prepare(`select 1 from entries where ${key} and (state, run, at) = (?, ?, ?)`);
    const stamp = this.store.db.prepare('insert or replace into doubts values (?, ?, ?, ?, ?, ?, ?)');
    const waiting = new Set<string>();
    let last = 0;
    return (entries) =>
      this.store.inTransaction(() => {
        for (const { id, ...changed } of this.#changedAfter.all(this.#target, last)) {
          waiting.add(entryKeyText(changed));
          last = id;
        }
        for (const entry of entries) {
          if (waiting.has(entryKeyText(entry))) continue;
          const of = [this.#target, entry.interface, entry.kind, entry.key, entry.family] as const;
          if (entry.state === 'in-doubt' && has.get(...of, entry.state, entry.run, entry.at) === undefined)
            stamp.run(...of, now.boot, now.ms);
          if (entry.state === null) forget.run(...of);
          else keep.run(this.#target, ...NAMES.map((name) => entry[name as keyof SharedEntry]));
        }
        // What was read is not sent back.
        this.store.run('delete from outbox where target = ? and id > ?', this.#target, last);
      });
  }

  /** Up to where the memory is read now, and its number. */
  noteRead(since: string, newest: string): void {
    const sql = 'update memories set since = ?, newest = ? where target = ?';
    this.store.inTransaction(() => void this.store.run(sql, since, newest, this.#target));
  }

  /** How new the memory is, with all that this run gave it. */
  noteNewest(newest: string): void {
    const sql = 'update memories set newest = ? where target = ?';
    this.store.inTransaction(() => void this.store.run(sql, newest, this.#target));
  }

  /** The senders of this machine whose end the memory does not know. */
  endedSenders(): string[] {
    const sql = 'select sender from ended_senders where target = ?';
    return this.store.all({ sender: 'text' }, sql, this.#target).map(({ sender }) => sender);
  }

  /** Notes whether the memory knows that a sender has ended. All that it sent has an outcome here. */
  noteEnded(sender: string, isKnown: boolean): void {
    const sql = isKnown
      ? 'delete from ended_senders where target = ? and sender = ?'
      : 'insert or ignore into ended_senders values (?, ?)';
    this.store.inTransaction(() => void this.store.run(sql, this.#target, sender));
  }

  /**
   * What was known about the keys of records of one run, and what will be if they are sent at `at` and no response arrives.
   * Nothing was known about a new record, whatever is known now.
   */
  intents(rows: readonly PendingRow[], at: string): Intent[] {
    if (rows.length === 0) return [];
    const { id: run, interface: name } = this.#runOf.one(rows[0]!.id);
    const known = this.#rehearse(
      rows.filter(({ status, patch }) => status !== 'new' || patch !== null),
      at,
    );
    return rows.map(({ id, kind, key, family, hash, body, batch }) => {
      const rehearsed = known.get(id);
      if (rehearsed) return { id, interface: name, kind, key, family, ...rehearsed };
      // What `Entries.keep` stores for a new key, without storing it: most records are new.
      const state = 'in-doubt';
      const doubt = {
        state,
        hash,
        batch,
        answer: null,
        run,
        at,
        sure: null,
        doubt_hash: hash,
        body,
      } as const;
      return { id, interface: name, kind, key, family, seen: NOTHING, doubt };
    });
  }

  /** The entries of records, and what they are once they are in doubt: stores that, and undoes it. */
  #rehearse(rows: readonly PendingRow[], at: string): ReadonlyMap<number, Pick<Intent, 'seen' | 'doubt'>> {
    const rehearsed = new Map<number, Pick<Intent, 'seen' | 'doubt'>>();
    if (rows.length === 0) return rehearsed;
    const ids = JSON.stringify(rows.map(({ id }) => id));
    const seen = new Map(this.#entriesOf.all(ids).map((entry) => [entry.id, entry]));
    this.store.db.exec('begin');
    try {
      for (const { id, patch } of rows) {
        if (patch !== null) this.#updates.markUnsure(id);
        else this.#entries.keep(id, 'in-doubt', null, at);
      }
      for (const { id, ...doubt } of this.#entriesOf.all(ids)) {
        const { state, at, run } = seen.get(id)!;
        rehearsed.set(id, { seen: { state, at, run }, doubt });
      }
      return rehearsed;
    } finally {
      this.store.db.exec('rollback');
    }
  }
}
