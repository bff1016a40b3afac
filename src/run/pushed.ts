import { absenceMsIn, type Environment } from '../config/environment.ts';
import type { InterfaceName, KindSpec } from '../contract/kind.ts';
import { EXIT_CODES, TraceError } from '../errors.ts';
import { settleElsewhere } from '../ledger/elsewhere.ts';
import { Ledger } from '../ledger/ledger.ts';
import { takeLock } from '../ledger/lock.ts';
import { forgetTarget } from '../ledger/planning.ts';
import type { InDoubt } from '../push/doubt.ts';
import { push } from '../push/engine.ts';
import type { Stop } from '../push/stop.ts';
import { endRun } from './end.ts';
import type { RunEvent } from './event.ts';
import { settleKilled } from './killed.ts';
import { refuseLost } from './lost.ts';
import { machineClock } from './machine-clock.ts';
import { isAnotherMock, stateFiles, targetOf } from './place.ts';
import { openTarget } from './target.ts';

/** What every run that sends is given. */
export interface SendingJob {
  readonly environment: Environment;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly emit: (event: RunEvent) => void;
}

/** A run that has ended: the ledger is still open, for the report. Close it last. */
export interface Pushed {
  readonly ledger: Ledger;
  readonly run: number;
  readonly runId: string;
  readonly stop: Stop | null;
  /** Something doubtful about how the service is reached. */
  readonly warning: string | undefined;
  /** Releases the ledger and the lock. */
  close(): void;
}

/** A ledger that no other run pushes from. */
export interface HeldLedger {
  readonly ledger: Ledger;
  readonly target: string;
  /** What is to be said of the memory of the ledger. */
  readonly warning: string | undefined;
  /** Releases the ledger and the lock. */
  close(): void;
}

/**
 * Takes the lock of the environment, opens the ledger, and settles what killed runs left in it.
 * Throws TraceError `locked`, and others when the ledger cannot be used.
 */
export function holdLedger({ environment, now }: Pick<SendingJob, 'environment' | 'now'>): HeldLedger {
  const files = stateFiles(environment.stateDir.value);
  const lock = takeLock(files.lock(environment.name));
  let ledger: Ledger | undefined;
  const close = () => {
    ledger?.close();
    lock.release();
  };
  try {
    refuseLost(files);
    ledger = Ledger.open(files.ledger);
    const target = targetOf(environment);
    let warning: string | undefined;
    if (isAnotherMock(ledger, environment, target, files.mock) && forgetTarget(ledger, target) > 0) {
      warning = `The local mock has other data than the ledger remembers (${files.mock} is new): nothing counts as sent.`;
    }
    settleKilled(ledger, {
      environment: environment.name,
      target,
      now: now(),
      moment: machineClock.moment(),
    });
    return { ledger, target, warning, close };
  } catch (error) {
    close();
    throw error;
  }
}

export interface Staged {
  readonly held: HeldLedger;
  readonly run: number;
  readonly interface: InterfaceName;
  readonly waves: readonly (readonly KindSpec[])[];
  /** Ids of the records that are to be settled: what is learned of them counts for other runs as well. */
  readonly doubtful: readonly number[];
  /** Instead of what the environment says. */
  readonly inDoubt?: InDoubt;
  /** Creates of one record without a certain answer before it is left in doubt. */
  readonly mostLost?: number;
  /** Records that are blocked already were told of before. */
  readonly blockedAreTold?: boolean;
}

/**
 * Sends the open records of a planned run, if there are any, and gives the others their end. An expected error before
 * anything was sent ends the run; what breaks later, the next run settles.
 */
export async function pushStaged(
  { environment, env, now, signal, emit }: SendingJob,
  staged: Staged,
): Promise<Pick<Pushed, 'stop' | 'warning'>> {
  const { run, interface: interfaceName, waves, blockedAreTold = false } = staged;
  const { ledger, target } = staged.held;
  if (signal.aborted) {
    endRun(ledger, run);
    return {
      stop: { exit: 'interrupted', reason: 'interrupted before anything was sent' },
      warning: undefined,
    };
  }
  if (!hasOpen(ledger, run)) return { stop: null, warning: staged.held.warning };
  const { service, close, ...opened } = await openTarget(environment, env);
  const warnings = [staged.held.warning, opened.warning].filter((text) => text !== undefined);
  const warning = warnings.length === 0 ? undefined : warnings.join('\n');
  try {
    const stop = await push(
      { ledger, run, target, interface: interfaceName, waves, service, emit, blockedAreTold },
      {
        rate: environment.rate.value,
        concurrency: environment.concurrency.value,
        settleMs: environment.settleMs.value,
        inDoubt: staged.inDoubt ?? environment.inDoubt.value,
        ...(staged.mostLost === undefined ? {} : { mostLost: staged.mostLost }),
        absenceMs: (kind) => absenceMsIn(environment, kind),
        signal,
        clock: machineClock,
        now,
      },
    ).catch((error: unknown) => {
      throw new BrokenPush(error);
    });
    endRun(ledger, run);
    settleElsewhere(ledger, staged.doubtful);
    return { stop, warning };
  } finally {
    await close();
  }
}

/** What broke while records were leaving: the run is not over, the next one settles it. */
class BrokenPush {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** Ends a run that an expected error ends before anything was sent, lets the ledger go, and gives the error to throw. */
export function endBroken(held: HeldLedger, run: number | undefined, at: Date, error: unknown): unknown {
  const { ledger } = held;
  if (error instanceof TraceError && run !== undefined && ledger.db.isOpen) {
    try {
      if (ledger.db.isTransaction) ledger.db.exec('rollback');
      endRun(ledger, run);
      const verdict = JSON.stringify({ text: error.message, next: null });
      ledger.finishRun(run, at.toISOString(), EXIT_CODES[error.exit].code, verdict);
    } catch {
      // a disk that is full is full for this too: the first error is told, and the next run settles this one
    }
  }
  held.close();
  return error instanceof BrokenPush ? error.error : error;
}

function hasOpen({ db }: Ledger, run: number): boolean {
  return db.prepare('select 1 from records where run = ? and outcome is null limit 1').get(run) !== undefined;
}
