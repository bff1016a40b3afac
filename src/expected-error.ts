import { TraceError, usage } from './errors.ts';
import { say } from './say.ts';

/** The error of a command: `interrupted` if a signal ended it, else the error unchanged. */
export const withInterrupt = (error: unknown, { aborted, reason }: AbortSignal): unknown =>
  aborted && error === reason
    ? new TraceError('interrupted', 'interrupted', say().ending.interrupted())
    : error;

/** Codes of system errors that are not bugs in trace. */
const ERRNOS = new Set(['EIO', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM', 'EROFS', 'ENOENT']);

/** Turns an error of the system or of the ledger into a TraceError; returns other errors unchanged. */
export async function expectedError(error: unknown): Promise<unknown> {
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ledger-damaged') {
    const { DamagedLedger } = await import('./ledger/errors.ts');
    const { withRecovery } = await import('./import/state/ledger-faults.ts');
    return error instanceof DamagedLedger ? withRecovery(error) : error;
  }
  if (syscall !== undefined && ERRNOS.has(code ?? ''))
    return usage('system', say().ending.system({ message }), say().ending.systemHow());
  if (code !== 'ERR_SQLITE_ERROR') return error;
  const { ledgerError } = await import('./ledger/errors.ts');
  return ledgerError(error, 'ledger.db');
}
