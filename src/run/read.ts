import { basename } from 'node:path';
import { flag } from '../advice.ts';
import type { InterfaceName, KindSpec } from '../contract/kind.ts';
import { TraceError } from '../errors.ts';
import type { FindingCode } from '../findings/catalogue.ts';
import { type Finding, originText } from '../findings/finding.ts';
import { nearestSentence } from '../findings/nearest.ts';
import { ignoreKey, ignoreNames } from '../records/ignored.ts';
import { LeftOut } from '../records/left-out.ts';
import { interfaceOf, recogniseSheet } from '../records/recognise.ts';
import type { SheetMap } from '../records/record.ts';
import { misreadQuote } from '../records/width.ts';
import type { Row } from '../sheets/cell.ts';
import { openSource } from '../sheets/open.ts';
import type { SheetHandle, Source } from '../sheets/source.ts';
import { contractIn, type InputSettings, kindsIn } from './input.ts';
import { isWanted, keep, type Reading, type ReadResult } from './reading.ts';
import { takeRow } from './row.ts';

/** Rows looked at before a sheet is understood: heads, decimal marks, order of day and month. */
const HEAD_ROWS = 1000;
/** Cells of them: rows can be as wide as a sheet. */
const HEAD_CELLS = 500_000;

/**
 * Streams every file through the checks of a row into the stage. Bad data becomes findings. A signal ends it at once; what
 * was read until then is staged, without a finding that the rest could change.
 * Throws TraceError when a file is not there or fails while it is read, or when `--sheet` speaks of a sheet that no file has.
 */
export async function readInput(reading: Reading): Promise<ReadResult> {
  const { interface: interfaceName } = reading.settings;
  const result: ReadResult = {
    records: 0,
    announced: new Map(),
    names: new Set(),
    ignored: new Set(),
    headers: new Set(),
    interfaceName,
    told: false,
    interrupted: false,
  };
  let unread = false;
  for (const file of reading.settings.files) {
    const { encoding, delimiter, limits, stdin } = reading.settings;
    try {
      reading.signal.throwIfAborted();
      const source = await openSource(
        file,
        {
          ...(encoding ? { encoding } : {}),
          ...(delimiter ? { delimiter } : {}),
          ...(limits ? { limits } : {}),
        },
        { stdin, signal: reading.signal, onFinding: (finding) => keep(reading, finding) },
      );
      if (!source) {
        unread = true;
        continue;
      }
      try {
        await readSource(reading, source, result);
      } finally {
        await source.close();
      }
    } catch (error) {
      if (!isInterrupt(reading, error)) throw readingError(file, error);
      result.interrupted = true;
      break;
    }
  }
  if (!unread && !result.interrupted) {
    refuseUnusedNames(reading.settings, result.names);
    for (const finding of unusedFlags(reading.settings, result)) keep(reading, finding);
  }
  if (result.interrupted) reading.stage.endNotAttempted();
  reading.stage.commit();
  return result;
}

const isInterrupt = ({ signal }: Reading, error: unknown): boolean =>
  signal.aborted && error === signal.reason;

/** A disk or a share that fails under a file is no bug of ours, whichever byte finds out. */
function readingError(file: string, error: unknown): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (error instanceof TraceError || code === undefined || syscall === undefined) return error;
  return new TraceError(
    'usage',
    'file-unreadable',
    `${file} could not be read to its end (${code}).`,
    'Check the disk or the share it is on, or copy it elsewhere, then run again.',
    error,
  );
}

/** A misspelled name would let a sheet be taken for something else in silence. */
function refuseUnusedNames({ sheets }: InputSettings, names: ReadonlySet<string>): void {
  for (const [name, kind] of sheets) {
    if (kind === 'skip' || isNamed(name, names)) continue;
    throw new TraceError(
      'usage',
      'sheet-missing',
      `--sheet "${name}=${kind}": no sheet and no file is called so.${nearestSentence(name, names)}`,
      `There are: ${[...names].slice(0, 20).join(', ')}.`,
    );
  }
}

const isNamed = (name: string, names: ReadonlySet<string>): boolean =>
  names.has(name) || [...names].some((one) => one.trim() === name.trim());

/** Flags that left nothing out. A sheet that is called nearly so would be sent although it was to be skipped: an error. */
function* unusedFlags(
  { sheets, ignore, extra, files }: InputSettings,
  { names, ignored, headers }: ReadResult,
): Iterable<Finding> {
  const origin = { file: files.join(', ') };
  for (const [name, kind] of sheets) {
    if (kind !== 'skip' || isNamed(name, names)) continue;
    const near = nearestSentence(name, names);
    const message = `${flag('--sheet', `${name}=skip`)}: no sheet and no file is called so.${near}`;
    yield { code: 'flag-unused', severity: near === '' ? 'warning' : 'error', origin, message };
  }
  for (const name of ignore?.flagged ?? []) {
    if (ignored.has(ignoreKey(name))) continue;
    const message = `${flag('--ignore-columns', ignoreNames([name]))}: no column is called so`;
    yield { code: 'flag-unused', severity: 'warning', origin, message };
  }
  for (const name of extra?.flagged ?? []) {
    if (headers.has(ignoreKey(name))) continue;
    const message = `${flag('--extra-columns', ignoreNames([name]))}: no column is called so`;
    yield { code: 'flag-unused', severity: 'warning', origin, message };
  }
}

