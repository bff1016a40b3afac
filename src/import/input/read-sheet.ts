import type { KindSpec } from '../../contract/kind.ts';
import { CATALOGUE } from '../../findings/catalogue.ts';
import type { Finding } from '../../findings/finding.ts';
import { headerKey } from '../../records/headers.ts';
import { LogicalRows } from '../../records/layout/logical-rows.ts';
import { mergedFinding, unmergedFinding } from '../../records/layout/merged-cells.ts';
import { OddRows } from '../../records/layout/odd-rows.ts';
import { RepeatedQuantities } from '../../records/layout/repeated-quantities.ts';
import { misreadQuote } from '../../records/read.ts';
import type { SheetMap } from '../../records/record.ts';
import { UnmappedColumns } from '../../records/unmapped-columns.ts';
import { kindText, numberText, say } from '../../say.ts';
import type { Row } from '../../sheets/cell.ts';
import {
  isSelected,
  type ReadContext,
  type ReadResult,
  reportFinding,
  untilInterrupted,
} from './read-context.ts';
import {
  joinFirstRows,
  mapFindings,
  noEntryFinding,
  otherTables,
  recogniseFirst,
  type SheetToRead,
  withEntry,
} from './recognise-first.ts';
import { kindsIn } from './settings.ts';
import { SheetFindings } from './sheet-findings.ts';
import { type RowStager, rowStager } from './stage-row.ts';

/** Rows between two progress events. */
const ROWS_PER_EVENT = 1000;

/** The number of data rows of a sheet, of skipped example rows of a template, and whether it has errors. */
interface SheetRead {
  readonly rows: number;
  readonly examples: number;
  readonly faulty: boolean;
}

/** Recognises a sheet from its first rows, then checks and stages its rows as a stream. */
export async function readSheet(
  context: ReadContext,
  read: SheetToRead,
  result: ReadResult,
): Promise<SheetRead> {
  const { source, sheet } = read;
  const findings = new SheetFindings(context);
  /** Undefined until the first rows are read; null if the sheet has no rows to stage. */
  let started: StartedSheet | null | undefined;
  const progress = (done: boolean) => {
    const rows = started?.rows.rows ?? 0;
    context.emit({ type: 'rows-read', file: source.file, sheet: sheet.name, rows, done });
  };
  const take = ({ stage }: StartedSheet, row: Row, end?: number) => {
    const { whole, isDamaged } = withDamaged(row, findings.damagedRows, end);
    stage(whole, isDamaged);
  };
  for await (const batch of joinFirstRows(untilInterrupted(context, sheet.rows(findings.read)))) {
    if (context.signal.aborted || findings.isOfResults) break;
    if (started === undefined) started = await startSheet(context, read, batch, findings, result);
    if (started === null) break;
    const { rows } = started;
    for (const row of batch) {
      const before = rows.rows;
      const whole = rows.add(row);
      if (whole) take(started, whole);
      if (rows.rows > before && rows.rows % ROWS_PER_EVENT === 0) progress(false);
    }
    if (rows.isStopped) break;
  }
  if (!context.signal.aborted) {
    if (started === undefined && !findings.isOfResults && source.sheets.length > 1 && !findings.isFaulty)
      reportSkipped(context, read, say().input.sheetEmpty({ sheet: sheet.name }));
    if (started && !findings.isOfResults) {
      const last = started.rows.last();
      if (last) take(started, last, [...findings.damagedRows.keys()].at(-1));
      await started.rows.finish();
    }
    if (findings.errors.length > 0 && started)
      context.stage.invalidateSheet?.(started.sheetId, findings.errors);
    progress(true);
  }
  return { rows: started?.rows.rows ?? 0, examples: started?.rows.examples ?? 0, faulty: findings.isFaulty };
}

/** A sheet that is recognised and staged. */
interface StartedSheet {
  readonly stage: RowStager;
  readonly sheetId: number;
  readonly rows: SheetRows;
}

