import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { entryKeyText } from '../../src/ledger/entry-key.ts';
import type { SharedEntry } from '../../src/ledger/exchange.ts';
import { Postgres } from '../../src/shared/postgres.ts';
import { PostgresStore } from '../../src/shared/postgres-store.ts';
import type { SharedStore } from '../../src/shared/store.ts';
import { full, SLOW } from '../effort.ts';
import { postgres } from '../postgres.ts';
import { type Claim, ModelStore, NOTHING, nothingOf } from './model-store.ts';

const server = postgres();
const MINUTE_MS = 60_000;
const LEASE_MS = 60 * MINUTE_MS;
const SENDERS = [0, 1, 2];
const TARGETS = [0, 1];

const keys = ['A', 'B', 'C'].map((key) => ({ interface: 'v2', kind: 'supplier', key, family: 'STANDARD' }));
const sender = fc.constantFrom(...SENDERS);
const someKeys = fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1, selector: ({ key }) => key });
const pick = <T extends string | null>(...values: readonly T[]) => fc.constantFrom(...values);

/** Everything that a ledger may know about a key. */
const known = fc
  .record({
    state: pick('accepted', 'existing', 'in-doubt', null),
    hash: pick('one', 'other'),
    run: pick('run 0', 'run 1', 'run 2'),
    at: pick('2026-11-02T02:00:00.000Z', '2026-11-02T02:00:01.000Z'),
    sure: pick(null, null, 'existing'),
    answer: pick(null, '{"id":"1"}'),
  })
  .map(({ state, hash, run, at, sure, answer }) => {
    if (state === null) return {};
    const doubt = state === 'in-doubt' ? { sure, doubt_hash: hash } : {};
    return { state, hash, body: `{"name":"${hash}"}`, batch: 'W1', answer, run, at, ...doubt };
  });
const entries = fc
  .tuple(someKeys, known)
  .map(([of, values]) => of.map((key) => ({ ...nothingOf(key), ...values })));
const doubt = known.filter((values) => 'state' in values);

/** A step of the property. Steps are of both targets, and with `twice` the connection fails after the store has done it. */
const step = fc.record({
  target: fc.constantFrom(...TARGETS, 0, 0),
  twice: fc.boolean(),
  act: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('claim' as const),
        sender,
        of: someKeys,
        seen: pick('now', 'now', 'now', 'nothing', 'other'),
        doubt,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('put' as const),
        sender,
        entries,
        ends: fc.boolean(),
        asClaimed: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const), sender, of: someKeys }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('changes' as const),
        sender,
        since: pick('last', 'last', 'none', 'later'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.constantFrom(25, 41) }),
    },
    fc.record({ do: fc.constant('beat' as const), sender }),
    fc.record({ do: fc.constant('inherit' as const), sender, from: sender }),
    fc.record({ do: fc.constant('settle' as const), sender }),
    fc.record({ do: fc.constant('bury' as const) }),
    fc.record({ do: fc.constant('leave' as const), sender }),
    fc.record({
      do: fc.constant('slots' as const),
      count: fc.constantFrom(1, 3),
      minutes: fc.constantFrom(1, 10),
    }),
    fc.record({ do: fc.constant('hold' as const), minutes: fc.constantFrom(5, 50) }),
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Both stores of a target. */
class Pair {
  readonly target: string;
  readonly model: ModelStore;
  readonly real: SharedStore;
  readonly #sql: pg.Client;
  readonly #ids: readonly string[];
  readonly #since = new Map<ModelStore | SharedStore, string>();
  #now = 0;

