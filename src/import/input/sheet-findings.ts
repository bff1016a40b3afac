import { entryOf } from '../../findings/catalogue.ts';
import { type Finding, placeText } from '../../findings/finding.ts';
import { MOST_MERGES } from '../../records/layout/merged-cells.ts';
import { say } from '../../say.ts';
import { columnLetters } from '../../sheets/cell.ts';
import { type ReadContext, reportFinding } from './read-context.ts';

/** Maximum number of errors of a sheet that each of its records lists. */
const MAX_SHEET_ERRORS = 5;

/** Reports the findings of a table, and remembers which rows they damage, or that they invalidate the whole table. */
export class SheetFindings {
  readonly #context: ReadContext;
  /** The findings of all tables of the sheet; undefined if it has only one. */
  readonly #known: Map<string, Finding | null> | undefined;
  /** Known once the sheet is recognised. */
  headerRow: number | undefined;
  /** Whether its records are sent. If not, they are only read for references, and the sheet itself is not checked. */
  isSent = true;
  isFaulty = false;
  /** Whether it is a sheet of results, which has no rows. */
  isOfResults = false;
  /** The first errors of the sheet as a whole. */
  readonly errors: string[] = [];
  /** Rows with cells that could not be read, and the letters of these columns. The other cells are not trusted either. */
  readonly damagedRows = new Map<number, Set<string | undefined>>();
  /** Cells that are merged over several rows, wherever they are in the sheet. */
  readonly merges: Finding[] = [];

  constructor(context: ReadContext, known?: Map<string, Finding | null>) {
    this.#context = context;
    this.#known = known;
  }

  /** Takes a finding of the source of the sheet. Merged cells are reported after the last row. */
  readonly read = (finding: Finding): void => {
    if (finding.code !== 'cells-merged') this.report(finding);
    else if (this.merges.length < MOST_MERGES) this.merges.push(finding);
  };

  /** Reports a finding of the sheet; an error invalidates its row, or the whole sheet. */
  report(finding: Finding): void {
    // An interrupted read makes the sheet look damaged, so do not report that.
    if (this.#context.signal.aborted) return;
    const stored = this.#stored(finding);
    if (finding.code === 'annotation-ignored' && finding.origin.row === undefined) this.isOfResults = true;
    if (stored?.severity !== 'error') return;
    this.isFaulty = true;
    const { row, column } = finding.origin;
    if (row !== undefined && row !== this.headerRow && !entryOf(finding.code).invalidatesSheet) {
      const columns = this.damagedRows.get(row);
      if (columns) columns.add(column);
      else this.damagedRows.set(row, new Set([column]));
    } else if (this.errors.length < MAX_SHEET_ERRORS)
      this.errors.push(say().verdict.place({ label: placeText(stored), sentence: stored.message }));
  }

  /** Stores a finding, once if several tables of the sheet report it. */
  #stored(finding: Finding): Finding | null {
    if (!this.#known) return reportFinding(this.#context, finding);
    const { code, origin, message } = finding;
    // These say the same about a row of any table.
    const isOfRows = code === 'row-skipped' || code === 'rows-hidden';
    const key = JSON.stringify([code, origin.row, origin.column, isOfRows || message]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const stored = reportFinding(this.#context, finding);
    this.#known.set(key, stored);
    return stored;
  }

  /** Reports findings of the sheet as a whole, if its records are sent. */
  reportSent(...findings: readonly (Finding | undefined)[]): void {
    if (this.isSent) for (const finding of findings) if (finding) this.report(finding);
  }

  isDamagedCell(row: number, index: number): boolean {
    return this.damagedRows.get(row)?.has(columnLetters(index)) === true;
  }
}
