import { basename } from 'node:path';
import { flag } from '../advice.ts';
import type { InterfaceName, KindSpec } from '../contract/kind.ts';
import { TraceError } from '../errors.ts';
import type { Finding } from '../findings/finding.ts';
import { openSource } from '../sheets/open.ts';
import type { SheetHandle, Source } from '../sheets/source.ts';
import { hiddenSheet } from './hidden-sheet.ts';
import { type InputSettings, kindsIn } from './input.ts';
import { isInterrupt, readSheet } from './read-sheet.ts';
import { keep, type Reading, type ReadResult } from './reading.ts';
import { sheetKey } from './unsent.ts';
import { refuseUnusedNames, unusedFlags } from './unused-flags.ts';

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
    isDetected: false,
    interrupted: false,
    rowsLeft: new Map(),
  };
  let unread = false;
  /** Files of which every sheet is skipped. */
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
        if (await readSource(reading, source, result)) skipped++;
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
    if (skipped === reading.settings.files.length) keep(reading, nothingChosen(reading.settings));
  }
  if (result.interrupted) reading.stage.endNotAttempted();
  reading.stage.commit();
  return result;
}

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

const nothingChosen = ({ files }: InputSettings): Finding => ({
  code: 'nothing-chosen',
  severity: 'error',
  origin: { file: files.join(', ') },
  message: 'nothing was chosen: every sheet is skipped, so no row was read',
  suggestion: `skip fewer sheets with ${flag('--sheet', 'NAME=skip')}, or say --allow-empty`,
});

/** Reads the sheets of a source. Gives whether all of them are skipped, as asked. */
async function readSource(reading: Reading, source: Source, result: ReadResult): Promise<boolean> {
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
  return left === source.sheets.length;
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
