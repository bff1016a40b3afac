import { writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Finding } from '../findings/finding.ts';
import { say } from '../say.ts';
import { hashFile, readBytes } from './bytes.ts';
import type { Cell, Row } from './cell.ts';
import { noSheets } from './damage.ts';
import { describeFormat } from './format.ts';
import type { Input, ReadContext } from './input.ts';
import { BATCH_CELLS, BATCH_ROWS, limitError } from './limits.ts';
import type { Limits, SheetHandle, Source } from './source.ts';
import { openSpool, type Spool } from './spool.ts';

/** Number of bytes that the spool collects before it writes them. */
const BLOCK = 256 * 1024;
const LINE_FEED = 0x0a;

/** A row (`[number, hidden, ...cells]`) or a finding, as one line of JSON. */
export function lineOf(item: Row | Finding): string {
  if ('cells' in item) return `${JSON.stringify([item.row, item.hidden ? 1 : 0, ...item.cells])}\n`;
  return `${JSON.stringify(item)}\n`;
}

/** A sheet in a spool, while a reader writes it. */
export interface SpooledSheet {
  name: string;
  hidden: boolean;
  /** Adds a row or a finding. */
  readonly take: (item: Row | Finding) => void;
  /** Adds lines as `lineOf` makes them. */
  readonly add: (lines: string | Buffer) => void;
  /** The ranges of its lines in the file; more than one if the reader wrote lines of another sheet in between. */
  readonly ranges: { readonly start: number; end: number }[];
}

/**
 * The rows of sheets in a private temporary file, for formats that can only be read from start to end: memory does not
 * grow with the file, and a caller can read each sheet again. Its size has a limit.
 */
export class RowSpool {
  private readonly spool: Spool;
  private readonly limits: Limits;
  private readonly sheets: SpooledSheet[] = [];
  private last: SpooledSheet | undefined;
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private written = 0;

  private constructor(spool: Spool, limits: Limits) {
    this.spool = spool;
    this.limits = limits;
  }

  static async open(folder: string, limits: Limits): Promise<RowSpool> {
    return new RowSpool(await openSpool(folder), limits);
  }

  /** Starts a sheet. */
  sheet(name: string, hidden = false): SpooledSheet {
    if (this.sheets.length >= this.limits.sheets)
      throw limitError(this.limits, 'sheets', say().limits.fileSheets);
    const ranges: SpooledSheet['ranges'] = [];
    const add = (lines: string | Buffer) =>
      this.add(sheet, typeof lines === 'string' ? Buffer.from(lines) : lines);
    const sheet: SpooledSheet = { name, hidden, ranges, add, take: (item) => add(lineOf(item)) };
    this.sheets.push(sheet);
    return sheet;
  }

  /** The sheets that were started so far. Their names may be changed. */
  get all(): readonly SpooledSheet[] {
    return this.sheets;
  }

  /** The sheets as a source has them. Call it after all rows are written. */
  handles(signal: AbortSignal | undefined, sheets: readonly SpooledSheet[] = this.sheets): SheetHandle[] {
    this.flush();
    return sheets.map((sheet) => ({
      name: sheet.name,
      hidden: sheet.hidden,
      rows: (onFinding) => this.rows(sheet, onFinding, signal),
    }));
  }

  close(): Promise<void> {
    return this.spool.close();
  }

  private add(sheet: SpooledSheet, lines: Buffer): void {
    const start = this.written + this.pendingBytes;
    if (this.last === sheet) sheet.ranges.at(-1)!.end += lines.length;
    else sheet.ranges.push({ start, end: start + lines.length });
    this.last = sheet;
    this.pending.push(lines);
    this.pendingBytes += lines.length;
    if (this.pendingBytes >= BLOCK) this.flush();
  }

  private flush(): void {
    const bytes = Buffer.concat(this.pending);
    this.pending = [];
    this.pendingBytes = 0;
    if (this.written + bytes.length > this.limits.inflatedBytes)
      throw limitError(this.limits, 'inflatedBytes', say().limits.spooled);
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.spool.handle.fd, bytes, done, bytes.length - done, this.written + done);
    this.written += bytes.length;
  }

  private async *rows(
    { name, ranges }: SpooledSheet,
    onFinding: (finding: Finding) => void,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly Row[]> {
    let batch: Row[] = [];
    let cells = 0;
    for (const { start, end } of ranges) {
      for await (const line of linesOf(readBytes(this.spool.handle, start, end))) {
        const item = JSON.parse(line) as [number, number, ...Cell[]] | Finding;
        if (!Array.isArray(item)) {
          onFinding({ ...item, origin: { ...item.origin, sheet: name } });
          continue;
        }
        const [row, hidden, ...own] = item;
        batch.push(hidden ? { row, cells: own, hidden: true } : { row, cells: own });
        cells += own.length;
        if (batch.length < BATCH_ROWS && cells < BATCH_CELLS) continue;
        signal?.throwIfAborted();
        yield batch;
        batch = [];
        cells = 0;
      }
    }
    if (batch.length > 0) yield batch;
  }
}

/** Splits bytes into lines that end with a line feed. The line feeds are removed; text after the last one is dropped. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      parts.push(chunk.subarray(from, at));
      yield (parts.length === 1 ? parts[0]! : Buffer.concat(parts)).toString('utf8');
      parts = [];
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
}

/** The parts of a source that the reader of a spooled file returns. */
type SpooledFile = Omit<Source, 'file' | 'close'>;

/**
 * Reads a file into a spool. The spool is closed with the source, or at once if the file is refused or the reading
 * fails.
 */
export async function readIntoSpool<Refused extends object>(
  input: Input,
  limits: Limits,
  temporaryFolder: string | undefined,
  read: (spool: RowSpool) => Promise<SpooledFile | Refused>,
): Promise<Source | Refused> {
  const spool = await RowSpool.open(temporaryFolder ?? tmpdir(), limits);
  try {
    const found = await read(spool);
    if (!('sheets' in found)) {
      await spool.close();
      return found;
    }
    const close = async () => {
      await spool.close();
      await input.close();
    };
    return { ...found, file: input.file, close };
  } catch (error) {
    await spool.close();
    throw error;
  }
}

/**
 * Reads a workbook into a spool.
 *
 * @param read returns whether the workbook counts days from 1904, or why it is refused.
 * @throws Damage if it has no sheet.
 */
export async function readWorkbookIntoSpool<Refused extends object>(
  input: Input,
  format: 'xls' | 'xlsb' | 'ods' | 'xml',
  limits: Limits,
  { temporaryFolder, signal }: Omit<ReadContext, 'onFinding'>,
  read: (spool: RowSpool) => Promise<boolean | Refused>,
): Promise<Source | Refused> {
  const sha256 = await hashFile(input.handle);
  return readIntoSpool<Refused>(input, limits, temporaryFolder, async (spool) => {
    const date1904 = await read(spool);
    if (typeof date1904 !== 'boolean') return date1904;
    const sheets = spool.handles(signal);
    if (sheets.length === 0) throw noSheets();
    const description = describeFormat(format, date1904);
    return { format, description, sha256, ...(date1904 && { date1904: true as const }), sheets };
  });
}
