import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { TraceError } from '../errors.ts';
import type { Exchange, SharedEntry } from '../ledger/exchange.ts';
import { say } from '../say.ts';
import type { Claims, Elsewhere } from '../send/push/claims.ts';
import type { Clock } from '../service/clock.ts';
import type { Postgres } from './postgres.ts';

/** Who sends, and how long it counts as alive without a sign of life. */
export interface Sender {
  readonly target: string;
  /** The id of the run, or the command. */
  readonly run: string;
  readonly host: string;
  readonly pid: number;
  /** The longest time that a request may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** The time of day. */
  readonly now: () => Date;
}

/** Number of entries that are sent or read at a time. */
const PAGE = 2000;
/** The shortest time for which a lease is longer than a request may take, in milliseconds. */
const LEAST_SPARE_MS = 5000;
/** Maximum number of slots that are leased at once. */
const MOST_SLOTS = 25;

const KEY = ['interface', 'kind', 'key', 'family'] as const;
const VALUES = [
  ...([
    'state',
    'hash',
    'body',
    'batch',
    'answer',
    'run',
    'at',
    'sure',
    'doubt_hash',
  ] as const satisfies readonly (keyof SharedEntry)[]),
];
const COLUMNS = [...KEY, ...VALUES];
const typed = (names: readonly string[]) => names.map((name) => `${name} text`).join(', ');
const of = (from: string, names: readonly string[] = COLUMNS) =>
  names.map((name) => `${from}.${name}`).join(', ');
const set = (from: string) => VALUES.map((name) => `${name} = ${from}.${name}`).join(', ');
const SAME = KEY.map((name) => `c.${name} = g.${name}`).join(' and ');

/** Claims keys for a live sender: those that nobody has, and whose entry is still the one that was seen. */
const CLAIM = `with live as (
    select id from sender where id = $2::uuid and gone is null and seen + lease > clock_timestamp() for share),
  g as (select * from json_to_recordset($3::json) as r(${typed(KEY)}, seen text, seen_at text, seen_run text, doubt text)),
  fresh as (
    insert into claim as c (target, ${KEY}, owner, doubt)
    select $1, ${of('g', KEY)}, live.id, g.doubt from g, live where g.seen is null
    on conflict (target, ${KEY}) do update set owner = excluded.owner, doubt = excluded.doubt
    where c.owner = excluded.owner or (c.owner is null and c.state is null) returning ${of('c', KEY)}),
  again as (
    update claim c set owner = live.id, doubt = g.doubt from g, live
    where g.seen is not null and c.target = $1 and ${SAME} and (c.owner = live.id
      or (c.owner is null and (c.state, c.at, c.run) = (g.seen, g.seen_at, g.seen_run))) returning ${of('c', KEY)})
  select * from fresh union all select * from again`;

/** Who has keys, or what is known about them now. */
const OWNERS = `with g as (select * from json_to_recordset($2::json) as r(${typed(KEY)}))
  select ${of('c', KEY)}, s.run as owner_run, s.host as owner_host from g
  join claim c on c.target = $1 and ${SAME} left join sender s on s.id = c.owner`;

/**
 * Stores entries. The owner of a key is right about it; from another sender a fact counts (the service has the record), and
 * anything else only if less is known. $2: the sender; `released`: its claim ends.
 */
const PUSH = `insert into claim as c (target, ${COLUMNS})
  select $1, ${of('g')} from json_to_recordset($3::json) as g(${typed(COLUMNS)}, released bool)
  on conflict (target, ${KEY}) do update set ${set('excluded')}, changed = pg_current_xact_id()
  where c.owner = $2 or excluded.state = 'accepted'
    or (c.owner is null and (c.state is null or c.state = 'in-doubt' or (excluded.state = 'existing' and excluded.at >= c.at)))`;

const RELEASE = `update claim c set owner = null, doubt = null, changed = pg_current_xact_id()
  from json_to_recordset($3::json) as g(${typed(KEY)}) where c.target = $1 and ${SAME} and c.owner = $2`;

/** The claims of senders that are gone become doubts. It is a statement of its own: it sees the claims made just before. */
const DOUBT = `update claim c set ${VALUES.map((name) => `${name} = c.doubt::json->>'${name}'`).join(', ')},
    owner = null, doubt = null, changed = pg_current_xact_id()
  from sender s where c.target = $1 and s.target = $1 and c.owner = s.id and s.gone is not null`;

const FIND_DEAD = `update sender set gone = clock_timestamp()
  where target = $1 and gone is null and seen + lease < clock_timestamp()`;
const BEAT = `update sender set seen = clock_timestamp() where id = $1 and gone is null returning id`;

/**
 * The next slots of the rate of a target: $2 slots, $3 milliseconds apart. A slot in the past is lost, so idle time
 * allows no burst.
 */
const SLOTS = `insert into rate as r (target, next) values ($1, clock_timestamp() + $2::int * $3::float8 * interval '1 ms')
  on conflict (target) do update
  set next = greatest(r.next, clock_timestamp()) + $2::int * $3::float8 * interval '1 ms'
  returning extract(epoch from next - clock_timestamp()) * 1000 - $2::int * $3::float8 as wait`;
