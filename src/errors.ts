/** The exit codes. Their meanings are in the area `exitCodes` of the files of the languages. */
export const EXIT_CODES = {
  done: { code: 0 },
  bug: { code: 1 },
  usage: { code: 2 },
  invalid: { code: 3 },
  token: { code: 4 },
  rows: { code: 5 },
  doubt: { code: 6 },
  unreachable: { code: 7 },
  locked: { code: 8 },
  interrupted: { code: 130 },
} as const;

export type Exit = keyof typeof EXIT_CODES;

/** The form of an error in JSON output, which has one if the exit code is not 0. */
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

/** An error in the value of a flag. */
export const flagError = (message: string, hint?: string): TraceError => usage('flag-value', message, hint);
