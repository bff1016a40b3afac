import type { Environment } from '../config/environment.ts';
import type { InterfaceName } from '../contract/kind.ts';
import type { Finding } from '../findings/finding.ts';
import { FindingGroups } from '../findings/group.ts';
import { ledgerError } from '../ledger/database.ts';
import { Ledger } from '../ledger/ledger.ts';
import { Stage } from '../ledger/stage.ts';
import { knownTargets } from '../ledger/targets.ts';
import { claimOf } from './claim.ts';
import type { RunEvent } from './event.ts';
import type { InputSettings } from './input.ts';
import { judgeAcross, makePlan } from './judge.ts';
import { knownLedger } from './ledger-state.ts';
import { isAnotherMock, originOf, stateFiles, targetOf } from './place.ts';
import type { PlanSummary } from './plan/plan.ts';
import { readInput } from './read.ts';

export interface InspectJob {
  readonly command: 'check' | 'plan';
  readonly environment: Environment;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: InputSettings;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly emit: (event: RunEvent) => void;
  readonly skipInvalid?: boolean;
  /** What was asked, as JSON, for the run's record. */
  readonly options: string;
}

/** What a check or a plan found. The ledger is a temporary one: close it when the findings have been read. */
export interface Inspection {
  readonly ledger: Ledger;
  readonly run: number;
  readonly runId: string;
  /** Of the flags, the environment or the sheets. */
  readonly interface: InterfaceName;
  readonly records: number;
  readonly groups: FindingGroups;
  /** Null for a check, and when the input was not read to its end. */
  readonly plan: PlanSummary | null;
}

/** Reads and checks and plans in a temporary ledger: nothing is sent, nothing is kept. */
export async function inspect(job: InspectJob): Promise<Inspection> {
  const { environment, settings, now, emit } = job;
  const ledger = openBeside(job);
  try {
    const run = ledger.startRun({
      command: job.command,
      environment: environment.name,
      target: targetOf(environment),
      interface: settings.interface,
      startedAt: now().toISOString(),
      options: job.options,
    });
    emit({
      type: 'run-started',
      run: run.id,
      command: job.command,
      environment: environment.name,
      origin: originOf(environment),
    });
    const staged = await stageInput(ledger, run.run, run.target, job);
    const { groups, records, interface: told } = staged;
    const plan =
      job.command === 'plan' && !staged.interrupted
        ? makePlan({ ledger, run: run.run, target: run.target, settings: { ...settings, interface: told } })
            .plan
        : null;
    const invalid = groups.counts().error > 0 && !job.skipInvalid;
    if (plan) emit({ type: 'planned', plan, ...(invalid && { invalid }) });
    return { ledger, run: run.run, runId: run.id, interface: told, records, groups, plan };
  } catch (error) {
    ledger.close();
    throw (error as { code?: string }).code === 'ERR_SQLITE_ERROR' ? ledgerError(error, '') : error;
  }
}

/**
 * A temporary ledger that compares with the kept one, as far as that knows of where the records would go. Nothing is
 * written there: what an import would give the environment is copied. Throws for a plan what an import would throw.
 */
function openBeside({ environment, env, command }: InspectJob): Ledger {
  // What went to no address, no ledger knows.
  if (environment.hasNoAddress) return Ledger.temporary(null);
  const files = stateFiles(environment.stateDir.value);
  const ledger = Ledger.temporary(knownLedger(environment, env));
  try {
    const { target, moves, refusal } = claimOf(
      environment,
      knownTargets(ledger.db, ledger.known === 'main' ? 'main' : 'memory'),
    );
    if (refusal !== null && command === 'plan') throw refusal;
    const from = moves.filter(({ to }) => to === target).map((move) => move.from);
    if (from.length > 0 && ledger.known !== 'main') ledger.knowAs([target, ...from], target);
    if (!isAnotherMock(ledger, environment, target, files.mock)) return ledger;
  } catch (error) {
    ledger.close();
    throw error;
  }
  ledger.close();
  return Ledger.temporary(null);
}

/** What reading and checking the input came to. */
export interface StagedInput {
  readonly groups: FindingGroups;
  readonly records: number;
  readonly interface: InterfaceName;
  /** It was not read to its end: its rows have ended as not attempted, and nothing across records was judged. */
  readonly interrupted: boolean;
  /** See `ReadResult`. */
  readonly rowsLeft: ReadonlyMap<string, number>;
}

/** The way from files to checked records, the same for a check, a plan and an import. */
export async function stageInput(
  ledger: Ledger,
  run: number,
  target: string,
  { settings, emit, signal }: Pick<InspectJob, 'settings' | 'emit' | 'signal'>,
): Promise<StagedInput> {
  const groups = new FindingGroups();
  const onFinding = (finding: Finding) => groups.add(finding);
  const stage = new Stage(ledger, run);
  const read = await readInput({ stage, settings, emit, onFinding, signal });
  const told = { ...settings, interface: read.interfaceName };
  if (told.interface !== settings.interface) ledger.tellInterface(run, told.interface);
  const { records, interrupted, rowsLeft } = read;
  const staged = { groups, records, interface: told.interface, interrupted, rowsLeft };
  if (read.interrupted) return staged;
  ledger.staged();
  judgeAcross({ ledger, run, target, stage, settings: told, onFinding }, read.announced);
  emit({ type: 'checked', records: read.records, findings: groups.counts() });
  return staged;
}
