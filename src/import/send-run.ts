import { absenceMsOf, type KindSpec } from '../contract/kind.ts';
import { EXIT_CODES, TraceError } from '../errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { say } from '../say.ts';
import type { InDoubt } from '../send/push/delivery.ts';
import { push } from '../send/push/engine.ts';
import type { Stop } from '../send/push/outcome.ts';
import type { SharedMemory } from '../shared/memory.ts';
import { endBrokenPush, endRun, unexpectedStopOf } from './end-run.ts';
import { openServiceOf } from './open-service.ts';
import type { RunEvent } from './report/run-event.ts';
import { errorOf } from './report/run-result.ts';
import type { LockedLedger, LockingJob } from './state/lock-ledger.ts';

/** The number of records of a kind that will be sent or settled. */
export interface PendingRecords {
  /** The kind, in the plural. */
  readonly kinds: string;
  readonly count: number;
}

/** The settings of every run that sends records. */
export interface SendingJob extends LockingJob {
  readonly signal: AbortSignal;
  /** Aborted to stop waiting for open requests. */
  readonly forced?: AbortSignal | undefined;
  readonly emit: (event: RunEvent) => void;
  /** Called after planning and before sending; throws if the user declines. */
  readonly confirm?: ((leaving: readonly PendingRecords[]) => Promise<void>) | undefined;
}

/** A run that has ended. The ledger is still open for the report; the caller closes it. */
export interface EndedRun {
  readonly ledger: Ledger;
  readonly run: number;
  readonly runId: string;
  readonly stop: Stop | null;
  /** An error that occurred while records were being sent. It is printed after the report. */
  readonly error?: unknown;
  /** A warning about the connection to the service. */
  readonly warning: string | undefined;
  /** Releases the ledger and the lock. */
  close(): void;
}

/** How a run stops whose ledger was removed. The report can still be written, because the file is open. */
const ledgerGoneStop = ({ exit, code, message, hint }: TraceError): Stop => ({
  exit,
  code,
  reason: `${message.slice(0, -1)}. ${hint?.replace(/\.$/, '')}`,
  next: null,
});

/** A planned run to send. */
export interface PlannedRun {
  readonly locked: LockedLedger;
  readonly run: number;
  readonly waves: readonly (readonly KindSpec[])[];
  /** Ids of records in doubt. Their outcome also settles records of other runs. */
  readonly doubtful: readonly number[];
  /** If set, overrides how the environment settles records in doubt. */
  readonly inDoubt?: InDoubt;
  /** Maximum number of attempts of a create without a certain response. After them the record stays in doubt. */
  readonly mostLost?: number;
  /** Whether the blocked records are already reported. */
  readonly blockedAreReported?: boolean;
  /** The memory that machines share; null if this machine has its own. */
  readonly memory: SharedMemory | null;
  /** See `SharedClaims`. */
  readonly compareAgain?: () => void;
}

/**
 * Sends the open records of a planned run, and ends all others. Throws errors that occur before anything is sent.
 * A later error ends the run; each record then keeps its last known state.
 */
export async function sendPlanned(
  { environment, env, now, signal, forced, emit, confirm }: SendingJob,
  planned: PlannedRun,
): Promise<Pick<EndedRun, 'stop' | 'error' | 'warning'>> {
  const { run, waves, memory, blockedAreReported = false } = planned;
  const { ledger } = planned.locked;
  const interrupted = () => {
    endRun(ledger, run);
    const reason = say().records.interruptedBefore();
    return { stop: { exit: 'interrupted', reason }, warning: undefined } as const;
  };
  if (signal.aborted) return interrupted();
  const pending = pendingRecords(ledger, run, planned.waves.flat());
  if (pending.length === 0) return { stop: null, warning: planned.locked.warning };
  await confirm?.(pending);
  const opening = await openServiceOf(environment, env, 'write', signal, memory).catch((error: unknown) => {
    if (signal.aborted && error === signal.reason) return null;
    throw error;
  });
  if (opening === null) return interrupted();
  const { service, limiter, close, redact, ...opened } = opening;
  const warnings = [planned.locked.warning, opened.warning, (await ledger.backUp(now(), true)) ?? undefined];
  const warning = warnings.filter((text) => text !== undefined).join('\n') || undefined;
  const onForced = () =>
    emit({
      type: 'stopping',
      reason: say().records.interruptedAgain(),
    });
  forced?.addEventListener('abort', onForced, { once: true });
  let closing = close;
  try {
    const stop = await push(
      {
        ...{ ledger, run, waves, service, emit, blockedAreReported },
        place: environment.place,
        shared: memory && { claims: memory, compareAgain: planned.compareAgain ?? null },
      },
      {
        limiter,
        settleMs: environment.settleMs.value,
        inDoubt: planned.inDoubt ?? environment.inDoubt.value,
        hasFixedAnswers: environment.mock.value === 'fixed-answers',
        ...(planned.mostLost === undefined ? {} : { mostLost: planned.mostLost }),
        absenceMs: (kind) => absenceMsOf(kind, environment.absence.value),
        signal,
        forced,
        now,
      },
    );
    endRun(ledger, run);
    ledger.doubts.settleElsewhere(planned.doubtful);
    const gone = ledger.goneError();
    return { stop: gone ? ledgerGoneStop(gone) : stop, warning };
  } catch (error) {
    // If closing fails, too, report the first error.
    closing = () => close().catch(() => {});
    endBrokenPush(ledger, run, planned.doubtful, now().toISOString());
    const gone = ledger.goneError();
    const { stop, error: broken } = unexpectedStopOf(error, ledger);
    const redacted = { ...stop, reason: redact(stop.reason) };
    return { stop: redacted, error: broken, ...(gone ? { stop: ledgerGoneStop(gone) } : {}), warning };
  } finally {
    forced?.removeEventListener('abort', onForced);
    await closing();
  }
}

/** Ends a run after an error that occurred before anything was sent, closes the ledger, and returns the error to throw. */
export function endBeforeSending(
  locked: LockedLedger,
  run: number | undefined,
  at: Date,
  error: unknown,
): unknown {
  const { ledger } = locked;
  if (run !== undefined && ledger.isOpen) {
    try {
      ledger.rollBack();
      endRun(ledger, run);
      const stop = stopOf(error, ledger);
      const verdict = { text: stop.reason, next: null };
      const { code } = EXIT_CODES[stop.exit];
      ledger.runs.finish(
        run,
        at.toISOString(),
        code,
        JSON.stringify({ ...verdict, error: errorOf(code, verdict, stop) }),
      );
    } catch {
      // With a full disk, this fails, too. The first error is printed, and the next run settles this run.
    }
  }
  locked.close();
  return error;
}

/** The number of open records of a planned run, by kind. */
function pendingRecords(ledger: Ledger, run: number, kinds: readonly KindSpec[]): PendingRecords[] {
  const rows = ledger.plan(run).openByKind();
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  const known = kinds.filter(({ name }) => counts.has(name));
  const others = rows.filter(({ kind }) => !known.some(({ name }) => name === kind));
  return [
    ...known.map(({ name, plural }) => ({ kinds: plural, count: counts.get(name)! })),
    ...others.map(({ kind, count }) => ({ kinds: kind, count })),
  ];
}

function stopOf(error: unknown, ledger: Ledger): Stop {
  if (error instanceof TraceError) {
    const { exit, code, message, hint } = error;
    return { exit, code, reason: message, hint };
  }
  if ((error as Error | undefined)?.name === 'AbortError')
    return { exit: 'interrupted', reason: say().records.interruptedNothing() };
  return unexpectedStopOf(error, ledger).stop;
}
