import { dirname } from 'node:path';
import { command as advised } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import type { EndedRun } from '../../import/send-run.ts';
import { pruneAtEnd } from '../../import/state/prune.ts';
import { ownFolderHow } from '../../import/state/state-files.ts';
import type { RunRow } from '../../ledger/ledger.ts';
import { say } from '../../say.ts';

/**
 * Removes earlier runs that are old and copies the ledger, after a run whose ledger can be read. Returns a sentence for
 * each failure instead of throwing it: it does not change how the run ended. `report`: the file that stays.
 */
export async function keptState(
  run: EndedRun,
  row: RunRow,
  environment: Environment,
  now: Date,
  report: string | null,
): Promise<string[]> {
  const failures = [prunedAtEnd(run, row, environment, now, report), await run.ledger.backUp(now)];
  return failures.filter((failure) => failure !== null && failure !== undefined);
}

/** Removes earlier runs that are old. Returns why that failed instead of throwing it: it does not change how the run ended. */
function prunedAtEnd(
  { ledger }: EndedRun,
  { target }: RunRow,
  { retention, place }: Environment,
  now: Date,
  report: string | null,
): string | null {
  try {
    if (retention !== null) pruneAtEnd(ledger, retention, now, { target, report });
    return null;
  } catch (error) {
    const { message, code, path = '', syscall } = ledger.errorOf(error) as NodeJS.ErrnoException;
    const folder = syscall === 'scandir' ? path : dirname(path);
    if (code === 'EACCES') return say().retention.notAllowed({ folder, code, how: ownFolderHow(folder) });
    return say().retention.failed({ reason: message, command: advised('runs', 'prune', ...place) });
  }
}
