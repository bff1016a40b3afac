import { flag } from '../advice.ts';
import type { InterfaceName, KindSpec } from '../contract/kind.ts';
import { CATALOGUE, type FindingCode } from '../findings/catalogue.ts';
import { type Finding, originText } from '../findings/finding.ts';
import type { Row } from '../sheets/cell.ts';
import type { SheetHandle, Source } from '../sheets/source.ts';
import { contractIn } from './contract.ts';
import type { BoundEntry } from './mapping/map-file/bind.ts';
import { yamlText } from './mapping/map-file/lines.ts';
import { isWanted, keep, type Reading, type ReadResult } from './reading.ts';
import { headerKey } from './records/header-list.ts';
import { interfaceOf, recogniseSheet } from './records/recognise.ts';
import type { SheetMap } from './records/record.ts';
import { UnmappedColumns } from './records/unmapped-columns.ts';
import { misreadQuote } from './records/width.ts';
import { takeRow } from './row.ts';

/** A sheet is recognised from so many of its first rows: headers, decimal marks, order of day and month. */
const FIRST_ROWS = 1000;
/** At most so many cells in these rows: a row can be as wide as a sheet. */
const FIRST_CELLS = 500_000;

/** After these findings no row of the sheet can be trusted, wherever they are. */
const INVALIDATES_SHEET: ReadonlySet<FindingCode> = new Set(['file-unreadable', 'rows-above-header']);

/** Each record of an invalid sheet lists at most this many of its errors. */
const REASONS_KEPT = 5;

/** Rows between two events that report the progress. */
const ROWS_PER_EVENT = 1000;

/** The number of data rows of a sheet, and whether it has errors. */
interface SheetRead {
  readonly rows: number;
  readonly faulty: boolean;
}

/** Streams a sheet through the checks of a row into the stage. */
export const readSheet = (
  reading: Reading,
  source: Source,
  sheet: SheetHandle,
  asKind: KindSpec | undefined,
  result: ReadResult,
  mapped?: MappedSheet,
): Promise<SheetRead> => new SheetReader(reading, source, sheet, asKind, result, mapped).read();

/** The map file in force for a sheet; null if no entry of it matches. */
interface MappedSheet {
  readonly file: string;
  readonly sha256: string;
  readonly mapping: BoundEntry | null;
}

/** Collects the first rows of a sheet, recognises it from them, then stages one row after the other. */
class SheetReader {
  readonly #reading: Reading;
  readonly #source: Source;
  readonly #sheet: SheetHandle;
  /** The kind that `--sheet` names. */
  readonly #asKind: KindSpec | undefined;
  readonly #mapped: MappedSheet | undefined;
  readonly #result: ReadResult;
  /** Rows that wait until the sheet is recognised. */
  #first: Row[] = [];
  #firstCells = 0;
  /** Undefined until the sheet is recognised; null when its rows are not read. */
  #map: SheetMap | null | undefined;
  #sheetId = 0;
  #unsent: UnmappedColumns | undefined;
  #rows = 0;
  /** Rows that a filter hides, and the first of them. */
  #hiddenRows = 0;
  #firstHidden = 0;
  #faulty = false;
  /** The first errors of the sheet as a whole. */
  readonly #sheetErrors: string[] = [];
  /** A quote was misread: the rows before it are sound, the rows after it are not. */
  #misread = false;
  /** Rows with invalid bytes; their cells are not trusted. */
  readonly #damagedRows = new Set<number>();

  constructor(
    reading: Reading,
    source: Source,
    sheet: SheetHandle,
    asKind: KindSpec | undefined,
    result: ReadResult,
    mapped: MappedSheet | undefined,
  ) {
    this.#mapped = mapped;
    this.#reading = reading;
    this.#source = source;
    this.#sheet = sheet;
    this.#asKind = asKind;
    this.#result = result;
  }

