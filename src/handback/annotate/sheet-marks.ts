import { keyText } from '../../contract/kind.ts';
import { entryOf } from '../../findings/catalogue.ts';
import { type Finding, isAboutRows } from '../../findings/finding.ts';
import type { FindingGroup } from '../../findings/group.ts';
import { findingFrom, messageTexts } from '../../import/report/report-parts.ts';
import type { SheetRecordRow } from '../../ledger/history.ts';
import type { History } from '../../ledger/ledger.ts';
import { kindText, say, stateText } from '../../say.ts';
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
import { type OpenRows, openSeverity } from './open-rows.ts';

/** The findings and records of a run, in the order of the rows. */
export type StoredFindings = Pick<History, 'findingsByRow' | 'findingsWith' | 'recordsByRow' | 'columnsOf'>;

/** A run without findings. */
export const NOTHING_STORED: StoredFindings = {
  findingsByRow: () => [],
  findingsWith: () => [],
  recordsByRow: () => [],
  columnsOf: () => undefined,
};

/** A sheet of the input. */
export interface ReadSheet {
  readonly file: string;
  readonly sheet: string;
  /** The header row; 0 if the sheet was not read. */
  readonly headerRow: number;
  /** The rows of its records in ascending order; null if the ledger has the records. */
  readonly rows: Iterable<number> | null;
  /** The letters of the column of each field path (`address.city`: `C`); undefined if the ledger has them. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Whether the sheet was checked but not imported: its records have no outcome. */
  readonly isChecked: boolean;
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
  const { name, headerRow, added, headers } = sheet;
  return {
    ...{ name, added, headers, headerRow: headerRow > 0 ? headerRow : null },
    rows: () => rowsOf(sheet, history, explainer),
  };
}

/** The letters of the column of each field path of a sheet, from the ledger. */
export const columnsIn = (
  history: StoredFindings,
  file: string,
  sheet: string,
): Readonly<Record<string, string>> =>
  JSON.parse(history.columnsOf(file, sheet) ?? '{}') as Record<string, string>;

function* rowsOf(sheet: MarkedSheet, history: StoredFindings, explainer: Explainer): Generator<RowMarks> {
  const endings = resultsOf(sheet, history);
  let ending = endings.next();
  let isSheetInvalid = false;
  sheet.openRows.begin(sheet.name);
  const columnAtPath = sheet.columns ?? columnsIn(history, sheet.file, sheet.sheet);
  /** The marks of a row: its findings, and one on its first cell if the row is open (see `OpenRows`). */
  const marked = (row: number, findings: readonly Finding[]): RowMarks => {
    const cells = cellsOf(
      findings.filter(isMarkedInRow).flatMap((one) => repeatAtShares(one, columnAtPath)),
      explainer,
    );
    if (ending.done || ending.value.row !== row) return { row, cells, values: null };
    const { value } = ending;
    ending = endings.next();
    const isInvalid = findings.some(({ severity }) => severity === 'error');
    const sound = isSheetInvalid || sheet.isWaiting ? say().copy.ready() : 'ok';
    const status = value.outcome ?? (isInvalid ? 'invalid' : sound);
    const texts = [
      ...findings.filter(isProblem).map((one) => shortText(one, explainer)),
      ...(status === 'invalid' ? [] : value.messages.map((one) => explainer.plain(one))),
    ];
    if (!isInvalid && (status === 'invalid' || (isSheetInvalid && value.outcome === null)))
      texts.push(say().copy.sheetWaits());
    const message = [...new Set(texts)].join(' · ').slice(0, NOTE_CHARACTERS);
    const values = [
      stateText(status),
      value.id,
      value.studyId,
      value.qrCodeLink,
      message === '' ? null : message,
    ];
    if (value.outcome !== null) sheet.openRows.count(sheet.name, value.outcome);
    const severity = openSeverity(status);
    if (severity === undefined) return { row, cells, values };
    sheet.openRows.add({ sheet: sheet.name, row, severity, status, message });
    const note = message === '' ? stateText(status) : `${stateText(status)}\n${message}`;
    return { row, cells: withRowMark(cells, { column: 0, severity, note }), values };
  };
  for (const { row, findings } of findingsOfRows(sheet, history)) {
    while (!ending.done && ending.value.row < row) {
      yield marked(ending.value.row, []);
    }
    if (row <= sheet.headerRow)
      isSheetInvalid ||= findings.some((one) => one.severity === 'error' && !isAboutRows(one));
    yield marked(row, findings);
  }
  while (!ending.done) yield marked(ending.value.row, []);
}

/** Adds a mark to the first cell of a row; if the cell has one already, they are joined. */
function withRowMark(cells: readonly CellMark[], mark: CellMark): CellMark[] {
  const [first, ...others] = cells;
  if (first?.column !== mark.column) return [mark, ...cells];
  const severity = RANKS[first.severity] < RANKS[mark.severity] ? first.severity : mark.severity;
  const note = `${mark.note}\n\n${first.note}`.slice(0, NOTE_CHARACTERS);
  return [{ column: mark.column, severity, note }, ...others];
}

const isProblem = ({ severity }: Finding): boolean => severity === 'error' || severity === 'warning';

function shortText(finding: Finding, explainer: Explainer): string {
  const { problem, cure } = explainer.explain(finding);
  const column = finding.origin.column === undefined ? '' : `${finding.origin.column}: `;
  return `${column}${problem} → ${cure}`;
}

/** The findings of each row, in the order of the rows. Findings about the whole sheet are at its header row, else at row 1. */
function* findingsOfRows(
  { file, sheet, headerRow, withoutColumn }: MarkedSheet,
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
function repeatAtShares(finding: Finding, columnAtPath: Readonly<Record<string, string>>): Finding[] {
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

/** The outcome of the record of a row, and what the service returned. */
interface RowResult {
  readonly row: number;
  readonly outcome: string | null;
  readonly id: string | null;
  readonly studyId: string | null;
  readonly qrCodeLink: string | null;
  readonly messages: readonly string[];
}

const NO_RESULT = { outcome: null, id: null, studyId: null, qrCodeLink: null, messages: [] };

function* resultsOf(
  { file, sheet, rows, isChecked }: ReadSheet,
  history: StoredFindings,
): Generator<RowResult> {
  if (rows !== null) {
    for (const row of rows) yield { row, ...NO_RESULT };
    return;
  }
  let before = 0;
  for (const record of history.recordsByRow(file, sheet)) {
    if (record.row === before) continue;
    before = record.row;
    yield isChecked ? { row: record.row, ...NO_RESULT } : resultOf(record, record.row);
  }
}

function resultOf({ outcome, answer, messages, blockedBy }: SheetRecordRow, row: number): RowResult {
  const { id, studyId, qrCodeLink } = (answer === null ? {} : JSON.parse(answer)) as Record<
    string,
    string | undefined
  >;
  const blocked = blockedBy === null ? null : (JSON.parse(blockedBy) as { kind: string; key: string });
  return {
    ...{ row, outcome, id: id ?? null, studyId: studyId ?? null, qrCodeLink: qrCodeLink ?? null },
    messages: [
      ...(blocked ? [say().copy.blockedBy({ kind: kindText(blocked.kind), key: keyText(blocked.key) })] : []),
      ...messageTexts(messages),
    ],
  };
}
