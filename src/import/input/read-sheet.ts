import type { InterfaceName, KindSpec } from '../../contract/kind.ts';
import { CATALOGUE, type FindingCode } from '../../findings/catalogue.ts';
import { type Finding, placeText } from '../../findings/finding.ts';
import type { BoundEntry } from '../../map/map-file/bind.ts';
import { yamlText } from '../../recognise/text.ts';
import { headerKey } from '../../records/headers.ts';
import { LogicalRows } from '../../records/layout/logical-rows.ts';
import { MOST_MERGES, mergedFinding, unmergedFinding } from '../../records/layout/merged-cells.ts';
import { OddRows } from '../../records/layout/odd-rows.ts';
import { aboveFinding, besideFinding, recordAboveFinding } from '../../records/layout/other-tables.ts';
import { RepeatedQuantities } from '../../records/layout/repeated-quantities.ts';
import { misreadQuote } from '../../records/read.ts';
import { interfaceOf, recogniseSheet } from '../../records/recognise.ts';
import type { SheetMap } from '../../records/record.ts';
import { UnmappedColumns } from '../../records/unmapped-columns.ts';
import { kindText, numberText, say } from '../../say.ts';
import { columnLetters, type Row } from '../../sheets/cell.ts';
import type { SheetHandle, Source } from '../../sheets/source.ts';
import {
  isSelected,
  type ReadContext,
  type ReadResult,
  reportFinding,
  untilInterrupted,
} from './read-context.ts';
import { contractIn } from './settings.ts';
import { stageRow } from './stage-row.ts';

/** Number of first rows from which a sheet is recognised: its headers, decimal marks, and order of day and month. */
export const FIRST_ROWS = 1000;
/** Maximum number of cells in the first rows, because a row can be very wide. */
export const FIRST_CELLS = 500_000;

/** Number of first rows in which columns are compared that may be swapped. */
const COMPARED_ROWS = 200;
/** Number of errors and warnings from which columns may be swapped. */
const SWAPPED_DOUBTS = 3;

/** Findings that invalidate every row of the sheet. */
const INVALIDATES_SHEET: ReadonlySet<FindingCode> = new Set([
  'file-unreadable',
  'rows-above-header',
  'second-table',
  'cells-merged',
  'row-unclear',
]);

/** Maximum number of errors of a sheet that each of its records lists. */
const MAX_SHEET_ERRORS = 5;

/** Rows between two progress events. */
const ROWS_PER_EVENT = 1000;

/** The number of data rows of a sheet, of skipped example rows of a template, and whether it has errors. */
interface SheetRead {
  readonly rows: number;
  readonly examples: number;
  readonly faulty: boolean;
}

/** Findings of sheets whose headers are not those of the kind that their names or headers suggest. */
const FOREIGN: ReadonlySet<FindingCode> = new Set(['header-missing', 'sheet-no-header']);

/** Streams the rows of a sheet through their checks into the stage. */
export const readSheet = (
  context: ReadContext,
  source: Source,
  sheet: SheetHandle,
  asKind: KindSpec | undefined,
  result: ReadResult,
  mapped?: MappedSheet,
): Promise<SheetRead> => new SheetReader(context, source, sheet, asKind, result, mapped).read();

/** A sheet and its map file; `mapping` is null if no entry of the file matches the sheet. */
interface MappedSheet {
  readonly file: string;
  readonly sha256: string;
  readonly mapping: BoundEntry | null;
}

