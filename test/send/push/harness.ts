import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { referencesIn } from '../../../src/contract/body.ts';
import type { FamilyName } from '../../../src/contract/family.ts';
import { type Body, type KindSpec, keyOf, keyText } from '../../../src/contract/kind.ts';
import { KINDS } from '../../../src/contract/registry.ts';
import type { InputSettings } from '../../../src/import/input/settings.ts';
import { Content } from '../../../src/import/input/staged-record.ts';
import { messageTexts } from '../../../src/import/report/report-parts.ts';
import { makePlan } from '../../../src/import/staged/make-plan.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import type { PlanSummary } from '../../../src/send/plan/plan.ts';
import { type PushJob, type PushSettings, push } from '../../../src/send/push/engine.ts';
import type { PushEvent } from '../../../src/send/push/event.ts';
import type { Stop } from '../../../src/send/push/outcome.ts';
import type { Clock, Moment } from '../../../src/service/clock.ts';
import { Limiter, type RequestLimits } from '../../../src/service/limiter.ts';
import type { Answer, CreateRequest, LookUp, LookUpRequest, Service } from '../../../src/service/service.ts';
import { dbOf } from '../../ledger/store-of.ts';
import { ANSWERS, holdAsAsked, LOOKS } from './responses.ts';

export { ANSWERS, comeBackIn, LOOKS } from './responses.ts';

/**
 * A push in isolation: time is virtual, the service responds from a script, all randomness has a seed. Only the ledger
 * is real. Nothing here waits for real time, so a test of a one-hour pause takes milliseconds.
 */

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Turns of the event loop without activity after which every task counts as asleep. */
const QUIET_TURNS = 3;

/** Each clock has its own boot: moments of different clocks cannot be compared. */
let boots = 0;

/** A clock that advances when every task is asleep, to the next time at which one wakes up. */
export class VirtualClock implements Clock {
  readonly #boot = `virtual ${++boots}`;
  #now = 0;
  #moves = 0;
  readonly #sleepers = new Set<Sleeper>();

  now(): number {
    return this.#now;
  }

