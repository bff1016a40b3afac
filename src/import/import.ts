import type { FindingGroups } from '../findings/group.ts';
import { endRun } from './end.ts';
import type { InputSettings } from './input.ts';
import { stageInput } from './inspect.ts';
import { makePlan } from './judge.ts';
import { originOf } from './place.ts';
import { endBroken, holdLedger, type Pushed, pushStaged, type SendingJob } from './pushed.ts';

export interface ImportJob extends SendingJob {
  readonly settings: InputSettings;
  readonly skipInvalid: boolean;
  /** Updates records instead of making them: `settings.updates` says which kind. */
  readonly command?: 'import' | 'update';
  /** What was asked, as JSON, for the run's record. */
  readonly options: string;
}

/** An import that has ended. */
export interface Imported extends Pushed {
  readonly groups: FindingGroups;
  /** Records whose content in the service is not known, and that could be updated and were not to be. */
  readonly notUpdated: number;
  /** See `ReadResult`. */
  readonly rowsLeft: ReadonlyMap<string, number>;
}

/**
 * Check, plan, push. The lock is taken first and held to the end; what a killed run left is settled before anything is
 * read. Nothing is sent when there is an error in the input, unless the sound rows are wanted.
 */
export async function importFiles(job: ImportJob): Promise<Imported> {
  const { environment, settings, command = 'import', now, emit } = job;
  const held = holdLedger(job);
  const { ledger, target, close } = held;
  let begun: number | undefined;
  try {
    const { run, id: runId } = ledger.startRun({
      command,
      environment: environment.name,
      target,
      interface: settings.interface,
      startedAt: now().toISOString(),
      options: job.options,
    });
    begun = run;
    emit({
      type: 'run-started',
      run: runId,
      command,
      environment: environment.name,
      origin: originOf(environment),
    });
    const { groups, interface: told, interrupted, rowsLeft } = await stageInput(ledger, run, target, job);
    if (interrupted) {
      const reason = 'interrupted while the input was read: nothing was sent';
      const stop = { exit: 'interrupted', reason } as const;
      return { ledger, run, runId, groups, rowsLeft, notUpdated: 0, stop, warning: undefined, close };
    }
    const invalid = groups.counts().error > 0 && !job.skipInvalid;
    const inDoubt = environment.inDoubt.value;
    const { plan, waves, doubtful, notUpdated } = makePlan({
      ledger,
      run,
      target,
      settings: { ...settings, interface: told },
      inDoubt,
      invalid,
      place: environment.place,
    });
    emit({ type: 'planned', plan, ...(invalid && { invalid }) });
    // An interrupted run says so, whatever its input.
    if (invalid && !job.signal.aborted) {
      endRun(ledger, run);
      return { ledger, run, runId, groups, rowsLeft, notUpdated, stop: null, warning: undefined, close };
    }
    const pushed = await pushStaged(job, { held, run, interface: told, waves, doubtful });
    return { ledger, run, runId, groups, rowsLeft, notUpdated, ...pushed, close };
  } catch (error) {
    throw endBroken(held, begun, now(), error);
  }
}
