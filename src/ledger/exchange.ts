import { type BootTime, Entries } from './entries.ts';
import type { RowOf } from './rows.ts';
import { SentUpdates } from './sent-updates.ts';
import { Group, type Store } from './store.ts';
import { SAME_KEY } from './tables.ts';

const ENTRY = {
  interface: 'text',
  kind: 'text',
  key: 'text',
  family: 'text',
  /** Null if nothing is known about the key. */
  state: ['accepted', 'existing', 'in-doubt', null],
  hash: 'text?',
  body: 'text?',
  batch: 'text?',
  answer: 'text?',
  run: 'text?',
  at: 'text?',
  sure: ['accepted', 'existing', null],
  doubt_hash: 'text?',
} as const;

/** What is known about a key, as a shared memory has it: the columns of both stores have the same names. */
export type SharedEntry = RowOf<typeof ENTRY>;

const KEY = 'interface, kind, key, family';
const NAMES = Object.keys(ENTRY);
const VALUES = NAMES.slice(4);

/** An entry that the shared memory does not have yet. `id` changes if the entry changes again. */
export type OutgoingEntry = SharedEntry & { readonly id: number };

/** A record that is about to be sent: what is known about its key, and what will be if no response arrives. */
export interface Intent {
  readonly id: number;
  readonly seen: SharedEntry;
  readonly doubt: SharedEntry;
}

/** The exchange of the entries of one target with a shared memory. */
export class Exchange extends Group {
  readonly #target: string;
  readonly #recordOf = this.store.query(
    `select r.kind, r.key, r.family, u.interface, ${VALUES.map((name) => `e.${name}`)},
       r.hash as own_hash, r.body as own_body, r.batch as own_batch, u.id as own_run, p.record is not null as updates
     from records r join runs u on u.run = r.run left join entries e on ${SAME_KEY}
     left join updates p on p.record = r.id and p.patch is not null where r.id = ?`,
    { ...ENTRY, own_hash: 'text', own_body: 'text', own_batch: 'text', own_run: 'text', updates: 'boolean' },
  );
  readonly #entries = new Entries(this.store);
  readonly #updates = new SentUpdates(this.store);

  constructor(store: Store, target: string) {
    super(store);
    this.#target = target;
  }

  /** Joins the target to a shared memory, which gets all its entries if they were never offered to it. */
  join(memory: string): void {
    if (this.store.has('select 1 from memories where target = ? and memory = ?', this.#target, memory))
      return;
    this.store.inTransaction(() => {
      this.store.run('insert or replace into memories(target, memory) values (?, ?)', this.#target, memory);
      this.#offerAll();
    });
  }

  /** Up to where the changes of the memory are known; null before it was read. */
  get since(): string | null {
    return this.store.one({ since: 'text?' }, 'select since from memories where target = ?', this.#target)
      .since;
  }

  /** Forgets up to where the memory was read: it lost changes, so all entries are offered to it, and all of it is read. */
  restart(): void {
    this.store.inTransaction(() => {
      this.store.run('update memories set since = null where target = ?', this.#target);
      this.#offerAll();
    });
  }

  #offerAll(): void {
    this.store.run(
      `insert or replace into outbox(target, ${KEY}) select target, ${KEY} from entries where target = ?`,
      this.#target,
    );
  }

  /** The first entries that the memory does not have yet, in the order of their last changes. */
  outgoing(limit: number): OutgoingEntry[] {
    return this.store.all(
      { id: 'integer', ...ENTRY },
      `select o.id, ${KEY.split(', ').map((name) => `o.${name}`)}, ${VALUES.map((name) => `e.${name}`)}
       from outbox o left join entries e using (target, ${KEY}) where o.target = ? order by o.id limit ?`,
      this.#target,
      limit,
    );
  }

  /** The memory has these entries. Those that have changed again since stay. */
  async noteSent(entries: readonly OutgoingEntry[]): Promise<void> {
    const sent = this.store.db.prepare('delete from outbox where id = ?');
    await this.store.write(() => {
      for (const { id } of entries) sent.run(id);
    });
  }

  /**
   * Stores what the memory knows. An entry that changed here and is not sent yet is kept. A doubt that is new here counts
   * from `now`, so that its age is never too high. `since`: up to where the memory is read after this.
   */
  take(entries: readonly SharedEntry[], now: BootTime, since?: string): void {
    const values = VALUES.map((name) => `${name} = excluded.${name}`).join(', ');
    const keep = this.store.db.prepare(
      `insert into entries(target, ${NAMES}) values (?${', ?'.repeat(NAMES.length)}) on conflict do update set ${values}`,
    );
    const key = `target = ? and (${KEY}) = (?, ?, ?, ?)`;
    const forget = this.store.db.prepare(`delete from entries where ${key}`);
    const noted = this.store.db.prepare(`delete from outbox where ${key}`);
    const has = this.store.db.prepare(`select 1 from entries where ${key} and (state, run, at) = (?, ?, ?)`);
    const stamp = this.store.db.prepare('insert or replace into doubts values (?, ?, ?, ?, ?, ?, ?)');
    const waits = this.store.db.prepare(`select 1 from outbox where ${key}`);
    this.store.inTransaction(() => {
      for (const entry of entries) {
        const of = [this.#target, entry.interface, entry.kind, entry.key, entry.family] as const;
        if (waits.get(...of) !== undefined) continue;
        if (entry.state === 'in-doubt' && has.get(...of, entry.state, entry.run, entry.at) === undefined)
          stamp.run(...of, now.boot, now.ms);
        if (entry.state === null) forget.run(...of);
        else keep.run(this.#target, ...NAMES.map((name) => entry[name as keyof SharedEntry]));
        noted.run(...of);
      }
      if (since !== undefined)
        this.store.run('update memories set since = ? where target = ?', since, this.#target);
    });
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

  /** What is known about the keys of records, and what will be if they are sent at `at` and no response arrives. */
  intents(ids: readonly number[], at: string): Intent[] {
    const records = ids.map((id) => ({ id, ...this.#recordOf.one(id) }));
    const intents = new Map<number, Intent>();
    const others: typeof records = [];
    for (const record of records) {
      const { id, own_hash: hash, own_body: body, own_batch: batch, own_run: run, updates, ...seen } = record;
      // What `Entries.keep` stores for a new key, without storing it: most records are new.
      const unknown = { state: 'in-doubt', answer: null, sure: null, doubt_hash: hash } as const;
      if (seen.state !== null || updates) others.push(record);
      else intents.set(id, { id, seen, doubt: { ...seen, ...unknown, ...{ hash, body, batch, run, at } } });
    }
    if (others.length > 0) this.#rehearse(others, at, intents);
    return ids.map((id) => intents.get(id)!);
  }

  /** Stores that records are in doubt, to see what that makes of their entries, and undoes it. */
  #rehearse(
    records: readonly ({ readonly id: number; readonly updates: boolean } & SharedEntry)[],
    at: string,
    intents: Map<number, Intent>,
  ): void {
    this.store.db.exec('begin');
    try {
      for (const { id, updates, ...seen } of records) {
        if (updates) this.#updates.markUnsure(id);
        else this.#entries.keep(id, 'in-doubt', null, at);
        intents.set(id, { id, seen, doubt: this.#recordOf.one(id) });
      }
    } finally {
      this.store.db.exec('rollback');
    }
  }
}