/** Collects the first rows of a sheet, recognises it from them, then stages one row after the other. */
class SheetReader {
  readonly #context: ReadContext;
  readonly #source: Source;
  readonly #sheet: SheetHandle;
  /** The kind that `--sheet` names. */
  readonly #asKind: KindSpec | undefined;
  readonly #mapped: MappedSheet | undefined;
  readonly #result: ReadResult;
  /** Rows read before the sheet is recognised. */
  #first: Row[] = [];
  #firstCells = 0;
  /** The first rows with data, and the number of errors and warnings before them, to find swapped columns. */
  #compared: readonly Row[] = [];
  #doubtsBefore = 0;
  /** Undefined until the sheet is recognised; null when its rows are not read. */
  #map: SheetMap | null | undefined;
  #sheetId = 0;
  #unmapped: UnmappedColumns | undefined;
  #rows = 0;
  #examples = 0;
  /** The number of rows that a filter hides, and the first of them. */
  #hiddenRows = 0;
  #firstHidden = 0;
  /** Whether its records are sent. Others are only read for references, and the sheet as a whole is not checked. */
  #isSent = true;
  #faulty = false;
  /** The first errors of the sheet as a whole. */
  readonly #sheetErrors: string[] = [];
  #oddRows: OddRows | undefined;
  #quantities: RepeatedQuantities | undefined;
  /** The number of the last row that is not skipped. */
  #lastRow = 0;
  /** Undefined if each row is a record. */
  #logical: LogicalRows | undefined;
  /** Whether the rows that follow are not read: a quote was misread, or a second table begins. */
  #stopped = false;
  /** Rows with cells that could not be read, and the letters of these columns. The other cells are not trusted either. */
  readonly #damagedRows = new Map<number, Set<string | undefined>>();
  /** Cells that are merged over several rows, wherever they are in the sheet. */
  readonly #merges: Finding[] = [];

  constructor(
    context: ReadContext,
    source: Source,
    sheet: SheetHandle,
    asKind: KindSpec | undefined,
    result: ReadResult,
    mapped: MappedSheet | undefined,
  ) {
    this.#mapped = mapped;
    this.#context = context;
    this.#source = source;
    this.#sheet = sheet;
    this.#asKind = asKind;
    this.#result = result;
  }

