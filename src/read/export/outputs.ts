import { constants, existsSync, statSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { flag } from '../../advice.ts';
import { flagError, type TraceError, usage } from '../../errors.ts';
import { nearestSentence } from '../../nearest.ts';
import { isLanguage, LANGUAGES, type Language, orText, say } from '../../say.ts';
import type { Answered } from '../../service/read-record.ts';
import type { CsvMarks } from '../../sheets/csv-writer.ts';
import { csvMarks, withHeadingsIn } from '../tables/headings.ts';
import type { Disk } from './disk.ts';
import type { ExportTable } from './resource.ts';

const FORMATS = ['csv', 'xlsx', 'json', 'ndjson', 'parquet'] as const;
type Format = (typeof FORMATS)[number];

/** The flags about the output, and the resource that is exported. */
export interface OutputOptions {
  /** The name of the resource, used in file names. */
  readonly resource: string;
  /** The path as typed; undefined for the default in the current folder. */
  readonly out: string | undefined;
  readonly format: string | undefined;
  /** Whether `--grain` is given: then JSON contains the rows of tables, otherwise complete records. */
  readonly byGrain: boolean;
  readonly tables: readonly ExportTable[];
  /** The language of headers. */
  readonly headers: Language;
  readonly excel?: string | undefined;
  readonly raw: boolean;
  readonly cwd: string;
}

/** A file to write; standard output when `path` is null. */
export interface OutputFile {
  readonly path: string | null;
  /** The tables in the file; null if it contains complete records. */
  readonly tables: readonly ExportTable[] | null;
}

/** Turns all records into one document, in pieces. */
export type Page = (records: AsyncIterable<Answered>) => AsyncIterable<string>;

/** Where an export writes, and how. */
export interface Outputs {
  readonly format: Format;
  readonly excel?: CsvMarks;
  readonly raw: boolean;
  readonly files: readonly OutputFile[];
  /** The folder of the files, created if missing; null for standard output. */
  readonly folder: string | null;
  /** The file for problems. Null for standard output: problems are then reported on stderr. */
  readonly problems: string | null;
  /** The name of the output in messages. */
  readonly name: string;
  /** Writes the file, if the output is a page. */
  readonly page?: Page;
}

const EXTENSIONS: Readonly<Record<string, Format>> = {
  '.csv': 'csv',
  '.xlsx': 'xlsx',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.parquet': 'parquet',
};

/**
 * The files that an export writes.
 *
 * @throws TraceError usage for flags that contradict each other
 */
export function outputsOf(options: OutputOptions): Outputs {
  const { resource, byGrain, cwd, raw, headers } = options;
  const format = formatOf(options);
  const excel = excelOf(options.excel, format);
  const tables = withHeadingsIn(options.tables, headers, excel !== undefined || format === 'xlsx');
  if (raw && format !== 'csv') throw flagError(say().exports.rawCsv());
  const whole = !byGrain && (format === 'json' || format === 'ndjson');
  const one = whole || format === 'xlsx' || tables.length === 1;
  const common = { format, raw, ...(excel && { excel }) };
  const file = (path: string | null) => ({ path, tables: whole ? null : tables });

  if (options.out === '-') {
    if (format === 'xlsx' || format === 'parquet' || !one)
      throw flagError(
        tables.length === 1
          ? say().exports.stdoutOne()
          : say().exports.stdoutGrains({ names: namesOf(tables) }),
        say().exports.onlyOne(),
      );
    return {
      ...common,
      files: [file(null)],
      folder: null,
      problems: null,
      name: say().exports.standardOutput(),
    };
  }
  const typed = options.out ?? (one ? `trace-${resource}.${format}` : `trace-${resource}`);
  const path = resolve(cwd, typed);
  const name = options.out === undefined && !one ? `${typed}/` : typed;
  // The workbook for Excel stands in for CSV files, for which a name without an extension is a folder.
  const asFolder = !one || (excel !== undefined && format === 'xlsx' && options.format === undefined);
  if (!isFolder(typed, path, !asFolder)) {
    const named = EXTENSIONS[extname(path).toLowerCase()];
    if (named !== undefined && named !== format) {
      throw flagError(say().exports.outFormat({ path: typed, named, format }), say().exports.omitOne());
    }
    if (!one)
      throw flagError(
        say().exports.fileGrains({ path: typed, names: namesOf(tables) }),
        say().exports.onlyOne(),
      );
    const stem = basename(path, extname(path));
    const problems = join(dirname(path), `${stem}.problems.csv`);
    return { ...common, files: [file(path)], folder: dirname(path), problems, name };
  }
  const files = one
    ? [
        file(
          join(
            path,
            `${tables.length === 1 && !whole && format !== 'xlsx' ? tables[0]!.name : resource}.${format}`,
          ),
        ),
      ]
    : tables.map((table) => ({ path: join(path, `${table.name}.${format}`), tables: [table] }));
  return { ...common, files, folder: path, problems: join(path, 'problems.csv'), name };
}

/**
 * The output of a page: one file with all records.
 *
 * @throws TraceError usage `flag-value` if the name has the extension of another format
 */
export function pageOutputs(out: string, cwd: string, page: Page): Outputs {
  const extension = extname(out);
  if (!['', '.html', '.htm'].includes(extension.toLowerCase())) {
    const named = `${out.slice(0, -extension.length)}.html`;
    throw flagError(
      say().exports.pageName({ path: out }),
      say().exports.useFlag({ flag: flag('--out', named) }),
    );
  }
  const path = resolve(cwd, out);
  const problems = join(dirname(path), `${basename(path, extname(path))}.problems.csv`);
  return {
    format: 'json',
    raw: false,
    files: [{ path, tables: null }],
    folder: dirname(path),
    problems,
    name: out,
    page,
  };
}

const namesOf = (tables: readonly ExportTable[]): string => tables.map(({ name }) => name).join(', ');

/**
 * Whether a path means a folder: it ends in a slash, is an existing folder, or has no extension and several files are
 * written.
 */
function isFolder(typed: string, path: string, one: boolean): boolean {
  if (/[/\\]$/.test(typed)) return true;
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing) return existing.isDirectory();
  return extname(path) === '' && !one;
}

