import { CATALOGUE } from '../../findings/catalogue.ts';
import type { Finding } from '../../findings/finding.ts';
import { cellText, cut } from '../../recognise/text.ts';
import { cellParts } from '../../records/fill.ts';
import { LogicalRows } from '../../records/layout/logical-rows.ts';
import { mergedFinding, unmergedFinding } from '../../records/layout/merged-cells.ts';
import { OddRows } from '../../records/layout/odd-rows.ts';
import { RepeatedQuantities } from '../../records/layout/repeated-quantities.ts';
import type { SheetMap } from '../../records/record.ts';
import { sheetFinding } from '../../records/sheet-finding.ts';
import { isOfTable } from '../../records/unmapped-columns.ts';
import { numberText, say } from '../../say.ts';
import { columnLetters, type Row } from '../../sheets/cell.ts';
import type { ReadContext } from './read-context.ts';
import { kindsIn } from './settings.ts';
import type { SharedRows } from './shared-rows.ts';
import type { SheetFindings } from './sheet-findings.ts';
import type { RowStager } from './stage-row.ts';

/** Number of first rows in which columns are compared, to find swapped ones. */
const COMPARED_ROWS = 200;
/** Columns are compared only in a sheet with at least this many errors and warnings. */
const MIN_PROBLEMS_OF_SWAPPED = 3;

/** What the rows of a table are reported and staged with. */
interface RowReceivers {
  readonly findings: SheetFindings;
  readonly shared: SharedRows;
  readonly stage: RowStager;
}

/** The steps from the rows of a recognised table to staged records. */
export class SheetRows {
  readonly #context: ReadContext;
  readonly #map: SheetMap;
  readonly #findings: SheetFindings;
  readonly #shared: SharedRows;
  readonly #stage: RowStager;
  /** Undefined if each row is a record. */
  readonly #logical: LogicalRows | undefined;
  /** Whether templates use the row above of another kind. */
  readonly #usesAbove: boolean;
  readonly #oddRows: OddRows;
  /** Undefined if the sheet does not need this check, or already has its finding. */
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
  /** Whether a quote was misread, so that the rows of other tables that follow are not read either. */
  isMisread = false;

  constructor(
    context: ReadContext,
    map: SheetMap,
    firstRows: readonly Row[],
    { findings, shared, stage }: RowReceivers,
  ) {
    this.#context = context;
    this.#map = map;
    this.#findings = findings;
    this.#shared = shared;
    this.#stage = stage;
    if (map.layout)
      this.#logical = new LogicalRows(
        map,
        map.layout,
        (finding) => findings.reportSent(finding),
        (row, index) => findings.isDamagedCell(row, index),
        firstRows,
      );
    this.#usesAbove = (map.fills ?? []).some(({ parts = [] }) => cellParts(parts).some((one) => one.isAbove));
    this.#quantities = RepeatedQuantities.of(map);
    this.#oddRows = new OddRows(map, kindsIn(context.settings), firstRows);
    findings.reportSent(this.#oddRows.unitsAbove(firstRows));
    this.#compared = firstRows.filter(({ row }) => row > map.headerRow).slice(0, COMPARED_ROWS);
    this.#doubtsBefore = problemCount(context);
  }

