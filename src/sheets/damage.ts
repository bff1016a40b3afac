import { CATALOGUE, type FindingCode } from '../findings/catalogue.ts';
import type { Finding, Origin } from '../findings/finding.ts';

/** Default advice for a damaged file. */
const DEFAULT_ADVICE = 'Open it in a spreadsheet program, save a copy and use that, or get the file again.';

/** The error that stops reading a file or a sheet. The reader that catches it reports a finding. */
export class Damage extends Error {
  readonly code: FindingCode;
  readonly suggestion: string;

  constructor(message: string, suggestion: string = DEFAULT_ADVICE, code: FindingCode = 'file-unreadable') {
    super(message);
    this.name = 'Damage';
    this.code = code;
    this.suggestion = suggestion;
  }
}

/** The error for a workbook without a sheet that has cells. */
export const noSheets = (): Damage =>
  new Damage(
    'The workbook has no sheet with cells.',
    'Use the workbook that contains the rows.',
    'file-empty',
  );

/** Builds a finding with the severity of its code. */
export function finding(
  code: FindingCode,
  origin: Origin,
  message: string,
  more: { readonly value?: string | undefined; readonly suggestion?: string | undefined } = {},
): Finding {
  return {
    code,
    severity: CATALOGUE[code].severity,
    origin,
    ...(more.value === undefined ? {} : { value: more.value.slice(0, 200) }),
    message,
    ...(more.suggestion === undefined ? {} : { suggestion: more.suggestion }),
  };
}

/**
 * Reports a cell that is merged over several rows: only the first row has its value. `value` is the range in one column,
 * such as `B2:B4`. Whether this matters depends on what the column is.
 */
export const mergedCells = (origin: Origin, column: string, first: number, last: number): Finding => ({
  code: 'cells-merged',
  severity: 'notice',
  origin: { ...origin, row: first, column },
  value: `${column}${first}:${column}${last}`,
  message: 'the cell is merged over several rows',
});