async function readSource(reading: Reading, source: Source, result: ReadResult): Promise<void> {
  reading.emit({
    type: 'file-opened',
    file: source.file,
    description: source.description,
    sheets: source.sheets.length,
  });
  let rows = 0;
  let faulty = false;
  let left = 0;
  const all = new Set(source.sheets.flatMap((sheet) => namesOf(source, sheet)));
  for (const name of all) result.names.add(name);
  for (const sheet of source.sheets) {
    const origin = { file: source.file, sheet: sheet.name };
    const asked = askedKind(reading.settings, result.interfaceName, namesOf(source, sheet), all);
    if (asked === 'skip') left++;
    if (asked === 'skip' || (sheet.hidden && asked === undefined)) {
      const code = asked === 'skip' ? 'sheet-skipped' : 'sheet-hidden';
      const message =
        asked === 'skip'
          ? `the sheet ${sheet.name} is skipped, as asked`
          : `the sheet ${sheet.name} is hidden and not read`;
      keep(reading, { code, severity: 'notice', origin, message });
      continue;
    }
    const read = await readSheet(reading, source, sheet, asked, result);
    rows += read.rows;
    faulty ||= read.faulty;
    if (reading.signal.aborted) {
      reading.stage.file(source.file, source.sha256, rows);
      throw reading.signal.reason;
    }
  }
  if (rows === 0 && !faulty && left < source.sheets.length) {
    keep(reading, {
      code: 'file-empty',
      severity: 'error',
      origin: { file: source.file },
      message: 'there is no row of data in the file',
      suggestion: 'if that is right, say --allow-empty',
    });
  }
  reading.stage.file(source.file, source.sha256, rows);
}

/** How a source that was read from `-` calls itself. */
const STANDARD_INPUT = 'standard input';

/** How `--sheet` may call a sheet: by its own name, or by its file's. */
function namesOf({ file }: Source, sheet: SheetHandle): string[] {
  const names = [sheet.name, ...(file === STANDARD_INPUT ? ['-'] : [basename(file), file])];
  return names.map((name) => name.toLowerCase());
}

function askedKind(
  settings: InputSettings,
  interfaceName: InterfaceName,
  names: readonly string[],
  all: ReadonlySet<string>,
): KindSpec | 'skip' | undefined {
  const asked =
    names.map((name) => settings.sheets.get(name)).find((kind) => kind !== undefined) ??
    askedWithoutSpaces(settings, names, all);
  if (asked === undefined || asked === 'skip') return asked;
  return kindsIn({ ...settings, interface: interfaceName }).find(({ name }) => name === asked);
}

/** What was said of a name that differs in the spaces around it, where that is the exact name of no other sheet of the file. */
function askedWithoutSpaces(
  { sheets }: InputSettings,
  names: readonly string[],
  all: ReadonlySet<string>,
): string | undefined {
  const bare = new Set(names.map((name) => name.trim()));
  return [...sheets].find(([name]) => !all.has(name) && bare.has(name.trim()))?.[1];
}

/** With these nothing of the sheet can be trusted, wherever they stand. */
const HOLDS_SHEET: ReadonlySet<FindingCode> = new Set(['file-unreadable', 'rows-above-header']);

/** What is wrong with a sheet stands in each of its records: no more of it than this. */
const REASONS_KEPT = 5;

async function readSheet(
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
  let leftOut: LeftOut | undefined;
  let rows = 0;
  /** What is wrong with the sheet as a whole: the first of it. */
  const spoilt: string[] = [];
  let faulty = false;
  /** A quote that was misread: the rows before it are sound, and no row after it is. */
  let misread = false;
  /** Rows of which the bytes are wrong; their cells cannot be trusted. */
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
    if (settings.interfaceBySheets && !result.told && !asKind) {
      result.interfaceName = interfaceOf(head, contract) ?? result.interfaceName;
    }
    const { interfaceName } = result;
    const question = {
      interfaceName,
      kinds: contract[interfaceName],
      others: contract[interfaceName === 'v2' ? 'v3' : 'v2'],
      file: source.file,
      sheet: sheet.name,
      head,
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
    result.told = true;
    emit({ type: 'sheet-started', file: source.file, sheet: sheet.name, kind: map.kind.plural });
    for (const { header, ignored } of map.unmapped ?? [])
      if (ignored === 'name') result.ignored.add(ignoreKey(header));
    if (settings.extra?.flagged.length)
      for (const { header } of map.columns) result.headers.add(ignoreKey(header));
    leftOut = new LeftOut(map);
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
  if (spoilt.length > 0 && sheetId !== 0) stage.invalidateSheet(sheetId, spoilt);
  emit({ type: 'rows-read', file: source.file, sheet: sheet.name, rows, done: true });
  return { rows, faulty };
}

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
