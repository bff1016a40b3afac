import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../../config/environment.ts';
import { TraceError } from '../../errors.ts';
import { lastBackup, moveAside, restore } from '../../ledger/backup.ts';
import { doubtUnsent } from '../../ledger/broken-runs.ts';
import { identityOf, seqOf } from '../../ledger/guard.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { takeLock } from '../../ledger/lock.ts';
import type { Marker } from '../../ledger/marker.ts';
import type { LedgerFault } from './ledger-faults.ts';
import type { StateFiles } from './state-files.ts';
import { targetOf } from './target.ts';

/** How to continue without the ledger: with an empty one, or with a backup. */
export type Replacement = 'new' | 'restore';

/**
 * Replaces a ledger that cannot be used, and returns a warning. Requires the lock of the target. Throws TraceError if the
 * ledger is sound: a flag left in a scheduled command must do no harm.
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
  const target = targetOf(environment);
  if (fault === null && !existsSync(files.ledger)) {
    throw new TraceError(
      'usage',
      'ledger-missing',
      `There is no ledger ${files.ledger} yet: there is nothing to replace.`,
      `Remove --${how}-ledger.`,
    );
  }
  if (fault === null) {
    throw new TraceError(
      'usage',
      'ledger-sound',
      `The ledger ${files.ledger} is sound: --${how}-ledger would forget what was sent.`,
      `Remove --${how}-ledger.`,
    );
  }
  if (how === 'new') {
    const aside = mustMove(fault, files) ? moveLedgerAside(files, environment, now) : null;
    marker.remove();
    return aside === null
      ? `Nothing is known of what was sent to ${environment.name} before this run.`
      : `The ledger was moved to ${aside}. Nothing is known of what was sent before this run.`;
  }
  let source = files.ledger;
  if (fault.state === 'gone' || fault.state === 'damaged') {
    const backup = lastBackup(files.ledger);
    if (backup === null) throw fault.error;
    if (fault.state === 'damaged') moveLedgerAside(files, environment, now);
    restore(files.ledger, backup);
    source = backup.path;
  }
  using ledger = Ledger.open(files.ledger);
  const doubtful = doubtUnsent(ledger, target, now.toISOString());
  // Its loss is detected from now on, even if this run sends nothing.
  marker.write(identityOf(ledger), seqOf(ledger, target));
  marker.sync();
  const inDoubt = doubtful === 0 ? '' : ` ${doubtful} records that it shows as not sent are now in doubt.`;
  return `The ledger was restored from ${source}: what was sent after it was made may be sent again.${inDoubt}`;
}

/** Whether to move the file away. A ledger that other environments can use stays. */
const mustMove = ({ state: what }: LedgerFault, { ledger }: StateFiles): boolean =>
  what === 'damaged' || what === 'older' || (what === 'gone' && existsSync(`${ledger}-wal`));

/** Renames the ledger under the locks of all targets, so that no other run writes it. */
function moveLedgerAside(files: StateFiles, environment: Environment, now: Date): string {
  const own = files.lock(targetOf(environment));
  const folder = dirname(own);
  const others = readdirSync(folder)
    .filter((name) => name.endsWith('.lock'))
    .map((name) => join(folder, name))
    .filter((path) => path !== own);
  const locks: { release(): void }[] = [];
  try {
    for (const path of others) locks.push(takeLock(path));
    return moveAside(files.ledger, now);
  } finally {
    for (const lock of locks) lock.release();
  }
}
