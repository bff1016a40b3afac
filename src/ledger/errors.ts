import { TraceError } from '../errors.ts';
import { say } from '../say.ts';
import { systemCause } from '../system-cause.ts';

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

/** Whether SQLite could not write: the disk is full, or a quota is exceeded, which SQLite does not tell apart. */
export function isFull(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: number };
  return errcode === 13 || errcode === IOERR_WRITE;
}

const IOERR_WRITE = 10 | (3 << 8);

/** A value that does not fit the condition or the type of its column: trace writes none. */
const UNFIT = [19 | (1 << 8), 19 | (12 << 8)];

/** Whether an error shows that a ledger or its log is damaged, for example by impossible tables or values. */
export function isDamage(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { errcode?: number; code?: string };
  if (code === 'ERR_OUT_OF_RANGE') return true;
  return errcode !== undefined && ([1, 11, 18, 20, 26].includes(errcode & 0xff) || UNFIT.includes(errcode));
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
      say().ledger.damaged({ path, reason }),
      say().ledger.damagedHint(),
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
  if (primary === 13 || FULL.has(code ?? '')) {
    return new TraceError('usage', 'disk-full', say().ledger.full({ path }), say().ledger.fullHint(), error);
  }
  if (primary === 11 || primary === 26 || (errcode !== undefined && UNFIT.includes(errcode))) {
    return new DamagedLedger(path, systemCause(error), error);
  }
  if (primary === 8 || primary === 14 || UNWRITABLE.has(code ?? '')) {
    return new TraceError(
      'usage',
      'ledger-unwritable',
      say().ledger.unwritable({ path, reason: systemCause(error) }),
      say().ledger.unwritableHint(),
      error,
    );
  }
  if (TOO_MANY.has(code ?? '')) {
    return new TraceError(
      'usage',
      'too-many-files',
      say().ledger.tooMany({ path, code: `${code}` }),
      say().ledger.tooManyHint(),
      error,
    );
  }
  if (primary === 10 || code === 'EIO') {
    return new TraceError(
      'usage',
      'ledger-io',
      say().ledger.disk({ path, reason: systemCause(error) }),
      say().ledger.diskHint(),
      error,
    );
  }
  if (isBusy(error)) {
    return new TraceError(
      'locked',
      'ledger-busy',
      say().ledger.busy({ path }),
      say().ledger.busyHint(),
      error,
    );
  }
  return error;
}
