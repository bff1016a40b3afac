import { hostname } from 'node:os';
import type { Environment } from '../../config/environment.ts';
import type { Context } from '../../context.ts';
import { openMemory } from '../../import/join-memory.ts';
import { totalsOf } from '../../import/report/run-result.ts';
import type { Ledger, RunRow } from '../../ledger/ledger.ts';
import { say } from '../../say.ts';

/**
 * Stores how a run ended, with its report, in the memory that machines share. Returns why that failed instead of throwing
 * it: the run has ended, and its ledger and report have everything.
 */
export async function shareRun(
  ledger: Ledger,
  row: RunRow,
  report: string,
  environment: Environment,
  { env }: Context,
): Promise<string | null> {
  if (environment.memory === null) return null;
  try {
    // A run that was interrupted is stored, too.
    const postgres = await openMemory(environment, env, new AbortController().signal);
    try {
      const { storeFile } = await import('../../shared/stored-files.ts');
      const { storeRun } = await import('../../shared/shared-runs.ts');
      const { hash } = await storeFile(postgres!, report);
      const { id, target, command, startedAt, finishedAt, exitCode } = row;
      await storeRun(postgres!, {
        ...{ id, target, command, startedAt, finishedAt, exitCode, host: hostname(), report: hash },
        ...{ environment: environment.name, totals: totalsOf(ledger, row.run) },
      });
    } finally {
      await postgres?.close();
    }
    return null;
  } catch (error) {
    return say().jobs.runNotKept({ cause: (error as Error).message });
  }
}
