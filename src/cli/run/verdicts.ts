import type { Environment } from '../../config/environment.ts';
import type { CheckedInput } from '../../import/check-input.ts';
import type { Inspection } from '../../import/inspect.ts';
import type { ReportedFinding } from '../../import/report/report-parts.ts';
import type { Verdict } from '../../import/report/run-event.ts';
import { totalsOf } from '../../import/report/run-result.ts';
import { environmentLabel, verdictOf } from '../../import/report/verdict.ts';
import { say } from '../../say.ts';
import type { Invocation } from '../command.ts';
import type { ReportFile, ReportIgnoredColumn } from '../view/report-schema.ts';

/** The command whose result gets a verdict. */
export interface Judged {
  readonly environment: Environment;
  /** Whether the user selected the environment. */
  readonly isNamed: boolean;
  readonly invocation: Invocation;
  readonly signal: AbortSignal;
  readonly skipInvalid: boolean;
  /** The kind of an update, in the plural; undefined for an import. */
  readonly updates?: string | undefined;
}

const interruption = ({ aborted }: AbortSignal) =>
  aborted ? ({ exit: 'interrupted', reason: say().records.interrupted() } as const) : null;

/** The number of errors and warnings. */
export const problemsOf = ({ findingGroups }: Pick<CheckedInput, 'findingGroups'>) => {
  const { error, warning } = findingGroups.counts();
  return { errors: error, warnings: warning };
};

export function checkVerdict(
  checked: CheckedInput,
  { environment, invocation, signal }: Pick<Judged, 'environment' | 'invocation' | 'signal'>,
): Verdict {
  const { runId, records, totals, notChosen, ignoredColumns, partlyRead } = checked;
  return verdictOf({
    ...{ command: 'check', run: runId, ...invocation, ...problemsOf(checked) },
    ...{ environment: environment.name, hasNoAddress: environment.hasNoAddress },
    ...{ totals, selected: records - notChosen, ignored: ignoredColumns, partlyRead },
    ...{ skipInvalid: false, stop: interruption(signal), toSend: 0 },
  });
}

/** What `trace check --json` shows of a check. */
export const checkParts = ({ findings, files, findingGroups, ignoredColumns }: CheckedInput) => ({
  findings: findings() as Iterable<ReportedFinding>,
  files: (): readonly ReportFile[] => files,
  counts: () => findingGroups.counts(),
  ignoredColumns: (): readonly ReportIgnoredColumn[] => ignoredColumns,
});

export function planVerdict(
  { ledger, run, runId, records, plan, findingGroups }: Inspection,
  { environment, isNamed, invocation, signal, skipInvalid, updates }: Judged,
): Verdict {
  const history = ledger.history(run);
  const { errors, warnings } = problemsOf({ findingGroups });
  return verdictOf({
    ...{ command: 'plan', run: runId, updates, ...invocation, skipInvalid, warnings },
    ...{ environment: environment.name, label: environmentLabel(environment, isNamed) },
    totals: totalsOf(ledger, run),
    selected: records - history.notChosen(),
    ignored: history.ignoredColumns(),
    partlyRead: history.partlyRead(),
    errors: skipInvalid ? 0 : errors,
    stop: interruption(signal),
    updatable: ledger.outdated.countUpdatable(run),
    toSend: (plan?.waves ?? []).reduce((sum, wave) => sum + wave.toSend, 0),
  });
}
