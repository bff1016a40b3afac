import type { KindSpec } from '../contract/kind.ts';
import { keyText } from '../contract/kind.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { blockDependants, blockedRows } from '../ledger/planning.ts';
import { type PendingRow, Sending } from '../ledger/sending.ts';
import { type Clock, systemClock } from '../service/clock.ts';
import { ConcurrencyLimit } from '../service/concurrency.ts';
import { Pacer } from '../service/pace.ts';
import { RetryBudget } from '../service/retry.ts';
import type { Service } from '../service/service.ts';
import type { PushEvent } from './event.ts';
import { noTotals, type Totals } from './outcome.ts';
import { sendRecord } from './send.ts';
import { type Stop, StopSignal } from './stop.ts';

export interface PushJob {
  readonly ledger: Ledger;
  readonly run: number;
  readonly target: string;
  readonly interface: string;
  /** Kinds in waves, from the plan. */
  readonly waves: readonly (readonly KindSpec[])[];
  readonly service: Service;
  readonly emit: (event: PushEvent) => void;
}

export interface PushSettings {
  /** Requests a second; 0 for no limit. */
  readonly rate: number;
  /** Most requests out at once. */
  readonly concurrency: number;
  /** Pause between waves, in milliseconds: relations settle in the service. */
  readonly settleMs: number;
  /** Aborted when the person wants the run to stop: what is out is waited for. */
  readonly signal?: AbortSignal;
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
  readonly pacer: Pacer;
  readonly limit: ConcurrencyLimit;
  readonly budget: RetryBudget;
  readonly stop: StopSignal;
  /** Kinds of which this run created records: a reference to one of them may not be known to the service yet. */
  readonly fresh: Set<string>;
}

/**
 * Sends the open records of a run, wave by wave, and writes each record's outcome to the ledger. Within a wave the
 * kinds follow each other; of each kind the first record goes alone. Gives why it stopped early, or null.
 * Throws only when the ledger can no longer be written: nothing is sent without a durable record.
 */
export async function push(job: PushJob, settings: PushSettings): Promise<Stop | null> {
  const clock = settings.clock ?? systemClock;
  const context: PushContext = {
    job,
    settings,
    sending: new Sending(job.ledger, job.run),
    clock,
    pacer: new Pacer(settings.rate, clock),
    limit: new ConcurrencyLimit(settings.concurrency),
    budget: new RetryBudget(),
    stop: new StopSignal(settings.signal, (reason) => job.emit({ type: 'stopping', reason })),
    fresh: new Set(),
  };
  let sentBefore: string[] = [];
  for (const [index, kinds] of job.waves.entries()) {
    if (context.stop.reason) break;
    const wave = index + 1;
    const total = kinds.reduce((sum, kind) => sum + context.sending.openCount(kind.name), 0);
    if (total === 0) continue;
    if (sentBefore.length > 0) await settle(context, sentBefore);
    job.emit({ type: 'wave-started', wave, kinds: kinds.map((kind) => kind.plural), total });
    const totals = noTotals();
    sentBefore = [];
    for (const kind of kinds) {
      if (await pushKind(context, wave, kind, totals)) sentBefore.push(kind.plural);
    }
    job.emit({ type: 'wave-finished', wave, kinds: kinds.map((kind) => kind.plural), totals });
  }
  await job.ledger.commits.flush();
  context.sending.notAttempted();
  return context.stop.reason;
}

/** Gives whether anything of the kind was sent. */
async function pushKind(
  context: PushContext,
  wave: number,
  kind: KindSpec,
  totals: Totals,
): Promise<boolean> {
  const { job, sending, stop } = context;
  blockDependants(job.ledger, job.run, kind.name, job.target, job.interface);
  for (const { key, blockedBy } of blockedRows(job.ledger, job.run, kind.name)) {
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
  let sent = false;
  let failure: unknown;
  const out = new Set<Promise<void>>();
  const start = (row: PendingRow) => {
    sent = true;
    const task = sendRecord(context, wave, kind, row)
      .then((outcome) => {
        if (outcome !== null) totals[outcome]++;
      })
      .catch((error: unknown) => {
        failure ??= error;
        stop.now({ exit: 'bug', reason: 'the ledger cannot be written' });
      })
      .finally(() => out.delete(task));
    out.add(task);
    return task;
  };

  let after = { batch: '', id: 0 };
  let first = true;
  pages: for (;;) {
    const rows = sending.next(kind.name, after, PAGE);
    for (const row of rows) {
      if (stop.reason) break pages;
      const task = start(row);
      if (first) await task;
      first = false;
      while (out.size >= context.settings.concurrency) await Promise.race(out);
    }
    const last = rows.at(-1);
    if (!last) break;
    after = { batch: last.batch, id: last.id };
  }
  await Promise.all(out);
  if (failure) throw failure;
  return sent;
}

async function settle({ job, settings, clock, stop }: PushContext, after: string[]): Promise<void> {
  if (settings.settleMs === 0) return;
  job.emit({ type: 'settling', ms: settings.settleMs, after });
  await clock.sleep(settings.settleMs, stop.signal).catch(() => {});
}

/** `supplier FRN-0003 was rejected`, from the ledger's JSON. */
export function blockText(blockedBy: string): string {
  const { kind, key, outcome } = JSON.parse(blockedBy) as { kind: string; key: string; outcome: string };
  return `${kind} ${keyText(key)} is ${outcome}`;
}
