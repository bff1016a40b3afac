/** The exit codes, one table for `main.ts`, the help of every command and the docs. */
export const EXIT_CODES = {
  done: { code: 0, meaning: 'done' },
  bug: { code: 1, meaning: 'a bug in trace' },
  usage: { code: 2, meaning: 'usage or configuration' },
  invalid: { code: 3, meaning: 'invalid input, nothing sent' },
  token: { code: 4, meaning: 'token missing or refused' },
  rows: { code: 5, meaning: 'some rows rejected, blocked, failed, outdated or still to be sent' },
  doubt: { code: 6, meaning: 'rows in doubt' },
  unreachable: { code: 7, meaning: 'service not reachable, run again' },
  locked: { code: 8, meaning: 'another run holds the ledger' },
  interrupted: { code: 130, meaning: 'interrupted' },
} as const;

export type Exit = keyof typeof EXIT_CODES;

/** Why a command did not end with 0, as JSON shows it. */
export interface ErrorText {
  /** Stable name for scripts: `file-missing`. */
  readonly code: string;
  readonly message: string;
  /** What to do or type next. */
  readonly hint: string | null;
}

/** An error that is expected: the person, not the code, can fix it. Printed as a sentence and a hint, no stack. */
export class TraceError extends Error {
  readonly exit: Exit;
  /** Stable name for scripts: `file-missing`. */
  readonly code: string;
  /** What to do or type next. */
  readonly hint: string | undefined;

  constructor(exit: Exit, code: string, message: string, hint?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'TraceError';
    this.exit = exit;
    this.code = code;
    this.hint = hint;
  }
}

/** The error of a command, a flag, a file or a configuration that a person has to change: exit code 2. */
export const usage = (code: string, message: string, hint?: string, cause?: unknown): TraceError =>
  new TraceError('usage', code, message, hint, cause);
