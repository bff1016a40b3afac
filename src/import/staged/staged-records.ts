import { acceptsId } from '../../contract/body.ts';
import { CrossIndex } from '../../ledger/cross.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { settleReferences } from '../../ledger/references.ts';
import { dropTwins, markInvalid } from '../../ledger/stage.ts';
import { keysOfIds } from '../../ledger/updates.ts';
import type { CrossFinding } from '../../records/check/cross-finding.ts';
import { type InputSettings, kindsIn } from '../input/settings.ts';
import { recordCycles } from './assign-waves.ts';
import type { ComparedRecords } from './check-across.ts';
import { checkNewRecords, checkUpdates } from './check-updates.ts';
import type { NumberSet } from './number-set.ts';

/** A run with staged records. */
export interface StagedRun {
  readonly ledger: Ledger;
  readonly run: number;
  readonly target: string;
}

/** The staged records of a run in a ledger. Its references are settled first. */
export function stagedRecords({ ledger, run, target }: StagedRun, settings: InputSettings): ComparedRecords {
  const kinds = kindsIn(settings);
  const interfaceName = settings.interface;
  const scope = { ledger, run, target, interfaceName, kinds };
  if (kinds.some(({ references }) => references.some((one) => one.or !== undefined || acceptsId(one))))
    ledger.inTransaction(() => settleReferences(ledger, run, target, interfaceName));
  if (settings.updates) ledger.inTransaction(() => keysOfIds(ledger, scope));
  const index = new CrossIndex(ledger, run, target, interfaceName);
  return {
    index,
    *updates(): Iterable<CrossFinding> {
      if (settings.updates || settings.update) yield* checkUpdates(scope, settings.update === true);
      if (settings.update) yield* checkNewRecords(scope);
    },
    links: settings.collection === true ? index : undefined,
    end: (invalid: NumberSet, twins: NumberSet) =>
      ledger.inTransaction(() => {
        markInvalid(ledger, invalid);
        dropTwins(ledger, twins);
      }),
    cycles: () => recordCycles(ledger, run, kinds),
  };
}
