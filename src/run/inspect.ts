import type { Environment } from '../config/environment.ts';
import type { InterfaceName } from '../contract/kind.ts';
import type { Finding } from '../findings/finding.ts';
import { FindingGroups } from '../findings/group.ts';
import { ledgerError } from '../ledger/database.ts';
import { Ledger } from '../ledger/ledger.ts';
import { Stage } from '../ledger/stage.ts';
import type { PlanSummary } from '../plan/plan.ts';
import type { RunEvent } from './event.ts';
import type { InputSettings } from './input.ts';
import { judgeAcross, makePlan } from './judge.ts';
import { knownLedger } from './ledger-state.ts';
import { isAnotherMock, originOf, stateFiles, targetOf } from './place.ts';
import { readInput } from './read.ts';

export interface InspectJob {
  readonly command: 'check' | 'plan';
  readonly environment: Environment;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: InputSettings;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly emit: (event: RunEvent) => void;
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
  /** Null for a check. */
  readonly plan: PlanSummary | null;
}

/** Reads and checks and plans in a temporary ledger: nothing is sent, nothing is kept. */
export async function inspect(job: InspectJob): Promise<Inspection> {
  const { environment, settings, now, emit } = job;
  const ledger = openMemory(job);
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
    const { groups, records, interface: told } = await stageInput(ledger, run.run, run.target, job);
    const plan =
      job.command === 'plan'
        ? makePlan({ ledger, run: run.run, target: run.target, settings: { ...settings, interface: told } })
            .plan
        : null;
    if (plan) emit({ type: 'planned', plan });
    return { ledger, run: run.run, runId: run.id, interface: told, records, groups, plan };
  } catch (error) {
    ledger.close();
    throw (error as { code?: string }).code === 'ERR_SQLITE_ERROR' ? ledgerError(error, '') : error;
  }
}

/** A temporary ledger that compares with the kept one, as far as that knows of where the records would go. */
function openMemory({ environment, env }: InspectJob): Ledger {
  const files = stateFiles(environment.stateDir.value);
  const ledger = Ledger.temporary(knownLedger(environment, env));
  if (!isAnotherMock(ledger, environment, targetOf(environment), files.mock)) return ledger;
  ledger.close();
  return Ledger.temporary(null);
}

/** The way from files to checked records, the same for a check, a plan and an import. */
export async function stageInput(
  ledger: Ledger,
  run: number,
  target: string,
  { settings, emit, signal }: Pick<InspectJob, 'settings' | 'emit' | 'signal'>,
): Promise<{ groups: FindingGroups; records: number; interface: InterfaceName }> {
  const groups = new FindingGroups();
  const onFinding = (finding: Finding) => groups.add(finding);
  const stage = new Stage(ledger, run);
  const read = await readInput({ stage, settings, emit, onFinding, signal });
  const told = { ...settings, interface: read.interfaceName };
  if (told.interface !== settings.interface) ledger.tellInterface(run, told.interface);
  ledger.staged();
  judgeAcross({ ledger, run, target, stage, settings: told, onFinding }, read.announced);
  emit({ type: 'checked', records: read.records, findings: groups.counts() });
  return { groups, records: read.records, interface: told.interface };
}
