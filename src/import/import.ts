import type { FindingGroups } from '../findings/group.ts';
import { say } from '../say.ts';
import type { SharedMemory } from '../shared/memory.ts';
import { endRun } from './end-run.ts';
import { beginRun } from './input/begin-run.ts';
import type { InputSettings } from './input/settings.ts';
import { Sources } from './input/sources.ts';
import { joinMemory } from './join-memory.ts';
import { type EndedRun, endBeforeSending, type SendingJob, sendPlanned } from './send-run.ts';
import { stageInput } from './stage-input.ts';
import { makePlan } from './staged/make-plan.ts';
import { lockLedger } from './state/lock-ledger.ts';
import { requiredRehearsal } from './state/required-rehearsal.ts';

export interface ImportJob extends SendingJob {
  readonly settings: InputSettings;
  readonly skipInvalid: boolean;
  /** `update`: updates records of the kind in `settings.updates` instead of creating records. */
  readonly command?: 'import' | 'update';
  /** The options of the command, as JSON. */
  readonly options: string;
}

/** An import that has ended. */
export interface ImportResult extends EndedRun {
  readonly findingGroups: FindingGroups;
  /** Number of records that were not updated because their content in the service is unknown. */
  readonly notUpdated: number;
  /** See `ReadResult`. */
  readonly unsentRows: ReadonlyMap<string, number>;
}

/**
 * Reads, checks, plans and sends the records. Keeps the lock until the run ends, and settles killed
 * runs first. If the input has an error, nothing is sent, unless `skipInvalid` is set.
 */
export async function importFiles(job: ImportJob): Promise<ImportResult> {
  const { environment, command = 'import', now, emit } = job;
  const locked = lockLedger(job);
  const { ledger, target, close } = locked;
  let started: number | undefined;
  let memory: SharedMemory | null = null;
  try {
    const sources = new Sources();
    const { head, settings } = await beginRun({ ...job, command }, target, sources, ledger);
    const row = ledger.runs.start(head);
    const { run, id: runId } = row;
    started = run;
    memory = await joinMemory(job, locked, runId);
    const drift = environment.drift === null ? undefined : { settings: environment.drift, run: row };
    const rehearsal = requiredRehearsal(environment, row);
    const staged = await stageInput(ledger, run, { ...job, settings, drift, rehearsal }, sources);
    const { findingGroups, interrupted, unsentRows, tables } = staged;
    if (interrupted) {
      const reason = say().records.interruptedReading();
      const stop = { exit: 'interrupted', reason } as const;
      return {
        ...{ ledger, run, runId, findingGroups, unsentRows, notUpdated: 0, stop, warning: undefined, close },
      };
    }
    const invalid = findingGroups.counts().error > 0 && !job.skipInvalid;
    const inDoubt = environment.inDoubt.value;
    const { plan, waves, doubtful, notUpdated, compareAgain } = makePlan({
      ledger,
      run,
      settings,
      inDoubt,
      invalid,
      place: environment.place,
    });
    emit({ type: 'planned', plan, ...(invalid && { invalid }) });
    // If the run was interrupted, do not report the invalid input: the sending step reports the
    // interruption.
    if (invalid && !job.signal.aborted) {
      endRun(ledger, run);
      return {
        ...{ ledger, run, runId, findingGroups, unsentRows, notUpdated, close },
        ...{ stop: null, warning: undefined },
      };
    }
    const sent = await sendPlanned(job, { locked, run, waves, doubtful, memory, compareAgain });
    if (drift && sent.stop === null && sent.error === undefined) {
      const { keepProfiles } = await import('./drift/check-drift.ts');
      keepProfiles({ ledger, run: row, tables });
    }
    return { ledger, run, runId, findingGroups, unsentRows, notUpdated, ...sent, close };
  } catch (error) {
    throw endBeforeSending(locked, started, now(), error);
  } finally {
    await memory?.close();
  }
}
