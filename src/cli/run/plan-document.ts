import type { Environment } from '../../config/environment.ts';
import { contractOf } from '../../import/input/settings.ts';
import type { Inspection } from '../../import/inspect.ts';
import { changesOf } from '../../import/report/changes.ts';
import type { PlanSummary } from '../../send/plan/plan.ts';
import type { RecordChange } from '../view/document-schema.ts';

/** The plan if the input was not read to its end. */
const NO_PLAN: PlanSummary = { schemaVersion: 1, waves: [] };

/** The output of `trace plan --json`. */
export const planDocument = (inspection: Inspection, environment: Environment, exitCode: number) => ({
  ...(inspection.plan ?? NO_PLAN),
  environment: environment.name,
  findings: inspection.findingGroups.counts(),
  ignoredColumns: inspection.ledger.history(inspection.run).ignoredColumns(),
  changes: [...changesIn(inspection, environment)],
  exitCode,
});

/** The changes of a plan; none if there is no plan. */
export function* changesIn(inspection: Inspection, environment: Environment): Iterable<RecordChange> {
  if (!inspection.plan) return;
  const kinds = contractOf(environment)[inspection.interface];
  for (const { kind, key, outdated, changes } of changesOf(inspection.ledger, inspection.run, kinds))
    yield { kind, key, outdated, changes: [...changes()] };
}
