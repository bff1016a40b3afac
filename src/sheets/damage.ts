import { CATALOGUE, type FindingCode } from '../findings/catalogue.ts';
import type { Finding, Origin } from '../findings/finding.ts';
import { say } from '../say.ts';

/** The error that stops reading a file or a sheet. The reader that catches it reports a finding. */
export class Damage extends Error {
  readonly code: FindingCode;
  readonly suggestion: string;

  /** @param suggestion what to do; by default: save a copy, or get the file again */
  constructor(message: string, suggestion = say().instead.copy(), code: FindingCode = 'file-unreadable') {
    super(message);
    this.name = 'Damage';
    this.code = code;
    this.suggestion = suggestion;
  }
}

/** The error for a workbook without a sheet that has cells. */
export const noSheets = (): Damage =>
  new Damage(say().damaged.noSheets(), say().instead.workbook(), 'file-empty');

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
  message: say().sheets.merged(),
});
