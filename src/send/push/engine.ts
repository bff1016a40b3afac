import { absenceMsOf, type KindSpec, keyText } from '../../contract/kind.ts';
import { TraceError } from '../../errors.ts';
import type { Ledger, Sending } from '../../ledger/ledger.ts';
import type { PendingRow } from '../../ledger/sending.ts';
import { say } from '../../say.ts';
import type { Clock } from '../../service/clock.ts';
import { type Limiter, RetryBudget, Tasks } from '../../service/limiter.ts';
import { MOST_ATTEMPTS } from '../../service/retry.ts';
import type { Service } from '../../service/service.ts';
import { type Claims, type Elsewhere, inClaims } from './claims.ts';
import type { DeliverySettings, InDoubt } from './delivery.ts';
import type { PushEvent } from './event.ts';
import { blockText, noTotals, type Outcome, type Stop, type Totals } from './outcome.ts';
import { RecordSender } from './send.ts';

export interface PushJob {
  readonly ledger: Ledger;
  readonly run: number;
  /** Kinds by wave, from the plan. A kind may be in several waves if kinds reference each other. */
  readonly waves: readonly (readonly KindSpec[])[];
  readonly service: Service;
  readonly emit: (event: PushEvent) => void;
  /** Whether the records that were blocked before this run are already reported. */
  readonly blockedAreReported?: boolean;
  /** The flags with which a command finds the ledger, for commands in messages. */
  readonly place?: readonly string[];
  /** The memory that machines share; null if this machine has its own. */
  readonly shared?: SharedClaims | null;
}

/** The claims of a run in a shared memory. */
interface SharedClaims {
  readonly claims: Claims;
  /**
   * Compares the open records again with what is known, after other machines have sent some of them. Null if what a person
   * decided was about what was known before: such a record is not tried again.
   */
  readonly compareAgain: (() => void) | null;
}

export interface PushSettings {
  /** The limiter of the service. */
  readonly limiter: Limiter;
  /** Pause between waves (ms). The service needs it before it can resolve references to new records. */
  readonly settleMs: number;
  readonly inDoubt: InDoubt;
  /** Whether the service is a mock that answers every create with the same id; see `RecordRequest`. */
  readonly hasFixedAnswers?: boolean;
  /**
   * Maximum number of attempts of a create without a certain response; default 5. After them the record stays in
   * doubt.
   */
  readonly mostLost?: number;
  /** How long after a request an absent record is proved not to have been stored (ms). */
  readonly absenceMs?: (kind: KindSpec) => number;
  /** Aborted when the user stops the run. The run then waits for open requests. */
  readonly signal?: AbortSignal;
  /** Aborted to stop waiting for open requests. Their records end in doubt. */
  readonly forced?: AbortSignal | undefined;
  /** Returns a number from 0 to 1, for the jitter. */
  readonly random?: () => number;
  /** The time of day, for the ledger. */
  readonly now: () => Date;
}

/** Maximum number of records that are read from the ledger at a time. */
const PAGE = 500;

/** Number of records that are claimed at a time, at least: a statement for each would take longer than the requests. */
const LEAST_CLAIMED = 4;

/**
 * Maximum number of records that wait for a retry or to be read back, in addition to those with an open request. This
 * limits memory if the service stops responding.
 */
const MOST_PAUSED = 1000;

/** The state that all records of a run share while they are sent. */
export interface PushContext {
  readonly job: PushJob;
  readonly settings: PushSettings;
  readonly sending: Sending;
  readonly blocking: ReturnType<Ledger['blocking']>;
  readonly clock: Clock;
  /**
   * When the run started, by the clock of the run. Events of earlier processes are treated as older, whatever
   * their dates say.
   */
  readonly startedAt: number;
  readonly limiter: Limiter;
  readonly budget: RetryBudget;
  readonly stop: StopSignal;
  readonly lostResponses: LostResponses;
  /**
   * Kinds of the records that this run has created. The service may not yet resolve references to these records.
   */
  readonly createdKinds: Set<string>;
  /** Keys by kind and id, for ids that the service has returned but that are not in the ledger yet. */
  readonly givenIds: Map<string, string>;
  /** The records that another machine was sending, and one that did. */
  readonly elsewhere: { count: number; by: Elsewhere };
}

/**
 * Sends the open records of a run, wave by wave, and writes the outcome of each to the ledger. Returns why it
 * stopped early, or null. Within a wave, one kind is sent after the other. The records of a kind are sent one at a
 * time until the first certain response.
 * @throws if the ledger can no longer be written, because nothing may be sent that the ledger does not record.
 */
