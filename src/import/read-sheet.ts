import type { KindSpec } from '../contract/kind.ts';
import { CATALOGUE, type FindingCode } from '../findings/catalogue.ts';
import { type Finding, originText } from '../findings/finding.ts';
import type { Row } from '../sheets/cell.ts';
import type { SheetHandle, Source } from '../sheets/source.ts';
import { contractIn } from './input.ts';
import { isWanted, keep, type Reading, type ReadResult } from './reading.ts';
import { headerKey } from './records/header-list.ts';
import { interfaceOf, recogniseSheet } from './records/recognise.ts';
import type { SheetMap } from './records/record.ts';
import { UnmappedColumns } from './records/unmapped-columns.ts';
import { misreadQuote } from './records/width.ts';
import { takeRow } from './row.ts';

/** Rows looked at before a sheet is understood: heads, decimal marks, order of day and month. */
export const HEAD_ROWS = 1000;
/** Cells of them: rows can be as wide as a sheet. */
export const HEAD_CELLS = 500_000;

/** Whether an error is that of the signal that ends the reading. */
export const isInterrupt = ({ signal }: Reading, error: unknown): boolean =>
  signal.aborted && error === signal.reason;

/** After these findings no row of the sheet can be trusted, wherever they are. */
const HOLDS_SHEET: ReadonlySet<FindingCode> = new Set(['file-unreadable', 'rows-above-header']);

/** Each record of an invalid sheet lists at most this many of its errors. */
const REASONS_KEPT = 5;

