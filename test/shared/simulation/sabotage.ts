import { entryKeyText } from '../../../src/ledger/entry-key.ts';
import type { Exchange } from '../../../src/ledger/exchange.ts';
import type { Claims } from '../../../src/send/push/claims.ts';
import type { SharedPace } from '../../../src/service/limiter.ts';
import type { SharedMemory } from '../../../src/shared/memory.ts';
import type { SharedStore } from '../../../src/shared/store.ts';
import { NOTHING, nothingOf } from '../model-store.ts';
import type { Group, Sabotage } from './group.ts';

/** A part with other members. */
const changed = <T extends object>(part: T, change: Partial<T>): T =>
  new Proxy(part, {
    get(target, name) {
      if (Object.hasOwn(change, name)) return Reflect.get(change, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

const storing = (change: (store: SharedStore, group: Group) => Partial<SharedStore>): Sabotage => ({
  store: (store, group) => changed(store, change(store, group)),
});
const exchanging = (change: (exchange: Exchange) => Partial<Exchange>): Sabotage => ({
  exchange: (exchange) => changed(exchange, change(exchange)),
});
const claiming = (change: (memory: SharedMemory) => Partial<Claims>): Sabotage => ({
  claims: (memory) => changed<Claims>(memory, change(memory)),
});

const TWICE = /was sent again though/;
const UNCLAIMED = /left without its claim/;
const LATE = /left on a lease that ends|left without its claim/;

interface Broken {
  /** The first seed to try, for defects that few seeds detect; by default 1. */
  readonly from?: number;
  readonly name: string;
  readonly sabotage: Sabotage;
  /** The message of the simulation. */
  readonly found: RegExp;
}

/** Protocols with one broken part. The simulation is only useful if it detects each of them. */
export const SABOTAGES: readonly Broken[] = [
  {
    name: 'records leave whether they are claimed or not',
    sabotage: claiming((memory) => ({
      claim: async (rows) => {
        await memory.claim(rows);
        return new Map();
      },
    })),
    found: UNCLAIMED,
  },
  {
    name: 'records leave while they are being claimed',
    sabotage: claiming((memory) => ({
      claim: async (rows) => {
        void memory.claim(rows).catch(() => {});
        return new Map();
      },
    })),
    found: UNCLAIMED,
  },
  {
    name: 'the lease is not checked before a request leaves',
    sabotage: {
      ...claiming(() => ({ mayLeave: true })),
      pace: (memory) => changed<SharedPace>(memory, { mayLeave: true }),
    },
    found: LATE,
  },
  {
    from: 87,
    name: 'the lease is not checked at the socket',
    sabotage: { pace: (memory) => changed<SharedPace>(memory, { mayLeave: true }) },
    found: LATE,
  },
  {
    name: 'the lease is no longer than a request may take',
    sabotage: storing((store) => ({
      register: (sender) => store.register({ ...sender, leaseMs: sender.leaseMs / 2 }),
    })),
    found: LATE,
  },
  {
    from: 2097,
    name: 'a sender that is gone goes on',
    sabotage: storing((store) => ({ beat: async (id) => (await store.beat(id)) || true })),
    found: LATE,
  },
  {
    name: 'the claims of dead senders are only released',
    sabotage: storing((store, { store: model }) => ({
      buryDead: async () => {
        for (const claim of model.claims.values())
          if (claim.owner !== null && model.leaseLeft(claim.owner) < 0) claim.doubt = claim.entry;
        await store.buryDead();
      },
    })),
    found: TWICE,
  },
  {
    name: 'a doubt replaces what arrived since the claim',
    sabotage: storing((store, { store: model }) => ({
      buryDead: async () => {
        for (const claim of model.claims.values())
          if (claim.doubt !== null && claim.owner !== null && model.leaseLeft(claim.owner) < 0)
            Object.assign(claim, { entry: claim.doubt, owner: null, doubt: null });
        await store.buryDead();
      },
    })),
    found: /the memory knew that the service has/,
  },
  {
    from: 10,
    name: 'the claim of a record ends before the memory has its outcome',
    sabotage: storing((store, { world }) => ({
      put: async (id, entries) => {
        world.later(5000, () => void store.put(id, entries).catch(() => {}));
      },
    })),
    found: /was sent again though|left before .* was known to be in/,
  },
  {
    name: 'the claim of a record ends before the record',
    sabotage: claiming((memory) => ({
      claim: async (rows) => {
        const refused = await memory.claim(rows);
        for (const { id } of rows) memory.release(id);
        return refused;
      },
    })),
    found: UNCLAIMED,
  },
  {
    from: 9,
    name: 'a claim ignores that what was seen has changed',
    sabotage: storing((store, { store: model }) => ({
      claim: (id, wanted) =>
        store.claim(
          id,
          wanted.map((one) => ({
            ...one,
            seen: model.claims.get(entryKeyText(one))?.entry ?? nothingOf(one),
          })),
        ),
    })),
    found: TWICE,
  },
  {
    name: 'the changes of others are skipped',
    sabotage: storing((store) => ({
      changes: (id, since, _, known) => store.changes(id, since, () => {}, known),
    })),
    found: /is not-attempted when all is calm|was sent again/,
  },
  {
    name: 'the changes since the last time are skipped',
    sabotage: storing((store) => ({
      changes: (id, since, take, known) => store.changes(id, since, since === null ? take : () => {}, known),
    })),
    found: /is not-attempted when all is calm|was sent again/,
  },
  {
    name: 'outcomes are not given to the memory',
    sabotage: exchanging(() => ({ outgoing: () => ({ entries: new Map(), last: null, isAll: true }) })),
    found: TWICE,
  },
  {
    from: 6,
    name: 'whatever is put is taken, also a doubt about a fact',
    sabotage: storing((store, { store: model }) => ({
      put: async (id, entries) => {
        await store.put(id, entries);
        for (const entry of entries) Object.assign(model.claims.get(entryKeyText(entry)) ?? {}, { entry });
      },
    })),
    found: /the memory knew that the service has|was sent again/,
  },
  {
    from: 12,
    name: 'a doubt of another machine counts from an hour ago',
    sabotage: exchanging((exchange) => ({
      taking: (now) => exchange.taking({ ...now, ms: now.ms - 3_600_000 }),
    })),
    found: TWICE,
  },
  {
    name: 'a record has no doubt for the case that its sender dies',
    sabotage: exchanging((exchange) => ({
      intents: (ids, at) => exchange.intents(ids, at).map((intent) => ({ ...intent, doubt: NOTHING })),
    })),
    found: TWICE,
  },
];
