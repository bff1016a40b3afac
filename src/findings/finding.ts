import type { FindingCode } from './catalogue.ts';

/**
 * error: the row is not sent. warning: doubtful, sent. notice: for information.
 * fixed: a value was changed on the way to the body (an error with --strict).
 */
export type Severity = 'error' | 'warning' | 'notice' | 'fixed';

/** Where a cell stands. Row and column are missing on what is wrong with a sheet or a file as a whole. */
export interface Origin {
  readonly file: string;
  readonly sheet?: string;
  readonly row?: number;
  /** Letters: `F`. */
  readonly column?: string;
}

/** Something wrong or doubtful in the input. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly origin: Origin;
  /** Kind and field, once they are known: `component`, `composition.1.material`. */
  readonly kind?: string;
  readonly field?: string;
  /** The value as the cell holds it, cut at 200 characters. */
  readonly value?: string;
  /** One sentence for this cell. */
  readonly message: string;
  /** The nearest allowed value, or what to type next. Never applied by itself. */
  readonly suggestion?: string;
}

/** `batch.xlsx › Components!F17`, as much of it as is known. */
export function originText(origin: Origin): string {
  const cell = `${origin.column ?? ''}${origin.row ?? ''}`;
  const place = [origin.sheet, cell].filter(Boolean).join('!');
  return place === '' ? origin.file : `${origin.file} › ${place}`;
}
