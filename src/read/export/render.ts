import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { unknownPaths } from '../../contract/read-shape.ts';
import { say } from '../../say.ts';
import type { Answered } from '../../service/read-record.ts';
import { tableSink, type Written } from '../../sheets/table-file.ts';
import type { Disk } from './disk.ts';
import type { ItemOrder } from './item.ts';
import type { OutputFile, Outputs } from './outputs.ts';
import { draftOf, unwritable } from './own-files.ts';
import { type Problem, problemColumns, problemRow } from './problem.ts';
import type { Resource } from './resource.ts';
import type { SortedEntry } from './sorted-entries.ts';
import type { ExportSpool } from './spool.ts';

/** Maximum number of unknown fields that are collected. */
const MAX_UNKNOWN = 100;

export interface RenderResult {
  /** The drafts, and the path to which each will be moved. */
  readonly drafts: readonly { readonly draft: string; readonly path: string }[];
  /** Fields that are not in the contract, each once. */
  readonly unknown: readonly string[];
  readonly written: readonly Written[];
  /** False if the reader of standard output closed it before the end. */
  readonly complete: boolean;
}

const READER_GONE = Symbol('the reader of standard output closed it');

function isGone(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}

/** Writes records to a file or to standard output. */
interface Writer {
  write(record: Answered, place: ItemOrder): Promise<void>;
  end(): Promise<readonly Written[]>;
  close(): Promise<void>;
}

export interface RenderJob {
  readonly resource: Pick<Resource, 'record'>;
  readonly outputs: Outputs;
  readonly entries: Iterable<SortedEntry>;
  readonly spool: ExportSpool;
  readonly id: string;
  readonly disk: Disk;
  readonly stdout: Writable;
  /** Called with the number of records written so far. */
  readonly onRow: (rows: number) => void;
}

/** Writes every record to a draft next to its file, or to standard output, with one record in memory at a time. */
export async function render(job: RenderJob): Promise<RenderResult> {
  const { outputs, entries, spool, id, disk, stdout, resource } = job;
  const drafts = outputs.files.flatMap(({ path }) =>
    path === null ? [] : [{ path, draft: draftOf(path, id) }],
  );
  const unknown = new Set<string>();
  const writers: Writer[] = [];
  const streams: { stream: Writable; path: string; failed: Promise<never> }[] = [];
  try {
    for (const file of outputs.files) {
      if (file.path === null) {
        writers.push(await writerOf(file, outputs, stdout, spool.folder));
        continue;
      }
      const draft = draftOf(file.path, id);
      await disk.remove(draft);
      const opened = openStream(disk, draft, file.path);
      streams.push(opened);
      if (!outputs.page) writers.push(await writerOf(file, outputs, opened.stream, spool.folder));
    }
    const attempt = async <T>(at: number, work: Promise<T>): Promise<T> =>
      work.catch((error: unknown) => {
        const { path } = outputs.files[at]!;
        if (path === null && isGone(error)) throw READER_GONE;
        // After a stream has failed, each write is rejected with another error; the first error is the cause.
        const broken = streams.find((one) => one.path === path)?.stream.errored;
        throw unwritable(path ?? say().exports.standardOutput(), broken ?? error);
      });
    let complete = true;
    let rows = 0;
    const written: Written[] = [];
    const read = async (entry: SortedEntry): Promise<Answered> => {
      const record = spool.read(entry);
      if (unknown.size < MAX_UNKNOWN) {
        for (const path of unknownPaths(resource.record, record)) unknown.add(path);
      }
      job.onRow(++rows);
      return record;
    };
    try {
      if (outputs.page) {
        const records = async function* () {
          for (const entry of entries) yield await read(entry);
        };
        for await (const part of outputs.page(records())) await attempt(0, put(streams[0]!.stream, part));
      } else {
        for (const entry of entries) {
          const record = await read(entry);
          for (const [at, writer] of writers.entries()) await attempt(at, writer.write(record, entry.place));
        }
      }
      for (const [at, writer] of writers.entries()) written.push(...(await attempt(at, writer.end())));
    } catch (error) {
      // A closed pipe, as with `| head`, is not an error.
      if (error !== READER_GONE) throw error;
      complete = false;
    }
    for (const { stream, path, failed } of streams) {
      await Promise.race([finishStream(stream), failed]).catch((error: unknown) => {
        throw unwritable(path, error);
      });
    }
    return { drafts, unknown: [...unknown].sort(), written, complete };
  } catch (error) {
    // Frees the space of the drafts, as the disk may be full.
    await Promise.all(streams.map(({ stream }) => destroyStream(stream)));
    for (const { draft } of drafts) await disk.remove(draft).catch(() => {});
    throw error;
  } finally {
    await Promise.all(writers.map((writer) => writer.close()));
    for (const { stream } of streams) stream.destroy();
  }
}