/** Streams a sheet through the checks of a row into the stage. */
export async function readSheet(
  reading: Reading,
  source: Source,
  sheet: SheetHandle,
  asKind: KindSpec | undefined,
  result: ReadResult,
): Promise<{ rows: number; faulty: boolean }> {
  const { settings, stage, emit } = reading;
  const contract = contractIn(settings);
  const head: Row[] = [];
  let headCells = 0;
  let map: SheetMap | null | undefined;
  let sheetId = 0;
  let leftOut: UnmappedColumns | undefined;
  let rows = 0;
  /** Rows that a filter hides, and the first of them. */
  let hidden = 0;
  let firstHidden = 0;
  /** The first errors of the sheet as a whole. */
  const spoilt: string[] = [];
  let faulty = false;
  /** A quote that was misread: the rows before it are sound, and no row after it is. */
  let misread = false;
  /** Rows with invalid bytes; their cells are not trusted. */
  const broken = new Set<number>();

  const spoil = (finding: Finding) => {
    // A sheet that was not read to its end looks damaged.
    if (reading.signal.aborted) return;
    const kept = keep(reading, finding);
    if (kept?.severity !== 'error') return;
    faulty = true;
    const { row } = finding.origin;
    if (row === undefined || row === map?.headerRow || HOLDS_SHEET.has(finding.code)) {
      if (spoilt.length < REASONS_KEPT) spoilt.push(`${originText(kept.origin)}: ${kept.message}`);
    } else broken.add(row);
  };
  const understand = () => {
    if (settings.interfaceBySheets && !result.isDetected && !asKind) {
      result.interfaceName = interfaceOf(head, contract) ?? result.interfaceName;
    }
    const { interfaceName } = result;
    const question = {
      interfaceName,
      kinds: contract[interfaceName],
      others: contract[interfaceName === 'v2' ? 'v3' : 'v2'],
      file: source.file,
      sheet: sheet.name,
      firstRows: head,
      ...(asKind ? { asKind } : {}),
      options: {
        ...(settings.decimal ? { decimal: settings.decimal } : {}),
        ...(settings.dateOrder ? { dateOrder: settings.dateOrder } : {}),
        ...(source.date1904 && { date1904: source.date1904 }),
        ...(settings.ignore ? { ignore: settings.ignore } : {}),
        ...(settings.extra ? { extra: settings.extra.names } : {}),
      },
    };
    let recognised = recogniseSheet(question);
    // Nothing says another kind: the rows are what the command updates.
    const updated = contract[interfaceName].find(({ name }) => name === settings.updates);
    if (updated && recognised.findings.some(({ code }) => code === 'sheet-unknown'))
      recognised = recogniseSheet({ ...question, asKind: updated });
    map = recognised.map;
    if (map && updated && map.kind !== updated) {
      const message = `the sheet ${sheet.name} holds ${map.kind.plural}; only ${updated.plural} are read`;
      keep(reading, {
        code: 'sheet-skipped',
        severity: 'notice',
        origin: { file: source.file, sheet: sheet.name },
        message,
      });
      map = null;
      return;
    }
    if (!map || isWanted(settings, map.kind)) for (const finding of recognised.findings) spoil(finding);
    if (!map) return;
    result.isDetected = true;
    emit({ type: 'sheet-started', file: source.file, sheet: sheet.name, kind: map.kind.plural });
    for (const { header, ignored } of map.unmapped ?? [])
      if (ignored === 'name') result.ignored.add(headerKey(header));
    if (settings.extra?.flagged.length)
      for (const { header } of map.columns) result.headers.add(headerKey(header));
    leftOut = new UnmappedColumns(map);
    sheetId = stage.sheet(source.file, sheet.name, map.kind.name, columnsOf(map));
    for (const row of head) take(row);
    head.length = 0;
  };
  const take = (row: Row) => {
    if (!map || misread || row.row <= map.headerRow) return;
    const quote = misreadQuote(map, row);
    if (quote !== undefined) {
      misread = true;
      spoil(quote);
      return;
    }
    rows++;
    if (row.hidden && hidden++ === 0) firstHidden = row.row;
    leftOut?.count(row);
    takeRow(reading, map, sheetId, row, broken.has(row.row), result);
    if (rows % 1000 === 0)
      emit({ type: 'rows-read', file: source.file, sheet: sheet.name, rows, done: false });
  };

  for await (const batch of untilInterrupted(reading, sheet.rows(spoil))) {
    for (const row of batch) {
      if (map !== undefined) take(row);
      else {
        headCells += row.cells.length;
        if (head.push(row) >= HEAD_ROWS || headCells >= HEAD_CELLS) understand();
      }
    }
    if (map === null || misread) break;
  }
  if (reading.signal.aborted) return { rows, faulty };
  if (map === undefined) {
    if (head.length > 0) understand();
    else if (source.sheets.length > 1 && !faulty) {
      keep(reading, {
        code: 'sheet-skipped',
        severity: 'notice',
        origin: { file: source.file, sheet: sheet.name },
        message: `the sheet ${sheet.name} is empty`,
      });
    }
  }
  if (leftOut && map && isWanted(settings, map.kind)) {
    for (const finding of leftOut.findings()) spoil(finding);
    for (const column of leftOut.ignored()) stage.ignored(column);
  }
  if (hidden > 0 && map && isWanted(settings, map.kind)) keep(reading, hiddenRows(map, hidden, firstHidden));
  if (spoilt.length > 0 && sheetId !== 0) stage.invalidateSheet(sheetId, spoilt);
  emit({ type: 'rows-read', file: source.file, sheet: sheet.name, rows, done: true });
  return { rows, faulty };
}

/** The notice on rows of a sheet that a filter hides: what is not seen is read all the same. */
function hiddenRows({ file, sheet, kind }: SheetMap, count: number, first: number): Finding {
  const message =
    count === 1
      ? `row ${first} is hidden in the sheet, and read like the others`
      : `${count} rows are hidden in the sheet, the first one is row ${first}; they are read like the others`;
  return {
    code: 'rows-hidden',
    severity: CATALOGUE['rows-hidden'].severity,
    origin: { file, sheet },
    kind: kind.name,
    message,
    suggestion: 'to leave hidden rows out, delete them, or copy the visible ones to a sheet of their own',
  };
}

export async function* untilInterrupted<T>(reading: Reading, batches: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    for await (const batch of batches) {
      if (reading.signal.aborted) return;
      yield batch;
    }
  } catch (error) {
    if (!isInterrupt(reading, error)) throw error;
  }
}

/** Path to letters, for what is found across records later. A list's letters also stand under its bare name. */
function columnsOf(map: SheetMap): Record<string, string> {
  const columns: Record<string, string> = Object.create(null);
  for (const { path, letters } of map.columns) {
    columns[path] ??= letters;
    columns[path.split('.')[0]!] ??= letters;
  }
  return columns;
}
