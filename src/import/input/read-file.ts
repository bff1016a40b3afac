import { basename } from 'node:path';
import type { KindSpec } from '../../contract/kind.ts';
import { fileText, STANDARD_INPUT } from '../../findings/finding.ts';
import type { BoundEntry } from '../../map/map-file/bind.ts';
import { say } from '../../say.ts';
import type { SheetHandle, Source } from '../../sheets/source.ts';
import { sheetKey } from '../report/unsent-sheets.ts';
import { hiddenSheet } from './hidden-sheet.ts';
import type { BoundMap } from './map-in-force.ts';
import { type ReadContext, type ReadResult, reportFinding } from './read-context.ts';
import { readSheet } from './read-sheet.ts';
import { type InputSettings, kindsIn } from './settings.ts';
import type { TableToRead } from './sheet-tables.ts';

/** The message and the suggestion for a file without rows. */
const noRows = () => ({ message: say().input.noRows(), suggestion: say().input.noRowsAdvice() });

/** The message and the suggestion for a template that is not filled in. */
const blankTemplate = () => ({
  message: say().input.onlyExamples(),
  suggestion: say().input.onlyExamplesAdvice(),
});

/** Reads the sheets of a file. Returns whether `--sheet` or the map file skips all of them. */
export async function readFile(
  context: ReadContext,
  source: Source,
  result: ReadResult,
  map?: BoundMap,
): Promise<boolean> {
  context.emit({
    type: 'file-opened',
    file: source.file,
    description: source.description,
    sheets: source.sheets.length,
  });
  let rows = 0;
  let examples = 0;
  let faulty = false;
  let skippedSheets = 0;
  for (const name of source.sheets.flatMap((sheet) => writtenNames(source, sheet)))
    result.sheetNames.set(name.toLowerCase(), name);
  const kinds = kindsIn(context.settings);
  for (const sheet of source.sheets) {
    const origin = { file: source.file, sheet: sheet.name };
    const flagged = chosenKind(context.settings.sheets, kinds, source, sheet);
    const match = map?.match(source.file, sheet.name, flagged);
    if (flagged === 'skip' || match?.tables.every(({ kind }) => kind === 'skip')) {
      skippedSheets++;
      const by = flagged === undefined ? map!.file : '--sheet';
      const message = say().input.sheetSkipped({ sheet: sheet.name, by });
      reportFinding(context, { code: 'sheet-skipped', severity: 'notice', origin, message });
      continue;
    }
    // A map file selects a hidden sheet only by its name, not by a pattern.
    if (sheet.hidden && flagged === undefined && !match?.namesSheet) {
      const mapping = match?.tables.find((table) => table.mapping)?.mapping;
      const found = await hiddenSheet(context, source, sheet, mapping);
      if (reportFinding(context, found.finding)?.severity === 'error') {
        faulty = true;
        result.unsentRows.set(sheetKey(origin), found.rows);
      }
      if (context.signal.aborted) throw context.signal.reason;
      continue;
    }
    const mapOf = (mapping: BoundEntry | null) => map && { file: map.file, sha256: map.sha256, mapping };
    const tables = match?.tables.map(({ kind, mapping, ...table }): TableToRead => {
      const asKind = kind === 'skip' ? undefined : (flagged ?? kind);
      return { ...table, isSkipped: kind === 'skip', source, sheet, asKind, mapped: mapOf(mapping) };
    });
    const whole = { isSkipped: false, source, sheet, asKind: flagged, mapped: mapOf(null) };
    const read = await readSheet(context, tables ?? [whole], result);
    rows += read.rows;
    examples += read.examples;
    faulty ||= read.faulty;
    if (context.signal.aborted) {
      context.stage.addFile?.(source.file, source.sha256, rows);
      throw context.signal.reason;
    }
  }
  if (rows === 0 && !faulty && skippedSheets < source.sheets.length) {
    reportFinding(context, {
      code: 'file-empty',
      severity: 'error',
      origin: { file: source.file },
      ...(examples > 0 ? blankTemplate() : noRows()),
    });
  }
  context.stage.addFile?.(source.file, source.sha256, rows);
  return skippedSheets === source.sheets.length;
}

/** The names by which `--sheet` can select a sheet, its own and those of its file, as they are written. */
const writtenNames = ({ file }: Source, sheet: SheetHandle): string[] => [
  sheet.name,
  ...(file === STANDARD_INPUT ? ['-', fileText(file)] : [basename(file), file]),
];

/** The result of `writtenNames` in lower case. */
const namesOf = (source: Source, sheet: SheetHandle): string[] =>
  writtenNames(source, sheet).map((name) => name.toLowerCase());

/** The kind that `--sheet` gives a sheet of a file. */
export function chosenKind(
  sheets: InputSettings['sheets'],
  kinds: readonly KindSpec[],
  source: Source,
  sheet: SheetHandle,
): KindSpec | 'skip' | undefined {
  const names = namesOf(source, sheet);
  const chosen =
    names.map((name) => sheets.get(name)).find((kind) => kind !== undefined) ??
    chosenWithoutSpaces(sheets, names, source);
  if (chosen === undefined || chosen === 'skip') return chosen;
  return kinds.find(({ name }) => name === chosen);
}

/** The kind for a name that differs only in surrounding spaces, unless another sheet of the file has exactly that name. */
function chosenWithoutSpaces(
  sheets: InputSettings['sheets'],
  names: readonly string[],
  source: Source,
): string | undefined {
  const trimmed = new Set(names.map((name) => name.trim()));
  const isOwn = (name: string) => source.sheets.some((sheet) => namesOf(source, sheet).includes(name));
  return [...sheets].find(([name]) => trimmed.has(name.trim()) && !isOwn(name))?.[1];
}