/** Recognises a sheet from its first rows, and reports the findings about them. Returns null if its rows are not read. */
async function startSheet(
  context: ReadContext,
  read: SheetToRead,
  firstRows: readonly Row[],
  findings: SheetFindings,
  result: ReadResult,
): Promise<StartedSheet | null> {
  const { settings, stage, emit } = context;
  const { source, sheet, mapped } = read;
  const kinds = kindsIn(settings);
  const recognised = await recogniseFirst(settings, read, firstRows);
  const { map } = recognised;
  if (map && settings.updates !== undefined && map.kind.name !== settings.updates) {
    const about = { kinds: kindText(map.kind.name, 2), wanted: kindText(settings.updates, 2) };
    reportSkipped(context, read, say().input.sheetOther({ sheet: sheet.name, ...about }));
    return null;
  }
  findings.isSent = !map || isSelected(settings, map.kind);
  findings.headerRow = map?.headerRow;
  findings.reportSent(...recognised.findings.map((finding) => withEntry(finding, read, kinds)));
  if (!map) return null;
  const mapping = mapped?.mapping;
  findings.reportSent(...otherTables(map, firstRows, kinds, mapping, recognised.findings));
  if (mapped && mapping) for (const finding of mapFindings(mapped, mapping, map)) findings.report(finding);
  else if (mapped) findings.reportSent(noEntryFinding(mapped, map));

  const { headerRow } = map;
  emit({ type: 'sheet-started', file: source.file, sheet: sheet.name, kind: map.kind.plural, headerRow });
  settings.onSheet?.(map);
  for (const { header, ignored } of map.unmapped ?? [])
    if (ignored === 'name') result.ignoredHeaders.add(headerKey(header));
  if (settings.extra?.flagged.length)
    for (const { header } of map.columns) result.usedHeaders.add(headerKey(header));
  const rows = new SheetRows(context, map, kinds, firstRows, findings);
  const sheetId = stage.addSheet?.(source.file, sheet.name, map.kind.name, columnsOf(map)) ?? 0;
  return { stage: rowStager(context, map, sheetId, result), sheetId, rows };
}

/**
 * A row with the rows that continue it. Rows up to `end` that could not be read may continue it too: they make the
 * record invalid, and its report names them.
 */
function withDamaged(
  row: Row,
  damaged: ReadonlyMap<number, unknown>,
  end = 0,
): { readonly whole: Row; readonly isDamaged: boolean } {
  if (damaged.size === 0) return { whole: row, isDamaged: false };
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

function reportSkipped(context: ReadContext, { source, sheet }: SheetToRead, message: string): void {
  const origin = { file: source.file, sheet: sheet.name };
  reportFinding(context, { code: 'sheet-skipped', severity: 'notice', origin, message });
}

/** Column letters by path, for findings across records. The path of a list gives its first column. */
function columnsOf(map: SheetMap): Record<string, string> {
  const columns: Record<string, string> = Object.create(null);
  for (const { path, letters } of map.columns) {
    columns[path] ??= letters;
    columns[path.split('.')[0]!] ??= letters;
  }
  return columns;
}

/** Number of first rows in which columns are compared, to find swapped ones. */
const COMPARED_ROWS = 200;
/** Columns are compared only in a sheet with at least this many errors and warnings. */
const MIN_PROBLEMS_OF_SWAPPED = 3;

/** The steps from the rows of a recognised sheet to whole rows of records. */
class SheetRows {
  readonly #context: ReadContext;
  readonly #map: SheetMap;
  readonly #findings: SheetFindings;
  /** Undefined if all columns are read. */
  readonly #unmapped: UnmappedColumns | undefined;
  /** Undefined if each row is a record. */
  readonly #logical: LogicalRows | undefined;
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
    this.#doubtsBefore = problemCount(context);
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

  /** Whether a row is not part of a record. Reports such a row. */
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
    // A damaged row that is skipped does not make the record before it invalid.
    this.#findings.damagedRows.delete(row.row);
    this.#logical?.skip(row, odd.continues);
    this.#findings.reportSent(odd.finding);
    return true;
  }

  /** Returns the row of the last record, if it was kept because further rows could continue it. */
  last(): Row | undefined {
    return this.#logical?.finish();
  }

  /** Reports the findings that are certain only after the last row. */
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
    for (const column of this.#unmapped?.ignored() ?? []) this.#context.stage.addIgnoredColumn?.(column);
    if (this.#hiddenRows > 0)
      reportFinding(this.#context, hiddenRows(map, this.#hiddenRows, this.#firstHidden));
    // Swapped columns cause many findings, so a sheet with few of them is not compared.
    if (problemCount(this.#context) < this.#doubtsBefore + MIN_PROBLEMS_OF_SWAPPED) return;
    const { swappedColumns } = await import('./swapped-columns.ts');
    this.#findings.reportSent(...swappedColumns(map, this.#compared));
  }
}

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
