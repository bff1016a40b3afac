/** The exit codes, as `main.ts`, the help and the docs show them. */
export const EXIT_CODES = {
  done: { code: 0, meaning: 'done' },
  bug: { code: 1, meaning: 'a bug in trace' },
  usage: { code: 2, meaning: 'usage or configuration error' },
  invalid: { code: 3, meaning: 'invalid input; nothing was sent' },
  token: { code: 4, meaning: 'token missing or rejected' },
  rows: {
    code: 5,
    meaning:
      'incomplete: rows rejected, blocked, failed, outdated or not sent (except rows that --only skips)',
  },
  doubt: { code: 6, meaning: 'rows in doubt: not known whether the service stored them' },
  unreachable: { code: 7, meaning: 'service unreachable; run again' },
  locked: { code: 8, meaning: 'another run is using the ledger' },
  interrupted: { code: 130, meaning: 'interrupted' },
} as const;

export type Exit = keyof typeof EXIT_CODES;

/** The error in JSON output, if the exit code is not 0. */
export interface ErrorText {
  /** A stable name for scripts, such as `file-missing`. */
  readonly code: string;
  readonly message: string;
  /** A sentence that says what to do next, often with a command. */
  readonly hint: string | null;
}

/** An error that the user can fix. It is printed as a sentence and a hint, without a stack. */
export class TraceError extends Error {
  readonly exit: Exit;
  /** A stable name for scripts, such as `file-missing`. */
  readonly code: string;
  /** A sentence that says what to do next, often with a command. */
  readonly hint: string | undefined;

  constructor(exit: Exit, code: string, message: string, hint?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'TraceError';
    this.exit = exit;
    this.code = code;
    this.hint = hint;
  }
}

/** An error in a command, a flag, a file or the configuration. The exit code is 2. */
export const usage = (code: string, message: string, hint?: string, cause?: unknown): TraceError =>
  new TraceError('usage', code, message, hint, cause);
