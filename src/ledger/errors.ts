import { TraceError } from '../errors.ts';

/** Whether the error means that another connection is writing. */
export function isBusy(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === 5;
}

/**
 * Whether the error means that a file cannot be opened or written because of its permissions or the file system.
 */
export function isUnwritable(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { errcode?: number; code?: string };
  const primary = errcode === undefined ? undefined : errcode & 0xff;
  return primary === 3 || primary === 8 || primary === 14 || UNWRITABLE.has(code ?? '');
}

/** Whether an error shows that a ledger or its log is damaged, for example by impossible tables or values. */
export function isDamage(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { errcode?: number; code?: string };
  if (code === 'ERR_OUT_OF_RANGE') return true;
  return errcode !== undefined && [1, 11, 18, 20, 26].includes(errcode & 0xff);
}

const UNWRITABLE = new Set(['EACCES', 'EROFS', 'EPERM', 'EEXIST', 'ENOTDIR', 'EISDIR', 'ELOOP']);
const FULL = new Set(['ENOSPC', 'EDQUOT']);
const TOO_MANY = new Set(['EMFILE', 'ENFILE']);

/** The error for a ledger whose rows or pages differ from what was written. */
export class DamagedLedger extends TraceError {
  readonly path: string;

  constructor(path: string, reason: string, cause?: unknown) {
    super(
      'usage',
      'ledger-damaged',
      `The ledger ${path} is damaged, or is not a ledger: ${reason}.`,
      'Restore it from a copy: trace needs it to know what was sent. If it is not a ledger, move it away.',
      cause,
    );
    this.path = path;
  }
}

/** Turns an error of SQLite or of the file system into a TraceError with a hint. Returns other errors unchanged. */
export function ledgerError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof TraceError) return error;
  const { errcode, code } = error as Error & { errcode?: number; code?: string };
  const primary = errcode === undefined ? undefined : errcode & 0xff;
  const at = path === '' ? 'the temporary database' : path;
  if (primary === 13 || FULL.has(code ?? '')) {
    return new TraceError(
      'usage',
      'disk-full',
      `The disk is full: ${at} cannot be written.`,
      'Free space, then run again: the ledger knows what was sent.',
      error,
    );
  }
  if (primary === 11 || primary === 26) {
    return new DamagedLedger(at, error.message, error);
  }
  if (primary === 8 || primary === 14 || UNWRITABLE.has(code ?? '')) {
    return new TraceError(
      'usage',
      'ledger-unwritable',
      `The ledger ${at} cannot be written: ${error.message}.`,
      'Check the rights of the folder, or choose another with --state-dir.',
      error,
    );
  }
  if (TOO_MANY.has(code ?? '')) {
    return new TraceError(
      'usage',
      'too-many-files',
      `Too many files are open (${code}): ${at} cannot be opened.`,
      'Close other programs or raise the limit, then run again.',
      error,
    );
  }
  if (primary === 10 || code === 'EIO') {
    return new TraceError(
      'usage',
      'ledger-io',
      `The disk failed while reading or writing ${at}: ${error.message}.`,
      'Check the disk, then run again: the ledger knows what was sent.',
      error,
    );
  }
  if (isBusy(error)) {
    return new TraceError(
      'locked',
      'ledger-busy',
      `Another program is writing ${at}.`,
      'Wait until it is done, then run again.',
      error,
    );
  }
  return error;
}
