import { statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { TraceError } from '../../errors.ts';
import { nearestSentence } from '../../nearest.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Subject } from './item.ts';
import type { ExportTable } from './tables.ts';

const FORMATS = ['csv', 'xlsx', 'json', 'ndjson'] as const;
type Format = (typeof FORMATS)[number];

/** What is asked for by `--out`, `--format`, `--grain`, `--excel` and `--raw`. */
export interface Asked {
  readonly subject: Subject;
  /** As typed; undefined for the default in the working folder. */
  readonly out: string | undefined;
  readonly format: string | undefined;
  /** Whether grains were named: JSON is then rows, not whole answers. */
  readonly byGrain: boolean;
  readonly tables: readonly ExportTable[];
  readonly excel?: string | undefined;
  readonly raw: boolean;
  readonly cwd: string;
}

/** A file to write; standard output when it has no path. */
export interface OutputFile {
  readonly path: string | null;
  /** Null: the answers as they are. */
  readonly tables: readonly ExportTable[] | null;
}

/** Makes one document of all answers, in pieces. */
export type Page = (answers: AsyncIterable<Answered>) => AsyncIterable<string>;

/** Where an export goes. */
export interface Outputs {
  readonly format: Format;
  readonly excel?: 'fr' | 'en';
  readonly raw: boolean;
  readonly files: readonly OutputFile[];
  /** The folder of the files, to make if it is not there; null for standard output. */
  readonly folder: string | null;
  /** Where what went wrong is listed; null for standard output, whose problems are told on stderr. */
  readonly problems: string | null;
  /** As people are told. */
  readonly name: string;
  /** What its only file is, when that is no table. */
  readonly page?: Page;
}

const EXTENSIONS: Readonly<Record<string, Format>> = {
  '.csv': 'csv',
  '.xlsx': 'xlsx',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
};

/** Which files an export writes. Throws TraceError for what does not go together. */
export function outputsOf(asked: Asked): Outputs {
  const { subject, tables, byGrain, cwd, raw } = asked;
  const format = formatOf(asked);
  const excel = excelOf(asked.excel, format);
  if (raw && format !== 'csv') throw usage('--raw is about CSV: other formats write texts as they are.');
  const whole = !byGrain && (format === 'json' || format === 'ndjson');
  const one = whole || format === 'xlsx' || tables.length === 1;
  const common = { format, raw, ...(excel && { excel }) };
  const file = (path: string | null) => ({ path, tables: whole ? null : tables });

  if (asked.out === '-') {
    if (format === 'xlsx' || !one)
      throw usage(`${grainsText(tables)} do not fit on standard output.`, onlyOne);
    return { ...common, files: [file(null)], folder: null, problems: null, name: 'standard output' };
  }
  const typed = asked.out ?? (one ? `trace-${subject}.${format}` : `trace-${subject}`);
  const path = resolve(cwd, typed);
  const name = asked.out === undefined && !one ? `${typed}/` : typed;
  if (!isFolder(typed, path, one)) {
    const named = EXTENSIONS[extname(path).toLowerCase()];
    if (named !== undefined && named !== format) {
      throw usage(`--out ${typed} names ${named}, and --format says ${format}.`, 'Leave one of them out.');
    }
    if (!one) throw usage(`${typed} is one file, and ${grainsText(tables)} are ${tables.length}.`, onlyOne);
    const stem = basename(path, extname(path));
    const problems = join(dirname(path), `${stem}.problems.csv`);
    return { ...common, files: [file(path)], folder: dirname(path), problems, name };
  }
  const files = one
    ? [
        file(
          join(
            path,
            `${tables.length === 1 && !whole && format !== 'xlsx' ? tables[0]!.name : subject}.${format}`,
          ),
        ),
      ]
    : tables.map((table) => ({ path: join(path, `${table.name}.${format}`), tables: [table] }));
  return { ...common, files, folder: path, problems: join(path, 'problems.csv'), name };
}

/** A page of all answers, in one file. */
export function pageOutputs(out: string, cwd: string, page: Page): Outputs {
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

const onlyOne = 'Name a folder, a workbook (.xlsx), or one grain with --grain.';

const grainsText = (tables: readonly ExportTable[]): string =>
  tables.length === 1 ? `a workbook` : `the grains ${tables.map(({ name }) => name).join(', ')}`;

/** What ends in a slash, is a folder already, or could be one and has no extension. */
function isFolder(typed: string, path: string, one: boolean): boolean {
  if (/[/\\]$/.test(typed)) return true;
  const there = statSync(path, { throwIfNoEntry: false });
  if (there) return there.isDirectory();
  return extname(path) === '' && !one;
}

function formatOf({ format, out, cwd }: Asked): Format {
  if (format !== undefined) {
    const found = FORMATS.find((name) => name === format.trim().toLowerCase());
    if (found) return found;
    throw usage(
      `--format "${format}": there is no such format.${nearestSentence(format, FORMATS)}`,
      `Formats: ${FORMATS.join(', ')}.`,
    );
  }
  if (out === undefined || out === '-') return 'csv';
  const extension = extname(out).toLowerCase();
  const known = EXTENSIONS[extension];
  if (isFolder(out, resolve(cwd, out), true)) return 'csv';
  if (known || extension === '') return known ?? 'csv';
  throw usage(
    `--out ${out}: ${extension} names no format.${nearestSentence(extension, Object.keys(EXTENSIONS))}`,
    `It ends in ${Object.keys(EXTENSIONS).join(', ')}, or in / for a folder; or say --format.`,
  );
}

function excelOf(text: string | undefined, format: Format): 'fr' | 'en' | undefined {
  if (text === undefined) return undefined;
  if (text !== 'fr' && text !== 'en') throw usage(`--excel "${text}": it takes fr or en.`);
  if (format !== 'csv') throw usage('--excel is about CSV: a workbook opens the same everywhere.');
  return text;
}

const usage = (message: string, hint?: string) => new TraceError('usage', 'flag-value', message, hint);
