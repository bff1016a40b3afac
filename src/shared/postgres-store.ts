import type { EntryKey } from '../ledger/entry-key.ts';
import type { Intent, SharedEntry } from '../ledger/exchange.ts';
import type { Postgres } from './postgres.ts';
import type { NewSender, OfferedEntry, Owner, SharedStore } from './store.ts';

/** Number of entries that are read at a time. */
const PAGE = 2000;

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

/**
 * Claims keys for a live sender: those that nobody has, and whose entry is still the one that was seen. Returns the
 * ids of the others.
 */
const CLAIM = `with live as (
    select id from sender where id = $2::uuid and gone is null and seen + lease > clock_timestamp() for share),
  g as (select * from json_to_recordset($3::json) as r(id bigint, ${typed(KEY)}, seen json, doubt json)),
  fresh as (
    insert into claim as c (target, ${KEY}, owner, doubt)
    select $1, ${of('g', KEY)}, live.id, g.doubt from g, live where g.seen->>'state' is null
    on conflict (target, ${KEY}) do update set owner = excluded.owner, doubt = excluded.doubt
    where c.owner = excluded.owner or (c.owner is null and c.state is null) returning ${of('c', KEY)}),
  again as (
    update claim c set owner = live.id, doubt = g.doubt, buried = null from g, live
    where g.seen->>'state' is not null and c.target = $1 and ${SAME} and (c.owner = live.id
      or (c.owner is null and (c.state, c.at, c.run) = (g.seen->>'state', g.seen->>'at', g.seen->>'run'))) returning ${of('c', KEY)})
  select id, ${KEY} from g where (${of('g', KEY)}) not in (select * from fresh union all select * from again)`;

/** Who has keys. */
const OWNERS = `with g as (select * from json_to_recordset($2::json) as r(id bigint, ${typed(KEY)}))
  select g.id, s.run, s.host from g
  left join claim c on c.target = $1 and ${SAME} left join sender s on s.id = c.owner`;

/** The id of the tables, and whether the role may read where they are. */
const IDENTITY = `select id::text, has_function_privilege('pg_control_system()', 'execute')
  and has_function_privilege('pg_control_checkpoint()', 'execute') as "isAllowed" from schema_version`;
/**
 * Where the tables are. A dump that is restored into another database, a copy of a database, and a server that went back to an
 * earlier moment or lost its last transactions have the same tables, and the number of the next transaction says nothing about
 * how old they are.
 */
const PLACE = `select concat_ws(' ', (select system_identifier from pg_control_system()),
  (select timeline_id from pg_control_checkpoint()),
  (select oid from pg_database where datname = current_database())) as place`;

/** Whether the entry `from` that the sender $2 offers replaces the entry `c` of a key: see `SharedStore.put`. */
const takes = (from: string) => `case ${from}.state
  when 'accepted' then c.owner = $2 or c.state is distinct from 'accepted' or c.run = ${from}.run or ${from}.at >= c.at
  when 'existing' then c.state is distinct from 'accepted'
    and (c.owner = $2 or (c.owner is null and (c.state is distinct from 'existing' or ${from}.at >= c.at)))
  when 'in-doubt' then case when c.owner = $2 then c.state is null or c.state = 'in-doubt' or ${from}.sure is not null
    else c.owner is null and (c.state is null or (c.state = 'in-doubt' and (c.sure is null or ${from}.sure is not null))) end
  else c.owner = $2 and (c.state is null or c.state = 'in-doubt') end`;

/** If requests with different contents may have been accepted, the content is unknown. */
const DOUBT_HASH = `case when c.state = 'in-doubt' and excluded.state = 'in-doubt' and c.owner is distinct from $2
  and c.doubt_hash <> excluded.doubt_hash then '' else excluded.doubt_hash end`;

/** What an entry that is `bare` has from its claim. */
const CLAIMED = ['hash', 'body', 'batch', 'run'];
/** The values of the entry `c` whose claim ends with `g`. */
const ENDED = VALUES.map(
  (name) =>
    `case when not x.takes then c.${name} ${CLAIMED.includes(name) ? `when g.bare is not null then d.${name} ` : ''}else g.${name} end`,
);
/**
 * Stores entries. One that is not taken counts as changed, so that its sender reads what is known instead. If the claim of one
 * that is `bare` is not there, nothing is stored, and the number in `bare` is returned.
 */
