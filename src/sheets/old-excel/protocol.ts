import type { FindingCode } from '../../findings/catalogue.ts';

/**
 * The process writes lines: rows and findings as `lineOf` makes them, and these two, which no row or finding starts with.
 */
export const SHEET = 'sheet ';
export const ENDING = 'end ';

/** What follows `SHEET`: the rows after it belong to this sheet. */
export interface SheetLine {
  readonly name: string;
  readonly hidden: boolean;
}

/** What follows `ENDING`: nothing comes after it. */
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

/** Limits of the process that reads old workbooks. */
export interface Bounds {
  /** Resident memory of the process, in megabytes. */
  readonly megabytes: number;
  readonly seconds: number;
}

export const BOUNDS: Bounds = { megabytes: 512, seconds: 60 };

/** What the process writes on standard error before it ends itself because of its memory. */
export const MEMORY_MARK = 'trace: over the memory limit';
