import type { KindSpec } from '../../contract/kind.ts';
import { remembered } from '../../contract/remembered.ts';
import { type Finding, isAboutRows } from '../../findings/finding.ts';
import type { FindingGroup } from '../../findings/group.ts';
import { keepYoungGeneration } from '../../import/input/read-context.ts';
import type { InputSettings } from '../../import/input/settings.ts';
import type { InputReading } from '../../import/input/sources.ts';
import { findingFrom } from '../../import/report/report-parts.ts';
import type { FileRow } from '../../ledger/history.ts';
import { annotateWorkbook } from '../../sheets/annotate/annotate.ts';
import type { OutFile } from '../../sheets/annotate/archive-copy.ts';
import { isWorkbook } from '../../sheets/annotate/extension.ts';
import type { Annotation, QuestionSheet } from '../../sheets/annotate/marks.ts';
import { ADDED_COLUMNS, numberedName, numberedNameIn } from '../../sheets/annotate/own-names.ts';
import { noQuestions } from '../../sheets/annotate/own-sheets.ts';
import { type AddedColumns, addedColumnsIn } from '../../sheets/annotate/skip-added.ts';
import type { Source } from '../../sheets/source.ts';
import { limitsOf, sourceOf, withInput, withPlainInput } from '../copied-input.ts';
import { columnHeaders, type SheetHeaders } from './column-headers.ts';
import { Explainer } from './note-text.ts';
import { OpenRows } from './open-rows.ts';
import { resultLines } from './result-lines.ts';
import { marksOf, type ReadSheet, type StoredFindings, tablesIn } from './sheet-marks.ts';
import { type FindSimilar, similarRows, wrongCells } from './similar-rows.ts';

/** What an earlier annotation added, also to sheets that were not read now: a person hid them, or asked to skip them. */
interface EarlierAnnotation {
  /** The added columns, by the name of the sheet. */
  readonly columns: ReadonlyMap<string, AddedColumns>;
  /** The names of the sheet of results and the sheet of questions; null if there is none. */
  readonly result: string | null;
  readonly questions: string | null;
  /** The name of the file that was annotated first: map files name that one. */
  readonly file: string | null;
}

const NOTHING_EARLIER: EarlierAnnotation = { columns: new Map(), result: null, questions: null, file: null };

/** Number of first rows of a sheet in which `earlierAnnotation` searches. */
const FIRST_ROWS = 1000;

/** Finds what an earlier annotation added, in the first rows of each sheet. */
async function earlierAnnotation(source: Source): Promise<EarlierAnnotation> {
  const columns = new Map<string, AddedColumns>();
  let result: string | null = null;
  const questions = (await source.questions?.())?.sheet ?? null;
  for (const sheet of source.sheets) {
    if (sheet.name === questions) continue;
    let isFound = false;
    let rows = 0;
    const batches = sheet.rows(({ code, origin: { row, column }, value }) => {
      if (code !== 'annotation-ignored') return;
      isFound = true;
      if (row === undefined || column === undefined) result ??= sheet.name;
      else columns.set(sheet.name, { headerRow: row, columns: addedColumnsIn(column, value) });
    });
    for await (const batch of batches) {
      rows += batch.length;
      if (isFound || rows >= FIRST_ROWS) break;
    }
  }
  const file = (await source.copyOf?.())?.file ?? null;
  return { columns, result, questions, file };
}

/** What a run found in its input, to be written into copies of its files. */
export interface AnnotateJob extends InputReading {
  readonly settings: InputReading['settings'] & Pick<InputSettings, 'files'>;
  readonly kinds: readonly KindSpec[];
  readonly stored: StoredFindings;
  /** The files as they were read. */
  readonly files: readonly FileRow[];
  readonly groups: readonly FindingGroup[];
  readonly sheets: readonly ReadSheet[];
  /** One sentence that says how the run ended. */
  readonly verdict: string;
  /** The map file of each input file that has one: its path relative to the folder of the copy. */
  readonly maps: ReadonlyMap<string, string>;
  /** The sheet of questions that the copy of a file gets, or null. `nameInCopy`: the name that a sheet of the file has there. */
  questions?(file: string, nameInCopy: (sheet: string) => string): QuestionSheet | null;
}

