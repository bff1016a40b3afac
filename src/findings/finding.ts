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

/**
 * `batch.xlsx › Components!F17`, as much of it as is known: what follows the `›` can be typed into the name box of a
 * spreadsheet. A text file is its own sheet: `suppliers.csv › F17`. A row as a whole is its first cell.
 */
export function originText({ file, sheet, column, row }: Origin): string {
  const cell = row === undefined ? (column ?? '') : `${column ?? 'A'}${row}`;
  const own = sheet !== undefined && stem(file) === sheet;
  const named = sheet === undefined || own ? undefined : cell === '' ? sheet : sheetText(sheet);
  const place = [named, cell].filter(Boolean).join('!');
  return place === '' ? file : `${file} › ${place}`;
}

/** Letters and digits that cannot be taken for a cell (`A1`, `R1C1`) need no quotes. */
const PLAIN_NAME = /^(?!(?:[a-z]{1,3}\d+|r\d*(?:c\d*)?|c\d*|true|false)$)[\p{L}_][\p{L}\p{N}_.]*$/iu;

/** The name of a sheet as a formula writes it: `'Liste A'`. */
function sheetText(sheet: string): string {
  return PLAIN_NAME.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
}

function stem(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
}

/** A body path as a column head writes it: items are counted from 1. */
export function fieldText(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, (_, index: string) => `.${Number(index) + 1}`);
}