const HOLD = `insert into rate as r (target, next) values ($1, clock_timestamp() + $2::float8 * interval '1 ms')
  on conflict (target) do update set next = greatest(r.next, clock_timestamp() + $2::float8 * interval '1 ms')`;

type Key = Pick<SharedEntry, (typeof KEY)[number]>;

const keyText = (key: Key): string => JSON.stringify(KEY.map((name) => key[name]));

/**
 * The memory that machines share: what is known about each key of a target, and who sends it. A key is claimed before
 * its request leaves, by a sender that shows signs of life; nothing leaves when its lease may have ended. What changes
 * here is kept by the ledger until the memory has it, so that a connection that fails loses nothing.
 */
export class SharedMemory implements Claims {
  readonly #postgres: Postgres;
  readonly #exchange: Exchange;
  readonly #sender: Sender;
  readonly #id = randomUUID();
  readonly #leaseMs: number;
  /** Until when requests may leave, on the clock of the run. */
  #leaveUntil = Number.NEGATIVE_INFINITY;
  #leaveUntilDate = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  /** The keys that this sender has claimed, by the id of their record. */
  readonly #claimed = new Map<number, Key>();
  readonly #released: Key[] = [];
  #sending: Promise<void> | null = null;
  #failure: unknown = null;

  private constructor(postgres: Postgres, exchange: Exchange, sender: Sender) {
    this.#postgres = postgres;
    this.#exchange = exchange;
    this.#sender = sender;
    this.#leaseMs = sender.timeoutMs + this.#spareMs;
  }

  /**
   * Joins the memory: gives it what the ledger knows that it does not, and reads what others have sent.
   *
   * @throws TraceError `memory-lost`, `memory-refused`
   */
  static async join(postgres: Postgres, exchange: Exchange, sender: Sender): Promise<SharedMemory> {
    const memory = new SharedMemory(postgres, exchange, sender);
    await memory.#register();
    await memory.#beat();
    memory.#timer = setInterval(() => void memory.#beat().catch(() => {}), memory.#spareMs / 4).unref();
    const [{ id }] = (await postgres.rows<{ id: string }>('select id::text from schema_version', [])) as [
      { id: string },
    ];
    exchange.join(id);
    await memory.refresh();
    return memory;
  }

  get #spareMs(): number {
    return Math.max(this.#sender.timeoutMs, LEAST_SPARE_MS);
  }

  /**
   * Whether a request may leave now: its sender then still counts as alive when the response is late. A pause of the
   * process between this and the socket is not seen: it may last as long as a request may take.
   */
  get mayLeave(): boolean {
    const { clock, now } = this.#sender;
    return clock.now() < this.#leaveUntil && now().getTime() < this.#leaveUntilDate;
  }

  /** Why nothing may leave; null if the memory was never lost. */
  get failure(): TraceError {
    if (this.#failure instanceof TraceError) return this.#failure;
    const { name } = this.#postgres;
    return new TraceError('unreachable', 'memory-lost', say().memory.late({ name }), say().memory.lostHow());
  }

  async #register(): Promise<void> {
    const { target, run, host, pid } = this.#sender;
    await this.#postgres.rows(
      `insert into sender(id, target, run, host, pid, lease) values ($1, $2, $3, $4, $5, $6::float8 * interval '1 ms')
       on conflict (id) do nothing`,
      [this.#id, target, run, host, pid, this.#leaseMs],
    );
  }