  constructor(target: string, connection: Postgres, sql: pg.Client) {
    this.target = target;
    this.#sql = sql;
    this.model = new ModelStore(() => this.#now);
    this.real = new PostgresStore(connection, target);
    this.#ids = SENDERS.map(() => crypto.randomUUID());
  }

  async begin(): Promise<void> {
    for (const at of SENDERS)
      for (const store of [this.model, this.real])
        await store.register({
          id: this.#ids[at]!,
          run: `run ${at}`,
          host: `host ${at}`,
          pid: 1,
          leaseMs: LEASE_MS,
        });
  }

  async perform({ act, twice }: Step): Promise<void> {
    if (act.do === 'pass') return this.#pass(act.minutes);
    // What a sender has seen is the same in both.
    const now = new Map([...this.model.claims].map(([key, claim]) => [key, { ...claim }]));
    const both = [await this.#on(this.model, act, now), await this.#on(this.real, act, now)];
    expect(both[1]).toEqual(both[0]);
    if (!twice || act.do === 'slots' || act.do === 'changes') return;
    const before = await this.rows();
    expect(await this.#on(this.real, act, now)).toEqual(both[0]);
    expect(await this.rows()).toEqual(before);
    await this.#on(this.model, act, now);
  }

  async #on(store: SharedStore, act: Step['act'], now: ReadonlyMap<string, Claim>): Promise<unknown> {
    const id = 'sender' in act ? this.#ids[act.sender]! : '';
    switch (act.do) {
      case 'claim': {
        const other = { state: 'accepted', at: 'never', run: 'run 9' } as const;
        const wanted = act.of.map((key, id) => {
          const had = now.get(entryKeyText(key))?.entry ?? nothingOf(key);
          const { state, at, run } =
            act.seen === 'now' ? had : act.seen === 'nothing' ? nothingOf(key) : other;
          return {
            id,
            ...key,
            seen: { state, at, run },
            doubt: { ...NOTHING, ...act.doubt } as typeof NOTHING,
          };
        });
        return store.claim(id, wanted);
      }
      case 'put': {
        // What is as claimed comes from whoever has the first key.
        const owner = act.asClaimed ? (now.get(entryKeyText(act.entries[0]!))?.owner ?? id) : id;
        return store.put(
          owner,
          act.entries.map((given) => {
            const claim = now.get(entryKeyText(given));
            const doubt = claim?.owner === owner ? claim.doubt : null;
            const asClaimed = act.asClaimed && doubt !== null && given.state !== null;
            const entry = { ...(given as SharedEntry), ends: act.ends || asClaimed, asClaimed };
            if (!asClaimed) return entry;
            const { hash, body, batch, run } = doubt;
            return { ...entry, hash, body, batch, run };
          }),
        );
      }
      case 'release':
        return store.release(id, act.of);
      case 'changes': {
        const taken: SharedEntry[] = [];
        const last = this.#since.get(store) ?? null;
        const from = { last, none: null, later: `${2 ** 40}` }[act.since];
        const { since, isOlder } = await store.changes(id, from, (page) => taken.push(...page));
        this.#since.set(store, since);
        return { isOlder, taken: taken.sort((one, other) => (one.key < other.key ? -1 : 1)) };
      }
      case 'inherit':
        return store.inherit(id, this.#ids[act.from]!);
      case 'settle':
        return store.settleInherited(id);
      case 'beat':
        return store.beat(id);
      case 'bury':
        return store.buryDead();
      case 'leave':
        return store.leave(id);
      case 'slots':
        return Math.abs(Math.round((await store.slots(act.count, act.minutes * MINUTE_MS)) / MINUTE_MS));
      case 'hold':
        return store.hold(act.minutes * MINUTE_MS);
      case 'pass':
        return null;
    }
  }

  /** For the database, everything in it happened earlier. */
  async #pass(minutes: number): Promise<void> {
    this.#now += minutes * MINUTE_MS;
    const earlier = [`${minutes} minutes`, this.target];
    await this.#sql.query('update trace.sender set seen = seen - $1::interval where target = $2', earlier);
    await this.#sql.query('update trace.rate set next = next - $1::interval where target = $2', earlier);
  }

  /** What the database has, without what differs between equal states. */
  async rows(): Promise<unknown> {
    const of = [this.target];
    const claims = await this.#sql.query(
      `select interface, kind, key, family, state, hash, body, batch, answer, run, at, sure, doubt_hash, owner, doubt, buried
       from trace.claim where target = $1 order by key`,
      of,
    );
    const gone = await this.#sql.query(
      'select id from trace.sender where target = $1 and gone is not null order by id',
      of,
    );
    return {
      claims: claims.rows.map(({ doubt, ...row }) => ({
        ...row,
        // The body of a doubt is stored as it is, not as a text in quotes.
        doubt: doubt && {
          ...NOTHING,
          ...doubt,
          body: doubt.body === undefined ? null : JSON.stringify(doubt.body),
        },
      })),
      gone: gone.rows.map(({ id }) => id),
    };
  }

  async compare(): Promise<void> {
    const claims = [...this.model.claims.values()].map(({ entry, owner, doubt, buried }) => {
      const { interface: _, kind: __, key: ___, family: ____, ...values } = doubt ?? nothingOf(entry);
      return { ...entry, owner, doubt: doubt && values, buried };
    });
    const gone = [...this.model.senders.values()].filter(({ isGone }) => isGone).map(({ id }) => id);
    expect(await this.rows()).toEqual({
      claims: claims.sort((one, other) => (one.key < other.key ? -1 : 1)),
      gone: gone.sort(),
    });
  }
}

it('PostgreSQL does what the model of the store does', { tags: ['sampled'], timeout: 0 }, async () => {
  const address = await server.newDatabase();
  const connection = await Postgres.open({
    url: address,
    source: 'test',
    authorities: async () => undefined,
  });
  const sql = new pg.Client(address);
  await sql.connect();
  // Its transactions would make the changes of others appear twice.
  await sql.query('alter system set autovacuum = off');
  await sql.query('select pg_reload_conf()');
  let runs = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        runs++;
        const pairs = TARGETS.map((target) => new Pair(`${runs} ${target}`, connection, sql));
        for (const pair of pairs) await pair.begin();
        for (const one of steps) {
          await pairs[one.target]!.perform(one);
          await pairs[one.target]!.compare();
        }
        for (const pair of pairs) await pair.compare();
      }),
      { numRuns: SLOW ? full(300) : 12, endOnFailure: process.env.TRACE_SHRINK === undefined },
    );
  } finally {
    await sql.end();
    await connection.close();
  }
});

it('what was inherited stays in doubt if its heir dies, too', async () => {
  const connection = await Postgres.open({
    url: await server.newDatabase(),
    source: 'test',
    authorities: async () => undefined,
  });
  try {
    const store = new PostgresStore(connection, 'target');
    const [first, heir] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const id of [first, heir])
      await store.register({ id, run: 'run', host: 'host', pid: 1, leaseMs: LEASE_MS });
    const doubt = { ...nothingOf(keys[0]!), state: 'in-doubt', run: 'run', at: 'now' } as SharedEntry;
    await store.claim(first, [{ id: 1, ...keys[0]!, seen: NOTHING, doubt }]);
    await store.leave(first);
    await store.buryDead();
    await store.inherit(heir, first);
    await store.leave(heir);
    await store.buryDead();
    const taken: SharedEntry[] = [];
    await store.changes(null, null, (entries) => taken.push(...entries));
    expect(taken).toEqual([doubt]);
  } finally {
    await connection.close();
  }
});
