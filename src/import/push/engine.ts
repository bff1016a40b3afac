import { type KindSpec, keyText } from '../../contract/kind.ts';
import { TraceError } from '../../errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { blockDependants, blockedRows } from '../../ledger/planning.ts';
import { type PendingRow, Sending } from '../../ledger/sending.ts';
import { type Clock, systemClock } from '../../service/clock.ts';
import { ConcurrencyLimit } from '../../service/concurrency.ts';
import { Pacer } from '../../service/pace.ts';
import { RetryBudget } from '../../service/retry.ts';
import type { Service } from '../../service/service.ts';
import { blockText } from './blocked.ts';
import type { InDoubt } from './delivery.ts';
import type { PushEvent } from './event.ts';
import { LostResponses } from './lost-responses.ts';
import { noTotals, type Totals } from './outcome.ts';
import { Places } from './places.ts';
import { sendRecord } from './send.ts';
import { type Stop, StopSignal } from './stop.ts';

export interface PushJob {
  readonly ledger: Ledger;
  readonly run: number;
  readonly target: string;
  readonly interface: string;
  /** Kinds in waves, from the plan; where kinds name each other, one of them may have records in several. */
  readonly waves: readonly (readonly KindSpec[])[];
  readonly service: Service;
  readonly emit: (event: PushEvent) => void;
  /** Records that are blocked already were reported before. */
  readonly blockedAreReported?: boolean;
  /** The flags by which a command finds the ledger, for the commands that messages name. */
  readonly place?: readonly string[];
}

export interface PushSettings {
  /** Requests a second; 0 for no limit. */
  readonly rate: number;
  /** Most requests out at once. */
  readonly concurrency: number;
  /** Pause between waves, in milliseconds: relations settle in the service. */
  readonly settleMs: number;
  readonly inDoubt: InDoubt;
  /** Creates of one record without a certain answer before it is left in doubt; 5 when left out. */
  readonly mostLost?: number;
  /** How long after its request a record of a kind that is not shown may still appear (ms). */
  readonly absenceMs?: (kind: KindSpec) => number;
  /** Aborted when the person wants the run to stop: what is out is waited for. */
  readonly signal?: AbortSignal;
  /** Aborted when what is out is not to be waited for any more: it ends in doubt. */
  readonly forced?: AbortSignal | undefined;
  readonly clock?: Clock;
  /** 0 to 1; for the jitter. */
  readonly random?: () => number;
  /** The time of day, for the ledger. */
  readonly now: () => Date;
}

/** How many records are read from the ledger at once. */
const PAGE = 500;

/** What all senders of a run share. */
export interface PushContext {
  readonly job: PushJob;
  readonly settings: PushSettings;
  readonly sending: Sending;
  readonly clock: Clock;
  /** When it began, on its clock. What an earlier process did is older, whatever date it had. */
  readonly startedAt: number;
  /** Gives a record its turn, before it is marked as leaving; holds everyone for a Retry-After. */
  readonly pacer: Pacer;
  /** Spaces the requests again when they leave: a slow disk would bunch the turns that `pacer` gave. */
  readonly gate: Pacer;
  readonly limit: ConcurrencyLimit;
  /** Of the records that are on their way and not waiting out a pause. */
  readonly places: Places;
  readonly budget: RetryBudget;
  readonly stop: StopSignal;
  readonly lostResponses: LostResponses;
  /** Kinds of which this run created records: a reference to one of them may not be known to the service yet. */
  readonly fresh: Set<string>;
  /** Keys by kind and id, of ids that the service gave and that are not on the disk yet. */
  readonly givenIds: Map<string, string>;
}

/**
 * Sends the open records of a run, wave by wave, and writes each record's outcome to the ledger. Within a wave the
 * kinds follow each other; of each kind the first record goes alone, and so do those after it until one gets a certain
 * answer. Gives why it stopped early, or null.
 * Throws only when the ledger can no longer be written: nothing is sent without a durable record.
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
    places: new Places(settings.concurrency),
    budget: new RetryBudget(),
    stop: new StopSignal(settings.signal, (reason) => job.emit({ type: 'stopping', reason })),
    lostResponses: new LostResponses(),
    fresh: new Set(),
    givenIds: new Map(),
  };
  let sentBefore: string[] = [];
  for (const [index, kinds] of job.waves.entries()) {
    if (context.stop.reason) break;
    await block(job, index + 1, kinds);
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
  await job.ledger.commits.write(() => context.sending.notAttempted());
  return context.stop.reason;
}

/** Ends what names a record of an earlier wave that did not get in. */
function block(
  { ledger, run, target, interface: name }: PushJob,
  wave: number,
  kinds: readonly KindSpec[],
): Promise<void> {
  return ledger.commits.write(() => {
    for (const kind of kinds) blockDependants(ledger, run, kind.name, target, name, wave);
  });
}

/** Gives the kinds of which something was sent. */
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
    if (!context.job.blockedAreReported) tellBlocked(context, wave, kind, totals);
    if (await pushKind(context, wave, kind, totals)) sent.push(kind.plural);
  }
  emit({ type: 'wave-finished', wave, kinds: plurals, totals });
  return sent;
}

function tellBlocked({ job }: PushContext, wave: number, kind: KindSpec, totals: Totals): void {
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

/** Gives whether anything of the kind was sent. */
async function pushKind(
  context: PushContext,
  wave: number,
  kind: KindSpec,
  totals: Totals,
): Promise<boolean> {
  const { sending, stop, places } = context;
  let sent = false;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    const reason = error instanceof Error ? error.message : String(error);
    stop.now({ exit: error instanceof TraceError ? error.exit : 'bug', reason });
  };
  const out = new Set<Promise<void>>();
  const start = (row: PendingRow) => {
    sent = true;
    places.enter();
    const waits = Promise.withResolvers<void>();
    const task = sendRecord(context, wave, kind, row, waits.resolve)
      .then((outcome) => {
        if (outcome !== null) totals[outcome]++;
      })
      .catch(fail)
      .finally(() => {
        out.delete(task);
        places.leave();
      });
    out.add(task);
    return Promise.race([task, waits.promise]);
  };

  try {
    await sendPages();
  } catch (error) {
    fail(error);
  }
  await Promise.all(out);
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
        await places.free();
      }
      const last = rows.at(-1);
      if (!last) return;
      after = { batch: last.batch, id: last.id };
    }
  }
}

async function settle({ job, settings, clock, stop }: PushContext, after: string[]): Promise<void> {
  if (settings.settleMs === 0) return;
  job.emit({ type: 'settling', ms: settings.settleMs, after });
  await clock.sleep(settings.settleMs, stop.signal).catch(() => {});
}
