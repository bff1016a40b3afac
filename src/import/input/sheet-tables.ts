import type { Finding } from '../../findings/finding.ts';
import type { SheetEntry } from '../../map/map-file/map-file.ts';
import {
  haveSameHeaders,
  type TablePlace,
  type TableRange,
  tableRanges,
} from '../../map/map-file/table-ranges.ts';
import { endOf, isForm, placeOf } from '../../map/map-file/tables.ts';
import { cleanCell, isFilled } from '../../recognise/text.ts';
import { FormLabels } from '../../records/layout/form-labels.ts';
import { numberText, say } from '../../say.ts';
import type { Row } from '../../sheets/cell.ts';
import { type ReadContext, type ReadResult, reportFinding } from './read-context.ts';
import { areFirstRows, type SheetToRead } from './recognise-first.ts';
import { SharedRows } from './shared-rows.ts';
import { SheetFindings } from './sheet-findings.ts';
import { TableReading } from './table-reading.ts';

/** A table of a sheet, and how the user says to read it: the whole sheet, if the map file names no other table. */
export interface TableToRead extends SheetToRead {
  /** How the map file reads it, and where the map file says so. */
  readonly entry?: SheetEntry;
  readonly line?: number;
  readonly isSkipped: boolean;
}

const WHOLE_SHEET: TableRange = { above: 0, first: 0, last: Number.POSITIVE_INFINITY };

/** Rows between two progress events. */
const ROWS_PER_EVENT = 1000;

/** The tables of a sheet while it is read. Each row goes to the tables that have it. */
export class SheetTables {
  readonly #context: ReadContext;
  readonly #toRead: readonly TableToRead[];
  readonly #result: ReadResult;
  /** What the source of the sheet reports, for the tables that are still unknown. */
  readonly #findings: readonly SheetFindings[];
  #tables: readonly TableReading[] | undefined;
  /** Undefined if the whole sheet is one table. */
  #others: OtherRows | undefined;
  /** Undefined if no table has labels. */
  #labels: FormLabels | undefined;
  #lastRows: readonly Row[] = [];
  /** The number of rows that are part of a record. */
  rows = 0;

  constructor(context: ReadContext, toRead: readonly TableToRead[], result: ReadResult) {
    this.#context = context;
    this.#toRead = toRead;
    this.#result = result;
    const known = toRead.length > 1 ? new Map<string, Finding | null>() : undefined;
    this.#findings = toRead.map(() => new SheetFindings(context, known));
  }

