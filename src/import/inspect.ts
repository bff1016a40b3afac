import type { Environment } from '../config/environment.ts';
import type { InterfaceName } from '../contract/kind.ts';
import type { FindingGroups } from '../findings/group.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { PlanSummary } from '../send/plan/plan.ts';
import { beginRun } from './input/begin-run.ts';
import type { InputSettings } from './input/settings.ts';
import { Sources } from './input/sources.ts';
import type { RunEvent } from './report/run-event.ts';
import { stageInput } from './stage-input.ts';
import { makePlan } from './staged/make-plan.ts';
import { ledgerToCompare } from './state/ledger-faults.ts';
import { ownershipOf } from './state/ownership.ts';
import { requiredRehearsal } from './state/required-rehearsal.ts';
import { stateFiles } from './state/state-files.ts';
import { isAnotherMock, targetOf } from './state/target.ts';

export interface InspectJob {
  readonly command: 'check' | 'plan';
  readonly environment: Environment;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: InputSettings;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly emit: (event: RunEvent) => void;
  readonly skipInvalid?: boolean;
  /** The options of the command, as JSON. */
  readonly options: string;
}

/** The result of a check or a plan. The ledger is temporary; the caller closes it. */
export interface Inspection {
  readonly ledger: Ledger;
  readonly run: number;
  readonly runId: string;
  /** The interface of the run: from a flag, from the environment, or detected from the sheets. */
  readonly interface: InterfaceName;
  readonly records: number;
  readonly findingGroups: FindingGroups;
  /** Null for a check, and if the input was not read to its end. */
  readonly plan: PlanSummary | null;
}

/** Reads, checks and plans in a temporary ledger: nothing is sent or stored. */
export async function inspect(job: InspectJob, sources = new Sources()): Promise<Inspection> {
  const ledger = ledgerToInspect(job) ?? Ledger.temporary(null);
  const target = targetOf(job.environment);
  try {
    if (job.command === 'plan' && job.environment.memory !== null) {
      const { copyMemory } = await import('./join-memory.ts');
      await copyMemory(job, ledger, target);
    }
    const { head, settings } = await beginRun(job, target, sources, ledger);
    const row = ledger.runs.start(head);
    const { run, id: runId } = row;
    const { drift } = job.environment;
    const compared = drift !== null && job.command === 'plan' ? { settings: drift, run: row } : undefined;
    const rehearsal = job.command === 'plan' ? requiredRehearsal(job.environment, row) : undefined;
    const staged = await stageInput(ledger, run, { ...job, settings, drift: compared, rehearsal }, sources);
    const { findingGroups, records } = staged;
    const plan =
      job.command === 'plan' && !staged.interrupted ? makePlan({ ledger, run, settings }).plan : null;
    const invalid = findingGroups.counts().error > 0 && !job.skipInvalid;
    if (plan) job.emit({ type: 'planned', plan, ...(invalid && { invalid }) });
    return { ledger, run, runId, interface: settings.interface, records, findingGroups, plan };
  } catch (error) {
    ledger.close();
    throw ledger.errorOf(error);
  }
}

/**
 * Opens a temporary ledger that compares records with the real ledger, which is not changed. Null if there is no ledger
 * to compare with. Records that an import would move to the target are copied. A plan throws the errors that an import
 * would throw.
 */
export function ledgerToInspect({
  environment,
  env,
  command,
}: Pick<InspectJob, 'environment' | 'env' | 'command'>): Ledger | null {
  // Without an address there is no target, so no ledger to compare with.
  if (environment.hasNoAddress) return null;
  const files = stateFiles(environment.stateDir.value);
  const path = ledgerToCompare(environment, env);
  if (path === null) return null;
  using opened = new DisposableStack();
  const ledger = opened.use(Ledger.temporary(path));
  const { target, moves, refusal } = ownershipOf(environment, ledger.targets.list());
  if (refusal !== null && command === 'plan') throw refusal;
  const from = moves.filter(({ to }) => to === target).map((move) => move.from);
  const isShared = environment.memory !== null && command === 'plan';
  if (from.length > 0 || isShared) ledger.targets.copyEntries([target, ...from], target);
  if (isAnotherMock(ledger, environment, target, files.mock)) return null;
  opened.move();
  return ledger;
}
