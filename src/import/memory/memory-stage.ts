import { entryOf } from '../../findings/catalogue.ts';
import type { Finding } from '../../findings/finding.ts';
import type { FileRow, IgnoredRow } from '../../ledger/history.ts';
import type { Stage } from '../../ledger/ledger.ts';
import { noTotals, type Totals } from '../../send/push/outcome.ts';
import type { RowRecord, StageOfInput } from '../input/staged-record.ts';
import { NumberSet } from '../staged/number-set.ts';
import type { RecordMemory } from './record-memory.ts';

/** A sheet of the input. */
interface Sheet {
  readonly file: string;
  readonly sheet: string;
  readonly kind: string;
  /** The column letters of each path, as JSON. */
  readonly columns: string;
  /** Whether an error of the whole sheet makes its records invalid. */
  isInvalid: boolean;
}

/** The rows of the records of a table of a sheet. */
export interface RowsOfSheet {
  readonly file: string;
  readonly sheet: string;
  readonly kind: string;
  /** The column letters of each path. */
  readonly columns: Readonly<Record<string, string>>;
  readonly rows: NumberSet;
}

/** Receives the input of a check: keeps what is compared of its records, and how they end. */
export class MemoryStage implements StageOfInput {
  readonly records: RecordMemory;
  /** The sheets; their ids are numbers from 1. */
  readonly sheets: Sheet[] = [];
  readonly files: FileRow[] = [];
  readonly ignoredColumns: IgnoredRow[] = [];
  /** The files that were not read to their end, with the rows at which reading stopped. */
  readonly partlyRead: { readonly file: string; readonly sheet: string; readonly row: number }[] = [];
  readonly #listed: Pick<Stage, 'addFinding' | 'commit'> | null;
  readonly #invalid = new NumberSet();
  readonly #twins = new NumberSet();
  #isInterrupted = false;

  /** `listed`: receives every finding; null if findings are only counted. */
  constructor(records: RecordMemory, listed: Pick<Stage, 'addFinding' | 'commit'> | null) {
    this.records = records;
    this.#listed = listed;
  }

  /** @throws NeedsLedger */
  addRecord(record: RowRecord): void {
    const id = this.records.size;
    if (this.records.add(record)) this.#twins.add(id);
  }

  addFinding(finding: Finding): void {
    const { code, severity, origin } = finding;
    const { file, sheet, row } = origin;
    if (severity === 'error' && entryOf(code).stopsReading)
      if (sheet !== undefined && row !== undefined) this.partlyRead.push({ file, sheet, row });
    this.#listed?.addFinding(finding);
  }

  addSheet(file: string, sheet: string, kind: string, columns: Record<string, string>): number {
    return this.sheets.push({ file, sheet, kind, columns: JSON.stringify(columns), isInvalid: false });
  }

  addFile(path: string, sha256: string, rows: number): void {
    this.files.push({ path, sha256, rows });
  }

  addIgnoredColumn(column: IgnoredRow): void {
    this.ignoredColumns.push(column);
  }

  invalidateSheet(sheetId: number): void {
    this.sheets[sheetId - 1]!.isInvalid = true;
  }

  endNotAttempted(): void {
    this.#isInterrupted = true;
  }

  commit(): void {
    this.#listed?.commit();
  }

  /** Ends records as invalid, and drops those that repeat another one exactly. */
  end(invalid: NumberSet, twins: NumberSet): void {
    for (const id of invalid) this.#invalid.add(id);
    for (const id of twins) this.#twins.add(id);
  }

  isTwin(record: number): boolean {
    return this.#twins.has(record);
  }

  /** How the records of a group end before they are compared. */
  endingOf({ sheetId, ending }: Pick<RowRecord, 'sheetId' | 'ending'>): RowRecord['ending'] {
    if (this.#isInterrupted) return 'not-attempted';
    return this.sheets[sheetId - 1]!.isInvalid ? 'invalid' : ending;
  }

  /** The totals of the check: valid records are not attempted. */
  totals(): Totals {
    const totals = noTotals();
    for (let id = 0; id < this.records.size; id++) {
      if (this.#twins.has(id)) continue;
      const ending = this.endingOf(this.records.groupOf(id));
      totals[this.#invalid.has(id) ? 'invalid' : (ending ?? 'not-attempted')]++;
    }
    return totals;
  }

  /** The number of records whose kind is not selected. */
  notChosen(): number {
    const groups = this.records.groups.filter((group) => this.endingOf(group) === 'not-attempted');
    return groups.reduce((sum, { records }) => sum + records, 0);
  }

  /** The rows of all records, by sheet. */
  recordRows(): RowsOfSheet[] {
    const all = this.sheets.map(({ file, sheet, kind, columns }) => ({
      ...{ file, sheet, kind, rows: new NumberSet() },
      columns: JSON.parse(columns) as Record<string, string>,
    }));
    for (let id = 0; id < this.records.size; id++)
      all[this.records.groupOf(id).sheetId - 1]!.rows.add(this.records.rowOf.at(id));
    return all;
  }
}