/** The format that was chosen. For Excel it is a workbook unless CSV was named: Excel changes codes when it opens CSV. */
function formatOf({ format, out, excel, cwd }: OutputOptions): Format {
  if (format !== undefined) {
    const found = FORMATS.find((name) => name === format.trim().toLowerCase());
    if (found) return found;
    throw flagError(
      say().exports.format({ format, near: nearestSentence(format, FORMATS) }),
      say().exports.formats({ names: FORMATS.join(', ') }),
    );
  }
  const byDefault = excel === undefined ? 'csv' : 'xlsx';
  if (out === undefined) return byDefault;
  if (out === '-') return 'csv';
  const extension = extname(out).toLowerCase();
  const known = EXTENSIONS[extension];
  if (isFolder(out, resolve(cwd, out), true)) return byDefault;
  if (known || extension === '') return known ?? byDefault;
  throw flagError(
    say().exports.extension({
      path: out,
      extension,
      near: nearestSentence(extension, Object.keys(EXTENSIONS)),
    }),
    say().exports.extensionHow({ names: Object.keys(EXTENSIONS).join(', ') }),
  );
}

function excelOf(text: string | undefined, format: Format): CsvMarks | undefined {
  if (text === undefined) return undefined;
  if (!isLanguage(text)) throw flagError(say().exports.excel({ text, names: orText(LANGUAGES) }));
  if (format !== 'csv' && format !== 'xlsx') throw flagError(say().exports.excelCsv());
  return csvMarks(text);
}

/** Checks before anything is fetched that the folder exists or can be created, and can be written. */
export async function checkOutputFolder(path: string): Promise<void> {
  let existing = path;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  if (!(await stat(existing)).isDirectory()) throw noFolder(path, say().exports.isFile({ path: existing }));
  await access(existing, constants.W_OK).catch(({ code }: NodeJS.ErrnoException) => {
    const message = say().exports.folderUnwritable({ path: existing, code: `${code}` });
    throw usage('export-folder', message, say().exports.chooseOut());
  });
}

export async function createOutputFolder(disk: Disk, path: string): Promise<void> {
  await disk.folder(path, say().exports.chooseOut()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    throw noFolder(path, error.code);
  });
}

function noFolder(path: string, why: string): TraceError {
  const message = say().exports.folderNotMade({ path, why });
  return usage('export-folder', message, say().exports.chooseOut());
}
