import { headerKey } from '../../records/headers.ts';
import type { SheetMap } from '../../records/record.ts';
import { kindText, say } from '../../say.ts';
import type { Row } from '../../sheets/cell.ts';
import {
  isSelected,
  type ReadContext,
  type ReadResult,
  reportFinding,
  untilInterrupted,
} from './read-context.ts';
import {
  firstTogether,
  mapFindings,
  noEntryFinding,
  otherTables,
  recogniseFirst,
  type SheetToRead,
  withEntry,
} from './recognise-first.ts';
import { kindsIn } from './settings.ts';
import { SheetFindings } from './sheet-findings.ts';
import { SheetRows } from './sheet-rows.ts';
import { type RowStager, rowStager } from './stage-row.ts';

/** Rows between two progress events. */
const ROWS_PER_EVENT = 1000;

/** The number of data rows of a sheet, of skipped example rows of a template, and whether it has errors. */
interface SheetRead {
  readonly rows: number;
  readonly examples: number;
  readonly faulty: boolean;
}

/** Streams the rows of a sheet through their checks into the stage: it is recognised from its first rows. */
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
    const { whole, isDamaged } = withDamaged(row, findings.damaged, end);
    stage(whole, isDamaged);
  };
  for await (const batch of firstTogether(untilInterrupted(context, sheet.rows(findings.read)))) {
    if (context.signal.aborted || findings.isOfResults) break;
    if (started === undefined) started = await start(context, read, batch, findings, result);
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
      if (last) take(started, last, [...findings.damaged.keys()].at(-1));
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

/** Recognises a sheet from its first rows, and reports what they say. Returns null if its rows are not read. */
async function start(
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
  const sheetId = stage.sheet?.(source.file, sheet.name, map.kind.name, columnsOf(map)) ?? 0;
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

/**
 * Column letters by path, for findings across records. The path of a list gives its first column.
 */
function columnsOf(map: SheetMap): Record<string, string> {
  const columns: Record<string, string> = Object.create(null);
  for (const { path, letters } of map.columns) {
    columns[path] ??= letters;
    columns[path.split('.')[0]!] ??= letters;
  }
  return columns;
}
