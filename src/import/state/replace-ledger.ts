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
import { type StateFiles, targetOf } from './state-files.ts';

/** How to continue without the ledger: with an empty one, or with an older one. */
export type Replacement = 'new' | 'restore';

/**
 * Replaces a ledger that cannot be used. Requires the lock of the target. Returns a warning. Throws TraceError: a ledger that
 * is sound is not replaced, so that a flag in a scheduled command does no harm.
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
      `There is no ledger ${files.ledger} yet, and nothing is known of one: there is nothing to replace.`,
      `Leave out --${how}-ledger.`,
    );
  }
  if (fault === null) {
    throw new TraceError(
      'usage',
      'ledger-sound',
      `The ledger ${files.ledger} is sound: --${how}-ledger would forget what was sent.`,
      `Leave out --${how}-ledger.`,
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
  if (fault.what === 'gone' || fault.what === 'damaged') {
    const backup = lastBackup(files.ledger);
    if (backup === null) throw fault.error;
    if (fault.what === 'damaged') moveLedgerAside(files, environment, now);
    restore(files.ledger, backup);
    source = backup.path;
  }
  using ledger = Ledger.open(files.ledger);
  const doubtful = doubtUnsent(ledger, target, now.toISOString());
  // From now on its loss is noticed, even if this run sends nothing.
  marker.write(identityOf(ledger), seqOf(ledger, target));
  marker.sync();
  const inDoubt = doubtful === 0 ? '' : ` ${doubtful} records that it takes for not sent are in doubt now.`;
  return `The ledger was restored from ${source}: what was sent after it was made may be sent again.${inDoubt}`;
}

/** Whether the file is to be moved away; a ledger that is sound for other environments is kept for them. */
const mustMove = ({ what }: LedgerFault, { ledger }: StateFiles): boolean =>
  what === 'damaged' || what === 'older' || (what === 'gone' && existsSync(`${ledger}-wal`));

/** Moves the ledger to another name, under the locks of all targets: nobody else may be writing it. */
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