/**
 * What is missing in a copy. `formats`: formats, formulas and notes, because the file is a workbook of another format than
 * .xlsx. `packed`: the same, because the workbook is in an archive. Null: nothing is missing.
 */
export type MissingInCopy = 'formats' | 'packed' | null;

/**
 * Writes an annotated copy of an input file to `out`. The copy of an .xlsx or .xlsm keeps everything; any other file becomes
 * an .xlsx with the same rows as values. Returns what is missing in the copy.
 *
 * @throws Damage if the file cannot be copied, or changed since it was read; TraceError if it cannot be opened
 */
export function annotateFile(job: AnnotateJob, file: string, out: OutFile): Promise<MissingInCopy> {
  keepYoungGeneration();
  const limits = limitsOf(job);
  const read = job.files.find(({ path }) => path === file);
  return withInput(job, file, read?.sha256, async (input) => {
    if (!(await isWorkbook(input, limits))) return annotateRows(job, file, out);
    await annotateWorkbook(input, limits, annotationOf(job, file, null, await readContext(job, file)), out);
    return null;
  });
}

/** Writes the rows of a file of another format as a workbook, and annotates that. */
const annotateRows = (job: AnnotateJob, file: string, out: OutFile): Promise<MissingInCopy> =>
  withPlainInput(job, file, false, async ({ input, names, limits, source }) => {
    const around = await readContext(job, file, source);
    await annotateWorkbook(input, limits, annotationOf(job, file, names, around), out);
    if (source.format === 'csv') return null;
    return source.inner === undefined ? 'formats' : 'packed';
  });

/** What a second reading of a file finds for the notes: similar rows, headers, and what an earlier annotation added. */
interface FileContext {
  /** For each wrong cell: the values of its column in similar rows. */
  readonly similar: FindSimilar;
  readonly headers: SheetHeaders;
  readonly earlier: EarlierAnnotation;
}

/** Reads the file a second time. `opened`: the file, if it is open already. */
async function readContext(job: AnnotateJob, file: string, opened?: Source): Promise<FileContext> {
  const { stored, kinds, sheets, signal } = job;
  function* errors(): Generator<Finding> {
    for (const row of stored.findingsWith(file, 'error')) yield findingFrom(row);
  }
  const own = sheets.filter((one) => one.file === file);
  const tablesOf = remembered((name: string) => {
    const sheet = own.find((one) => one.sheet === name);
    return sheet ? tablesIn(sheet, stored) : [];
  }, Infinity);
  const columnsOf = (sheet: string, kind: string) =>
    tablesOf(sheet).find((table) => table.kind === kind)?.columns ?? {};
  const wanted = wrongCells(errors(), kinds, columnsOf);
  const marked = new Set(job.groups.flatMap((group) => (hasNotes(group, file) ? group.sheet! : [])));
  const places = own
    .filter(({ sheet }) => marked.has(sheet))
    .flatMap(({ sheet }) => tablesOf(sheet).map((table) => ({ sheet, ...table })));
  // A copy of another format has no added columns: trace does not read them, and copies only what it reads.
  const isAgain =
    opened === undefined &&
    job.groups.some((group) => group.file === file && group.code === 'annotation-ignored');
  const isNeeded = isAgain || wanted.length + places.length > 0;
  const source = isNeeded ? (opened ?? (await sourceOf(job, file))) : undefined;
  const nothing = { ...NOTHING_EARLIER, file: (await opened?.copyOf?.())?.file ?? null };
  if (!source) return { similar: () => undefined, headers: new Map(), earlier: nothing };
  try {
    return {
      headers: await columnHeaders(source, places),
      similar: await similarRows(source, wanted, signal),
      earlier: isAgain ? await earlierAnnotation(source) : nothing,
    };
  } finally {
    if (opened === undefined) await source.close();
  }
}

