import { command, operands } from '../advice.ts';
import type { Environment } from '../config/environment.ts';
import type { InterfaceName } from '../contract/kind.ts';
import { kindsOf } from '../contract/registry.ts';
import { TraceError, usage } from '../errors.ts';
import type { Ledger, RunRow } from '../ledger/ledger.ts';
import { say } from '../say.ts';
import type { SharedMemory } from '../shared/memory.ts';
import { contractOf } from './input/settings.ts';
import { joinMemory } from './join-memory.ts';
import { repeatCommand } from './report/repeat-command.ts';
import { type EndedRun, endBeforeSending, type SendingJob, sendPlanned } from './send-run.ts';
import { makePlan } from './staged/make-plan.ts';
import { type LockedLedger, lockLedger } from './state/lock-ledger.ts';
import { runStartedEvent } from './state/target.ts';

export interface ResumeJob extends SendingJob {
  readonly runId: string;
  /** Whether to send records again that the service rejected. */
  readonly retryRejected: boolean;
}

/**
 * Resumes a run from the ledger; the input files are not needed. Settles the records in doubt, then sends the
 * records that were not attempted, failed or are blocked. Records that another run has sent in the meantime are
 * not sent again.
 */
export async function resumeRun(job: ResumeJob): Promise<EndedRun> {
  const { environment, emit } = job;
  const locked = lockLedger(job);
  const { ledger, close } = locked;
  let started: number | undefined;
  let memory: SharedMemory | null = null;
  try {
    const { run, id: runId, interface: name, options } = resumable(locked, job.runId, environment);
    const { update = false } = JSON.parse(options) as { update?: boolean };
    emit(runStartedEvent('resume', runId, environment));
    memory = await joinMemory(job, locked, runId);
    const interfaceName = name as InterfaceName;
    const { plan, waves, doubtful, compareAgain } = makePlan({
      ledger,
      run,
      settings: { interface: interfaceName, contract: contractOf(environment), update },
      inDoubt: environment.inDoubt.value,
      place: environment.place,
      reopen: () => ledger.runs.reopenLeft(run, job.retryRejected),
    });
    started = run;
    emit({ type: 'planned', plan });
    const sent = await sendPlanned(job, { locked, run, waves, doubtful, memory, compareAgain });
    return { ledger, run, runId, ...sent, close };
  } catch (error) {
    throw endBeforeSending(locked, started, job.now(), error);
  } finally {
    await memory?.close();
  }
}

/** Reads a run again that was found before the ledger was locked. Throws TraceError if the run no longer exists. */
export function requireRun(ledger: Ledger, id: string): RunRow {
  const run = ledger.runs.find(id);
  if (run) return run;
  throw usage('ledger-gone', say().runs.gone({ run: id, path: ledger.path }), say().runs.goneHint());
}

/** Finds a run that can be resumed in `environment`. Throws TraceError with the reason if it cannot be resumed. */
export function resumable(
  { ledger, target }: LockedLedger,
  id: string,
  environment: Pick<Environment, 'name' | 'place'>,
): RunRow {
  const found = requireRun(ledger, id);
  const run = { ...found, environment: environment.name };
  if (run.stage === 'reading') {
    throw usage(
      'run-not-staged',
      say().runs.notStaged({ run: run.id }),
      say().runs.importAgain({ command: repeatCommand({ ...run, environment: environment.name }) }),
    );
  }
  if (run.stage === 'invalid') {
    const { invalid, invalidFix, invalidFixOrSkip } = say().runs;
    const again = { command: repeatCommand(run) };
    const hint = ledger.runs.hasValidRows(run.run)
      ? invalidFixOrSkip({ ...again, skip: repeatCommand(run, '--skip-invalid') })
      : invalidFix(again);
    throw new TraceError('invalid', 'run-invalid', invalid({ run: run.id }), hint);
  }
  if (run.target !== target) {
    throw usage(
      'run-elsewhere',
      say().runs.elsewhere({
        ...{ run: run.id, target: run.target },
        ...{ environment: environment.name, address: target },
      }),
      say().runs.elsewhereHint({
        command: command('env', 'show', ...operands([environment.name], environment.place)),
      }),
    );
  }
  if (kindsOf(run.interface as InterfaceName).length === 0) {
    throw usage('interface', say().runs.interfaceUnknown({ name: run.interface }));
  }
  return run;
}
