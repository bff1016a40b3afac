import { keyText } from '../../contract/kind.ts';
import type { FindingCode } from '../../findings/catalogue.ts';
import type { Finding } from '../../findings/finding.ts';
import { cut } from '../../recognise/text.ts';
import { severityOf } from './check-row.ts';
import { type AddressedRecord, columnsOf } from './record-index.ts';

/** A finding across records, with the record that it affects. */
export interface CrossFinding {
  readonly finding: Finding;
  readonly record: number;
  /**
   * `invalid`: the record is not sent. `twin`: the record repeats another one exactly and is sent
   * once. Null: the record is sent.
   */
  readonly effect: 'invalid' | 'twin' | null;
  /** Whether the finding is not reported: the rows of the table are expected to repeat records. */
  readonly isExpected?: true;
}

/**
 * A key for a message, truncated to 200 characters: a small file may repeat a key of thousands of
 * characters in each row.
 */
export const shownKey = (key: string): string => cut(keyText(key), 200);

/** Builds a finding about a record, at the column of a field. */
export function findingOn(
  row: AddressedRecord,
  code: FindingCode,
  field: string | null,
  message: string,
  value: string,
  effect: CrossFinding['effect'],
  suggestion?: string,
): CrossFinding {
  const columns = columnsOf(row);
  // If the field itself has no column, use the column of its first part.
  const place = field === null ? undefined : (columns[field] ?? columns[field.split('.')[0]!]);
  const [, column, ownRow] = /^([A-Z]+)(\d*)$/.exec(place ?? '') ?? [];
  return {
    record: row.id,
    effect,
    finding: {
      code,
      severity: severityOf(code, false),
      origin: {
        file: row.file,
        sheet: row.sheet,
        row: ownRow ? Number(ownRow) : row.row,
        ...(typeof row.line === 'number' ? { line: row.line } : {}),
        ...(column ? { column } : {}),
      },
      kind: row.kind,
      ...(field === null ? {} : { field }),
      value: cut(value, 200),
      message,
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  };
}