  /** Takes a finding of the source of the sheet. */
  readonly report = (finding: Finding): void => {
    for (const findings of this.#findings) findings.read(finding);
  };

  get isOfResults(): boolean {
    return this.#findings.some(({ isOfResults }) => isOfResults);
  }

  get faulty(): boolean {
    return this.#findings.some(({ isFaulty }) => isFaulty);
  }

  get examples(): number {
    return (this.#tables ?? []).reduce((sum, { examples }) => sum + examples, 0);
  }

  /** Whether no table reads the rows that follow. */
  get isStopped(): boolean {
    const tables = this.#tables ?? [];
    return (
      tables.some(({ isMisread }) => isMisread) ||
      (tables.length > 0 && tables.every(({ isStopped }) => isStopped))
    );
  }

  /**
   * Recognises the tables that begin in these rows. Returns false if more rows are needed: then call it again with these
   * rows and those that follow. Else `add` takes the rows. `areLast`: no rows follow.
   */
  async begin(rows: readonly Row[], areLast = false): Promise<boolean> {
    if (rows.length === 0) return true;
    const isFirst = this.#tables === undefined;
    this.#tables ??= this.#placed(rows);
    this.#lastRows = rows;
    const last = rows.at(-1)!.row;
    const due = this.#tables.filter((table) => table.isWaiting && table.range.first <= last);
    const isReady = ({ range }: TableReading) =>
      areLast ||
      (isFirst && range.above === 0) ||
      last >= range.last ||
      areFirstRows(rows.filter((row) => isIn(range, row)));
    if (!due.every(isReady)) return false;
    const own = this.#labels ? rows.filter((row) => this.#labels!.in(row).length === 0) : rows;
    for (const table of due) await table.start(own);
    return true;
  }

  /** Gives rows to their tables. `progress` is called from time to time. */
  add(rows: readonly Row[], progress: () => void): void {
    const tables = this.#tables!;
    for (const row of rows) {
      if (this.#labels?.take(row, () => this.#endForms())) continue;
      for (const { range } of tables)
        if (range.end !== undefined && endsAbove(range, row)) range.last = row.row - 1;
      let isOfRecord = false;
      let isOfTable = false;
      for (let at = 0; at < tables.length; at++) {
        const table = tables[at]!;
        const { range, rows: own } = table;
        if (!own || row.row <= range.above || row.row > range.last) continue;
        if (own.add(this.#labels ? table.withLabels(row, this.#labels.values) : row)) isOfRecord = true;
        if (this.#others !== undefined && own.isOfTable(row)) isOfTable = true;
      }
      if (this.#others !== undefined) this.#others.add(row, isOfTable);
      if (isOfRecord && ++this.rows % ROWS_PER_EVENT === 0) progress();
    }
  }

  /** Reports what is certain only after the last row. */
  async finish(): Promise<void> {
    const [{ source, sheet }] = this.#toRead as [TableToRead];
    if (this.isOfResults) return;
    if (this.#tables === undefined) {
      if (source.sheets.length > 1 && !this.faulty) {
        const origin = { file: source.file, sheet: sheet.name };
        const message = say().input.sheetEmpty({ sheet: sheet.name });
        reportFinding(this.#context, { code: 'sheet-skipped', severity: 'notice', origin, message });
      }
      return;
    }
    const isMisread = this.#tables.some((table) => table.isMisread);
    if (!isMisread) this.#endForms();
    for (const table of this.#tables) {
      // The sheet ends above its header row.
      if (table.isWaiting && !isMisread) await table.start(this.#lastRows);
      await table.finish();
    }
    for (const finding of this.#others?.findings() ?? []) reportFinding(this.#context, finding);
  }

  /** Stages the records of forms. */
  #endForms(): void {
    for (const table of this.#tables!) if (table.addForm(this.#labels?.values)) this.rows++;
  }

  #placed(rows: readonly Row[]): TableReading[] {
    const places = this.#toRead.map((table) => placeIn(table, rows));
    const [only] = this.#toRead;
    const { lastRow, rows: named } = only!.entry ?? {};
    const isWhole = this.#toRead.length === 1 && lastRow === undefined && named === undefined;
    const ranges = isWhole ? [WHOLE_SHEET] : tableRanges(places);
    const shared: SharedRows[] = [];
    if (!isWhole) this.#others = new OtherRows(this.#toRead, ranges);
    const labels = this.#toRead.flatMap(({ mapped }) => mapped?.mapping?.labels ?? []);
    const isHeader = ({ row }: Row) =>
      places.some((place) => place && row >= place.headers.first && row <= place.headers.last);
    if (labels.length > 0) this.#labels = new FormLabels(labels, rows.filter(isHeader));
    const addresses = this.#labels?.addresses(rows);
    return this.#toRead.map((table, at) => {
      const isBeside = (other: number) =>
        other === at || (places[at] && places[other] && haveSameHeaders(places[at], places[other]));
      const beside = this.#toRead.filter((_, other) => isBeside(other));
      const first = this.#toRead.findIndex((_, other) => isBeside(other));
      shared[at] = shared[first] ?? new SharedRows(beside.length);
      const entries = beside.flatMap((one) => (one === table ? [] : (one.mapped?.mapping ?? [])));
      const mapped = table.mapped && { ...table.mapped, ...(entries.length > 0 && { beside: entries }) };
      return new TableReading(
        this.#context,
        { table: { ...table, mapped }, range: ranges[at]!, shared: shared[at], addresses },
        this.#findings[at]!,
        this.#result,
      );
    });
  }
}

/** Whether a row ends a table. */
const endsAbove = ({ end, first, last }: TableRange, { row, cells }: Row): boolean =>
  row > first && row <= last && cleanCell(cells.find(isFilled)) === end;

const isIn = ({ above, last }: TableRange, { row }: Row): boolean => row > above && row <= last;

/**
 * Where a table is: at the header row that the map file names, else at the one that is found. Undefined for a form, whose
 * labels may be anywhere.
 */
function placeIn({ entry, mapped }: TableToRead, rows: readonly Row[]): TablePlace | undefined {
  const named = entry && placeOf(entry);
  if (named || entry === undefined || isForm(entry)) return named;
  const row = mapped?.mapping?.headerRow(rows)?.row;
  return row === undefined ? undefined : { headers: { first: row, last: row }, ...endOf(entry.lastRow) };
}

/** The rows with values of a sheet that are in a table to skip, or below the first header row and in no table. */
class OtherRows {
  readonly #tables: readonly TableToRead[];
  readonly #ranges: readonly TableRange[];
  readonly #first: number;
  /** By the index of the skipped table; of rows in no table: -1. */
  readonly #found = new Map<number, { count: number; first: number; last: number }>();

  constructor(tables: readonly TableToRead[], ranges: readonly TableRange[]) {
    const rows = [...tables.keys()].filter((at) => !tables[at]!.mapped?.mapping?.isForm);
    this.#tables = rows.map((at) => tables[at]!);
    this.#ranges = rows.map((at) => ranges[at]!);
    this.#first = Math.min(...this.#ranges.map(({ first }) => first));
  }

  /** `isOfTable`: whether the row is of a table that is read. */
  add({ row, cells }: Row, isOfTable: boolean): void {
    let at = -1;
    for (const [index, { first, last }] of this.#ranges.entries()) {
      if (row < first || row > last) continue;
      if (this.#tables[index]!.isSkipped) at = index;
      else if (isOfTable || !this.#tables[index]!.entry?.rows) return;
    }
    if (row < this.#first || !cells.some(isFilled)) return;
    const found = this.#found.get(at);
    if (found) {
      found.count++;
      found.last = row;
    } else this.#found.set(at, { count: 1, first: row, last: row });
  }

  findings(): Finding[] {
    const [{ source, sheet, mapped }] = this.#tables as [TableToRead];
    return [...this.#found].map(([at, { count, first, last }]): Finding => {
      const origin = { file: source.file, sheet: sheet.name, row: first };
      const rows = { count, number: numberText(count), first: String(first), last: String(last) };
      const { rowsOutside, rowsOutsideAdvice, tableSkipped } = say().input;
      const file = mapped?.file ?? '';
      if (at < 0)
        return {
          ...{ code: 'rows-outside', severity: 'notice', origin, message: rowsOutside(rows) },
          suggestion: rowsOutsideAdvice({ file, line: String(this.#tables[0]!.line) }),
        };
      const by = { file, line: String(this.#tables[at]!.line) };
      return { code: 'sheet-skipped', severity: 'notice', origin, message: tableSkipped({ ...rows, ...by }) };
    });
  }
}
