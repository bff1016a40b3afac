import { type Finding, STANDARD_INPUT } from '../findings/finding.ts';
import { say } from '../say.ts';
import {
  ADDED_START,
  MAP_MARK,
  QUESTION_MARK,
  RESULT_MARK,
  RESULT_SHEET,
  SOURCE_MARK,
} from './annotate/own-names.ts';
import { fileContains, readHead } from './bytes.ts';
import type { Row } from './cell.ts';
import { openText } from './csv.ts';
import { Damage, finding } from './damage.ts';
import { falseExtension, formatName, formatOf } from './format.ts';
import { type Input, type InputContext, openInput } from './input.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { OLE_STREAMS, type OleContent, oleRefusal, type Refusal, refusalOf } from './refusal.ts';
import type { CopyOf, Limits, SheetHandle, SheetRows, Source, SourceOptions } from './source.ts';

/** The input context, with a callback that receives the problems of a file. */
export interface OpenContext extends InputContext {
  readonly onFinding: (finding: Finding) => void;
}

/**
 * Opens a workbook or a delimited text file; the format is detected from the content, not from the name. `-` is standard
 * input. Reports an unreadable file as one finding and returns null.
 *
 * @throws TraceError `file-missing`, `file-denied`, `temporary-file`, `encoding-unknown` for a wrong file or option,
 * or the reason of `signal` when aborted.
 */
export async function openSource(
  file: string,
  options: SourceOptions,
  context: OpenContext,
): Promise<Source | null> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const origin = { file: file === '-' ? STANDARD_INPUT : file };
  let input: Input | undefined;
  try {
    input = await openInput(file, context, limits);
    const source = await openAs(input, options, limits, context);
    if ('code' in source) {
      context.onFinding(finding(source.code, origin, source.message, source));
      await input.close();
      return null;
    }
    noteExtension(source, context.onFinding);
    return withoutAnnotations(source);
  } catch (error) {
    await input?.close();
    // An aborted read looks like a damaged file.
    context.signal?.throwIfAborted();
    if (error instanceof Damage) {
      context.onFinding(finding(error.code, origin, error.message, error));
      return null;
    }
    throw error;
  }
}

async function openAs(
  input: Input,
  options: SourceOptions,
  limits: Limits,
  context: OpenContext,
): Promise<Source | Refusal> {
  const head = await readHead(input.handle);
  const format = formatOf(head);
  if (format === 'zip') {
    const { openArchive } = await import('./archives.ts');
    return openArchive(input, limits, context, (unpacked) => openAs(unpacked, options, limits, context));
  }
  // If the user sets an encoding, bytes that look like binary or UTF-32 are read as text too.
  const isRequested = (format === 'binary' || format === 'utf32') && options.encoding !== undefined;
  if (format === 'text' || isRequested) return openText(input, head, options, limits);
  if (format === 'html') {
    const { openHtml } = await import('./html/html.ts');
    return openHtml(input, head, options, limits, context);
  }
  if (format === 'spreadsheetml') {
    const { openSpreadsheetMl } = await import('./spreadsheetml/spreadsheetml.ts');
    return openSpreadsheetMl(input, limits, context);
  }
  if (format === 'gzip') {
    const { openGzip } = await import('./archives.ts');
    return openGzip(input, limits, context, (unpacked) => openAs(unpacked, options, limits, context));
  }
  if (format !== 'ole') return refusalOf(format);
  const content = await oleContent(input);
  if (content !== 'workbook') return oleRefusal(content);
  const { openOldExcel } = await import('./old-excel/open.ts');
  return openOldExcel(input, 'xls', limits, context);
}

/** Number of first rows in which the headers of added columns are searched for. */
const HEADER_ROWS = 1000;

const isMarked = ([first]: readonly Row[], mark: string): boolean => first?.cells.includes(mark) === true;
const isResultSheet = (rows: readonly Row[]): boolean => isMarked(rows, RESULT_MARK);
const isQuestionSheet = (rows: readonly Row[]): boolean => isMarked(rows, QUESTION_MARK);

