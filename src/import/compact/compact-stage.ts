import type { Finding } from '../../findings/finding.ts';
import type { FileRow, IgnoredRow } from '../../ledger/history.ts';
import type { RowRecord, StageOfInput } from '../input/read-context.ts';
import { NumberSet } from '../number-set.ts';
import type { CompactKind, CompactKinds } from './compact-kinds.ts';
import { CompactRecords } from './compact-records.ts';
import { RecordCounts } from './record-counts.ts';

/** Thrown by the first record if only the ledger can compare records of its interface. */
export class NeedsLedger extends Error {}

/** A file that was not read to its end, with the row at which reading stopped. */
interface PartlyRead {
  readonly file: string;
  readonly sheet: string;
  readonly row: number;
}

/** The rows of the records of a sheet. */
export interface SheetRows {
  readonly file: string;
  readonly sheet: string;
  /** The column letters of each path. */
  readonly columns: Readonly<Record<string, string>>;
  readonly rows: NumberSet;
}

/** Receives the input of a check: stores hashes of the records, and findings only if they are listed. */
export class CompactStage implements StageOfInput {
  readonly files: FileRow[] = [];
  readonly ignoredColumns: IgnoredRow[] = [];
  readonly partlyRead: PartlyRead[] = [];
  readonly counts = new RecordCounts();
  readonly records: CompactRecords;
  /** The rows of the records, by sheet, if findings are listed. */
  readonly recordRows = new Map<number, SheetRows>();
  readonly #kinds: ReadonlyMap<string, CompactKind>;
  readonly #list: ((finding: Finding) => void) | null;
  /** The records with errors, as numbers in the order of the input, and the number of all records. */
  readonly #invalid = new NumberSet();
  #added = 0;
  #sheets = 0;

  /** `list`: receives every finding; null if findings are only counted. */
  constructor(kinds: CompactKinds, list: ((finding: Finding) => void) | null) {
    this.#kinds = kinds.kinds;
    this.#list = list;
    this.records = new CompactRecords(kinds);
  }

  /** @throws NeedsLedger */
  record(record: RowRecord): void {
    // All sheets have the interface of the first one.
    if (this.#added === 0 && this.#kinds.get(record.kind.name)?.spec.interface !== record.kind.interface)
      throw new NeedsLedger();
    if (record.ending === 'invalid') this.#invalid.add(this.#added);
    this.#added++;
    this.recordRows.get(record.sheetId)?.rows.add(record.row);
    this.counts.add(record.sheetId, record.kind.name, record.family, record.ending);
    this.records.add(record);
  }

  /** How the record with this number ended, from 0. */
  endingOf(number: number, isSelected: boolean): RowRecord['ending'] {
    if (!isSelected) return 'not-attempted';
    return this.#invalid.has(number) ? 'invalid' : null;
  }

  finding(finding: Finding): void {
    const { code, severity, origin } = finding;
    const { file, sheet, row } = origin;
    if (severity === 'error' && (code === 'text-quotes' || code === 'file-unreadable'))
      if (sheet !== undefined && row !== undefined) this.partlyRead.push({ file, sheet, row });
    this.#list?.(finding);
  }

  sheet(file: string, sheet: string, _kind: string, columns: Record<string, string>): number {
    const id = ++this.#sheets;
    if (this.#list) this.recordRows.set(id, { file, sheet, columns, rows: new NumberSet() });
    return id;
  }

  file(path: string, sha256: string, rows: number): void {
    this.files.push({ path, sha256, rows });
  }

  ignored(column: IgnoredRow): void {
    this.ignoredColumns.push(column);
  }

  invalidateSheet(sheetId: number): void {
    this.counts.invalidateSheet(sheetId);
  }

  isAccepted(): boolean {
    return false;
  }

  endNotAttempted(): void {}
  commit(): void {}
}
