import { acceptsId } from '../../contract/body.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { CrossFinding } from '../../records/check/cross-finding.ts';
import { type InputSettings, kindsIn } from '../input/settings.ts';
import { recordCycles } from './assign-waves.ts';
import type { ComparedRecords } from './check-across.ts';
import { checkNewRecords, checkUpdates } from './check-updates.ts';
import type { NumberSet } from './number-set.ts';
import { type RequiredRehearsal, unrehearsed } from './rehearsal.ts';

/** A run with staged records. */
export interface StagedRun {
  readonly ledger: Ledger;
  readonly run: number;
}

/** The staged records of a run in a ledger. Its references are settled first. */
export function stagedRecords(
  { ledger, run }: StagedRun,
  settings: InputSettings,
  rehearsal?: RequiredRehearsal,
): ComparedRecords {
  const kinds = kindsIn(settings);
  const staged = ledger.staged(run);
  const scope = { staged, updates: ledger.updates(run), kinds };
  if (kinds.some(({ references }) => references.some((one) => one.or !== undefined || acceptsId(one))))
    ledger.inTransaction(() => staged.settleReferences());
  if (settings.updates) ledger.inTransaction(() => staged.keysOfIds());
  const index = ledger.compared(run);
  return {
    index,
    *updates(): Iterable<CrossFinding> {
      if (settings.updates || settings.update) yield* checkUpdates(scope, settings.update === true);
      if (settings.update) yield* checkNewRecords(scope);
    },
    unrehearsed: rehearsal && (() => unrehearsed(scope, rehearsal)),
    links: settings.collection === true ? index : undefined,
    end: (invalid: NumberSet, twins: NumberSet) => staged.end(invalid, twins),
    cycles: () => recordCycles(ledger, run, kinds),
  };
}
