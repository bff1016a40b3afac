import type { KindSpec } from '../../contract/kind.ts';
import { CATALOGUE } from '../../findings/catalogue.ts';
import type { Finding } from '../../findings/finding.ts';
import { LogicalRows } from '../../records/layout/logical-rows.ts';
import { mergedFinding, unmergedFinding } from '../../records/layout/merged-cells.ts';
import { OddRows } from '../../records/layout/odd-rows.ts';
import { RepeatedQuantities } from '../../records/layout/repeated-quantities.ts';
import { misreadQuote } from '../../records/read.ts';
import type { SheetMap } from '../../records/record.ts';
import { UnmappedColumns } from '../../records/unmapped-columns.ts';
import { numberText, say } from '../../say.ts';
import type { Row } from '../../sheets/cell.ts';
import { type ReadContext, reportFinding } from './read-context.ts';
import type { SheetFindings } from './sheet-findings.ts';

/** Number of first rows in which columns are compared that may be swapped. */
const COMPARED_ROWS = 200;
/** Number of errors and warnings from which columns may be swapped. */
const SWAPPED_DOUBTS = 3;

/** The steps from the rows of a recognised sheet to whole rows of records. */
export class SheetRows {
  readonly #context: ReadContext;
  readonly #map: SheetMap;
  readonly #findings: SheetFindings;
  /** Undefined if all columns are read. */
  readonly #unmapped: UnmappedColumns | undefined;
  /** Undefined if each row is a record. */
  readonly #logical: LogicalRows | undefined;
  readonly #oddRows: OddRows;
  /** Undefined if the sheet does not need the check, or has its finding. */
  #quantities: RepeatedQuantities | undefined;
  /** The first rows with data, and the number of errors and warnings before them, to find swapped columns. */
  readonly #compared: readonly Row[];
  readonly #doubtsBefore: number;
  /** The number of rows that are not skipped, the last of them, and the number of skipped example rows. */
  rows = 0;
  #lastRow = 0;
  examples = 0;
  /** The number of rows that a filter hides, and the first of them. */
  #hiddenRows = 0;
  #firstHidden = 0;
  /** Whether the rows that follow are not read: a quote was misread, or a second table begins. */
  isStopped = false;

  constructor(
    context: ReadContext,
    map: SheetMap,
    kinds: readonly KindSpec[],
    firstRows: readonly Row[],
    findings: SheetFindings,
  ) {
    this.#context = context;
    this.#map = map;
    this.#findings = findings;
    if (map.unmapped?.length) this.#unmapped = new UnmappedColumns(map);
    if (map.layout)
      this.#logical = new LogicalRows(
        map,
        map.layout,
        (finding) => findings.reportSent(finding),
        (row, index) => findings.isDamagedCell(row, index),
      );
    this.#quantities = RepeatedQuantities.of(map);
    this.#oddRows = new OddRows(map, kinds);
    findings.reportSent(this.#oddRows.unitsAbove(firstRows));
    this.#compared = firstRows.filter(({ row }) => row > map.headerRow).slice(0, COMPARED_ROWS);
    this.#doubtsBefore = doubts(context);
  }

  /** Takes the next row of the sheet. Returns a whole row of a record, if one ends. */
  add(row: Row): Row | undefined {
    if (this.isStopped || row.row <= this.#map.headerRow || this.#isSkipped(row)) return undefined;
    this.rows++;
    this.#lastRow = row.row;
    const repeated = this.#quantities?.find(row);
    if (repeated) {
      this.#findings.reportSent(repeated);
      this.#quantities = undefined;
    }
    if (row.hidden && this.#hiddenRows++ === 0) this.#firstHidden = row.row;
    this.#unmapped?.count(row);
    return this.#logical ? this.#logical.add(row) : row;
  }

  /** Reports a row that is not one of the records. */
  #isSkipped(row: Row): boolean {
    const quote = misreadQuote(this.#map, row);
    if (quote !== undefined) {
      this.isStopped = true;
      this.#findings.report(quote);
      return true;
    }
    const odd = this.#oddRows.find(row);
    if (!odd) return false;
    this.isStopped = odd.stops;
    if (odd.isExample) this.examples++;
    // It continues no record.
    this.#findings.damaged.delete(row.row);
    this.#logical?.skip(row, odd.continues);
    this.#findings.reportSent(odd.finding);
    return true;
  }

  /** Returns the last row of a record, if it may have been continued. */
  last(): Row | undefined {
    return this.#logical?.finish();
  }

  /** Reports what is known only after the last row. */
  async finish(): Promise<void> {
    if (!this.#findings.isSent) return;
    const map = this.#map;
    const { merges } = this.#findings;
    this.#findings.reportSent(
      this.#oddRows.above()?.finding,
      mergedFinding(map, merges, this.#lastRow),
      this.#logical && unmergedFinding(map, merges, this.#logical.filledRows),
      ...(this.#unmapped?.findings() ?? []),
    );
    for (const column of this.#unmapped?.ignored() ?? []) this.#context.stage.ignored?.(column);
    if (this.#hiddenRows > 0)
      reportFinding(this.#context, hiddenRows(map, this.#hiddenRows, this.#firstHidden));
    // Only the values of a sheet with enough findings are compared.
    if (doubts(this.#context) < this.#doubtsBefore + SWAPPED_DOUBTS) return;
    const { swappedColumns } = await import('./swapped-columns.ts');
    this.#findings.reportSent(...swappedColumns(map, this.#compared));
  }
}

/** The number of errors and warnings; 0 if they are not counted. */
function doubts({ groups }: ReadContext): number {
  const counts = groups.counts?.();
  return counts === undefined ? 0 : counts.error + counts.warning;
}

/** Returns the notice that a filter hides rows of the sheet and that trace reads them anyway. */
function hiddenRows({ file, sheet, kind }: SheetMap, count: number, first: number): Finding {
  const message = say().input.rowsHidden({ count, number: numberText(count), row: String(first) });
  return {
    code: 'rows-hidden',
    severity: CATALOGUE['rows-hidden'].severity,
    origin: { file, sheet },
    kind: kind.name,
    message,
    suggestion: say().input.rowsHiddenAdvice(),
  };
}