export async function push(job: PushJob, settings: PushSettings): Promise<Stop | null> {
  const { limiter } = settings;
  const { clock } = limiter;
  const context: PushContext = {
    job,
    settings,
    sending: job.ledger.sending(job.run),
    blocking: job.ledger.blocking(job.run),
    clock,
    startedAt: clock.now(),
    limiter,
    budget: new RetryBudget(),
    stop: new StopSignal(settings.signal, (reason) => job.emit({ type: 'stopping', reason })),
    lostResponses: new LostResponses(),
    createdKinds: new Set(),
    givenIds: new Map(),
    elsewhere: { count: 0, by: null },
  };
  // A request that still waits for a connection then does not leave either.
  context.stop.signal.addEventListener('abort', () => limiter.hold(Number.POSITIVE_INFINITY));
  const blockInWave = context.blocking.inWaves();
  let sentBefore: string[] = [];
  for (const [index, kinds] of job.waves.entries()) {
    if (context.stop.reason) break;
    // Records that refer to a record of an earlier wave that was not accepted.
    await job.ledger.write(() => {
      for (const { name } of kinds) blockInWave(name, index + 1);
    });
    const counts = kinds.map((kind) => context.sending.counts(kind.name, index + 1));
    const open = counts.reduce((sum, count) => sum + count.open, 0);
    const total = job.blockedAreReported ? open : counts.reduce((sum, count) => sum + count.blocked, open);
    if (total === 0) continue;
    if (open > 0 && sentBefore.length > 0) await settle(context, sentBefore);
    if (context.stop.reason) break;
    const sent = await pushWave(context, index + 1, kinds, total);
    if (sent.length > 0) sentBefore = sent;
    job.ledger.checkpoint();
  }
  const { elsewhere } = context;
  if (elsewhere.count > 0 && elsewhere.by !== null)
    context.stop.now({
      exit: 'locked',
      code: 'sent-elsewhere',
      reason: say().records.sentElsewhere({ count: elsewhere.count, ...elsewhere.by }),
    });
  const { found } = limiter;
  if (found !== null) job.emit({ type: 'concurrency-found', ...found });
  await job.ledger.write(() => context.sending.endNotAttempted());
  return context.stop.reason;
}

/** Sends a wave. Returns the kinds with at least one record that was sent. */
async function pushWave(
  context: PushContext,
  wave: number,
  kinds: readonly KindSpec[],
  total: number,
): Promise<string[]> {
  const { emit } = context.job;
  const plurals = kinds.map((kind) => kind.plural);
  const totals = noTotals();
  const sent: string[] = [];
  emit({ type: 'wave-started', wave, kinds: plurals, total });
  for (const kind of kinds) {
    if (!context.job.blockedAreReported) reportBlocked(context, wave, kind, totals);
    if (await pushKind(context, wave, kind, totals)) sent.push(kind.plural);
  }
  emit({ type: 'wave-finished', wave, kinds: plurals, totals });
  return sent;
}

function reportBlocked({ job, blocking }: PushContext, wave: number, kind: KindSpec, totals: Totals): void {
  for (const { key, blockedBy } of blocking.rows(kind.name, wave)) {
    totals.blocked++;
    job.emit({
      type: 'row',
      wave,
      kind: kind.name,
      key: keyText(key),
      outcome: 'blocked',
      messages: [blockText(blockedBy)],
    });
  }
}

