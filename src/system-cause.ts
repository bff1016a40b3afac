import { say } from './say.ts';

/** The names of the errors of SQLite that concern a file, by their primary code. */
const SQLITE: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/**
 * Why the file system or SQLite refused something: a few words and the code, without the path. The message of the error
 * if it has no such code; that message may be in English.
 */
export function systemCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { errcode, code } = error as Error & { errcode?: number; code?: string };
  const name = errcode === undefined ? code : SQLITE[errcode & 0xff];
  const causes: Readonly<Record<string, () => string>> = say().systemCauses;
  return name !== undefined && Object.hasOwn(causes, name) ? `${causes[name]!()} (${name})` : error.message;
}
