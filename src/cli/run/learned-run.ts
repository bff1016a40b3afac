import { usage } from '../../errors.ts';
import type { Ledger, RunRow } from '../../ledger/ledger.ts';
import { sendsRecords } from '../../ledger/runs.ts';
import { say } from '../../say.ts';
import type { Session } from '../command.ts';
import { foundRun, type LedgerOptions, openLedger, placeFlagsOf } from './earlier-run.ts';

/**
 * Opens the ledger with the run that `--learn` names. The caller closes the ledger.
 *
 * @throws TraceError `run-unknown`, `run-open`, or an error of the ledger
 */
export async function runToLearn(
  id: string,
  options: Pick<LedgerOptions, 'config' | 'stateDir'>,
  { context }: Session,
): Promise<{ readonly ledger: Ledger; readonly run: RunRow }> {
  const ledger = await openLedger(options, context);
  try {
    const run = foundRun(ledger, id, placeFlagsOf(options));
    if (!sendsRecords(run)) throw usage('run-unknown', say().runs.notAnImport({ run: run.id }));
    if (run.finishedAt === null)
      throw usage('run-open', say().runs.notFinished({ run: run.id }), say().runs.notFinishedHint());
    return { ledger, run };
  } catch (error) {
    ledger.close();
    throw error;
  }
}
