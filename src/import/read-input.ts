import { basename } from 'node:path';
import { flag } from '../advice.ts';
import type { InterfaceName, KindSpec } from '../contract/kind.ts';
import { TraceError } from '../errors.ts';
import type { Finding } from '../findings/finding.ts';
import { nearestSentence } from '../nearest.ts';
import { openSource } from '../sheets/open.ts';
import type { SheetHandle, Source } from '../sheets/source.ts';
import { kindsIn } from './contract.ts';
import type { InputSettings } from './input.ts';
import { BoundMap, type LoadedMap } from './map-in-force.ts';
import { hiddenSheet, isInterrupt, readSheet } from './read-sheet.ts';
import { keep, type Reading, type ReadResult } from './reading.ts';
import { headerKey, headerList } from './records/header-list.ts';
import { sheetKey } from './unsent.ts';

/**
 * Streams every file through the checks of a row into the stage. Bad data becomes findings. A signal stops it: rows read
 * until then stay staged, without findings that the other rows could change.
 * Throws TraceError when a file does not exist or cannot be read, or when `--sheet` names a sheet that no file has.
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
    isDetected: false,
    interrupted: false,
    rowsLeft: new Map(),
  };
  const maps = boundMaps(reading.settings);
  let unread = false;
  /** The number of files in which every sheet is skipped. */
  let skipped = 0;
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
        if (await readSource(reading, source, result, maps.get(file))) skipped++;
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
    for (const map of new Set(maps.values()))
      for (const finding of unusedEntries(map)) keep(reading, finding);
    if (skipped === reading.settings.files.length) keep(reading, nothingChosen(reading.settings));
  }
  if (result.interrupted) reading.stage.endNotAttempted();
  reading.stage.commit();
  return result;
}

/** A disk or network share that fails is not a bug of trace. */
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

const nothingChosen = ({ files }: InputSettings): Finding => ({
  code: 'nothing-chosen',
  severity: 'error',
  origin: { file: files.join(', ') },
  message: 'nothing was chosen: every sheet is skipped, so no row was read',
  suggestion: `skip fewer sheets with ${flag('--sheet', 'NAME=skip')}, or say --allow-empty`,
});

/** The map files for the contract of the run. */
function boundMaps(settings: InputSettings): Map<string, BoundMap> {
  const bound = new Map<LoadedMap, BoundMap>();
  return new Map(
    [...(settings.maps ?? [])].map(([file, map]) => {
      if (!bound.has(map)) bound.set(map, new BoundMap(map, settings.interface, kindsIn(settings)));
      return [file, bound.get(map)!];
    }),
  );
}

const unusedEntries = (map: BoundMap): Finding[] =>
  map.unused().map((line) => ({
    code: 'map-unused',
    severity: 'notice',
    origin: { file: map.file },
    message: `no sheet matches the entry in line ${line}`,
  }));

/** Reads the sheets of a source. Returns whether all of them are skipped by `--sheet` or the map file. */
async function readSource(
  reading: Reading,
  source: Source,
  result: ReadResult,
  map: BoundMap | undefined,
): Promise<boolean> {
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
    const flagged = askedKind(reading.settings, result.interfaceName, namesOf(source, sheet), all);
    const match = map?.match(source.file, sheet.name, flagged);
    const asked = flagged ?? match?.kind;
    if (asked === 'skip') left++;
    if (asked === 'skip') {
      const message = `the sheet ${sheet.name} is skipped, as asked`;
      keep(reading, { code: 'sheet-skipped', severity: 'notice', origin, message });
      continue;
    }
    if (sheet.hidden && asked === undefined) {
      const found = await hiddenSheet(reading, source, sheet, result.interfaceName);
      if (keep(reading, found.finding)?.severity === 'error') {
        faulty = true;
        result.rowsLeft.set(sheetKey(origin), found.rows);
      }
      if (reading.signal.aborted) throw reading.signal.reason;
      continue;
    }
    const mapped = map && { file: map.file, sha256: map.sha256, mapping: match?.mapping ?? null };
    const read = await readSheet(reading, source, sheet, asked, result, mapped);
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
  return left === source.sheets.length;
}

/** The name of a source that is read from `-`. */
const STANDARD_INPUT = 'standard input';

/** The names by which `--sheet` may select a sheet: its own, or that of its file. */
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

/** The kind for a name that differs only in spaces around it, unless that is the exact name of another sheet of the file. */
function askedWithoutSpaces(
  { sheets }: InputSettings,
  names: readonly string[],
  all: ReadonlySet<string>,
): string | undefined {
  const bare = new Set(names.map((name) => name.trim()));
  return [...sheets].find(([name]) => !all.has(name) && bare.has(name.trim()))?.[1];
}

/**
 * Refuses a name of `--sheet` that no sheet and no file has: with a misspelled name, a sheet could be read as another kind, or
 * sent although it was to be skipped.
 * @throws TraceError usage `sheet-missing`.
 */
function refuseUnusedNames({ sheets }: InputSettings, names: ReadonlySet<string>): void {
  for (const [name, kind] of sheets) {
    if (isNamed(name, names)) continue;
    throw new TraceError(
      'usage',
      'sheet-missing',
      `${flag('--sheet', `${name}=${kind}`)}: no sheet and no file is called so.${nearestSentence(name, names)}`,
      `There are: ${[...names].slice(0, 20).join(', ')}.`,
    );
  }
}

const isNamed = (name: string, names: ReadonlySet<string>): boolean =>
  names.has(name) || [...names].some((one) => one.trim() === name.trim());

/** Reports flags that had no effect. */
function* unusedFlags(
  { ignore, extra, files }: InputSettings,
  { ignored, headers }: ReadResult,
): Iterable<Finding> {
  const origin = { file: files.join(', ') };
  for (const name of ignore?.flagged ?? []) {
    if (ignored.has(headerKey(name))) continue;
    const message = `${flag('--ignore-columns', headerList([name]))}: no column is called so`;
    yield { code: 'flag-unused', severity: 'warning', origin, message };
  }
  for (const name of extra?.flagged ?? []) {
    if (headers.has(headerKey(name))) continue;
    const message = `${flag('--extra-columns', headerList([name]))}: no column is called so`;
    yield { code: 'flag-unused', severity: 'warning', origin, message };
  }
}