const PUT = `with g as (select * from json_to_recordset($3::json) as r(${typed(COLUMNS)}, ends bool, bare int)),
  ended as (
    update claim c set (${VALUES}) = (select ${ENDED.join(', ')} from (select ${takes('g')} as takes) x
        left join json_to_record(c.doubt) as d(${typed(CLAIMED)}) on g.bare is not null),
      owner = null, doubt = null, buried = null, changed = pg_current_xact_id() from g
    where g.ends and c.target = $1 and ${SAME} and c.owner = $2 returning ${of('c', KEY)}),
  other as (select * from g where (${of('g', KEY)}) not in (select * from ended)),
  taken as (
    insert into claim as c (target, ${COLUMNS})
    select $1, ${of('g')} from other g where bare is null
    on conflict (target, ${KEY}) do update set ${set('excluded').replace('excluded.doubt_hash', DOUBT_HASH)},
      buried = null, changed = pg_current_xact_id()
    where (c.buried is not null or (${of('c', VALUES)}) is distinct from (${of('excluded', VALUES)})) and ${takes('excluded')}
    returning ${of('c', KEY)}),
  refused as (
    update claim c set changed = pg_current_xact_id() from other g
    where bare is null and c.target = $1 and ${SAME} and (${of('c', VALUES)}) is distinct from (${of('g', VALUES)})
      and (${of('g', KEY)}) not in (select * from taken))
  select bare from other where bare is not null`;

const RELEASE = `update claim c set owner = null, doubt = null, changed = pg_current_xact_id()
  from json_to_recordset($3::json) as g(${typed(KEY)}) where c.target = $1 and ${SAME} and c.owner = $2`;

/** What is known stays: a fact that arrived after the key was claimed, and a doubt that was inherited. */
const STAYS = `c.doubt is null or (c.state in ('accepted', 'existing')
  and (c.run = s.run or (c.doubt->>'state' = 'in-doubt' and c.doubt->>'sure' is null)))`;

/** The claims of senders that are gone become doubts. It is a statement of its own: it sees the claims made just before. */
const DOUBT = `update claim c set (${VALUES}) = (select ${of('x', VALUES)}
      from json_to_record(case when ${STAYS} then row_to_json(c) else c.doubt end) as x(${typed(VALUES)})),
    buried = case when c.doubt is null then c.buried when c.state is null then c.owner end,
    owner = null, doubt = null, changed = pg_current_xact_id()
  from sender s where c.target = $1 and s.target = $1 and c.owner = s.id and s.gone is not null`;

/** The claims of $2, which ended without leaving, and what only its death put in doubt, become claims of $1. */
const INHERIT = `with ended as (update sender set gone = clock_timestamp() where id = $2 and gone is null)
  update claim set owner = $1 where owner = $2 or (buried = $2 and owner is null and state = 'in-doubt')`;
const SETTLE = `update claim set ${VALUES.map((name) => `${name} = case when buried is null then ${name} end`).join(', ')},
    owner = null, doubt = null, buried = null, changed = pg_current_xact_id() where owner = $1`;
const REGISTER = `insert into sender(id, target, run, host, pid, lease)
  values ($1, $2, $3, $4, $5, $6::float8 * interval '1 ms') on conflict (id) do nothing`;
const SNAPSHOT = `select pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
  pg_snapshot_xmax(pg_current_snapshot())::text as newest`;
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

/** An intent as JSON. The body is part of it as it is, not as a text in quotes: it is most of what is sent. */
function intentText({ id, interface: name, kind, key, family, seen: known, doubt }: Intent): string {
  const { body, state, hash, batch, run, at, doubt_hash } = doubt;
  // A name that is missing is null in the database, and costs nothing.
  const seen = known.state === null ? undefined : known;
  const answer = doubt.answer ?? undefined;
  const sure = doubt.sure ?? undefined;
  const rest = { state, hash, batch, answer, run, at, sure, doubt_hash };
  const text = JSON.stringify({ id, interface: name, kind, key, family, seen, doubt: rest });
  return `${text.slice(0, -2)},"body":${body}}}`;
}

/** A shared memory in PostgreSQL: see `schema.ts` for its tables. */
export class PostgresStore implements SharedStore {
  readonly #postgres: Postgres;
  readonly #target: string;

  constructor(postgres: Postgres, target: string) {
    this.#postgres = postgres;
    this.#target = target;
  }

  get name(): string {
    return this.#postgres.name;
  }

  async identity(): Promise<string> {
    const [row] = await this.#postgres.rows<{ id: string; isAllowed: boolean }>(IDENTITY, []);
    const { id, isAllowed } = row!;
    if (!isAllowed) return id;
    const [found] = await this.#postgres.rows<{ place: string }>(PLACE, []);
    return `${id} ${found!.place}`;
  }

