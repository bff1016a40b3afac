import { readdirSync, statSync } from 'node:fs';
import { TraceError } from '../errors.ts';
import type { StateFiles } from './place.ts';

/**
 * Refuses to go on without a ledger where reports tell that there was one: an empty one in its place would send
 * everything again. Throws TraceError `ledger-lost`.
 */
export function refuseLost({ ledger, reports }: Pick<StateFiles, 'ledger' | 'reports'>): void {
  if ((statSync(ledger, { throwIfNoEntry: false })?.size ?? 0) > 0 || !hasReports(reports)) return;
  throw new TraceError(
    'usage',
    'ledger-lost',
    `The ledger ${ledger} is gone, and the reports beside it tell of earlier runs: without it trace cannot know what was sent.`,
    'Restore it from a copy. To start without a memory, move the reports away or name another folder with --state-dir.',
  );
}

function hasReports(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.json'));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
