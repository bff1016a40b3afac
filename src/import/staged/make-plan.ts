import { command } from '../../advice.ts';
import { toContractNames } from '../../contract/body.ts';
import { type Body, isUpdatable, type KindSpec } from '../../contract/kind.ts';
import type { Updates } from '../../ledger/ledger.ts';
import type { UpdateRow } from '../../ledger/updates.ts';
import { say } from '../../say.ts';
import { changedFields, changeTexts, outdatedMessages } from '../../send/plan/changed.ts';
import { patchOf } from '../../send/plan/patch.ts';
import { type PlanSummary, summarise } from '../../send/plan/plan.ts';
import type { InDoubt } from '../../send/push/delivery.ts';
import { type InputSettings, kindsIn } from '../input/settings.ts';
import { assignWaves } from './assign-waves.ts';
import { changedIdentity, knownContent, type UpdateScope } from './check-updates.ts';
import type { StagedRun } from './staged-records.ts';

interface PlanScope extends UpdateScope {
  /** The flags that a printed command repeats to find the same environment and ledger. */
  readonly flags: readonly string[];
}

/**
 * Plans the updates of a run and ends its other changed records; requires a transaction. An update sends the fields that
 * differ; without a difference the record ends as unchanged. With `sendChanged`, changed records of an import are updated too.
 * Without it they end as outdated, or as existing if their content in the service is unknown. Records that a later run sent
 * are not updated. Returns the number of records with unknown content.
 */
function planChanges(scope: PlanScope, sendChanged: boolean): number {
  const { updates } = scope;
  const kinds = new Map(scope.kinds.map((kind) => [kind.name, kind]));
  let unknown = 0;
  for (const row of updates.rows()) {
    const kind = kinds.get(row.kind)!;
    if (!isUpdatable(kind)) {
      endChanged(updates, row, kind);
      continue;
    }
    if (!row.asked && (row.status === 'unchanged' || row.status === 'existing')) {
      updates.endUnsent(row, row.status, []);
      continue;
    }
    if (!row.asked && row.status !== 'changed') {
      // The ledger no longer knows the key, so the record is created.
      updates.drop(row.id);
      continue;
    }
    const known = knownContent(row, kind);
    const given = JSON.parse(row.body) as Body;
    const { set, replaces } = patchOf(kind, known, given);
    const fixed = known === null ? [] : changedIdentity(updates, kind, row, known).map(({ field }) => field);
    const names = [...fixed, ...Object.keys(set)];
    if (names.length === 0) updates.endUnsent(row, 'unchanged', []);
    else if (row.later !== null) updates.endUnsent(row, 'existing', [{ code: 'sent-since', run: row.later }]);
    else if (row.asked || sendChanged) updates.plan(row.id, set, replaces, row.doubt);
    else if (row.had !== null) {
      const changes = changedFields(kind, toContractNames(kind, JSON.parse(row.had) as Body), given);
      if (changes.length === 0) updates.endUnsent(row, 'existing', []);
      else updates.endUnsent(row, 'updatable', outdatedMessages(kind, changes, false));
    } else if (known === null) {
      unknown++;
      updates.endUnsent(row, 'existing', [updateMessage(scope, kind, null, fixed)]);
    } else {
      const changes = changedFields(kind, known, given);
      const changed = names.join(', ');
      if (changes.length + fixed.length === 0) updates.endUnsent(row, 'unchanged', []);
      else {
        const end = fixed.length > 0 ? 'outdated' : 'updatable';
        updates.endUnsent(row, end, [updateMessage(scope, kind, changed, fixed), ...changeTexts(changes)]);
      }
    }
  }
  return unknown;
}

/**
 * Ends a changed record that no request can change (a create would be rejected or make a duplicate). If it differs only in
 * format, it ends as unchanged.
 */
function endChanged(updates: Updates, row: UpdateRow, kind: KindSpec): void {
  const accepted = row.known !== null;
  const known = row.known === '{}' ? null : (row.known ?? row.had);
  const changes =
    known === null ? null : changedFields(kind, JSON.parse(known) as Body, JSON.parse(row.body) as Body);
  if (changes?.length === 0) updates.endUnsent(row, accepted ? 'unchanged' : 'existing', []);
  else if (row.later !== null) updates.endUnsent(row, 'existing', [{ code: 'sent-since', run: row.later }]);
  else if (changes === null) updates.endUnsent(row, 'existing', [{ code: 'content-unknown' }]);
  else updates.endUnsent(row, 'outdated', outdatedMessages(kind, changes, accepted));
}

/**
 * The message that says why a changed record is not sent, and how to update it. `changed`: its changed fields; null if
 * its content in the service is unknown.
 */
function updateMessage(
  { flags }: PlanScope,
  kind: KindSpec,
  changed: string | null,
  fixedFields: readonly string[],
): string {
  const { changedFixed, changedNotSent, unknownFixed, unknownNotSent } = say().staged;
  if (fixedFields.length > 0) {
    const fixed = fixedFields.join(', ');
    return changed === null ? unknownFixed({ fixed }) : changedFixed({ fields: changed, fixed });
  }
  const update = command(kind.plural, 'update', say().placeholders.file(), ...flags);
  return changed === null
    ? unknownNotSent({ command: update })
    : changedNotSent({ fields: changed, command: update });
}

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
  /** Compares the open records again, after other machines have sent some of them. */
  compareAgain: () => void;
} {
  const kinds = kindsIn(settings);
  let waves: KindSpec[][] = [];
  let notUpdated = 0;
  const which = reopen ? 'left' : 'all';
  const stored = ledger.plan(run);
  const manual = manualKinds(kinds, inDoubt ?? 'verify');
  const compare = () => {
    stored.compareWithKnown(manual, placeFlags);
    const flags = ['--env', ledger.runs.environmentOf(run), ...(placeFlags ?? [])];
    const scope = { updates: ledger.updates(run), kinds, flags };
    notUpdated = planChanges(scope, settings.update === true);
    stored.takeSentBatches();
  };
  ledger.inTransaction(() => {
    reopen?.();
    compare();
    const blocking = ledger.blocking(run);
    waves = assignWaves(ledger, run, kinds, which, (level) => {
      const names = level.kinds.map(({ name }) => name);
      if (level.circular) blocking.blockChains(names);
      else for (const name of names) blocking.block(name);
    });
    ledger.runs.storeStage(run, invalid ? 'invalid' : 'planned');
  });
  const counts = stored.groups(which);
  const doubtful = counts.some(({ status }) => status === 'in-doubt') ? ledger.doubts.openIds(run) : [];
  const compareAgain = () => ledger.inTransaction(compare);
  return { plan: summarise(kinds, counts), waves, doubtful, notUpdated, compareAgain };
}

/** Names of the kinds whose records in doubt only a person can settle. */
export function manualKinds(kinds: readonly KindSpec[], inDoubt: InDoubt): string[] {
  return kinds
    .filter(({ verify }) => inDoubt === 'hold' || (inDoubt === 'verify' && verify === undefined))
    .map(({ name }) => name);
}
