import type { FindingCode } from '../../findings/catalogue.ts';

/** How lines of the child process start that are not rows or findings; those are lines of `lineOf`. */
export const SHEET_PREFIX = 'sheet ';
export const EXIT_PREFIX = 'end ';

/** The JSON after `SHEET_PREFIX`. The rows and findings in the next lines belong to this sheet. */
export interface SheetLine {
  readonly name: string;
  readonly hidden: boolean;
}

/** The JSON after `EXIT_PREFIX`, in the last line. */
export interface ChildExit {
  readonly date1904?: boolean;
  readonly fault?:
    | { readonly kind: 'encrypted' | 'no-workbook' }
    | {
        readonly kind?: never;
        readonly code: FindingCode;
        readonly message: string;
        readonly suggestion: string;
      };
}

/** Limits of the child process that parses old workbooks. */
export interface Bounds {
  /** Resident memory of the process, in megabytes. */
  readonly megabytes: number;
  readonly seconds: number;
}

export const BOUNDS: Bounds = { megabytes: 512, seconds: 60 };

/** What the child process writes to standard error before it ends because it exceeded its memory limit. */
export const MEMORY_MARK = 'trace: over the memory limit';

/** The hidden first argument by which the executable reads an old workbook (`bin/executable.js`). */
export const READER = '--read-old-workbook';
