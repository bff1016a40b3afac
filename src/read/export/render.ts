import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { z } from 'zod';
import { unknownPaths } from '../../contract/read-shape.ts';
import { READ_SHAPES } from '../../contract/v2/read-shapes.ts';
import { brandProductDescribed } from '../../contract/v3/brand-product-read.ts';
import { declaredFecListItem } from '../../contract/v3/fec-read.ts';
import type { Answered } from '../../service/read-record.ts';
import { type TableFormat, tableSink, type Written } from '../../sheets/table-file.ts';
import type { Disk } from './disk.ts';
import { comparePlaces, type Place, type Subject } from './item.ts';
import type { OutputFile, Outputs } from './outputs.ts';
import { draftOf, unwritable } from './placed.ts';
import { PROBLEM_COLUMNS, type Problem, problemRow } from './problem.ts';
import type { Entry, Spool } from './spool.ts';

const SHAPES: Readonly<Record<Subject, z.ZodType>> = {
  studies: READ_SHAPES.study.schema,
  showcases: READ_SHAPES.showcase.schema,
  products: READ_SHAPES.product.schema,
  packaging: READ_SHAPES.packaging.schema,
  'brand-products': brandProductDescribed,
  'declared-fecs': declaredFecListItem,
};

/** Names of fields that are not known, told at most. */
const MOST_UNKNOWN = 100;

/** What rendering came to. */
export interface Rendered {
  /** A draft, and the place that it is for. */
  readonly drafts: readonly { readonly draft: string; readonly path: string }[];
  /** Fields of answers that the contract does not know, each once. */
  readonly unknown: readonly string[];
  readonly written: readonly Written[];
  /** False when whoever read standard output went away before the end. */
  readonly taken: boolean;
}

const READER_GONE = Symbol('the reader of standard output has gone away');

function isGone(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}

/** A file, or standard output, that takes answers one after the other. */
interface Writer {
  write(answer: Answered, place: Place): Promise<void>;
  end(): Promise<readonly Written[]>;
  close(): Promise<void>;
}

export interface RenderJob {
  readonly subject: Subject;
  readonly outputs: Outputs;
  readonly entries: readonly Entry[];
  readonly spool: Spool;
  readonly id: string;
  readonly disk: Disk;
  readonly stdout: Writable;
  readonly tell: (rows: number) => void;
}

/** The entries in the order of the rows, each study once. */
export function inPlace(entries: Iterable<Entry>): Entry[] {
  const sorted = [...entries].sort((one, other) => comparePlaces(one.place, other.place));
  return sorted.filter(({ place }, at) => at === 0 || comparePlaces(sorted[at - 1]!.place, place) !== 0);
}

/** Writes every answer to drafts beside their places, or to standard output; memory holds one answer at a time. */
export async function render(job: RenderJob): Promise<Rendered> {
  const { outputs, entries, spool, id, disk, stdout, subject } = job;
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
    const taken = async <T>(at: number, work: Promise<T>): Promise<T> =>
      work.catch((error: unknown) => {
        const { path } = outputs.files[at]!;
        if (path === null && isGone(error)) throw READER_GONE;
        // A stream that failed early says only later that it is gone: what it failed of counts.
        const broken = streams.find((one) => one.path === path)?.stream.errored;
        throw unwritable(path ?? 'standard output', broken ?? error);
      });
    let whole = true;
    let rows = 0;
    const written: Written[] = [];
    const read = async (entry: Entry): Promise<Answered> => {
      const answer = await spool.read(entry);
      if (unknown.size < MOST_UNKNOWN) {
        for (const path of unknownPaths(SHAPES[subject], answer)) unknown.add(path);
      }
      job.tell(++rows);
      return answer;
    };
    try {
      if (outputs.page) {
        const answers = async function* () {
          for (const entry of entries) yield await read(entry);
        };
        for await (const part of outputs.page(answers())) await taken(0, put(streams[0]!.stream, part));
      } else {
        for (const entry of entries) {
          const answer = await read(entry);
          for (const [at, writer] of writers.entries()) await taken(at, writer.write(answer, entry.place));
        }
      }
      for (const [at, writer] of writers.entries()) written.push(...(await taken(at, writer.end())));
    } catch (error) {
      // `| head` has seen enough: nothing failed.
      if (error !== READER_GONE) throw error;
      whole = false;
    }
    for (const { stream, path, failed } of streams) {
      await Promise.race([finished(stream), failed]).catch((error: unknown) => {
        throw unwritable(path, error);
      });
    }
    return { drafts, unknown: [...unknown].sort(), written, taken: whole };
  } catch (error) {
    // On a full disk they would keep the room that is missing.
    await Promise.all(streams.map(({ stream }) => closed(stream)));
    for (const { draft } of drafts) await disk.remove(draft).catch(() => {});
    throw error;
  } finally {
    await Promise.all(writers.map((writer) => writer.close()));
    for (const { stream } of streams) stream.destroy();
  }
}

/** The list of what went wrong, as a draft. */
export async function renderProblems(
  problems: readonly Problem[],
  path: string,
  job: Pick<RenderJob, 'outputs' | 'id' | 'disk'>,
): Promise<{ draft: string; path: string }> {
  const draft = draftOf(path, job.id);
  await job.disk.remove(draft);
  const { stream, failed } = openStream(job.disk, draft, path);
  const { excel } = job.outputs;
  const sink = tableSink(stream, PROBLEM_COLUMNS, { format: 'csv', ...(excel && { excel }) });
  try {
    for (const problem of problems) await sink.writeRow(problemRow(problem));
    await sink.end();
    await Promise.race([finished(stream), failed]);
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
  // Whoever writes is told as well.
  failed.catch(() => {});
  return { stream, path, failed };
}

/** Gives up a stream; done when the system has let go of its file. */
function closed(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) return resolve();
    stream.once('close', resolve);
    stream.destroy();
  });
}

async function finished(stream: Writable): Promise<void> {
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
  if (tables === null) return format === 'json' ? wholeJson(out) : wholeLines(out);
  if (format === 'xlsx') {
    const { workbookSink } = await import('../../sheets/table-workbook.ts');
    const book = await workbookSink(out, tables, { title: 'trace', spool });
    return {
      async write(answer, place) {
        for (const [at, table] of tables.entries()) {
          for (const row of table.rows(answer, place)) await book.sheets[at]!.writeRow(row);
        }
      },
      end: () => book.end(),
      close: () => book.close(),
    };
  }
  const [table] = tables;
  const options: TableFormat = { format, raw, ...(excel && { excel }) };
  const sink = tableSink(out, table!.columns, { ...options, format });
  return {
    async write(answer, place) {
      for (const row of table!.rows(answer, place)) {
        const taken = sink.writeRow(row);
        if (taken) await taken;
      }
    },
    end: async () => [await sink.end()],
    close: async () => {},
  };
}

/** A list of the answers, one a line. */
function wholeJson(out: Writable): Writer {
  let rows = 0;
  return {
    write: (answer) => put(out, `${rows++ === 0 ? '[\n' : ',\n'}${JSON.stringify(answer)}`),
    async end() {
      await put(out, rows === 0 ? '[]\n' : '\n]\n');
      return [{ rows, guarded: 0, cut: 0, plainLinks: 0 }];
    },
    close: async () => {},
  };
}

function wholeLines(out: Writable): Writer {
  let rows = 0;
  return {
    async write(answer) {
      rows++;
      await put(out, `${JSON.stringify(answer)}\n`);
    },
    end: async () => [{ rows, guarded: 0, cut: 0, plainLinks: 0 }],
    close: async () => {},
  };
}

function put(out: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    out.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