  async register({ id, run, host, pid, leaseMs }: NewSender): Promise<void> {
    await this.#postgres.rows(REGISTER, [id, this.#target, run, host, pid, leaseMs]);
  }

  async beat(sender: string): Promise<boolean> {
    return (await this.#postgres.rows(BEAT, [sender])).length > 0;
  }

  async buryDead(): Promise<void> {
    await this.#postgres.rows(FIND_DEAD, [this.#target]);
    await this.#postgres.rows(DOUBT, [this.#target]);
  }

  async claim(sender: string, wanted: readonly Intent[]): Promise<ReadonlyMap<number, Owner>> {
    const others = await this.#postgres.rows<EntryKey & { id: string }>(CLAIM, [
      this.#target,
      sender,
      `[${wanted.map(intentText)}]`,
    ]);
    if (others.length === 0) return new Map();
    const owners = await this.#postgres.rows<{ id: string; run: string | null; host: string | null }>(
      OWNERS,
      [this.#target, JSON.stringify(others)],
    );
    return new Map(
      owners.map(({ id, run, host }) => [Number(id), run === null || host === null ? null : { run, host }]),
    );
  }

  async put(sender: string, entries: readonly OfferedEntry[]): Promise<void> {
    const offered = entries.map((entry, bare) => {
      if (!entry.asClaimed) return entry;
      const { interface: name, kind, key, family, state, answer, at, ends } = entry;
      const sure = entry.sure ?? undefined;
      const doubt_hash = entry.doubt_hash ?? undefined;
      return { interface: name, kind, key, family, state, answer, at, sure, doubt_hash, ends, bare };
    });
    const refused = await this.#postgres.rows<{ bare: number }>(PUT, [
      this.#target,
      sender,
      JSON.stringify(offered),
    ]);
    if (refused.length === 0) return;
    const whole = refused.map(({ bare }) => entries[bare]);
    await this.#postgres.rows(PUT, [this.#target, sender, JSON.stringify(whole)]);
  }

  async release(sender: string, keys: readonly EntryKey[]): Promise<void> {
    await this.#postgres.rows(RELEASE, [this.#target, sender, JSON.stringify(keys)]);
  }

  changes(
    sender: string | null,
    since: string | null,
    take: (entries: readonly SharedEntry[]) => void,
    known = since,
  ): Promise<{ since: string; newest: string; isOlder: boolean }> {
    return this.#postgres.with(async (client) => {
      await client.query('begin isolation level repeatable read read only');
      try {
        const { rows } = await client.query<{ oldest: string; newest: string }>(SNAPSHOT);
        const { oldest, newest } = rows[0]!;
        const isOlder = known !== null && BigInt(known) > BigInt(newest);
        const changed = since === null || isOlder ? '' : 'and changed >= $3::xid8';
        await client.query(
          `declare changes cursor for select ${of('c')} from claim c
           where target = $1 and (owner is null or (state is not null and owner is distinct from $2)) ${changed}`,
          [this.#target, sender, ...(changed === '' ? [] : [since])],
        );
        for (;;) {
          const page = await client.query<SharedEntry>(`fetch ${PAGE} from changes`);
          if (page.rows.length === 0) return { since: oldest, newest, isOlder };
          take(page.rows);
        }
      } finally {
        await client.query('rollback').catch(() => {});
      }
    });
  }

  async newest(): Promise<string> {
    const [row] = await this.#postgres.rows<{ newest: string }>(SNAPSHOT, []);
    return row!.newest;
  }

  async inherit(sender: string, ended: string): Promise<void> {
    await this.#postgres.rows(INHERIT, [sender, ended]);
  }

  async settleInherited(sender: string): Promise<void> {
    await this.#postgres.rows(SETTLE, [sender]);
  }

  async leave(sender: string): Promise<void> {
    await this.#postgres.rows('update sender set gone = clock_timestamp() where id = $1', [sender]);
  }

  async slots(count: number, intervalMs: number): Promise<number> {
    const [row] = await this.#postgres.rows<{ wait: string }>(SLOTS, [this.#target, count, intervalMs]);
    return Number(row!.wait);
  }

  async hold(ms: number): Promise<void> {
    await this.#postgres.rows(HOLD, [this.#target, ms]);
  }

  close(): Promise<void> {
    return this.#postgres.close();
  }
}
