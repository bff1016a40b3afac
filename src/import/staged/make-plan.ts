import type { KindSpec } from '../../contract/kind.ts';
import { type PlanSummary, summarise } from '../../send/plan/plan.ts';
import type { InDoubt } from '../../send/push/delivery.ts';
import { type InputSettings, kindsIn } from '../input/settings.ts';
import { assignWaves } from './assign-waves.ts';
import { endChanged, planUpdates } from './plan-updates.ts';
import type { StagedRun } from './staged-records.ts';

/** The run to plan. */
export interface PlanRequest extends StagedRun {
  readonly settings: Pick<InputSettings, 'interface' | 'contract' | 'update'>;
  /** How the environment settles records in doubt; `verify` by default. */
  readonly inDoubt?: InDoubt;
  /** The input has errors, so nothing is sent. */
  readonly invalid?: boolean;
  /**
   * Set if a run is resumed, so that only open records are planned. The function is called first in the
   * transaction.
   */
  readonly reopen?: () => void;
  /** Flags that a printed command repeats to find the ledger. */
  readonly place?: readonly string[] | undefined;
}

/** Compares the staged records with the ledger, ends those that need no request, and assigns waves to the others. */
export function makePlan({
  ledger,
  run,
  settings,
  inDoubt,
  invalid,
  reopen,
  place: placeFlags,
}: PlanRequest): {
  plan: PlanSummary;
  waves: KindSpec[][];
  /** Ids of the records in doubt. */
  doubtful: readonly number[];
  /** Number of records that are not updated because their content in the service is unknown. */
  notUpdated: number;
} {
  const kinds = kindsIn(settings);
  let waves: KindSpec[][] = [];
  let notUpdated = 0;
  const which = reopen ? 'left' : 'all';
  const stored = ledger.plan(run);
  const manual = manualKinds(kinds, inDoubt ?? 'verify');
  ledger.inTransaction(() => {
    reopen?.();
    stored.compareWithKnown(manual, placeFlags);
    const flags = ['--env', ledger.runs.environmentOf(run), ...(placeFlags ?? [])];
    const scope = { updates: ledger.updates(run), kinds, flags };
    notUpdated = planUpdates(scope, settings.update === true);
    endChanged(scope);
    stored.takeSentBatches();
    const blocking = ledger.blocking(run);
    waves = assignWaves(ledger, run, kinds, which, (level) => {
      const names = level.kinds.map(({ name }) => name);
      if (level.circular) blocking.blockChains(names);
      else for (const name of names) blocking.block(name);
    });
    ledger.runs.reached(run, invalid ? 'invalid' : 'planned');
  });
  const counts = stored.groups(which);
  const doubtful = counts.some(({ status }) => status === 'in-doubt') ? ledger.doubts.waiting(run) : [];
  return { plan: summarise(kinds, counts), waves, doubtful, notUpdated };
}

/** Names of the kinds whose records in doubt only a person can settle. */
export function manualKinds(kinds: readonly KindSpec[], inDoubt: InDoubt): string[] {
  return kinds
    .filter(({ verify }) => inDoubt === 'hold' || (inDoubt === 'verify' && verify === undefined))
    .map(({ name }) => name);
}
