import { existsSync } from 'node:fs';
import type { Environment } from '../../config/environment.ts';
import { usage } from '../../errors.ts';
import { lastBackup } from '../../ledger/backup.ts';
import { continueFrom, setAside } from '../../ledger/ledger-file.ts';
import type { Marker } from '../../ledger/marker.ts';
import { numberText, say } from '../../say.ts';
import type { LedgerFault } from './ledger-faults.ts';
import type { StateFiles } from './state-files.ts';
import { targetOf } from './target.ts';

/** How to replace a ledger that cannot be used: by an empty one, or by its backup. */
export type Replacement = 'new' | 'restore';

/**
 * Replaces a ledger that cannot be used, and returns a warning. Requires the lock of the target. Throws TraceError
 * if the ledger can be used, so that a flag that was forgotten in a scheduled command cannot discard it.
 */
export function replaceLedger(
  how: Replacement,
  fault: LedgerFault | null,
  {
    environment,
    files,
    marker,
    now,
  }: { environment: Environment; files: StateFiles; marker: Marker; now: Date },
): string {
  const own = files.lock(targetOf(environment));
  if (fault === null) {
    const [path, flag] = [files.ledger, `--${how}-ledger`];
    const hint = say().ledger.remove({ flag });
    if (existsSync(path)) throw usage('ledger-sound', say().ledger.sound({ path, flag }), hint);
    throw usage('ledger-missing', say().ledger.nothingToReplace({ path }), hint);
  }
  if (how === 'new') {
    const aside = mustMove(fault, files) ? setAside(files.ledger, own, now) : null;
    marker.remove();
    return aside === null
      ? say().ledger.noRecord({ environment: environment.name })
      : say().ledger.moved({ path: aside });
  }
  const backup = fault.state === 'gone' || fault.state === 'damaged' ? lastBackup(files.ledger) : null;
  if (backup === null && fault.state !== 'other' && fault.state !== 'older') throw fault.error;
  if (fault.state === 'damaged') setAside(files.ledger, own, now);
  const doubtful = continueFrom(files.ledger, backup, marker, now);
  const path = backup?.path ?? files.ledger;
  return doubtful === 0
    ? say().ledger.restored({ path })
    : say().ledger.restoredDoubt({ path, count: doubtful, number: numberText(doubtful) });
}

/** Whether to move the file away. A ledger that other environments can still use is not moved. */
const mustMove = ({ state: what }: LedgerFault, { ledger }: StateFiles): boolean =>
  what === 'damaged' || what === 'older' || (what === 'gone' && existsSync(`${ledger}-wal`));