/** Whether the group has errors or warnings in rows of a sheet of the file: then the notes need the headers of the sheet. */
const hasNotes = ({ file, sheet, severity, rows }: FindingGroup, ofFile: string): boolean =>
  file === ofFile &&
  sheet !== undefined &&
  rows.count > 0 &&
  (severity === 'error' || severity === 'warning');

/** `names`: the names of the sheets in the copy; null if they are those of the file. */
function annotationOf(
  { settings, kinds, stored, groups, sheets, verdict, maps, questions }: AnnotateJob,
  file: string,
  names: ReadonlyMap<string, string> | null,
  { similar, headers, earlier }: FileContext,
): Annotation {
  const own = groups.filter((group) => group.file === file);
  const isWaiting = groups.some(({ severity }) => severity === 'error');
  const explainer = new Explainer(kinds, settings.files, similar, headers);
  const openRows = new OpenRows();
  const nameInCopy = (sheet: string) => names?.get(sheet) ?? sheet;
  /** The headers of the added columns. If a person has columns with these names, ours get a higher number: `trace_id_2`. */
  const headersOf = (sheet: string): readonly string[] => {
    const taken = own.flatMap((group) =>
      group.code === 'column-ignored' && group.sheet === sheet
        ? group.values.map(({ value }) => numberedNameIn(value)?.number ?? 0)
        : [],
    );
    const number = Math.max(0, ...taken) + 1;
    return ADDED_COLUMNS.map((name) => numberedName(name, number));
  };
  const asked = questions?.(file, nameInCopy) ?? (earlier.questions === null ? null : noQuestions());
  return {
    sheets: sheetsOf(file, own, sheets).map((sheet) =>
      marksOf(
        {
          ...sheet,
          name: nameInCopy(sheet.sheet),
          added: earlier.columns.get(sheet.sheet)?.columns ?? null,
          isWaiting,
          openRows,
          headers: headersOf(sheet.sheet),
          withoutColumn: own.filter(
            (group) =>
              group.sheet === sheet.sheet &&
              group.rest === undefined &&
              isAboutRows(group) &&
              group.rows.count > 0,
          ),
        },
        stored,
        explainer,
      ),
    ),
    earlierResult: earlier.result,
    questions: asked,
    earlierQuestions: earlier.questions,
    earlierColumns: earlier.columns,
    result: (unmarked) =>
      resultLines(
        {
          ...{ file, original: earlier.file, verdict, groups: own, nameInCopy, explainer, openRows },
          questions: asked?.count ? (earlier.questions ?? asked.name) : undefined,
          ...{ map: maps.get(file) ?? null, isOneOfSeveral: settings.files.length > 1 },
          headerRowOf: (name) =>
            sheets.find((one) => one.file === file && one.sheet === name)?.headerRows[0] || 1,
          *findings(severity) {
            for (const row of stored.findingsWith(file, severity)) yield findingFrom(row);
          },
        },
        unmarked,
      ),
  };
}

/** The sheets of a file that were read, and those that were not but have errors or findings in cells. */
function sheetsOf(file: string, groups: readonly FindingGroup[], read: readonly ReadSheet[]): ReadSheet[] {
  const sheets = read.filter((sheet) => sheet.file === file);
  const known = new Set(sheets.map(({ sheet }) => sheet));
  for (const { sheet, rows, severity } of groups) {
    if (sheet === undefined || known.has(sheet) || (rows.count === 0 && severity !== 'error')) continue;
    known.add(sheet);
    sheets.push({ file, sheet, headerRows: [], tables: [], isChecked: true });
  }
  return sheets;
}
