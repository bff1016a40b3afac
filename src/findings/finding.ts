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
  /** Of a text file: the line where the row starts. */
  readonly line?: number;
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

/** `batch.xlsx › Components!F17`, as much of it as is known. A text file is its own sheet: `suppliers.csv › F17`. */
export function originText({ file, sheet, column, row }: Origin): string {
  const cell = `${column ?? ''}${row ?? ''}`;
  const own = sheet !== undefined && stem(file) === sheet;
  const place = [own ? undefined : sheet, cell].filter(Boolean).join('!');
  return place === '' ? file : `${file} › ${place}`;
}

function stem(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
}

/** A body path as a column head writes it: items are counted from 1. */
export function fieldText(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, (_, index: string) => `.${Number(index) + 1}`);
}
