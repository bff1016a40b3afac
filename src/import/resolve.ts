import { absenceMsIn, type Environment } from '../config/environment.ts';
import type { InterfaceName } from '../contract/kind.ts';
import { kindsOf } from '../contract/registry.ts';
import { TraceError } from '../errors.ts';
import { type OutdatedRow, outdatedRows, settleOutdated } from '../ledger/changed.ts';
import { type DoubtfulRow, doubtfulRows, noteListed } from '../ledger/doubts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { settleElsewhere } from '../ledger/other-runs.ts';
import { contractOf, kindsIn } from './contract.ts';
import type { RunEvent } from './event.ts';
import { keepOutdated, type PickingOutdated } from './keep-outdated.ts';
import { type LockedLedger, lockLedger } from './lock-ledger.ts';
import { machineClock } from './machine-clock.ts';
import { originOf } from './place.ts';
import { endBroken, type Pushed, pushStaged, type SendingJob } from './push-run.ts';
import {
  type AbsenceTerms,
  absenceCountsFrom,
  confirmSent,
  openForResolve,
  type Picking,
  type Untouched,
  type Way,
} from './resolve-doubt.ts';
import { requireRun, resumable } from './resume.ts';
import { endRun } from './run-end.ts';

export interface ResolveJob extends SendingJob {
  readonly runId: string;
  readonly how: Way;
  readonly pick: Picking;
  /** Who confirms that the records were sent. */
  readonly by: string;
}

/** Selects the outdated records of a run whose content the person accepts as it is. */
export interface KeepJob extends SendingJob {
  readonly runId: string;
  readonly pick: PickingOutdated;
  readonly by: string;
}

/** The run afterwards, the selected records, and those that the person had not seen in their present state. */
export interface Kept extends Pushed {
  readonly picked: readonly OutdatedRow[];
  readonly unlisted: readonly OutdatedRow[];
}

/** The run afterwards, the selected records, and those that cannot be settled yet. */
export interface Resolved extends Pushed {
  readonly picked: readonly DoubtfulRow[];
  readonly untouched: readonly Untouched[];
}

/** The records of a run that a person can settle, for a list. */
export interface Listing {
  readonly rows: readonly DoubtfulRow[];
  readonly outdated: readonly OutdatedRow[];
  /** The ledger has stored that the person saw the list. */
  readonly noted: boolean;
}

/**
 * Lists the records of a run that are in doubt or outdated, and stores that the person saw them. Requires the lock: while
 * another run pushes, they may change, and nothing is stored. `read` opens the ledger if it cannot be locked or written.
 */
export function listOpen(
  job: Pick<ResolveJob, 'environment' | 'env' | 'now' | 'runId'>,
  pick: PickingOpen,
  read: () => Ledger,
): Listing & { readonly ledger: Ledger; close(): void } {
  let locked: LockedLedger;
  try {
    locked = lockLedger(job);
  } catch (error) {
    if (!(error instanceof TraceError) || !NOT_NOTED.has(error.code)) throw error;
    const ledger = read();
    return { ...listed(ledger, false), ledger, close: () => ledger.close() };
  }
  const { ledger, close } = locked;
  try {
    return { ...listed(ledger, true), ledger, close };
  } catch (error) {
    close();
    throw error;
  }

  function listed(ledger: Ledger, noted: boolean): Listing {
    const { run } = requireRun(ledger, job.runId);
    if (noted) ledger.inTransaction(() => settleOutdated(ledger, run));
    const meant = pick(doubtfulRows(ledger, run), outdatedRows(ledger, run));
    if (noted) noteListed(ledger, [...meant.rows, ...meant.outdated], job.now().toISOString());
    return { ...meant, noted };
  }
}

/** Selects records of a run. Throws TraceError when the selection is wrong. */
type PickingOpen = (
  rows: readonly DoubtfulRow[],
  outdated: readonly OutdatedRow[],
) => Pick<Listing, 'rows' | 'outdated'>;

/** Stores the content of listed outdated records of a run as known. Nothing is sent. */
export function keepRun(job: KeepJob): Kept {
  const { environment, emit, now } = job;
  const locked = lockLedger(job);
  const { ledger, warning, close } = locked;
  try {
    const { run, id: runId, interface: name } = resumable(locked, job.runId, environment);
    emit(startOf(runId, environment));
    const kinds = kindsIn({ interface: name as InterfaceName, contract: contractOf(environment) });
    const kept = keepOutdated(ledger, run, { pick: job.pick, by: job.by, now: now(), kinds });
    return { ledger, run, runId, ...kept, stop: null, warning, close };
  } catch (error) {
    throw endBroken(locked, undefined, now(), error);
  }
}

const startOf = (run: string, environment: Environment): RunEvent => ({
  type: 'run-started',
  run,
  command: 'resolve',
  environment: environment.name,
  origin: originOf(environment),
});

/** Errors with which the list is printed, without storing that the person saw it. */
const NOT_NOTED: ReadonlySet<string> = new Set(['run-locked', 'ledger-unwritable']);

/** From when on the absence of a record in doubt counts; null when it counts already. */
export function absentFrom(
  row: DoubtfulRow,
  interfaceName: string,
  environment: Environment,
  now: Date,
): Date | null {
  return absenceCountsFrom(row, interfaceName, termsOf(environment, now));
}

const termsOf = (environment: Environment, now: Date): AbsenceTerms => ({
  now,
  moment: machineClock.moment(),
  absenceMs: (kind) => absenceMsIn(environment, kind),
});

/** Settles selected records in doubt of a run; sends no others. */
export async function resolveRun(job: ResolveJob): Promise<Resolved> {
  const { environment, emit, how, now } = job;
  const locked = lockLedger(job);
  const { ledger, target, close } = locked;
  let begun: number | undefined;
  try {
    const { run, id: runId, interface: name } = resumable(locked, job.runId, environment);
    const interfaceName = name as InterfaceName;
    const settings = { interface: interfaceName, contract: contractOf(environment) };
    const word = { how, pick: job.pick, ...termsOf(environment, now()) };
    const { picked, untouched, waves, doubtful } = openForResolve({ ledger, run, target, settings }, word);
    emit(startOf(runId, environment));
    begun = run;
    if (how === 'sent') {
      const ids = picked.map(({ id }) => id);
      await confirmSent(ledger, run, ids, { by: job.by, now: now(), kinds: kindsIn(settings) });
      endRun(ledger, run);
      settleElsewhere(ledger, doubtful);
      return { ledger, run, runId, picked, untouched, stop: null, warning: undefined, close };
    }
    const pushed = await pushStaged(job, {
      locked,
      run,
      interface: interfaceName,
      waves,
      doubtful,
      inDoubt: how,
      // The person asked for one create: another lost response is another doubt.
      ...(how === 'resend' ? { mostLost: 1 } : {}),
      blockedAreReported: true,
    });
    return { ledger, run, runId, picked, untouched, ...pushed, close };
  } catch (error) {
    throw endBroken(locked, begun, now(), error);
  }
}

/** Whether the service lets records of a kind be read back. */
export function canBeRead(interfaceName: string, kind: string): boolean {
  return kindsOf(interfaceName as InterfaceName).some(
    ({ name, verify }) => name === kind && verify !== undefined,
  );
}
