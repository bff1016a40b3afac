import type { TableRange } from '../../map/map-file/table-ranges.ts';
import { tableKey } from '../../records/check/record-index.ts';
import { headerKey } from '../../records/headers.ts';
import type { SheetMap } from '../../records/record.ts';
import { kindText, say } from '../../say.ts';
import type { Row } from '../../sheets/cell.ts';
import { isSelected, type ReadContext, type ReadResult, reportFinding } from './read-context.ts';
import {
  mapFindings,
  noEntryFinding,
  otherTables,
  recogniseFirst,
  type SheetToRead,
  withEntry,
} from './recognise-first.ts';
import { kindsIn } from './settings.ts';
import type { SharedRows } from './shared-rows.ts';
import type { SheetFindings } from './sheet-findings.ts';
import { SheetRows } from './sheet-rows.ts';
import { type RowStager, rowStager } from './stage-row.ts';

/** A table that is recognised and staged. */
interface StartedTable {
  readonly stage: RowStager;
  readonly sheetId: number;
  readonly rows: SheetRows;
}

/** A table of a sheet, the rows that it has, and the tables with the same rows. */
interface PlacedTable {
  readonly table: SheetToRead & { readonly isSkipped: boolean };
  readonly range: TableRange;
  readonly shared: SharedRows;
}

/** A table of a sheet while its rows are read. */
export class TableReading {
  readonly #context: ReadContext;
  readonly #read: PlacedTable;
  readonly #findings: SheetFindings;
  readonly #result: ReadResult;
  /** Undefined until the first rows are read; null if the table has no rows to stage. */
  #started: StartedTable | null | undefined;

  constructor(context: ReadContext, read: PlacedTable, findings: SheetFindings, result: ReadResult) {
    this.#context = context;
    this.#read = read;
    this.#findings = findings;
    this.#result = result;
    if (read.table.isSkipped) this.#started = null;
  }

  get range(): TableRange {
    return this.#read.range;
  }

  /** Whether its first rows are not read yet. */
  get isWaiting(): boolean {
    return this.#started === undefined;
  }

  get isStopped(): boolean {
    return this.#started === null || this.#started?.rows.isStopped === true;
  }

  get isMisread(): boolean {
    return this.#started?.rows.isMisread === true;
  }

  get examples(): number {
    return this.#started?.rows.examples ?? 0;
  }

  /** Recognises the table from the first rows of the sheet, or from those around its header row. */
  async start(rows: readonly Row[]): Promise<void> {
    const { above, last } = this.range;
    const isWhole = above === 0 && last === Number.POSITIVE_INFINITY;
    const own = isWhole ? rows : rows.filter(({ row }) => row > above && row <= last);
    this.#started = await this.#begun(own.length > 0 ? own : rows);
  }

  /** Recognises the table, and reports the findings about its first rows. Returns null if its rows are not read. */
  async #begun(firstRows: readonly Row[]): Promise<StartedTable | null> {
    const { settings, stage, emit } = this.#context;
    const { table, shared } = this.#read;
    const { source, sheet, mapped } = table;
    const findings = this.#findings;
    const kinds = kindsIn(settings);
    const recognised = await recogniseFirst(settings, table, firstRows);
    const { map } = recognised;
    if (map && settings.updates !== undefined && map.kind.name !== settings.updates) {
      const about = { kinds: kindText(map.kind.name, 2), wanted: kindText(settings.updates, 2) };
      const message = say().input.sheetOther({ sheet: sheet.name, ...about });
      const origin = { file: source.file, sheet: sheet.name };
      reportFinding(this.#context, { code: 'sheet-skipped', severity: 'notice', origin, message });
      return null;
    }
    findings.isSent = !map || isSelected(settings, map.kind);
    findings.headerRow = map?.headerRow;
    findings.reportSent(...recognised.findings.map((finding) => withEntry(finding, table, kinds)));
    if (!map) return null;
    const mapping = mapped?.mapping;
    findings.reportSent(...otherTables(map, firstRows, kinds, mapping, recognised.findings));
    if (mapped && mapping) for (const finding of mapFindings(mapped, mapping, map)) findings.report(finding);
    else if (mapped) findings.reportSent(noEntryFinding(mapped, map));

    const { headerRow } = map;
    emit({ type: 'sheet-started', file: source.file, sheet: sheet.name, kind: map.kind.plural, headerRow });
    settings.onSheet?.(map);
    for (const { header, ignored } of map.unmapped ?? [])
      if (ignored === 'name') this.#result.ignoredHeaders.add(headerKey(header));
    if (settings.extra?.flagged.length)
      for (const { header } of map.columns) this.#result.usedHeaders.add(headerKey(header));
    shared.add(map, this.range.last, findings.isSent);
    if (shared.isShared)
      this.#result.sharedTables.add(tableKey({ file: map.file, sheet: map.sheet, kind: map.kind.name }));
    const rows = new SheetRows(this.#context, map, kinds, firstRows, findings, shared);
    const sheetId = stage.addSheet?.(source.file, sheet.name, map.kind.name, columnsOf(map)) ?? 0;
    return { stage: rowStager(this.#context, map, sheetId, this.#result), sheetId, rows };
  }

  /** Takes a row. Returns whether it is part of a record. */
  add(row: Row): boolean {
    const started = this.#started;
    if (!started) return false;
    const { rows } = started;
    const before = rows.rows;
    const whole = rows.add(row);
    if (whole) this.#stage(started, whole);
    return rows.rows > before;
  }

  #stage({ stage }: StartedTable, row: Row, end?: number): void {
    const { whole, isDamaged } = withDamaged(row, this.#findings.damagedRows, end);
    stage(whole, isDamaged);
  }

  /** Stages the last record, and reports what is certain only now. */
  async finish(): Promise<void> {
    const started = this.#started;
    if (!started) return;
    const { rows, sheetId } = started;
    const last = rows.last();
    const damaged = [...this.#findings.damagedRows.keys()].filter((row) => row <= this.range.last);
    if (last) this.#stage(started, last, damaged.at(-1));
    await rows.finish();
    const { errors } = this.#findings;
    if (errors.length > 0) this.#context.stage.invalidateSheet?.(sheetId, errors);
  }
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

/** Column letters by path, for findings across records. The path of a list gives its first column. */
function columnsOf(map: SheetMap): Record<string, string> {
  const columns: Record<string, string> = Object.create(null);
  for (const { path, letters } of map.columns) {
    columns[path] ??= letters;
    columns[path.split('.')[0]!] ??= letters;
  }
  return columns;
}