  async read(): Promise<SheetRead> {
    const batches = this.#sheet.rows((finding) => this.#report(finding));
    for await (const batch of untilInterrupted(this.#reading, batches)) {
      for (const row of batch) this.#take(row);
      if (this.#map === null || this.#misread) break;
    }
    if (!this.#reading.signal.aborted) this.#finish();
    return { rows: this.#rows, faulty: this.#faulty };
  }

  #take(row: Row): void {
    if (this.#map !== undefined) {
      this.#stage(row);
      return;
    }
    this.#firstCells += row.cells.length;
    if (this.#first.push(row) >= FIRST_ROWS || this.#firstCells >= FIRST_CELLS) this.#recognise();
  }

  /** Reports a finding of the sheet; an error invalidates its row, or the whole sheet. */
  #report(finding: Finding): void {
    // A sheet that was not read to its end looks damaged.
    if (this.#reading.signal.aborted) return;
    const kept = keep(this.#reading, finding);
    if (kept?.severity !== 'error') return;
    this.#faulty = true;
    const { row } = finding.origin;
    if (row !== undefined && row !== this.#map?.headerRow && !INVALIDATES_SHEET.has(finding.code))
      this.#damagedRows.add(row);
    else if (this.#sheetErrors.length < REASONS_KEPT)
      this.#sheetErrors.push(`${originText(kept.origin)}: ${kept.message}`);
  }

  /** Recognises the sheet from its first rows, and stages them. */
  #recognise(): void {
    const { settings } = this.#reading;
    const contract = contractIn(settings);
    const result = this.#result;
    if (settings.interfaceBySheets && !result.isDetected && !this.#asKind) {
      result.interfaceName = interfaceOf(this.#first, contract) ?? result.interfaceName;
    }
    const updated = contract[result.interfaceName].find(({ name }) => name === settings.updates);
    const { map, findings } = this.#recognised(updated);
    if (map && updated && map.kind !== updated) {
      this.#skip(
        `the sheet ${this.#sheet.name} contains ${map.kind.plural}; only ${updated.plural} are read`,
      );
      return;
    }
    this.#map = map;
    if (!map || isWanted(settings, map.kind))
      for (const finding of findings) this.#report(this.#withEntry(finding));
    if (map && this.#mapped) this.#reportMap(this.#mapped, map);
    if (map) this.#start(map);
  }

  /** Reports the map file that the sheet is read with, or that it has no entry for the sheet. */
  #reportMap({ file, sha256, mapping }: MappedSheet, { kind, sheet }: SheetMap): void {
    const origin = { file: this.#source.file, sheet };
    const { severity } = CATALOGUE[mapping ? 'map-used' : 'map-sheet'];
    const about = { severity, origin, kind: kind.name };
    if (mapping) {
      const message = `the sheet is read as ${file} says in line ${mapping.line} (SHA-256 ${sha256.slice(0, 12)}…)`;
      this.#report({ ...about, code: 'map-used', message });
    } else if (isWanted(this.#reading.settings, kind)) {
      const message = `no entry of ${file} matches the sheet ${sheet}`;
      const suggestion = `${entryLine(file, sheet, kind.name)} (or kind: skip)`;
      this.#report({ ...about, code: 'map-sheet', message, suggestion });
    }
  }

  /** With a map file, a sheet that is not recognised needs an entry. */
  #withEntry(finding: Finding): Finding {
    if (finding.code !== 'sheet-unknown' || !this.#mapped) return finding;
    const kinds = contractIn(this.#reading.settings)[this.#result.interfaceName].map(({ name }) => name);
    const entry = entryLine(this.#mapped.file, this.#sheet.name, 'KIND');
    return { ...finding, suggestion: `${entry} (KIND is ${kinds.join(', ')} or skip)` };
  }

  #recognised(updated: KindSpec | undefined): ReturnType<typeof recogniseSheet> {
    const { settings } = this.#reading;
    const question = {
      ...questionOf(this.#reading, this.#source, this.#sheet, this.#first, this.#result.interfaceName),
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
    const recognised = recogniseSheet(question);
    // An update names its kind: a sheet that does not show another one has its rows.
    return updated && recognised.findings.some(({ code }) => code === 'sheet-unknown')
      ? recogniseSheet({ ...question, asKind: updated })
      : recognised;
  }

  #start(map: SheetMap): void {
    const { settings, stage, emit } = this.#reading;
    const { file } = this.#source;
    const { name } = this.#sheet;
    this.#result.isDetected = true;
    emit({ type: 'sheet-started', file, sheet: name, kind: map.kind.plural });
    for (const { header, ignored } of map.unmapped ?? [])
      if (ignored === 'name') this.#result.ignored.add(headerKey(header));
    if (settings.extra?.flagged.length)
      for (const { header } of map.columns) this.#result.headers.add(headerKey(header));
    this.#unsent = new UnmappedColumns(map);
    this.#sheetId = stage.sheet(file, name, map.kind.name, columnsOf(map));
    for (const row of this.#first) this.#stage(row);
    this.#first = [];
  }

  #stage(row: Row): void {
    const map = this.#map;
    if (!map || this.#misread || row.row <= map.headerRow) return;
    const quote = misreadQuote(map, row);
    if (quote !== undefined) {
      this.#misread = true;
      this.#report(quote);
      return;
    }
    this.#rows++;
    if (row.hidden && this.#hiddenRows++ === 0) this.#firstHidden = row.row;
    this.#unsent?.count(row);
    takeRow(this.#reading, map, this.#sheetId, row, this.#damagedRows.has(row.row), this.#result);
    if (this.#rows % ROWS_PER_EVENT === 0) this.#progress(false);
  }

  #finish(): void {
    const { settings, stage } = this.#reading;
    if (this.#map === undefined) {
      if (this.#first.length > 0) this.#recognise();
      else if (this.#source.sheets.length > 1 && !this.#faulty)
        this.#skip(`the sheet ${this.#sheet.name} is empty`);
    }
    const map = this.#map;
    if (this.#unsent && map && isWanted(settings, map.kind)) {
      for (const finding of this.#unsent.findings()) this.#report(finding);
      for (const column of this.#unsent.ignored()) stage.ignored(column);
    }
    if (this.#hiddenRows > 0 && map && isWanted(settings, map.kind))
      keep(this.#reading, hiddenRows(map, this.#hiddenRows, this.#firstHidden));
    if (this.#sheetErrors.length > 0 && this.#sheetId !== 0)
      stage.invalidateSheet(this.#sheetId, this.#sheetErrors);
    this.#progress(true);
  }

  #skip(message: string): void {
    this.#map = null;
    const origin = { file: this.#source.file, sheet: this.#sheet.name };
    keep(this.#reading, { code: 'sheet-skipped', severity: 'notice', origin, message });
  }

  #progress(done: boolean): void {
    const { file } = this.#source;
    this.#reading.emit({ type: 'rows-read', file, sheet: this.#sheet.name, rows: this.#rows, done });
  }
}

/** The entry to add to a map file for a sheet. */
const entryLine = (file: string, sheet: string, kind: string): string =>
  `in ${file}, below "sheets:", add - { sheet: ${yamlText(sheet)}, kind: ${kind} }`;

/** The notice on rows of a sheet that a filter hides: they are read like the others. */
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
    suggestion: 'to ignore hidden rows, delete them, or copy the visible ones to a sheet of their own',
  };
}

/**
 * The finding on a hidden sheet that nobody chose: an error when its rows look like records, a notice for lists and notes.
 * `rows` is the number of those rows.
 */
export async function hiddenSheet(
  reading: Reading,
  source: Source,
  sheet: SheetHandle,
  interfaceName: InterfaceName,
): Promise<{ readonly finding: Finding; readonly rows: number }> {
  const { settings } = reading;
  const { file } = source;
  const first: Row[] = [];
  let cells = 0;
  let rows = 0;
  for await (const batch of untilInterrupted(
    reading,
    sheet.rows(() => {}),
  )) {
    for (const row of batch) {
      rows++;
      cells += row.cells.length;
      if (first.length < FIRST_ROWS && cells <= FIRST_CELLS) first.push(row);
    }
  }
  const origin = { file, sheet: sheet.name };
  const name = settings.interfaceBySheets
    ? (interfaceOf(first, contractIn(settings)) ?? interfaceName)
    : interfaceName;
  const { map } = recogniseSheet({ ...questionOf(reading, source, sheet, first, name), options: {} });
  const above = map === null ? 0 : first.filter(({ row }) => row <= map.headerRow).length;
  if (map === null || rows === above || !isWanted(settings, map.kind))
    return {
      finding: {
        code: 'sheet-hidden',
        severity: 'notice',
        origin,
        message: `the sheet ${sheet.name} is hidden and not read`,
      },
      rows: 0,
    };
  const count = rows - above;
  const finding: Finding = {
    code: 'sheet-hidden-rows',
    severity: 'error',
    origin,
    message: `the sheet ${sheet.name} is hidden, and ${count} ${count === 1 ? 'row of it looks' : 'rows of it look'} like ${map.kind.plural}: a hidden sheet is not sent unless it is chosen`,
    suggestion: `to send it: ${flag('--sheet', `${sheet.name}=${map.kind.name}`)}; to skip it: ${flag('--sheet', `${sheet.name}=skip`)}`,
  };
  return { finding, rows: count };
}

/** What `recogniseSheet` needs to know of a sheet, but for its options. */
function questionOf(
  { settings }: Reading,
  { file }: Source,
  { name: sheet }: SheetHandle,
  firstRows: readonly Row[],
  interfaceName: InterfaceName,
) {
  const contract = contractIn(settings);
  const others = contract[interfaceName === 'v2' ? 'v3' : 'v2'];
  return { interfaceName, kinds: contract[interfaceName], others, file, sheet, firstRows };
}

/** Whether an error is that of the signal that ends the reading. */
export const isInterrupt = ({ signal }: Reading, error: unknown): boolean =>
  signal.aborted && error === signal.reason;

async function* untilInterrupted<T>(reading: Reading, batches: AsyncIterable<T>): AsyncGenerator<T> {
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
