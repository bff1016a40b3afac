import type { TableRange } from '../../map/map-file/table-ranges.ts';
import { tableKey } from '../../records/check/record-index.ts';
import { headerKey } from '../../records/headers.ts';
import type { FormLabels } from '../../records/layout/form-labels.ts';
import type { SheetMap } from '../../records/record.ts';
import { sheetSources, tableSources } from '../../records/sheet-sources.ts';
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

/** The values of labels, by label. */
type Labels = FormLabels['values'];

/** A table of a sheet, the rows that it has, and the tables with the same rows. */
interface PlacedTable {
  readonly table: SheetToRead & { readonly isSkipped: boolean };
  readonly range: TableRange;
  readonly shared: SharedRows;
  /** The addresses of the values of labels, by label. */
  readonly addresses: ReadonlyMap<string, string> | undefined;
}

/** A table of a sheet while its rows are read. */
export class TableReading {
  readonly range: TableRange;
  readonly #context: ReadContext;
  readonly #read: PlacedTable;
  readonly #findings: SheetFindings;
  readonly #result: ReadResult;
  #sheetId = 0;
  /** Undefined until the first rows are read; null if the table has no rows to stage. */
  rows: SheetRows | null | undefined;
  /** Set for a form. */
  #stageForm: RowStager | undefined;
  /** The labels of the table, and the values that rows have beside them. */
  #labels: readonly string[] = [];
  #values: Labels | undefined;
  #cells: NonNullable<Row['labels']> = [];

  constructor(context: ReadContext, read: PlacedTable, findings: SheetFindings, result: ReadResult) {
    this.range = read.range;
    this.#context = context;
    this.#read = read;
    this.#findings = findings;
    this.#result = result;
    if (read.table.isSkipped) this.rows = null;
  }

  /** Whether its first rows are not read yet. */
  get isWaiting(): boolean {
    return this.rows === undefined;
  }

  get isStopped(): boolean {
    return this.#stageForm === undefined && (this.rows === null || this.rows?.isStopped === true);
  }

  get isMisread(): boolean {
    return this.rows?.isMisread === true;
  }

  get examples(): number {
    return this.rows?.examples ?? 0;
  }

  /** Recognises the table from the first rows of the sheet, or from those around its header row. */
  async start(rows: readonly Row[]): Promise<void> {
    const { above, last } = this.range;
    const isWhole = above === 0 && last === Number.POSITIVE_INFINITY;
    const own = isWhole ? rows : rows.filter(({ row }) => row > above && row <= last);
    this.rows = await this.#begun(own.length > 0 ? own : rows);
  }

  /** Recognises the table, and reports the findings about its first rows. Returns null if its rows are not read. */
  async #begun(firstRows: readonly Row[]): Promise<SheetRows | null> {
    const { settings, stage, emit } = this.#context;
    const { table, shared, addresses } = this.#read;
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
    if (!mapping?.isForm)
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
    const sources = stage.keepsSources ? sheetSources(map, mapping ? mapped : undefined) : undefined;
    const columns = columnsOf(map, addresses);
    const about = [
      source.file,
      sheet.name,
      map.kind.name,
      columns,
      sources && JSON.stringify(sources),
    ] as const;
    this.#sheetId = stage.addSheet?.(...about) ?? 0;
    const kept = sources && tableSources(sources);
    const staging = { sheetId: this.#sheetId, isShared: shared.isShared, sources: kept };
    const stageRow = rowStager(this.#context, map, staging, this.#result);
    this.#labels = map.labels?.map(({ header }) => headerKey(header)) ?? [];
    if (mapping?.isForm) this.#stageForm = stageRow;
    if (mapping?.isForm) return null;
    return new SheetRows(this.#context, map, firstRows, { findings, shared, stage: stageRow });
  }

  /** The row with the values of the labels above it. */
  withLabels(row: Row, values: Labels): Row {
    if (this.#labels.length === 0) return row;
    if (values !== this.#values) this.#cells = this.#labels.map((label) => values.get(label));
    this.#values = values;
    return { ...row, labels: this.#cells };
  }

  /** Stages the record of a form. Returns whether there is one. */
  addForm(values: Labels | undefined): boolean {
    const rows = this.#labels.flatMap((label) => values?.get(label) ?? []);
    const first = rows.toSorted((one, other) => one.row - other.row)[0];
    if (!this.#stageForm || !first) return false;
    const { row, line } = first;
    this.#stageForm(this.withLabels({ row, ...(line !== undefined && { line }), cells: [] }, values!), false);
    return true;
  }

  /** Stages the last record, and reports what is certain only now. */
  async finish(): Promise<void> {
    const { rows } = this;
    if (!rows) return;
    await rows.finish(this.range.last);
    const { errors } = this.#findings;
    if (errors.length > 0) this.#context.stage.invalidateSheet?.(this.#sheetId, errors);
  }
}

/**
 * Column letters by path, for findings across records; the address of a cell beside a label. The path of a list gives its
 * first column.
 */
function columnsOf(map: SheetMap, addresses: PlacedTable['addresses']): Record<string, string> {
  const columns: Record<string, string> = Object.create(null);
  const labels = (map.labels ?? []).flatMap(({ path, header }) => {
    const letters = addresses?.get(headerKey(header));
    return letters === undefined ? [] : [{ path, letters }];
  });
  for (const { path, letters } of [...map.columns, ...labels]) {
    columns[path] ??= letters;
    columns[path.split('.')[0]!] ??= letters;
  }
  return columns;
}
