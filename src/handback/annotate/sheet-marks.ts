import { entryOf } from '../../findings/catalogue.ts';
import { type Finding, isAboutRows } from '../../findings/finding.ts';
import type { FindingGroup } from '../../findings/group.ts';
import { findingFrom } from '../../import/report/report-parts.ts';
import type { History } from '../../ledger/ledger.ts';
import { stateText } from '../../say.ts';
import {
  type CellMark,
  NOTE_CHARACTERS,
  RANKS,
  type RowMarks,
  type SheetMarks,
} from '../../sheets/annotate/marks.ts';
import { rowRangesText } from '../../sheets/annotate/merged-marks.ts';
import { columnAt } from '../../sheets/cell.ts';
import type { Explainer } from './note-text.ts';
import type { OpenRows } from './open-rows.ts';
import { RecordTexts, resultsOf, valuesOf } from './row-results.ts';

/** The findings and records of a run, in the order of the rows. */
export type StoredFindings = Pick<History, 'findingsByRow' | 'findingsWith' | 'recordsByRow' | 'tablesOf'>;

/** A run without findings. */
export const NOTHING_STORED: StoredFindings = {
  findingsByRow: () => [],
  findingsWith: () => [],
  recordsByRow: () => [],
  tablesOf: () => [],
};

/** A sheet of the input. */
export interface ReadSheet {
  readonly file: string;
  readonly sheet: string;
  /** The header rows of its tables; none if the sheet was not read. */
  readonly headerRows: readonly number[];
  /** Its tables, in the order of their header rows here; null if the ledger has them. */
  readonly tables: readonly ReadTable[] | null;
  /** Whether the sheet was checked but not imported: its records have no outcome. */
  readonly isChecked: boolean;
}

/** A table of a sheet. */
interface ReadTable {
  readonly kind: string;
  /** The letters of the column of each field path (`address.city`: `C`). */
  readonly columns: Readonly<Record<string, string>>;
  /** The rows of its records in ascending order. */
  readonly rows: Iterable<number>;
}

/** A sheet of the input, with the data for its marks. */
export interface MarkedSheet extends ReadSheet {
  /** The name of the sheet in the copy. */
  readonly name: string;
  readonly added: SheetMarks['added'];
  /** The headers of the added columns. */
  readonly headers: readonly string[];
  /** Whether rows without errors are not sent because other rows of the files have errors. */
  readonly isWaiting: boolean;
  readonly openRows: OpenRows;
  /** Findings about fields that the sheet has no column for. */
  readonly withoutColumn: readonly FindingGroup[];
}

/** The marks of a sheet: findings in its cells, and the outcomes of its records in the added columns. */
export function marksOf(sheet: MarkedSheet, history: StoredFindings, explainer: Explainer): SheetMarks {
  const { name, added, headers } = sheet;
  return {
    ...{ name, added, headers, headerRow: firstHeaderRow(sheet) },
    rows: () => rowsOf(sheet, history, explainer),
  };
}

/** The row of the headers of the added columns: the first header row of the sheet. A form has none. */
const firstHeaderRow = ({ headerRows }: ReadSheet): number | null => {
  const rows = headerRows.filter((row) => row > 0);
  return rows.length > 0 ? Math.min(...rows) : null;
};

/** The tables of a sheet, with their header rows. */
export function tablesIn(
  { file, sheet, headerRows, tables }: ReadSheet,
  history: StoredFindings,
): (Omit<ReadTable, 'rows'> & { readonly headerRow: number })[] {
  const read =
    tables ??
    history.tablesOf(file, sheet).map(({ kind, columns }) => ({
      ...{ kind, columns: JSON.parse(columns) as Record<string, string> },
    }));
  return read.map(({ kind, columns }, at) => {
    // A value beside a label is in no column.
    const own = Object.entries(columns).filter(([, letters]) => !/\d/.test(letters));
    return { kind, columns: Object.fromEntries(own), headerRow: headerRows[at] ?? 0 };
  });
}

function* rowsOf(sheet: MarkedSheet, history: StoredFindings, explainer: Explainer): Generator<RowMarks> {
  const endings = resultsOf(sheet, history);
  let ending = endings.next();
  sheet.openRows.begin(sheet.name);
  const tables = tablesIn(sheet, history);
  const firstRow = firstHeaderRow(sheet) ?? 0;
  /** The kinds whose table has an error of its own, or one of all tables with its header row. */
  const invalidKinds = new Set<string>();
  const isOf = (finding: Finding, kind: string) =>
    tables.length < 2 || finding.kind === undefined || finding.kind === kind;
  const results = new RecordTexts(sheet, explainer);
  /** The marks of a row: its findings, and one on its first cell if the row is open (see `OpenRows`). */
  const marked = (row: number, findings: readonly Finding[]): RowMarks => {
    const cells = cellsOf(
      findings.filter(isMarkedInRow).flatMap((one) => repeatAtShares(one, columnsFor(tables, one))),
      explainer,
    );
    if (ending.done || ending.value.row !== row) return { row, cells, values: null };
    const records = ending.value.results.map((result) => {
      const own = findings.filter((one) => isOf(one, result.kind));
      return results.of(result, own, invalidKinds.has(result.kind));
    });
    ending = endings.next();
    const open = records.filter(({ severity }) => severity !== undefined);
    for (const { status, severity, message } of open)
      sheet.openRows.add({ sheet: sheet.name, row, severity: severity!, status, message });
    const notes = open.map((one) =>
      one.message === '' ? stateText(one.status) : `${stateText(one.status)}\n${one.message}`,
    );
    const [worst] = open.map(({ severity }) => severity!).sort((one, other) => RANKS[one] - RANKS[other]);
    const note = [...new Set(notes)].join('\n\n');
    return {
      row,
      cells: worst === undefined ? cells : withRowMark(cells, { column: 0, severity: worst, note }),
      values: valuesOf(records),
    };
  };
  for (const { row, findings } of findingsOfRows(sheet, firstRow, history)) {
    while (!ending.done && ending.value.row < row) {
      yield marked(ending.value.row, []);
    }
    for (const { kind, headerRow } of tables)
      if (row <= firstRow || row === headerRow) {
        const isInvalid = (one: Finding) => one.severity === 'error' && !isAboutRows(one) && isOf(one, kind);
        if (findings.some(isInvalid)) invalidKinds.add(kind);
      }
    yield marked(row, findings);
  }
  while (!ending.done) yield marked(ending.value.row, []);
}

