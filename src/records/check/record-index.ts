import type { Reference } from '../../contract/kind.ts';

/** A staged record with its address. `columns` is JSON: column letters by path, or the address of a cell that counts for all rows. */
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

/** A text that identifies the records of a kind on a sheet. */
export const tableKey = ({ file, sheet, kind }: Pick<AddressedRecord, 'file' | 'sheet' | 'kind'>): string =>
  JSON.stringify([file, sheet, kind]);

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

/** A record with one of its references. */
export interface RecordReference extends AddressedRecord {
  readonly field: string;
  readonly toKind: string;
  readonly toKey: string;
}

/**
 * The queries of the rules across records. A ledger implements them with its tables, a check in memory, and tests with
 * literals.
 */
export interface RecordIndex {
  /** Records whose key occurs more than once, grouped by key, in the order of the input. */
  recordsWithSameKey(): Iterable<AddressedRecord>;
  /** The first record with the same key as `record` but different content. */
  differingRecord(record: AddressedRecord): AddressedRecord | undefined;
  /** The body of a record of `recordsWithSameKey`, `differingRecord` or `sharedRefs`, as JSON. */
  bodyOf(record: AddressedRecord): string;
  /** References to records that are neither in the input nor known from earlier runs. */
  unresolvedReferences(): Iterable<UnresolvedReference>;
  /** References that match records of several kinds; `toKind` lists the kinds, separated by `, `. */
  ambiguousReferences(): Iterable<RecordReference>;
  /**
   * Records that have the same reference as another record but different content, grouped by
   * reference.
   */
  sharedRefs(): Iterable<AddressedRecord & { readonly shareKey: string; readonly shareHash: string }>;
  keysOf(kind: string): readonly string[];
  /** Whether the input has a sheet with records of the kind. */
  hasSheetOf(kind: string): boolean;
  /** The first record of each key that looks like the key `other` (see `plainKey`). */
  lookAlikes(): Iterable<AddressedRecord & { readonly other: string }>;
  /** References to records of another family, `actual`, if no record of the own family has the key. */
  referencesToOtherFamilies(): Iterable<RecordReference & { readonly actual: string }>;
  /** Number of records by kind and family; records without a family are not counted. */
  families(): readonly FamilyCount[];
  /** The records of a kind and family, in the order of the input. */
  recordsOfFamily(kind: string, family: string): Iterable<AddressedRecord>;
  /**
   * References of a field to records whose field `expects.field` has a value other than
   * `expects.value`.
   */
  unexpectedValues(
    naming: { readonly kind: string; readonly field: string; readonly to: string },
    expects: NonNullable<Reference['expects']>,
  ): Iterable<AddressedRecord & { readonly toKey: string; readonly actual: string }>;
}

/** A reference to a record that is not known. */
export interface UnresolvedReference extends RecordReference {
  /** If set, this stands for that number of further references of the field, and `toKey` is empty. */
  readonly more?: number;
}

/** The number of records of a kind that have a family. */
export interface FamilyCount {
  readonly kind: string;
  readonly family: string;
  readonly count: number;
}