  moment(): Moment {
    return { boot: this.#boot, ms: this.#now };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.moved();
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const sleeper = {
        at: this.#now + Math.max(0, ms),
        wake: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Reports activity: what follows from it may need another turn of the event loop. */
  moved(): void {
    this.#moves++;
  }

  /** Lets time pass while nothing else can run, like a slow disk. */
  stall(ms: number): void {
    this.#now += ms;
  }

  /** Runs virtual time until `work` has settled. Throws if it never would. */
  async until<T>(work: Promise<T>): Promise<T> {
    let settled = false;
    const onSettled = () => {
      settled = true;
    };
    work.then(onSettled, onSettled);
    for (;;) {
      await this.#allAsleep();
      if (settled) return work;
      const next = Math.min(...[...this.#sleepers].map(({ at }) => at));
      if (next === Number.POSITIVE_INFINITY) throw new Error('all wait for something that never comes');
      this.#now = Math.max(this.#now, next);
      for (const sleeper of [...this.#sleepers]) {
        if (sleeper.at > this.#now) continue;
        this.#sleepers.delete(sleeper);
        sleeper.wake();
        // Like responses that arrive in one turn of the event loop: each is processed before the next is delivered.
        await new Promise<void>((resolve) => process.nextTick(resolve));
      }
    }
  }

  async #allAsleep(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      const before = this.#moves;
      await turn();
      if (this.#moves !== before) quiet = -1;
    }
  }
}

/** One create call as received by the service. */
export interface Call {
  readonly kind: string;
  /** Parts joined by ` / `. */
  readonly key: string;
  /** The number of the attempt for this record, from 1. */
  readonly attempt: number;
  readonly family: FamilyName | null;
  readonly body: Body;
  readonly startedAt: number;
  /** Undefined while it is open. */
  answer: Answer | undefined;
}

/** Returns the response to a call when it arrives; it is delivered after the latency. */
export type Script = (call: Call, service: ScriptedService) => Answer;

/** The responses of its list to the attempts of a record, the last one again and again; all others are accepted. */
export const answering =
  (scripts: Readonly<Record<string, readonly Answer[]>>): Script =>
  ({ key, attempt }) =>
    scripts[key]?.[Math.min(attempt, scripts[key].length) - 1] ?? ANSWERS.accepted;

/** One look-up as received by the service. */
export interface Look {
  readonly kind: string;
  /** Parts joined by ` / `. */
  readonly key: string;
  /** The number of the look-up for this record, from 1. */
  readonly look: number;
  readonly startedAt: number;
}

/** Returns the result of a look-up; it is delivered after the latency. */
export type LookScript = (look: Look, service: ScriptedService) => LookUp;

/** A service never gives two records the same id, unless a script does so. */
const withOwnId = (answer: Answer, key: string): Answer =>
  answer.type === 'accepted' && answer.answer?.id === 'id'
    ? { ...answer, answer: { ...answer.answer, id: `id of ${key}` } }
    : answer;

/** A service that responds from a script, after a latency, and records every call. */
export class ScriptedService implements Service {
  readonly origin = 'https://service.example';
  readonly calls: Call[] = [];
  readonly looks: Look[] = [];
  /** The maximum number of open calls. */
  mostOut = 0;
  readonly #clock: VirtualClock;
  readonly #script: Script;
  readonly #lookScript: LookScript;
  readonly #latencyMs: () => number;
  readonly #limiter: Limiter;
  #out = 0;

  constructor(
    clock: VirtualClock,
    limiter: Limiter,
    script: Script,
    latencyMs: () => number,
    lookScript: LookScript = () => LOOKS.cannotTell,
  ) {
    this.#clock = clock;
    this.#limiter = limiter;
    this.#script = script;
    this.#lookScript = lookScript;
    this.#latencyMs = latencyMs;
  }

  get out(): number {
    return this.#out;
  }

  /** The calls of one record, in order. */
  callsOf(key: string): Call[] {
    return this.calls.filter((call) => call.key === key);
  }

  looksOf(key: string): Look[] {
    return this.looks.filter((look) => look.key === key);
  }

  async create({ kind, family, body: text }: CreateRequest): Promise<Answer> {
    const body = JSON.parse(text) as Body;
    const key = keyText(keyOf(kind, body));
    const call: Call = {
      kind: kind.name,
      key,
      attempt: this.callsOf(key).length + 1,
      family,
      body,
      startedAt: this.#clock.now(),
      answer: undefined,
    };
    this.calls.push(call);
    this.mostOut = Math.max(this.mostOut, ++this.#out);
    const answer = withOwnId(this.#script(call, this), key);
    await this.#clock.sleep(this.#latencyMs());
    this.#out--;
    holdAsAsked(this.#limiter, answer);
    call.answer = answer;
    return answer;
  }

  /** One read, as in the look-up of a packaging item or a product. */
  async lookUp({ kind, key: own, beforeRead }: LookUpRequest): Promise<LookUp> {
    const key = keyText(own);
    try {
      await beforeRead?.();
    } catch (error) {
      return { type: 'failed', answer: { type: 'unsent', error: String(error) } };
    }
    const look = this.looksOf(key).length + 1;
    const seen = { kind: kind.name, key, look, startedAt: this.#clock.now() };
    this.looks.push(seen);
    this.mostOut = Math.max(this.mostOut, ++this.#out);
    const found = this.#lookScript(seen, this);
    await this.#clock.sleep(this.#latencyMs());
    this.#out--;
    if (found.type === 'failed') holdAsAsked(this.#limiter, found.answer);
    return found;
  }

  update(): Promise<Answer> {
    throw new Error('v2 cannot update records');
  }

  probe(): Promise<Answer> {
    throw new Error('a push never probes');
  }

  async close(): Promise<void> {}
}

/** A record in a test: its key, its references and the fields under test. */
export interface Given {
  readonly kind: KindSpec;
  readonly body: Body;
  readonly family?: FamilyName;
  readonly batch?: string;
  /** An outcome that it has before the plan. */
  readonly ending?: 'invalid' | 'not-attempted';
}

const { supplier: SUPPLIER, packaging: PACKAGING, product: PRODUCT, component: COMPONENT } = KINDS.v2;

export const supplier = (ref: string, more: Body = {}): Given => ({
  kind: SUPPLIER,
  body: { supplierRef: ref, ...more },
});

export const packaging = (ref: string, more: Body = {}): Given => ({
  kind: PACKAGING,
  body: { packagingRef: ref, ...more },
});

/** `ref/collection/colour`; the colour is optional. */
export const product = (triple: string, more: Body = {}): Given => ({
  kind: PRODUCT,
  body: { ...tripleOf(triple), ...more },
});

export const component = (ref: string, of: string, more: Body = {}): Given => ({
  kind: COMPONENT,
  body: { componentRef: ref, ...tripleOf(of), ...more },
});

function tripleOf(triple: string): Body {
  const [productRef = '', productCollectionRef = '', productColorCode] = triple.split('/');
  return { productRef, productCollectionRef, ...(productColorCode ? { productColorCode } : {}) };
}

export const keyOfGiven = ({ kind, body }: Given): string => keyText(keyOf(kind, body));

export const TARGET = 'test https://service.example';

/** The usual settings of an input. */
export const INPUT: InputSettings = {
  files: ['batch.csv'],
  interface: 'v2',
  family: null,
  projectTypes: {},
  batch: null,
  only: [],
  sheets: new Map(),
  strict: false,
  externalRefs: false,
  allowEmpty: false,
  stdin: Readable.from([]),
};

/** A ledger in its own file, in a folder that is removed after the test. */
export function ledgerFile(): { path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'trace-ledger-'));
  return {
    path: join(folder, 'ledger.db'),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export interface StageOptions {
  readonly target?: string;
  readonly environment?: string;
  readonly startedAt?: string;
}

/** Stages records like an import whose rows were read and are valid. Returns the number of the run. */
export function stageRun(ledger: Ledger, records: readonly Given[], options: StageOptions = {}): number {
  const { run } = ledger.runs.start({
    command: 'import',
    environment: options.environment ?? 'test',
    target: options.target ?? TARGET,
    interface: 'v2',
    startedAt: options.startedAt ?? '2026-11-02T02:00:00.000Z',
    options: '{}',
  });
  const stage = ledger.stage(run);
  const sheets = new Map<KindSpec, number>();
  for (const [index, { kind, body, family, batch, ending }] of records.entries()) {
    const { sharedRef } = kind;
    const sheetId = sheets.get(kind) ?? stage.addSheet('batch.csv', kind.plural, kind.name, {});
    sheets.set(kind, sheetId);
    stage.addRecord({
      kind: kind.name,
      family: family ?? 'STANDARD',
      key: keyOf(kind, body),
      batch: batch ?? 'W1',
      body: JSON.stringify({ ...body, [kind.batchField]: batch ?? 'W1' }),
      hash: new Content(body).hash([kind.batchField]),
      shareKey: sharedRef ? String(body[sharedRef.field]) : null,
      shareHash: sharedRef ? new Content(body).hash([...sharedRef.mayDiffer, kind.batchField]) : null,
      sheetId,
      row: index + 2,
      ending: ending ?? null,
      references: referencesIn(kind, body),
    });
  }
  stage.commit();
  return run;
}

export interface RunOptions
  extends StageOptions,
    Partial<RequestLimits>,
    Partial<Omit<PushSettings, 'limiter' | 'random' | 'now'>> {
  readonly script?: Script;
  readonly lookUp?: LookScript;
  /** Milliseconds until each response. */
  readonly latencyMs?: () => number;
  readonly seed?: number;
  /** A ledger to continue with; by default a temporary one. */
  readonly ledger?: Ledger;
  readonly clock?: VirtualClock;
  readonly onEvent?: (event: PushEvent) => void;
  readonly shared?: PushJob['shared'];
}

export interface Row {
  readonly kind: string;
  readonly key: string;
  readonly outcome: string | null;
  readonly state: string;
  readonly status: string | null;
  readonly attempts: number;
  readonly messages: string[];
  readonly blockedBy: { kind: string; key: string; outcome: string } | null;
}

/** The result of a push. */
export interface Pushed {
  readonly ledger: Ledger;
  readonly run: number;
  readonly service: ScriptedService;
  readonly clock: VirtualClock;
  readonly events: readonly PushEvent[];
  readonly plan: PlanSummary;
  /** Why it stopped; an exception of push is in `error`. */
  readonly stop: Stop | null;
  readonly error: unknown;
  /** Outcomes by key, in the order of the input; `open` if there is none. */
  readonly outcomes: Readonly<Record<string, string>>;
  row(key: string): Row;
}

/** Stages, plans and pushes records in virtual time. */
export function pushed(records: readonly Given[], options: RunOptions = {}): Promise<Pushed> {
  const ledger = options.ledger ?? Ledger.temporary(null);
  return pushRun(ledger, stageRun(ledger, records, options), options);
}

/** Resumes a run, like `trace resume`. */
export function resumed(ledger: Ledger, run: number, options: RunOptions = {}): Promise<Pushed> {
  return pushRun(ledger, run, options, () => ledger.runs.reopenLeft(run, false));
}

async function pushRun(
  ledger: Ledger,
  run: number,
  options: RunOptions,
  reopen?: () => void,
): Promise<Pushed> {
  const clock = options.clock ?? new VirtualClock();
  const random = seeded(options.seed ?? 1);
  const limiter = new Limiter({ rate: options.rate ?? 0, concurrency: options.concurrency ?? 64 }, clock);
  const service = new ScriptedService(
    clock,
    limiter,
    options.script ?? (() => ANSWERS.accepted),
    options.latencyMs ?? (() => 50),
    options.lookUp,
  );
  const inDoubt = options.inDoubt ?? 'verify';
  const { plan, waves } = makePlan({ ledger, run, settings: INPUT, inDoubt, ...(reopen ? { reopen } : {}) });
  const events: PushEvent[] = [];
  const emit = (event: PushEvent) => {
    clock.moved();
    events.push(event);
    options.onEvent?.(event);
  };
  let stop: Stop | null = null;
  let error: unknown;
  try {
    stop = await clock.until(
      push(
        { ledger, run, waves, service, emit, shared: options.shared ?? null },
        {
          limiter,
          settleMs: options.settleMs ?? 4000,
          inDoubt,
          ...(options.mostLost === undefined ? {} : { mostLost: options.mostLost }),
          ...(options.absenceMs ? { absenceMs: options.absenceMs } : {}),
          ...(options.signal ? { signal: options.signal } : {}),
          random,
          now: () => new Date(Date.UTC(2026, 10, 2) + clock.now()),
        },
      ),
    );
  } catch (thrown) {
    error = thrown;
  }
  const rows = dbOf(ledger).isOpen ? rowsOf(ledger, run) : [];
  return {
    ledger,
    run,
    service,
    clock,
    events,
    plan,
    stop,
    error,
    outcomes: Object.fromEntries(rows.map((row) => [row.key, row.outcome ?? 'open'])),
    row(key) {
      const found = rows.find((row) => row.key === key);
      if (!found) throw new Error(`no record ${key}`);
      return found;
    },
  };
}

/** The records of a run in the ledger. */
export function rowsOf(ledger: Ledger, run: number): Row[] {
  const rows = dbOf(ledger)
    .prepare(
      `select kind, key, outcome, state, status, attempts, messages, blocked_by as blockedBy from records
       where run = ? order by id`,
    )
    .all(run) as unknown as (Omit<Row, 'messages' | 'blockedBy'> &
    Record<'messages' | 'blockedBy', string>)[];
  return rows.map((row) => {
    const cause = row.blockedBy === null ? null : JSON.parse(row.blockedBy);
    return {
      ...row,
      key: keyText(row.key),
      messages: messageTexts(row.messages),
      blockedBy: cause && { ...cause, key: keyText(cause.key) },
    };
  });
}

/** Counts the commits of a ledger from now on. */
export function countCommits(ledger: Ledger): () => number {
  const db = dbOf(ledger);
  const exec = db.exec.bind(db);
  let commits = 0;
  db.exec = (sql) => {
    exec(sql);
    if (sql === 'commit') commits++;
  };
  return () => commits;
}

/** Makes the commits that `fails` selects (counted from 1) fail like on a failing disk. */
export function failCommits(ledger: Ledger, fails: (commit: number) => boolean): void {
  const db = dbOf(ledger);
  const exec = db.exec.bind(db);
  let commits = 0;
  db.exec = (sql) => {
    if (sql === 'commit' && fails(++commits)) {
      throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 });
    }
    exec(sql);
  };
}