  /** Shows a sign of life, and turns the claims of dead senders into doubts. */
  async #beat(): Promise<void> {
    const { clock, now, target } = this.#sender;
    const [at, date] = [clock.now(), now().getTime()];
    try {
      const rows = await this.#postgres.rows(BEAT, [this.#id]);
      if (rows.length === 0) {
        // Others have taken this process for dead.
        clearInterval(this.#timer);
        this.#leaveUntil = Number.NEGATIVE_INFINITY;
        return;
      }
      const mayLeaveMs = (this.#spareMs * 3) / 4;
      this.#leaveUntil = at + mayLeaveMs;
      this.#leaveUntilDate = date + mayLeaveMs;
      this.#failure = null;
      await this.#postgres.rows(FIND_DEAD, [target]);
      await this.#postgres.rows(DOUBT, [target]);
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  async claim(ids: readonly number[]): Promise<ReadonlyMap<number, Elsewhere>> {
    const intents = this.#exchange.intents(ids, this.#sender.now().toISOString());
    const rows = intents.map(({ seen, doubt }) => ({
      ...keyOf(seen),
      ...{ seen: seen.state, seen_at: seen.at, seen_run: seen.run },
      doubt: JSON.stringify(Object.fromEntries(VALUES.map((name) => [name, doubt[name]]))),
    }));
    const { target } = this.#sender;
    const claimed = await this.#postgres.rows<Key>(
      CLAIM,
      [target, this.#id, JSON.stringify(rows)],
      () => this.mayLeave,
    );
    const granted = new Set(claimed.map(keyText));
    const refused = intents.filter(({ seen }) => !granted.has(keyText(seen)));
    for (const { id, seen } of intents) if (granted.has(keyText(seen))) this.#claimed.set(id, keyOf(seen));
    if (refused.length === 0) return new Map();
    if (!this.mayLeave) throw this.failure;
    const keys = JSON.stringify(refused.map(({ seen }) => keyOf(seen)));
    const owners = await this.#postgres.rows<Key & { owner_run: string | null; owner_host: string | null }>(
      OWNERS,
      [target, keys],
    );
    const byKey = new Map(owners.map((row) => [keyText(row), row]));
    return new Map(
      refused.map(({ id, seen }) => {
        const { owner_run: run, owner_host: host } = byKey.get(keyText(seen)) ?? {
          owner_run: null,
          owner_host: null,
        };
        return [id, run === null || host === null ? null : { run, host }];
      }),
    );
  }

  release(id: number): void {
    const key = this.#claimed.get(id);
    if (key === undefined) return;
    this.#claimed.delete(id);
    // A failure is reported by the next claim, or when the run ends.
    if (this.#released.push(key) === 1) setImmediate(() => void this.flush().catch(() => {}));
  }

  /**
   * Gives the memory all entries that changed here, then ends the claims of the records that have ended: whoever claims
   * a key next sees what became of it.
   *
   * @throws TraceError `memory-lost`
   */
  async flush(): Promise<void> {
    // What changed while others wait for the same answer may not be in it.
    await this.#sending?.catch(() => {});
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    await this.#sending;
  }

  async #send(): Promise<void> {
    const { target } = this.#sender;
    for (;;) {
      const released = this.#released.splice(0);
      try {
        for (;;) {
          const entries = this.#exchange.outgoing(PAGE);
          if (entries.length === 0) break;
          await this.#postgres.rows(PUSH, [target, this.#id, JSON.stringify(entries)]);
          await this.#exchange.noteSent(entries);
        }
        if (released.length === 0) return;
        await this.#postgres.rows(RELEASE, [target, this.#id, JSON.stringify(released)]);
      } catch (error) {
        this.#released.unshift(...released);
        throw error;
      }
    }
  }

  /** Gives and reads all changes. Keys that this sender has claimed are not read: what is known here is newer. */
  async refresh(): Promise<void> {
    await this.flush();
    const isOlder = await this.#postgres.with((client) => this.#read(client));
    if (!isOlder) return;
    this.#exchange.restart();
    await this.flush();
  }

  /** Returns whether the database was replaced by an older copy of itself: it may lack what was sent. */
  async #read(client: PoolClient): Promise<boolean> {
    const since = this.#exchange.since;
    await client.query('begin isolation level repeatable read read only');
    try {
      const { rows } = await client.query<{ oldest: string; newest: string }>(
        'select pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_snapshot_xmax(pg_current_snapshot())::text as newest',
      );
      const { oldest, newest } = rows[0]!;
      const isOlder = since !== null && BigInt(since) > BigInt(newest);
      const changed = since === null || isOlder ? '' : 'and changed >= $3::xid8';
      const values = [this.#sender.target, this.#id, ...(changed === '' ? [] : [since])];
      await client.query(
        `declare changes cursor for select ${of('c')} from claim c
         where target = $1 and owner is distinct from $2 and (owner is null or state is not null) ${changed}`,
        values,
      );
      for (;;) {
        const page = await client.query<SharedEntry>(`fetch ${PAGE} from changes`);
        if (page.rows.length === 0) break;
        this.#exchange.take(page.rows);
      }
      this.#exchange.take([], oldest);
      return isOlder;
    } finally {
      await client.query('rollback').catch(() => {});
    }
  }

  /** Leases up to `wanted` slots, `intervalMs` apart. Returns how long to wait for the first, in milliseconds. */
  async slots(wanted: number, intervalMs: number): Promise<{ count: number; waitMs: number }> {
    const count = Math.min(wanted, MOST_SLOTS);
    const [row] = await this.#postgres.rows<{ wait: string }>(SLOTS, [
      this.#sender.target,
      count,
      intervalMs,
    ]);
    return { count, waitMs: Number(row!.wait) };
  }

  /** No request of any machine leaves for `ms`. */
  async hold(ms: number): Promise<void> {
    await this.#postgres.rows(HOLD, [this.#sender.target, ms]);
  }

  /** Ends the sender and, if the memory has everything, its claims. Does not throw: its lease ends by itself. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    try {
      for (const id of [...this.#claimed.keys()]) this.release(id);
      await this.flush();
      await this.#postgres.rows('update sender set gone = clock_timestamp() where id = $1', [this.#id]);
    } catch {
      // What the memory lacks is in the ledger. Its next run gives it.
    } finally {
      await this.#postgres.close();
    }
  }
}

const keyOf = ({ interface: name, kind, key, family }: Key): Key => ({ interface: name, kind, key, family });
