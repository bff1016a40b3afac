/** A staged record with its address. `columns` is JSON: column letters by path. */
export interface AddressedRecord {
  readonly id: number;
  readonly kind: string;
  readonly family: string;
  readonly key: string;
  readonly hash: string;
  /** The importation batch; empty for a record without one. */
  readonly batch: string;
  readonly file: string;
  readonly sheet: string;
  readonly row: number;
  /** The line where the row starts, if the input is a text file. */
  readonly line?: number | null;
  readonly columns: string;
}

/**
 * Caches the columns that were parsed last: a sheet may have millions of findings, and the findings
 * of one sheet follow each other.
 */
let parsed: { readonly text: string; readonly columns: Readonly<Record<string, string>> } | undefined;

/** The column letters of a record by path. */
export function columnsOf({ columns: text }: AddressedRecord): Readonly<Record<string, string>> {
  if (parsed?.text !== text) parsed = { text, columns: JSON.parse(text) as Record<string, string> };
  return parsed.columns;
}
