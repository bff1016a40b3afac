import { type Exit, TraceError } from '../errors.ts';
import { say } from '../say.ts';
import { systemCause } from '../system-cause.ts';

/** The codes of an error of SQLite or of the file system. `primary`: that of SQLite without details. */
function codesOf(error: unknown): { errcode: number; primary: number; code: string } {
  const { errcode = -1, code = '' } = (error ?? {}) as { errcode?: number; code?: string };
  return { errcode, primary: errcode < 0 ? -1 : errcode & 0xff, code };
}

/** Whether the error means that another connection is writing. */
export const isBusy = (error: unknown): boolean => codesOf(error).primary === 5;

/**
 * Whether the error means that a file cannot be opened or written because of its permissions or the file system.
 */
export function isUnwritable(error: unknown): boolean {
  const { primary, code } = codesOf(error);
  return [3, 8, 14].includes(primary) || UNWRITABLE_CODES.has(code);
}

/** Whether SQLite could not write: the disk is full, or a quota is exceeded. SQLite reports both in the same way. */
export const isFull = (error: unknown): boolean => [13, IOERR_WRITE].includes(codesOf(error).errcode);

const IOERR_WRITE = 10 | (3 << 8);

/** Codes for a value that violates the condition or the type of its column. trace writes no such value, so it is damage. */
const BAD_VALUES = [19 | (1 << 8), 19 | (12 << 8)];

/** Whether an error shows that a ledger or its log is damaged, for example by impossible tables or values. */
export function isDamage(error: unknown): boolean {
  const { errcode, primary, code } = codesOf(error);
  return code === 'ERR_OUT_OF_RANGE' || [1, 11, 18, 20, 26].includes(primary) || BAD_VALUES.includes(errcode);
}

const UNWRITABLE_CODES = new Set(['EACCES', 'EROFS', 'EPERM', 'EEXIST', 'ENOTDIR', 'EISDIR', 'ELOOP']);
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT']);
const FILE_LIMIT = new Set(['EMFILE', 'ENFILE']);

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
  const { errcode, primary, code } = codesOf(error);
  const texts = say().ledger;
  const reason = systemCause(error);
  const fault = (name: string, message: string, hint: string, exit: Exit = 'usage') =>
    new TraceError(exit, name, message, hint, error);
  if (primary === 13 || NO_SPACE.has(code)) return fault('disk-full', texts.full({ path }), texts.fullHint());
  if (primary === 11 || primary === 26 || BAD_VALUES.includes(errcode))
    return new DamagedLedger(path, reason, error);
  if (primary === 8 || primary === 14 || UNWRITABLE_CODES.has(code))
    return fault('ledger-unwritable', texts.unwritable({ path, reason }), texts.unwritableHint());
  if (FILE_LIMIT.has(code))
    return fault('too-many-files', texts.tooMany({ path, code }), texts.tooManyHint());
  if (primary === 10 || code === 'EIO')
    return fault('ledger-io', texts.disk({ path, reason }), texts.diskHint());
  if (primary === 5) return fault('ledger-busy', texts.busy({ path }), texts.busyHint(), 'locked');
  return error;
}