/** Sends the records of one kind in a wave. Returns whether a record was sent. */
async function pushKind(
  context: PushContext,
  wave: number,
  kind: KindSpec,
  totals: Totals,
): Promise<boolean> {
  const { sending, stop, limiter, job } = context;
  const shared = job.shared ?? null;
  const of = { wave, kind, settings: deliverySettings(context, kind) };
  const tasks = new Tasks(limiter.concurrency + MOST_PAUSED);
  let sent = false;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    const reason = error instanceof Error ? error.message : String(error);
    stop.now({ exit: error instanceof TraceError ? error.exit : 'bug', reason });
  };
  /** Resolves when the next record may start: while a record is sent `alone`, when it has ended or waits for long. */
  const start = (row: PendingRow, alone: boolean): Promise<void> =>
    new Promise((makeWay) => {
      const way = { underWay: alone ? () => {} : makeWay, letOthersStart: makeWay };
      const count = (outcome: Outcome | null) => {
        if (outcome !== null) totals[outcome]++;
      };
      const ended = (outcome: Outcome | null) => {
        count(outcome);
        shared?.claims.release(row.id);
      };
      // The claim of a record whose outcome is not in the ledger stays until the run ends.
      void tasks.start(() => new RecordSender(context, of, row, way).run().then(ended, fail).then(makeWay));
    });

  try {
    // What others were sending may have ended since: it is compared and, if it is still open, tried once more.
    const compareAgain = shared?.compareAgain ?? null;
    if ((await sendPages(compareAgain === null)) && compareAgain !== null && !stop.reason) {
      await tasks.ended();
      await shared!.claims.refresh();
      compareAgain();
      await sendPages(true);
    }
  } catch (error) {
    fail(error);
  }
  await tasks.ended();
  if (failure) throw failure;
  return sent;

  /** All open records, read page by page. */
  function* openRows(): Generator<PendingRow, void> {
    for (let after = { batch: '', id: 0 }; ; ) {
      const rows = sending.next(kind.name, wave, after, PAGE);
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      after = { batch: last.batch, id: last.id };
    }
  }

  /** Sends all open records. Returns whether other machines have claims on some, or have changed what is known of them. */
  async function sendPages(isLast: boolean): Promise<boolean> {
    let refused = false;
    let alone = true;
    const most = () => (alone ? 1 : Math.max(LEAST_CLAIMED, limiter.limit));
    for await (const [row, elsewhere] of inClaims(shared?.claims ?? null, openRows(), most)) {
      if (stop.reason) return refused;
      if (elsewhere === undefined) {
        sent = true;
        await start(row, alone);
        if (alone) alone = context.lostResponses.inARow > 0;
      } else {
        refused = true;
        if (isLast) await leave(row, elsewhere);
      }
    }
    return refused;
  }

  /** The record ends here, so that those that refer to it are blocked. */
  async function leave(row: PendingRow, by: Elsewhere): Promise<void> {
    await sending.markElsewhere(row.id, by);
    if (by === null) return;
    context.elsewhere.count++;
    context.elsewhere.by = by;
  }
}

function deliverySettings(
  { job, settings, sending, startedAt }: PushContext,
  kind: KindSpec,
): DeliverySettings {
  return {
    origin: job.service.origin,
    commandWords: [sending.runId, ...(job.place ?? [])],
    inDoubt: settings.inDoubt,
    mostLost: settings.mostLost ?? MOST_ATTEMPTS.lostSend,
    settleMs: settings.settleMs,
    absenceMs: (settings.absenceMs ?? absenceMsOf)(kind),
    startedAt,
  };
}

async function settle({ job, settings, clock, stop }: PushContext, after: string[]): Promise<void> {
  if (settings.settleMs === 0) return;
  job.emit({ type: 'settling', ms: settings.settleMs, after });
  await clock.sleep(settings.settleMs, stop.signal).catch(() => {});
}

/** Stops a run, once. After that no record starts, and records that wait for a turn or a pause stop waiting. */
class StopSignal {
  readonly #controller = new AbortController();
  readonly #report: (reason: string) => void;
  #reason: Stop | null = null;

  constructor(outer: AbortSignal | undefined, report: (reason: string) => void) {
    this.#report = report;
    const interrupted = () =>
      this.now(
        { exit: 'interrupted', reason: say().records.interrupted() },
        say().records.interruptedWaiting(),
      );
    if (outer?.aborted) interrupted();
    outer?.addEventListener('abort', interrupted, { once: true });
  }

  /** Why the run stopped; null while it continues. */
  get reason(): Stop | null {
    return this.#reason;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Stops the run. Only the first call has an effect. `message` is reported at once. */
  now(stop: Stop, message = stop.reason): void {
    if (this.#reason) return;
    this.#reason = stop;
    this.#report(message);
    this.#controller.abort();
  }
}

/**
 * Counts consecutive creates whose response was lost. If several requests were open when the first response was
 * lost, their lost responses count as one, because one broken connection may have carried them all.
 */
export class LostResponses {
  #inARow = 0;
  /** Number of the last group of requests whose lost responses count as one. */
  #row = 0;

  /** Number of consecutive lost responses; 0 after a certain response. */
  get inARow(): number {
    return this.#inARow;
  }

  /** Call it when a create is sent. Returns the argument for `count` if its response is lost. */
  leaving(): number {
    return this.#inARow > 0 ? this.#row : 0;
  }

  /** Counts a lost response. `lostBefore` is the result of `leaving` for its request. */
  count(lostBefore: number): void {
    if (this.#inARow === 0) {
      this.#inARow = 1;
      this.#row++;
    } else if (lostBefore === this.#row) this.#inARow++;
  }

  /** Call it after a certain response: the count starts again at 0. */
  reset(): void {
    this.#inARow = 0;
  }
}