  async read(): Promise<SheetRead> {
    const batches = this.#sheet.rows((finding) => {
      if (finding.code !== 'cells-merged') this.#report(finding);
      else if (this.#merges.length < MOST_MERGES) this.#merges.push(finding);
    });
    for await (const batch of untilInterrupted(this.#context, batches)) {
      for (const row of batch) if (this.#take(row)) await this.#recognise();
      if (this.#map === null || this.#stopped) break;
    }
    if (!this.#context.signal.aborted) await this.#finish();
    return { rows: this.#rows, examples: this.#examples, faulty: this.#faulty };
  }

  /** Returns whether enough rows are read to recognise the sheet. */
  #take(row: Row): boolean {
    if (this.#map !== undefined) {
      this.#stage(row);
      return false;
    }
    this.#firstCells += row.cells.length;
    return this.#first.push(row) >= FIRST_ROWS || this.#firstCells >= FIRST_CELLS;
  }

  /** Reports a finding of the sheet; an error invalidates its row, or the whole sheet. */
  #report(finding: Finding): void {
    // An interrupted read makes the sheet look damaged, so do not report that.
    if (this.#context.signal.aborted) return;
    const stored = reportFinding(this.#context, finding);
    // A sheet of results, which has no rows.
    if (finding.code === 'annotation-ignored' && finding.origin.row === undefined) this.#map = null;
    if (stored?.severity !== 'error') return;
    this.#faulty = true;
    const { row, column } = finding.origin;
    if (row !== undefined && row !== this.#map?.headerRow && !INVALIDATES_SHEET.has(finding.code)) {
      const columns = this.#damagedRows.get(row);
      if (columns) columns.add(column);
      else this.#damagedRows.set(row, new Set([column]));
    } else if (this.#sheetErrors.length < MAX_SHEET_ERRORS)
      this.#sheetErrors.push(say().verdict.place({ label: placeText(stored), sentence: stored.message }));
  }

  /** Reports findings of the sheet as a whole, if its records are sent. */
  #reportSent(...findings: readonly (Finding | undefined)[]): void {
    if (this.#isSent) for (const finding of findings) if (finding) this.#report(finding);
  }

  /** Recognises the sheet from its first rows, and stages them. */
  async #recognise(): Promise<void> {
    const { settings } = this.#context;
    const contract = contractIn(settings);
    const result = this.#result;
    if (settings.interfaceBySheets && !result.isDetected && !this.#asKind) {
      result.interfaceName = interfaceOf(this.#first, contract) ?? result.interfaceName;
    }
    const updated = contract[result.interfaceName].find(({ name }) => name === settings.updates);
    const { map, findings } = await this.#recognised(updated);
    if (map && updated && map.kind !== updated) {
      this.#skip(
        say().input.sheetOther({
          sheet: this.#sheet.name,
          kinds: kindText(map.kind.name, 2),
          wanted: kindText(updated.name, 2),
        }),
      );
      return;
    }
    this.#map = map;
    this.#isSent = !map || isSelected(settings, map.kind);
    this.#reportSent(...findings.map((finding) => this.#withEntry(finding)));
    if (map) {
      const kinds = contract[map.kind.interface];
      const mapping = this.#mapped?.mapping ?? undefined;
      const isKnown = mapping?.namesHeaderRow || findings.some(({ code }) => code === 'rows-above-header');
      this.#reportSent(
        isKnown ? undefined : aboveFinding(map, this.#first, kinds),
        mapping?.namesHeaderRow ? recordAboveFinding(map, this.#first) : undefined,
        besideFinding(map, this.#first, kinds, mapping !== undefined),
      );
    }
    if (map && this.#mapped) this.#reportMap(this.#mapped, map);
    if (map) this.#start(map);
  }

  /**
   * Reports which map file the sheet is read with, or that the map file has no entry for the sheet.
   */
  #reportMap({ file, sha256, mapping }: MappedSheet, { kind, sheet }: SheetMap): void {
    const origin = { file: this.#source.file, sheet };
    const { severity } = CATALOGUE[mapping ? 'map-used' : 'map-sheet'];
    const about = { severity, origin, kind: kind.name };
    if (mapping) {
      const message = say().input.mapUsed({ file, line: String(mapping.line), sum: sha256.slice(0, 12) });
      this.#report({ ...about, code: 'map-used', message });
      for (const finding of likelyValues(mapping, about)) this.#report(finding);
    } else {
      const message = say().input.mapSheet({ file, sheet });
      const suggestion = say().input.mapSheetLine({ file, entry: entryText(sheet, kind.name) });
      this.#reportSent({ ...about, code: 'map-sheet', message, suggestion });
    }
  }

  /**
   * If a map file is used, adds to the finding about an unrecognised sheet that the map file needs
   * an entry for it.
   */
  #withEntry(finding: Finding): Finding {
    if (finding.code !== 'sheet-unknown' || !this.#mapped) return finding;
    const kinds = contractIn(this.#context.settings)[this.#result.interfaceName].map(({ name }) => name);
    const { file } = this.#mapped;
    const entry = entryText(this.#sheet.name, say().placeholders.kind());
    const suggestion = say().input.mapSheetLineKinds({ file, entry, kinds: kinds.join(', ') });
    return { ...finding, suggestion };
  }

  /** The kind that `trace map` takes for the rows: by their values too, where the headers are those of another system. */
  async #kindOfExport(): Promise<KindSpec | undefined> {
    const { SheetSurvey } = await import('../../map/propose.ts');
    const kinds = contractIn(this.#context.settings)[this.#result.interfaceName];
    const survey = new SheetSurvey({ file: this.#source.file, sheet: this.#sheet.name, kinds });
    for (const row of this.#first) survey.add(row);
    const { kind } = survey.proposal();
    return kinds.find(({ name }) => name === kind);
  }

  async #recognised(updated: KindSpec | undefined): Promise<ReturnType<typeof recogniseSheet>> {
    const { settings } = this.#context;
    const input = {
      ...sheetToRecognise(this.#context, this.#source, this.#sheet, this.#first, this.#result.interfaceName),
      ...(this.#asKind ? { asKind: this.#asKind } : {}),
      options: {
        ...this.#mapped?.mapping?.defaults,
        ...(settings.decimal ? { decimal: settings.decimal } : {}),
        ...(settings.dateOrder ? { dateOrder: settings.dateOrder } : {}),
        ...(this.#mapped?.mapping && { mapping: this.#mapped.mapping }),
        ...(this.#source.date1904 && { date1904: this.#source.date1904 }),
        ...(settings.ignore ? { ignore: settings.ignore } : {}),
        ...(settings.extra ? { extra: settings.extra.names } : {}),
      },
    };
    const recognised = recogniseSheet(input);
    const isForeign = recognised.findings.some(({ code }) => FOREIGN.has(code));
    const meant =
      isForeign && !this.#asKind && !this.#mapped && !updated ? await this.#kindOfExport() : undefined;
    if (meant && meant !== recognised.map?.kind) {
      const other = recogniseSheet({ ...input, asKind: meant });
      if (other.map) return other;
    }
    // In an update, the kind is known: a sheet that names no other kind contains rows of this kind.
    return updated && recognised.findings.some(({ code }) => code === 'sheet-unknown')
      ? recogniseSheet({ ...input, asKind: updated })
      : recognised;
  }

  #start(map: SheetMap): void {
    const { settings, stage, emit } = this.#context;
    const { file } = this.#source;
    const { name } = this.#sheet;
    this.#result.isDetected = true;
    emit({ type: 'sheet-started', file, sheet: name, kind: map.kind.plural, headerRow: map.headerRow });
    settings.onSheet?.(map);
    for (const { header, ignored } of map.unmapped ?? [])
      if (ignored === 'name') this.#result.ignoredHeaders.add(headerKey(header));
    if (settings.extra?.flagged.length)
      for (const { header } of map.columns) this.#result.usedHeaders.add(headerKey(header));
    if (map.unmapped?.length) this.#unmapped = new UnmappedColumns(map);
    if (map.layout) {
      const isDamaged = (row: number, index: number) =>
        this.#damagedRows.get(row)?.has(columnLetters(index)) === true;
      this.#logical = new LogicalRows(map, map.layout, (finding) => this.#reportSent(finding), isDamaged);
    }
    this.#quantities = RepeatedQuantities.of(map);
    this.#oddRows = new OddRows(map, contractIn(settings)[map.kind.interface]);
    this.#reportSent(this.#oddRows.unitsAbove(this.#first));
    this.#sheetId = stage.sheet?.(file, name, map.kind.name, columnsOf(map)) ?? 0;
    this.#compared = this.#first.filter(({ row }) => row > map.headerRow).slice(0, COMPARED_ROWS);
    this.#doubtsBefore = doubts(this.#context);
    for (const row of this.#first) this.#stage(row);
    this.#first = [];
  }

  #stage(row: Row): void {
    const map = this.#map;
    if (!map || this.#stopped || row.row <= map.headerRow) return;
    const quote = misreadQuote(map, row);
    if (quote !== undefined) {
      this.#stopped = true;
      this.#report(quote);
      return;
    }
    const odd = this.#oddRows?.find(row);
    if (odd) {
      this.#stopped = odd.stops;
      if (odd.isExample) this.#examples++;
      // It continues no record.
      this.#damagedRows.delete(row.row);
      this.#logical?.skip(row, odd.continues);
      this.#reportSent(odd.finding);
      return;
    }
    this.#rows++;
    this.#lastRow = row.row;
    if (this.#quantities) this.#checkQuantity(this.#quantities, row);
    if (row.hidden && this.#hiddenRows++ === 0) this.#firstHidden = row.row;
    this.#unmapped?.count(row);
    const whole = this.#logical ? this.#logical.add(row) : row;
    if (whole) this.#stageWhole(map, whole);
    if (this.#rows % ROWS_PER_EVENT === 0) this.#progress(false);
  }

  /** Reports the first row whose quantity would be lost. */
  #checkQuantity(quantities: RepeatedQuantities, row: Row): void {
    const found = quantities.find(row);
    if (!found) return;
    this.#reportSent(found);
    this.#quantities = undefined;
  }

  /**
   * Stages a row, with the rows that continue it. Rows up to `end` that could not be read may continue it too: they
   * make the record invalid, and its report names them.
   */
  #stageWhole(map: SheetMap, row: Row, end = 0): void {
    let whole = row;
    let damaged = this.#damagedRows.has(row.row);
    if (this.#damagedRows.size > 0) {
      const { more = [] } = row;
      const lost: Row[] = [];
      for (let at = row.row + 1; at <= Math.max(end, more.at(-1)?.row ?? 0); at++) {
        if (!this.#damagedRows.has(at)) continue;
        damaged = true;
        if (!more.some((one) => one.row === at)) lost.push({ row: at, cells: [] });
      }
      if (lost.length > 0) whole = { ...row, more: [...more, ...lost] };
    }
    stageRow(this.#context, map, this.#sheetId, whole, damaged, this.#result);
  }

  async #finish(): Promise<void> {
    if (this.#map === undefined) {
      if (this.#first.length > 0) await this.#recognise();
      else if (this.#source.sheets.length > 1 && !this.#faulty)
        this.#skip(say().input.sheetEmpty({ sheet: this.#sheet.name }));
    }
    const map = this.#map;
    const last = this.#logical?.finish();
    if (map && last) this.#stageWhole(map, last, [...this.#damagedRows.keys()].at(-1));
    if (map && this.#isSent) {
      this.#checkWhole(map);
      await this.#findSwapped(map);
    }
    if (this.#sheetErrors.length > 0 && this.#sheetId !== 0)
      this.#context.stage.invalidateSheet?.(this.#sheetId, this.#sheetErrors);
    this.#progress(true);
  }

  /** Reports what is known only after the last row. */
  #checkWhole(map: SheetMap): void {
    this.#reportSent(
      this.#oddRows?.above()?.finding,
      mergedFinding(map, this.#merges, this.#lastRow),
      this.#logical && unmergedFinding(map, this.#merges, this.#logical.filledRows),
      ...(this.#unmapped?.findings() ?? []),
    );
    for (const column of this.#unmapped?.ignored() ?? []) this.#context.stage.ignored?.(column);
    if (this.#hiddenRows > 0)
      reportFinding(this.#context, hiddenRows(map, this.#hiddenRows, this.#firstHidden));
  }

  /** Reports columns that look swapped. Only the values of a sheet with enough findings are compared. */
  async #findSwapped(map: SheetMap): Promise<void> {
    if (doubts(this.#context) < this.#doubtsBefore + SWAPPED_DOUBTS) return;
    const { swappedColumns } = await import('./swapped-columns.ts');
    this.#reportSent(...swappedColumns(map, this.#compared));
  }

  #skip(message: string): void {
    this.#map = null;
    const origin = { file: this.#source.file, sheet: this.#sheet.name };
    reportFinding(this.#context, { code: 'sheet-skipped', severity: 'notice', origin, message });
  }

  #progress(done: boolean): void {
    const { file } = this.#source;
    this.#context.emit({ type: 'rows-read', file, sheet: this.#sheet.name, rows: this.#rows, done });
  }
}

/** The number of errors and warnings; 0 if they are not counted. */
function doubts({ groups }: ReadContext): number {
  const counts = groups.counts?.();
  return counts === undefined ? 0 : counts.error + counts.warning;
}

/** Maximum number of values that a message lists. */
const MOST_LISTED = 12;

/** Warnings about the values of a map file that their lists only likely have. */
function likelyValues({ likely }: BoundEntry, { origin, kind }: Pick<Finding, 'origin' | 'kind'>): Finding[] {
  return [...likely].map(([list, values]) => {
    const shown = [...values].slice(0, MOST_LISTED).join(', ');
    const more = values.size - MOST_LISTED;
    const named = more > 0 ? say().cells.andMore({ list: shown, number: numberText(more) }) : shown;
    return {
      ...{ code: 'map-likely', severity: CATALOGUE['map-likely'].severity, origin, ...(kind && { kind }) },
      message: say().input.mapLikely({ list, values: named }),
    } satisfies Finding;
  });
}

/** The entry to add to a map file for a sheet. */
const entryText = (sheet: string, kind: string): string => `- { sheet: ${yamlText(sheet)}, kind: ${kind} }`;

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

/** The input of `recogniseSheet` without its options. */
export function sheetToRecognise(
  { settings }: ReadContext,
  { file }: Source,
  { name: sheet }: SheetHandle,
  firstRows: readonly Row[],
  interfaceName: InterfaceName,
) {
  const contract = contractIn(settings);
  const others = contract[interfaceName === 'v2' ? 'v3' : 'v2'];
  return { interfaceName, kinds: contract[interfaceName], others, file, sheet, firstRows };
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
