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
  /** What was asked, as JSON, for the run's record. */
  readonly options: string;
}

/** An import that has ended. */
export interface Imported extends Pushed {
  readonly groups: FindingGroups;
}

/**
 * Check, plan, push. The lock is taken first and held to the end; what a killed run left is settled before anything is
 * read. Nothing is sent when there is an error in the input, unless the sound rows are wanted.
 */
export async function importFiles(job: ImportJob): Promise<Imported> {
  const { environment, settings, now, emit } = job;
  const held = holdLedger(job);
  const { ledger, target, close } = held;
  let begun: number | undefined;
  try {
    const { run, id: runId } = ledger.startRun({
      command: 'import',
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
      command: 'import',
      environment: environment.name,
      origin: originOf(environment),
    });
    const { groups } = await stageInput(ledger, run, target, job);
    const invalid = groups.counts().error > 0 && !job.skipInvalid;
    const inDoubt = environment.inDoubt.value;
    const { plan, waves } = makePlan({ ledger, run, target, settings, inDoubt, invalid });
    emit({ type: 'planned', plan });
    // An interrupted run says so, whatever its input.
    if (invalid && !job.signal.aborted) {
      endRun(ledger, run);
      return { ledger, run, runId, groups, stop: null, warning: undefined, close };
    }
    const pushed = await pushStaged(job, { held, run, interface: settings.interface, waves });
    return { ledger, run, runId, groups, ...pushed, close };
  } catch (error) {
    throw endBroken(held, begun, now(), error);
  }
}
