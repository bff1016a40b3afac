import { absenceMsOf, type KindSpec, keyText } from '../../contract/kind.ts';
import { TraceError } from '../../errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { blockedRows, WaveBlocking } from '../../ledger/planning.ts';
import { type PendingRow, Sending } from '../../ledger/sending.ts';
import { ConcurrencyLimit } from '../../service/concurrency.ts';
import { type Clock, Pacer, RetryBudget, systemClock } from '../../service/pacing.ts';
import { MOST_ATTEMPTS } from '../../service/retry.ts';
import type { Service } from '../../service/service.ts';
import type { DeliverySettings, InDoubt } from './delivery.ts';
import type { PushEvent } from './event.ts';
import { LostResponses, Slots, type Stop, StopSignal } from './flow.ts';
import { blockText, noTotals, type Totals } from './outcome.ts';
import { sendRecord } from './send.ts';

export interface PushJob {
  readonly ledger: Ledger;
  readonly run: number;
  readonly target: string;
  readonly interface: string;
  /** Kinds by wave, from the plan. A kind may be in several waves if kinds reference each other. */
  readonly waves: readonly (readonly KindSpec[])[];
  readonly service: Service;
  readonly emit: (event: PushEvent) => void;
  /** Whether the records that were blocked before this run are already reported. */
  readonly blockedAreReported?: boolean;
  /** The flags with which a command finds the ledger, for commands in messages. */
  readonly place?: readonly string[];
}

export interface PushSettings {
  /** Maximum number of requests per second; 0 for no limit. */
  readonly rate: number;
  /** Maximum number of open requests. */
  readonly concurrency: number;
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
  readonly clock?: Clock;
  /** Returns a number from 0 to 1, for the jitter. */
  readonly random?: () => number;
  /** The time of day, for the ledger. */
  readonly now: () => Date;
}

/** Maximum number of records that are read from the ledger at a time. */
const PAGE = 500;

/** The state that all records of a run share while they are sent. */
export interface PushContext {
  readonly job: PushJob;
  readonly settings: PushSettings;
  readonly sending: Sending;
  readonly clock: Clock;
  /**
   * When the run started, by the clock of the run. Events of earlier processes are treated as older, whatever
   * their dates say.
   */
  readonly startedAt: number;
  /** Gives each record its turn, before the record is marked as `sending` on the disk. A Retry-After pauses it. */
  readonly pacer: Pacer;
  /**
   * Spaces the requests again at the moment they are sent. After a slow write, many turns of `pacer` could end at
   * once.
   */
  readonly gate: Pacer;
  readonly limit: ConcurrencyLimit;
  /** Each record that is being sent uses one slot, except while it is paused. */
  readonly slots: Slots;
  readonly budget: RetryBudget;
  readonly stop: StopSignal;
  readonly lostResponses: LostResponses;
  /**
   * Kinds of the records that this run has created. The service may not yet resolve references to these records.
   */
  readonly fresh: Set<string>;
  /** Keys by kind and id, for ids that the service has returned but that are not in the ledger yet. */
  readonly givenIds: Map<string, string>;
}

/**
 * Sends the open records of a run, wave by wave, and writes the outcome of each to the ledger. Returns why it
 * stopped early, or null. Within a wave, one kind is sent after the other. The records of a kind are sent one at a
 * time until the first certain response.
 * @throws if the ledger can no longer be written, because nothing may be sent that the ledger does not record.
 */
export async function push(job: PushJob, settings: PushSettings): Promise<Stop | null> {
  const clock = settings.clock ?? systemClock;
  const context: PushContext = {
    job,
    settings,
    sending: new Sending(job.ledger, job.run),
    clock,
    startedAt: clock.now(),
    pacer: new Pacer(settings.rate, clock),
    gate: new Pacer(settings.rate, clock),
    limit: new ConcurrencyLimit(settings.concurrency),
    slots: new Slots(settings.concurrency),
    budget: new RetryBudget(),
    stop: new StopSignal(settings.signal, (reason) => job.emit({ type: 'stopping', reason })),
    lostResponses: new LostResponses(),
    fresh: new Set(),
    givenIds: new Map(),
  };
  const blocking = new WaveBlocking(job.ledger, job.run, job.target, job.interface);
  let sentBefore: string[] = [];
  for (const [index, kinds] of job.waves.entries()) {
    if (context.stop.reason) break;
    // Records that refer to a record of an earlier wave that was not accepted.
    await job.ledger.write(() => {
      for (const { name } of kinds) blocking.block(name, index + 1);
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
  const { found } = context.limit;
  if (found !== null) job.emit({ type: 'concurrency-found', ...found });
  await job.ledger.write(() => context.sending.notAttempted());
  return context.stop.reason;
}

/** Sends a wave. Returns the kinds of which records were sent. */
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

function reportBlocked({ job }: PushContext, wave: number, kind: KindSpec, totals: Totals): void {
  for (const { key, blockedBy } of blockedRows(job.ledger, job.run, kind.name, wave)) {
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
  const { sending, stop, slots } = context;
  const settings = deliverySettings(context, kind);
  let sent = false;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    const reason = error instanceof Error ? error.message : String(error);
    stop.now({ exit: error instanceof TraceError ? error.exit : 'bug', reason });
  };
  const inFlight = new Set<Promise<void>>();
  const start = (row: PendingRow) => {
    sent = true;
    slots.take();
    const waits = Promise.withResolvers<void>();
    let hasSlot = true;
    const leaveSlot = () => {
      if (hasSlot) slots.release();
      hasSlot = false;
    };
    const task = sendRecord(context, { wave, kind, settings }, row, {
      letOthersStart: waits.resolve,
      leaveSlot,
    })
      .then((outcome) => {
        if (outcome !== null) totals[outcome]++;
      })
      .catch(fail)
      .finally(() => {
        inFlight.delete(task);
        sending.done(row.id);
        leaveSlot();
      });
    inFlight.add(task);
    return Promise.race([task, waits.promise]);
  };

  try {
    await sendPages();
  } catch (error) {
    fail(error);
  }
  await Promise.all(inFlight);
  if (failure) throw failure;
  return sent;

  async function sendPages(): Promise<void> {
    let after = { batch: '', id: 0 };
    for (let alone = true; ; ) {
      const rows = sending.next(kind.name, wave, after, PAGE);
      for (const row of rows) {
        if (stop.reason) return;
        const endsOrWaits = start(row);
        if (alone) {
          await endsOrWaits;
          alone = context.lostResponses.inARow > 0;
        }
        await slots.free();
      }
      const last = rows.at(-1);
      if (!last) return;
      after = { batch: last.batch, id: last.id };
    }
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
