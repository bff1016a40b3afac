/**
 * The program of the process that parses old workbooks (.xls, .xlsb). The file is open as file descriptor 3, the last
 * argument says how to read it, and the rows go to standard output. It never ends by itself: the process that started
 * it ends it, or its watch does.
 */
import { once } from 'node:events';
import { readSync } from 'node:fs';
import { getAsset, isSea } from 'node:sea';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { say, useLanguage } from '../../say.ts';
import { Damage, noSheets } from '../damage.ts';
import { lineOf } from '../row-spool.ts';
import type { Limits } from '../source.ts';
import { parsedSheets, readRows } from './cells.ts';
import { restrictProcess } from './closed.ts';
import { type Bounds, type ChildExit, EXIT_PREFIX, READER, SHEET_PREFIX } from './protocol.ts';
import { watchProcess } from './watch.ts';

/** How the file is read. */
export interface Task {
  readonly kind: 'xls' | 'xlsb';
  readonly file: string;
  readonly size: number;
  readonly limits: Limits;
  readonly bounds: Bounds;
  /** The language of messages. */
  readonly language: Parameters<typeof useLanguage>[0];
}

const INPUT_DESCRIPTOR = 3;
const BLOCK = 256 * 1024;

if (isMainThread) void main(JSON.parse(process.argv.at(-1)!) as Task);
else {
  watchProcess(workerData as Bounds);
  parentPort!.postMessage('watching');
}

async function main(task: Task): Promise<void> {
  // The executable gets them by a variable, which a program of Node may ignore.
  if (process.permission === undefined) throw new Error('the permission flags of Node are missing');
  // Ctrl+C reaches all processes of a terminal, but only the parent process decides what it means.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  const options = { workerData: task.bounds };
  const worker = isSea()
    ? new Worker(getAsset('executable.js', 'utf8'), { ...options, eval: true, argv: [READER] })
    : new Worker(new URL(import.meta.url), options);
  await once(worker, 'message');
  restrictProcess();
  await useLanguage(task.language);
  let ending: ChildExit;
  try {
    ending = { date1904: await parse(task) };
  } catch (error) {
    ending = { fault: faultOf(error) };
  }
  await write(`${EXIT_PREFIX}${JSON.stringify(ending)}\n`);
}

/** Parses the file and writes its rows. Returns whether the workbook counts days from 1904. */
async function parse({ kind, file, size, limits }: Task): Promise<boolean> {
  const xlsx = await import('xlsx');
  xlsx.set_cptable(await import('xlsx/dist/cpexcel.full.mjs'));
  const options = { cellFormula: false, cellHTML: false, cellText: false, cellNF: true, bookFiles: true };
  const book = xlsx.read(readAll(size), { ...options, type: 'buffer', dense: true });
  if (kind === 'xlsb' && book.bookType !== 'xlsb') throw new Damage(say().damaged.workbook());
  if (book.SheetNames.length === 0) throw new Damage(say().damaged.noSheetListed());
  const stream = kind === 'xls' ? await streamSheets(xlsx.CFB, book) : [];
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  const sheets = parsedSheets(book, stream);
  if (sheets.length === 0) throw noSheets();
  let lines = '';
  for (const sheet of sheets) {
    lines += `${SHEET_PREFIX}${JSON.stringify({ name: sheet.name, hidden: sheet.hidden })}\n`;
    const take = (item: Parameters<typeof lineOf>[0]) => {
      lines += lineOf(item);
    };
    for (const _ of readRows(sheet, date1904, file, limits, take)) {
      if (lines.length < BLOCK) continue;
      await write(lines);
      lines = '';
    }
  }
  await write(lines);
  return date1904;
}

async function streamSheets(
  cfb: { find(container: unknown, path: string): { content?: Uint8Array; size: number } | null },
  book: object,
) {
  const { sheetsOfStream } = await import('./calc-on-load.ts');
  const container = (book as { cfb?: unknown }).cfb;
  const stream = cfb.find(container, '/Workbook') ?? cfb.find(container, '/Book');
  const content = Buffer.from(stream?.content ?? []);
  if (stream === null || content.length < stream.size) throw new Damage(say().damaged.noEnd());
  return sheetsOfStream(content);
}

function readAll(size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let done = 0;
  while (done < size) {
    const count = readSync(INPUT_DESCRIPTOR, bytes, done, size - done, done);
    if (count === 0) throw new Damage(say().damaged.shorter());
    done += count;
  }
  return bytes;
}

async function write(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** The parser throws errors and texts. */
function faultOf(error: unknown): NonNullable<ChildExit['fault']> {
  if (error instanceof Damage)
    return { code: error.code, message: error.message, suggestion: error.suggestion };
  const reason = error instanceof Error ? error.message : String(error);
  if (/^(?:File is password-protected|Encryption scheme unsupported)/.test(reason))
    return { kind: 'encrypted' };
  if (/cannot find workbook|unsupported works/i.test(reason)) return { kind: 'no-workbook' };
  const { code, message, suggestion } = new Damage(say().damaged.workbook());
  return { code, message, suggestion };
}