/** The columns of the table of a finding; of the first table, if the finding is of no kind. */
const columnsFor = (
  tables: ReturnType<typeof tablesIn>,
  { kind }: Finding,
): Readonly<Record<string, string>> =>
  (tables.find((table) => table.kind === kind) ?? tables[0])?.columns ?? {};

/** Adds a mark to the first cell of a row; if the cell has one already, they are joined. */
function withRowMark(cells: readonly CellMark[], mark: CellMark): CellMark[] {
  const [first, ...others] = cells;
  if (first?.column !== mark.column) return [mark, ...cells];
  const severity = RANKS[first.severity] < RANKS[mark.severity] ? first.severity : mark.severity;
  const note = `${mark.note}\n\n${first.note}`.slice(0, NOTE_CHARACTERS);
  return [{ column: mark.column, severity, note }, ...others];
}

/** The findings of each row, in the order of the rows. Findings about the whole sheet are at its first header row, else at row 1. */
function* findingsOfRows(
  { file, sheet, withoutColumn }: MarkedSheet,
  headerRow: number,
  history: StoredFindings,
): Generator<{ row: number; findings: Finding[] }> {
  const firstRow = Math.max(1, headerRow);
  let row = 0;
  let findings: Finding[] = [];
  const whole = withoutColumn.map((group) => missingColumnFinding(group));
  for (const stored of history.findingsByRow(file, sheet)) {
    const finding = findingFrom(stored);
    if (finding.code === 'annotation-ignored') continue;
    if (stored.row === null) {
      whole.push(finding);
      continue;
    }
    if (stored.row !== row) {
      if (row < firstRow && stored.row > firstRow && whole.length > 0) {
        if (findings.length > 0) yield { row, findings };
        yield { row: firstRow, findings: whole.splice(0) };
      } else if (findings.length > 0) yield { row, findings };
      row = stored.row;
      findings = row === firstRow ? whole.splice(0) : [];
    }
    findings.push(finding);
  }
  if (findings.length > 0) yield { row, findings };
  if (whole.length > 0 && firstRow > row) yield { row: firstRow, findings: whole };
}

/** A group of findings about a field without a column, as one finding about the whole sheet. */
function missingColumnFinding({ file, sheet, rows, message, ...group }: FindingGroup): Finding {
  const { code, severity, kind, field, suggestion } = group;
  return {
    ...{ code, severity, message: `${rowRangesText(rows.ranges, rows.more > 0)} ${message}` },
    origin: { file, ...(sheet !== undefined && { sheet }) },
    ...(kind !== undefined && { kind }),
    ...(field !== undefined && { field }),
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** Whether a finding gets a mark in its own row. Fields without a column are marked once, at the header row. */
const isMarkedInRow = (finding: Finding): boolean =>
  finding.origin.row === undefined || !isAboutRows(finding);

/** Repeats the finding of a wrong total of shares at the cell of each share; other findings are returned as they are. */
export function repeatAtShares(finding: Finding, columnAtPath: Readonly<Record<string, string>>): Finding[] {
  const { code, field, value = '', origin } = finding;
  const [, list, share] = /^(.+)\.0\.([^.]+)$/.exec(field ?? '') ?? [];
  if (code !== 'composition-total' || list === undefined) return [finding];
  const columns = value.split(' + ').map((_, at) => columnAtPath[`${list}.${at}.${share}`]);
  const others = new Set(columns.filter((column) => column !== undefined && column !== origin.column));
  return [finding, ...[...others].map((column) => ({ ...finding, origin: { ...origin, column: column! } }))];
}

/** Whether the value needs no correction. */
const mayStay = ({ code, severity }: Finding): boolean =>
  severity === 'fixed' || entryOf(code).mayBeRight === true;

/** The marked cells of a row, each with its worst severity and all notes. Findings about the row are at its first cell. */
function cellsOf(findings: readonly Finding[], explainer: Explainer): CellMark[] {
  const cells = new Map<number, Finding[]>();
  for (const finding of findings) {
    const column = columnAt(finding.origin.column ?? 'A');
    const known = cells.get(column);
    if (known) known.push(finding);
    else cells.set(column, [finding]);
  }
  return [...cells]
    .sort(([a], [b]) => a - b)
    .map(([column, all]) => {
      const sorted = all.sort((a, b) => RANKS[a.severity] - RANKS[b.severity]);
      const { severity } = sorted[0]!;
      const noteOf = (finding: Finding) =>
        // Beside an error, the advice that a value may stay would mislead.
        severity === 'error' && mayStay(finding)
          ? explainer.explain(finding).problem
          : explainer.note(finding);
      const notes = [...new Set(sorted.map(noteOf))];
      return { column, severity, note: notes.join('\n\n').slice(0, NOTE_CHARACTERS) };
    });
}