/** The file without the sheets and columns that trace added when it annotated the file. */
function withoutAnnotations(source: Source): Source {
  let annotated: Promise<boolean> | undefined;
  const isAnnotated = () => {
    annotated ??= hasResultSheet(source.sheets);
    return annotated;
  };
  const named = source.sheets.filter(({ name }) => name.startsWith(RESULT_SHEET));
  return {
    ...source,
    copyOf: () => copyOf(named),
    questions: () => questionsIn(source.sheets),
    sheets: source.sheets.map((sheet) => withoutAdded(source.file, sheet, isAnnotated)),
  };
}

/** Which file the workbook is an annotated copy of, from its sheet of results; null if that does not say. */
async function copyOf(sheets: readonly SheetHandle[]): Promise<CopyOf | null> {
  for (const sheet of sheets)
    for await (const batch of sheet.rows(() => {})) {
      if (!isResultSheet(batch)) break;
      const texts = batch[0]!.cells.filter((cell) => typeof cell === 'string');
      const after = (mark: string) => texts.find((text) => text.startsWith(mark))?.slice(mark.length) ?? null;
      const file = after(SOURCE_MARK);
      return file === null ? null : { file, map: after(MAP_MARK) };
    }
  return null;
}

/** The sheet of questions. Reads the first rows of the other sheets. */
async function questionsIn(sheets: readonly SheetHandle[]): Promise<SheetRows | null> {
  for (const { name, rows } of sheets) {
    const all: Row[] = [];
    for await (const batch of rows(() => {})) {
      if (all.length === 0 && !isQuestionSheet(batch)) break;
      all.push(...batch);
    }
    if (all.length > 0) return { sheet: name, rows: all };
  }
  return null;
}

/** Whether one of the sheets is a sheet of results. Reads the first rows of each. */
async function hasResultSheet(sheets: readonly SheetHandle[]): Promise<boolean> {
  for (const sheet of sheets)
    for await (const batch of sheet.rows(() => {})) {
      if (isResultSheet(batch)) return true;
      break;
    }
  return false;
}

/** The sheet without added columns; a sheet of trace without rows. */
function withoutAdded(file: string, sheet: SheetHandle, isAnnotated: () => Promise<boolean>): SheetHandle {
  async function* rows(onFinding: (finding: Finding) => void): AsyncGenerator<readonly Row[]> {
    let seen = 0;
    let skip: ((rows: readonly Row[]) => readonly Row[]) | undefined;
    for await (const batch of sheet.rows(onFinding)) {
      if (seen === 0 && (isResultSheet(batch) || isQuestionSheet(batch))) {
        const { ownSheetFinding } = await import('./annotate/skip-added.ts');
        onFinding(ownSheetFinding(file, sheet.name, isQuestionSheet(batch)));
        return;
      }
      const candidates = new Set<Row>();
      if (!skip && seen < HEADER_ROWS)
        for (const row of batch)
          for (const cell of row.cells)
            if (typeof cell === 'string' && cell.startsWith(ADDED_START)) candidates.add(row);
      for (const header of candidates) {
        const added = await import('./annotate/skip-added.ts');
        const columns = await added.addedColumnsOf(header, isAnnotated);
        if (columns === null) continue;
        onFinding(added.addedColumnsFinding(file, sheet.name, columns));
        skip = (all) => added.withoutAddedColumns(all, columns);
        break;
      }
      seen += batch.length;
      yield skip ? skip(batch) : batch;
    }
  }
  return { ...sheet, rows };
}

async function oleContent(input: Input): Promise<OleContent> {
  for (const [stream, content] of OLE_STREAMS)
    if (await fileContains(input.handle, Buffer.from(stream, 'utf16le'))) return content;
  return 'unknown';
}

function noteExtension({ file, inner, format }: Source, onFinding: (finding: Finding) => void): void {
  const extension = falseExtension(inner ?? file, format);
  if (extension === undefined) return;
  const about = { extension, format: formatName(format) };
  const { sheets } = say();
  const message =
    inner === undefined ? sheets.extension(about) : sheets.innerExtension({ ...about, file: inner });
  onFinding(finding('file-extension', { file }, message));
}
