import { absenceMsIn, type Environment } from '../config/environment.ts';
import type { InterfaceName } from '../contract/kind.ts';
import { kindsOf } from '../contract/registry.ts';
import { TraceError } from '../errors.ts';
import { settleElsewhere } from '../ledger/elsewhere.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type DoubtfulRow, doubtfulRows } from '../ledger/unfinished.ts';
import { contractOf } from './contract.ts';
import { endRun } from './end.ts';
import { kindsIn } from './input.ts';
import { machineClock } from './machine-clock.ts';
import { originOf } from './place.ts';
import {
  endBroken,
  type HeldLedger,
  holdLedger,
  type Pushed,
  pushStaged,
  type SendingJob,
} from './pushed.ts';
import { resumable } from './resume.ts';
import {
  type AbsenceTerms,
  absenceCountsFrom,
  listForWord,
  openForWord,
  type Picking,
  takeWord,
  type Untouched,
  type Way,
} from './word.ts';

export interface ResolveJob extends SendingJob {
  readonly runId: string;
  readonly how: Way;
  readonly pick: Picking;
  /** Who says that they were sent. */
  readonly by: string;
}

/** The run after it, the records that it was about, and those that were named and not touched. */
export interface Resolved extends Pushed {
  readonly picked: readonly DoubtfulRow[];
  readonly untouched: readonly Untouched[];
}

/** The records in doubt of a run, as a person sees them. */
export interface DoubtListing {
  readonly rows: readonly DoubtfulRow[];
  /** The listing was noted: what is said of these records now is about them as they are listed. */
  readonly noted: boolean;
}

/**
 * Lists the records of a run that are in doubt and notes that a person saw them, under the lock: while another run pushes,
 * they may change, and nothing is noted. `read` opens the ledger where it cannot be locked or written.
 */
export function listDoubt(
  job: Pick<ResolveJob, 'environment' | 'env' | 'now' | 'runId'>,
  pick: Picking,
  read: () => Ledger,
): DoubtListing & { readonly ledger: Ledger; close(): void } {
  let held: HeldLedger;
  try {
    held = holdLedger(job);
  } catch (error) {
    if (!(error instanceof TraceError) || !NOT_NOTED.has(error.code)) throw error;
    const ledger = read();
    return { ...listed(ledger, false), ledger, close: () => ledger.close() };
  }
  const { ledger, close } = held;
  try {
    return { ...listed(ledger, true), ledger, close };
  } catch (error) {
    close();
    throw error;
  }

  function listed(ledger: Ledger, noted: boolean): DoubtListing {
    const { run } = ledger.findRun(job.runId)!;
    const rows = noted ? listForWord(ledger, run, pick, job.now()) : pick(doubtfulRows(ledger, run));
    return { rows, noted };
  }
}

/** What keeps a listing from being noted, and does not keep it from being printed. */
const NOT_NOTED: ReadonlySet<string> = new Set(['run-locked', 'ledger-unwritable']);

/** From when on the absence of a record in doubt counts; null when it does already. */
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

/** Settles records of a run that are in doubt and were listed; nothing else of it is sent. */
export async function resolveRun(job: ResolveJob): Promise<Resolved> {
  const { environment, emit, how, now } = job;
  const held = holdLedger(job);
  const { ledger, target, close } = held;
  let begun: number | undefined;
  try {
    const { run, id: runId, interface: name } = resumable(held, job.runId, environment);
    const interfaceName = name as InterfaceName;
    const settings = { interface: interfaceName, contract: contractOf(environment) };
    const word = { how, pick: job.pick, ...termsOf(environment, now()) };
    const { picked, untouched, waves, doubtful } = openForWord({ ledger, run, target, settings }, word);
    emit({
      type: 'run-started',
      run: runId,
      command: 'resolve',
      environment: environment.name,
      origin: originOf(environment),
    });
    begun = run;
    if (how === 'sent') {
      const ids = picked.map(({ id }) => id);
      await takeWord(ledger, run, ids, { by: job.by, now: now(), kinds: kindsIn(settings) });
      endRun(ledger, run);
      settleElsewhere(ledger, doubtful);
      return { ledger, run, runId, picked, untouched, stop: null, warning: undefined, close };
    }
    const pushed = await pushStaged(job, {
      held,
      run,
      interface: interfaceName,
      waves,
      doubtful,
      inDoubt: how,
      // A person asked for one create: a lost answer is a new doubt.
      ...(how === 'resend' ? { mostLost: 1 } : {}),
      blockedAreTold: true,
    });
    return { ledger, run, runId, picked, untouched, ...pushed, close };
  } catch (error) {
    throw endBroken(held, begun, now(), error);
  }
}

/** Whether the service can be asked for records of a kind. */
export function canBeRead(interfaceName: string, kind: string): boolean {
  return kindsOf(interfaceName as InterfaceName).some(
    ({ name, verify }) => name === kind && verify !== undefined,
  );
}