  /** Takes the next row of the table, and stages a record if one ends. Returns whether the row is part of a record. */
  add(row: Row): boolean {
    if (this.isStopped || row.row <= this.#map.headerRow || this.#isOfOthers(row) || this.#isSkipped(row))
      return false;
    this.rows++;
    this.#lastRow = row.row;
    const repeated = this.#quantities?.find(row);
    if (repeated) {
      this.#findings.reportSent(repeated);
      this.#quantities = undefined;
    }
    if (row.hidden && this.#hiddenRows++ === 0) this.#firstHidden = row.row;
    this.#shared.unmapped?.count(row);
    const own = this.#usesAbove ? withAbove(row, this.#shared.above(this.#map)) : row;
    const whole = this.#logical ? this.#logical.add(own) : own;
    if (whole) this.#stageWhole(whole, 0);
    return true;
  }

  /** Whether a row is of the table or above it, as far as the map file says. */
  isOfTable(row: Row): boolean {
    return row.row <= this.#map.headerRow || isOfTable(this.#map, row.cells);
  }

  /** `end`: the number of a row that may continue the record, although it could not be read. */
  #stageWhole(row: Row, end: number): void {
    const { damagedRows } = this.#findings;
    if (damagedRows.size === 0) this.#stage(row, false);
    else {
      const { whole, isDamaged } = withDamaged(row, damagedRows, end);
      this.#stage(whole, isDamaged);
    }
  }

  /** Whether a row has only values of other tables. */
  #isOfOthers(row: Row): boolean {
    if (!this.#shared.areApart || this.#shared.hasRecord(this.#map, row)) return false;
    this.#oddRows.pass(row);
    this.#logical?.skip(row, true);
    return true;
  }

  /** Whether a row is not part of a record. Reports such a row. */
  #isSkipped(row: Row): boolean {
    const quote = misreadQuote(this.#map, row);
    if (quote !== undefined) {
      this.isStopped = true;
      this.isMisread = true;
      this.#findings.report(quote);
      return true;
    }
    const odd = this.#oddRows.find(row);
    if (!odd) return false;
    this.isStopped = odd.stops;
    if (odd.isExample) this.examples++;
    // A damaged row that is skipped does not make the record before it invalid.
    this.#findings.damagedRows.delete(row.row);
    this.#logical?.skip(row, odd.continues);
    this.#findings.reportSent(odd.finding);
    return true;
  }

  /** Stages the last record, and reports the findings that are certain only now. `end`: the last row of the table. */
  async finish(end: number): Promise<void> {
    const last = this.#logical?.finish();
    const damaged = [...this.#findings.damagedRows.keys()].filter((row) => row <= end);
    if (last) this.#stageWhole(last, damaged.at(-1) ?? 0);
    if (!this.#findings.isSent) return;
    const map = this.#map;
    const { merges } = this.#findings;
    this.#findings.reportSent(
      this.#oddRows.above()?.finding,
      mergedFinding(map, this.#shared.mergesIn(map, merges), this.#lastRow),
      this.#logical && unmergedFinding(map, merges, this.#logical.filledRows),
      ...(this.#shared.unmapped?.findings() ?? []),
    );
    for (const column of this.#shared.ignored()) this.#context.stage.addIgnoredColumn?.(column);
    if (this.#hiddenRows > 0) this.#findings.report(hiddenRows(map, this.#hiddenRows, this.#firstHidden));
    // Swapped columns cause many findings, so a sheet with few of them is not compared.
    if (problemCount(this.#context) < this.#doubtsBefore + MIN_PROBLEMS_OF_SWAPPED) return;
    const { swappedColumns } = await import('./swapped-columns.ts');
    this.#findings.reportSent(...swappedColumns(map, this.#compared));
  }
}

const withAbove = (row: Row, above: Row | undefined): Row => (above ? { ...row, above } : row);

/** The number of errors and warnings; 0 if they are not counted. */
function problemCount({ findingGroups }: ReadContext): number {
  const counts = findingGroups.counts?.();
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

/**
 * A row with the rows that continue it. Rows up to `end` that could not be read may continue it too: they make the
 * record invalid, and its report names them.
 */
function withDamaged(
  row: Row,
  damaged: ReadonlyMap<number, unknown>,
  end: number,
): { readonly whole: Row; readonly isDamaged: boolean } {
  let isDamaged = damaged.has(row.row);
  const { more = [] } = row;
  const lost: Row[] = [];
  for (let at = row.row + 1; at <= Math.max(end, more.at(-1)?.row ?? 0); at++) {
    if (!damaged.has(at)) continue;
    isDamaged = true;
    if (!more.some((one) => one.row === at)) lost.push({ row: at, cells: [] });
  }
  return { whole: lost.length > 0 ? { ...row, more: [...more, ...lost] } : row, isDamaged };
}

/**
 * Returns the error for a row that has a stray quote and a wrong number of cells. The quote was probably meant to
 * protect a separator or a line break, so it is unknown where the following cells and rows end.
 */
export function misreadQuote(map: SheetMap, row: Row): Finding | undefined {
  const { cellCounts } = map;
  if (row.quote === undefined || cellCounts === undefined) return undefined;
  if (cellCounts.includes(row.cells.length)) return undefined;
  return sheetFinding(map, { ...row, column: columnLetters(row.quote) }, 'text-quotes', {
    value: cut(cellText(row.cells[row.quote] ?? null), 200),
    message: say().cells.quoteMisread({
      count: row.cells.length,
      number: numberText(row.cells.length),
      width: numberText(cellCounts[0]!),
    }),
    suggestion: say().sheets.quotes(),
  });
}
