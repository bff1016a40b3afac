import type { Ledger } from '../../../../src/ledger/ledger.ts';
import type { Store } from '../../../../src/ledger/store.ts';
import type { Answer, Service } from '../../../../src/service/service.ts';
import { dbOf } from '../../../ledger/store-of.ts';
import type { Sabotage } from './simulate.ts';

const answering = (create: (service: Service) => Service['create']): Sabotage => ({
  service: (service) => ({ ...service, create: create(service) }),
});

const hearing = (change: (answer: Answer) => Answer): Sabotage =>
  answering((service) => async (request) => change(await service.create(request)));

/** Writes that an engine must make and wait for: here they are skipped or not awaited. */
const writing = (write: (ledger: Ledger) => Ledger['write']): Sabotage => ({
  ledger: (ledger) => withStore(ledger, { write: write(ledger) }),
});

/** A ledger with another part of its store. */
const withStore = (ledger: Ledger, change: Partial<Pick<Store, 'db' | 'schema' | 'write'>>): Ledger =>
  Object.create(ledger, Object.getOwnPropertyDescriptors(change)) as Ledger;

/** A ledger whose statements are changed before they are prepared. */
function rewritten(ledger: Ledger, change: (sql: string) => string): Ledger {
  const db = new Proxy(dbOf(ledger), {
    get(target, name) {
      if (name === 'prepare') return (sql: string) => target.prepare(change(sql));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return withStore(ledger, { db });
}

/** Makes some statements of the engine do nothing. */
const withoutStatement = (part: RegExp): Sabotage => ({
  ledger: (ledger) => rewritten(ledger, (sql) => (part.test(sql) ? 'select 1 where 0 in (?, ?, ?, ?)' : sql)),
});

const TWICE = /was sent again though an earlier try may (have been taken|be stored yet)/;
/** For a ledger that lost committed data. */
const LOST = /was sent again|the service has|a reader sees|is undefined when all is calm|is damaged/;
const EARLY = /left [\d.]+ ms before the service said/;
const UNMARKED = /left before the ledger had it on the disk/;

interface Broken {
  /** The first seed to try, for defects that few seeds detect; by default 1. */
  readonly from?: number;
  readonly name: string;
  readonly sabotage: Sabotage;
  /** The message of the simulation. */
  readonly found: RegExp;
}

/** Engines with one broken part. The simulation is only useful if it detects each of them. */
export const SABOTAGES: readonly Broken[] = [
  {
    name: 'records are sent before they are marked',
    sabotage: writing((ledger) => (work) => {
      void ledger.write(work).catch(() => {});
      return Promise.resolve();
    }),
    found: UNMARKED,
  },
  {
    name: 'records are not marked as sending',
    sabotage: withoutStatement(/set state = 'sending'/),
    found: UNMARKED,
  },
  {
    name: 'the ledger gets no entries for keys',
    sabotage: withoutStatement(/insert into entries/),
    found: /was known to be in|the service has|its key is in doubt/,
  },
  {
    name: 'creates with lost responses are repeated',
    sabotage: answering((service) => async (request) => {
      const answer = await service.create(request);
      return answer.type === 'unknown' ? service.create(request) : answer;
    }),
    found: /was sent again|left though the run was stopped/,
  },
  {
    name: 'a lost response counts as not sent',
    sabotage: hearing((answer) =>
      answer.type === 'unknown' ? { type: 'unsent', error: answer.error } : answer,
    ),
    found: /was sent again|the ledger has it as not-attempted|a reader sees .* as not-attempted/,
  },
  {
    name: 'a 500 is handled as a refusal',
    sabotage: hearing((answer) =>
      answer.type === 'unknown' && answer.status !== undefined
        ? { type: 'refused', status: answer.status, messages: [answer.error], unknownReference: false }
        : answer,
    ),
    found: /the service has .* and the ledger has it as rejected|a reader sees .* as rejected/,
  },
  {
    from: 10,
    name: 'a failed read counts as absence',
    sabotage: {
      service: (service) => ({
        ...service,
        lookUp: async (request) => {
          const read = await service.lookUp(request);
          return read.type === 'failed' || read.type === 'cannot-tell' ? { type: 'absent' } : read;
        },
      }),
    },
    found: /was sent again|before the service said|a reader sees .* as not-attempted/,
  },
  {
    name: 'records are read back without a pause',
    sabotage: { settings: (settings) => ({ ...settings, settleMs: 0 }) },
    found: /was sent again|is rejected when all is calm/,
  },
  {
    from: 29,
    name: 'a power loss undoes the latest marks',
    sabotage: {
      powerLoss: (ledger) => {
        dbOf(ledger).exec("update records set state = 'staged', attempts = 0 where state = 'sending'");
      },
    },
    found: /was sent again|the service has|a reader sees .* as not-attempted/,
  },
  {
    name: 'a Retry-After is ignored',
    sabotage: {
      limiter: (limiter) => {
        limiter.hold = () => {};
      },
    },
    found: EARLY,
  },
  {
    name: 'a Retry-After is shortened by a second',
    sabotage: {
      limiter: (limiter) => {
        const hold = limiter.hold.bind(limiter);
        limiter.hold = (ms) => hold(ms - 1000);
      },
    },
    found: EARLY,
  },
  {
    name: 'a record is sent while all must wait',
    sabotage: { limiter: (limiter) => Object.defineProperty(limiter, 'isHeld', { value: false }) },
    found: EARLY,
  },
  {
    from: 40,
    name: 'a refused token rejects the record',
    sabotage: hearing((answer) =>
      answer.type === 'token' ? { ...answer, type: 'refused', unknownReference: false } : answer,
    ),
    found: /left though the token is refused|is rejected when all is calm|a reader sees .* as rejected/,
  },
  {
    from: 31,
    name: 'the request rate has no limit',
    sabotage: { limits: (limits) => ({ ...limits, rate: 0 }) },
    found: /more than \d+ requests within a second/,
  },
  {
    from: 6,
    name: 'one request too many is open',
    sabotage: { limits: (limits) => ({ ...limits, concurrency: limits.concurrency + 1 }) },
    found: /requests are out/,
  },
  {
    name: 'an interruption is ignored',
    sabotage: { settings: ({ signal: _, ...settings }) => settings },
    found: /left though the run was stopped/,
  },
  {
    from: 8,
    name: 'absence counts at once',
    sabotage: { settings: (settings) => ({ ...settings, absenceMs: () => 0 }) },
    found: TWICE,
  },
  {
    from: 375,
    name: 'absence counts by the date',
    sabotage: { moment: (_, world) => ({ boot: 'date', ms: world.date().getTime() }) },
    found: TWICE,
  },
  {
    from: 1158,
    name: 'absence counts from before a restart',
    sabotage: { moment: ({ ms }) => ({ boot: 'start', ms }) },
    found: /was sent again|a reader sees .* as not-attempted/,
  },
  {
    from: 44,
    name: 'commits are not synced',
    sabotage: { open: (ledger) => dbOf(ledger).exec('pragma synchronous = normal') },
    found: LOST,
  },
  {
    from: 3,
    name: 'the log of the ledger is lost in a crash',
    sabotage: { found: (disk) => disk.dropLog() },
    found: LOST,
  },
  {
    name: 'a reader ignores records being sent',
    sabotage: {
      reader: (ledger) => rewritten(ledger, (sql) => sql.replaceAll("r.state = 'sending' or ", '')),
    },
    found: /a reader sees .* as not-attempted, and a try of it may have been taken/,
  },
  {
    name: 'a plan ignores records being sent',
    sabotage: { planner: (ledger) => withStore(ledger, { schema: 'memory' }) },
    found: /a plan has .* as new, and a try of it may have been taken/,
  },
  {
    from: 7,
    name: 'changed records are sent again',
    sabotage: {
      afterPlan: (ledger) => {
        dbOf(ledger).exec("update records set outcome = null, messages = null where outcome = 'outdated'");
      },
    },
    found: /was sent again though it was accepted/,
  },
  {
    from: 169,
    name: 'resolve applies to unlisted records',
    sabotage: { beforeWord: (ledger, run) => ledger.doubts.noteListed(ledger.doubts.rows(run), 'never') },
    found: /is settled by a word/,
  },
  {
    from: 404,
    name: 'resolve --resend applies too early',
    sabotage: { word: (word) => ({ ...word, absenceMs: () => 0 }) },
    found: /an earlier try may be stored yet/,
  },
  {
    from: 636,
    name: 'resolve --resend sends five times',
    sabotage: { settings: ({ mostLost: _, ...settings }) => settings },
    found: /sent again though a person asked for one try|an earlier try may be stored yet/,
  },
];