/** Writes the list of problems to a draft. */
export async function renderProblems(
  problems: readonly Problem[],
  path: string,
  job: Pick<RenderJob, 'outputs' | 'id' | 'disk'>,
): Promise<{ draft: string; path: string }> {
  const draft = draftOf(path, job.id);
  await job.disk.remove(draft);
  const { stream, failed } = openStream(job.disk, draft, path);
  const { excel } = job.outputs;
  const sink = tableSink(stream, problemColumns(), { format: 'csv', ...(excel && { excel }) });
  try {
    for (const problem of problems) await sink.writeRow(problemRow(problem));
    await sink.end();
    await Promise.race([finishStream(stream), failed]);
    return { draft, path };
  } catch (error) {
    throw unwritable(path, error);
  } finally {
    stream.destroy();
  }
}

function openStream(disk: Disk, draft: string, path: string) {
  const stream = disk.stream(draft);
  const failed = new Promise<never>((_, reject) => stream.on('error', reject));
  // The error is ignored here, because writing rejects with the same error.
  failed.catch(() => {});
  return { stream, path, failed };
}

/** Destroys a stream; resolves when its file is closed. */
function destroyStream(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) return resolve();
    stream.once('close', resolve);
    stream.destroy();
  });
}

async function finishStream(stream: Writable): Promise<void> {
  const done = once(stream, 'close');
  stream.end();
  await done;
}

async function writerOf(
  { tables }: OutputFile,
  { format, excel, raw }: Outputs,
  out: Writable,
  spool: string,
): Promise<Writer> {
  if (tables === null) return wholeRecords(out, format === 'json');
  if (format === 'xlsx') {
    const { workbookSink } = await import('../../sheets/table-workbook.ts');
    const sheets = tables.map(({ name, heading = name, columns }) => ({ name: heading, columns }));
    const book = await workbookSink(out, sheets, { title: 'trace', spool });
    return {
      async write(record, place) {
        for (const [at, table] of tables.entries()) {
          for (const row of table.rows(record, place)) await book.sheets[at]!.writeRow(row);
        }
      },
      end: () => book.end(),
      close: () => book.close(),
    };
  }
  const [table] = tables;
  const sink =
    format === 'parquet'
      ? (await import('../../sheets/table-parquet.ts')).parquetSink(out, table!.columns)
      : tableSink(out, table!.columns, { format, raw, ...(excel && { excel }) });
  return {
    async write(record, place) {
      for (const row of table!.rows(record, place)) {
        const flushed = sink.writeRow(row);
        if (flushed) await flushed;
      }
    },
    end: async () => [await sink.end()],
    close: async () => {},
  };
}

/** Writes the records, one per line: as a JSON array, or as lines of JSON. */
function wholeRecords(out: Writable, isArray: boolean): Writer {
  let rows = 0;
  return {
    write(record) {
      const json = JSON.stringify(record);
      const isFirst = rows++ === 0;
      if (!isArray) return put(out, `${json}\n`);
      return put(out, `${isFirst ? '[' : ','}\n${json}`);
    },
    async end() {
      if (isArray) await put(out, rows === 0 ? '[]\n' : '\n]\n');
      return [{ rows, guarded: 0, cut: 0, plainLinks: 0 }];
    },
    close: async () => {},
  };
}

function put(out: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    out.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
