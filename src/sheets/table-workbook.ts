import { tmpdir } from 'node:os';
import type { Writable } from 'node:stream';
import { ArchiveCopy } from './annotate/archive-copy.ts';
import { readBytes } from './bytes.ts';
import { openSpool, type Spool } from './spool.ts';
import type { RowSink, TableCell, TableColumn, Written } from './table-file.ts';
import { writeParts } from './table-parts.ts';
import { SheetXml, STYLES } from './table-sheet.ts';
import { TextOut, writeTo } from './text-out.ts';

/** A sheet to write. */
export interface TableSheet {
  /** At most 24 characters, none of `[ ] : * ? / \`. A full sheet continues as `name (2)`. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
}

export interface WorkbookOptions {
  readonly title: string;
  /** Parent of the temporary folder; default: the temporary folder of the system. */
  readonly spool?: string;
  /** Last row of a sheet; default: the limit of spreadsheet programs. */
  readonly lastRow?: number;
}

/** Writes a workbook to a stream, which the caller closes. */
export interface WorkbookSink {
  /** One sink for each sheet, in order. Rows of different sheets may be interleaved. */
  readonly sheets: readonly RowSink[];
  /** Writes the workbook; returns the result of each sheet. */
  end(): Promise<readonly Written[]>;
  /** Removes temporary files. Call it in `finally`. */
  close(): Promise<void>;
}

/** A low compression level, because for exports time matters more than size. */
const LEVEL = 3;

/**
 * Writes an .xlsx whose sheets may grow in any order. Sheets and the archive are temporary files, so memory is bounded.
 * Texts are written as texts even if they look like formulas. The same rows give the same bytes. A full sheet continues
 * in another sheet; a text that is too long for a cell is truncated and counted.
 */
export async function workbookSink(
  out: Writable,
  sheets: readonly TableSheet[],
  { title, spool: folder = tmpdir(), lastRow }: WorkbookOptions,
): Promise<WorkbookSink> {
  const spools: Spool[] = [];
  const spooled = async (): Promise<Spool> => {
    const spool = await openSpool(folder);
    spools.push(spool);
    return spool;
  };
  const begin = async (sheet: TableSheet): Promise<SheetPart> => {
    const { handle } = await spooled();
    const text = new TextOut(handle.createWriteStream({ autoClose: false }));
    return { xml: new SheetXml(sheet.columns, lastRow), handle, text };
  };
  const close = async (): Promise<void> => {
    for (const spool of spools.splice(0)) await spool.close();
  };
  const growing: GrowingSheet[] = [];
  try {
    for (const sheet of sheets) growing.push(new GrowingSheet(await begin(sheet), () => begin(sheet)));
  } catch (error) {
    await close();
    throw error;
  }

  async function end(): Promise<readonly Written[]> {
    for (const sheet of growing) await sheet.finish();
    const parts = growing.flatMap(({ done }, at) =>
      done.map(({ xml, handle }, part) => ({
        ...{ xml, handle, range: xml.range, relations: xml.relations },
        name: sheets[at]!.name + (part === 0 ? '' : ` (${part + 1})`),
      })),
    );
    const { handle } = await spooled();
    const archive = new ArchiveCopy(handle, LEVEL);
    await writeParts(archive, parts, STYLES, { title });
    for (const [at, part] of parts.entries()) {
      await archive.write(`xl/worksheets/sheet${at + 1}.xml`, readBytes(part.handle));
      if (part.relations !== undefined)
        await archive.write(`xl/worksheets/_rels/sheet${at + 1}.xml.rels`, [Buffer.from(part.relations)]);
    }
    await archive.end([]);
    if (out.listenerCount('error') === 0) out.on('error', () => {});
    for await (const chunk of readBytes(handle)) await writeTo(out, chunk);
    await close();
    return growing.map((sheet) => sheet.written());
  }

  return { sheets: growing, end, close };
}

/** A sheet part in a temporary file. */
interface SheetPart extends Pick<Spool, 'handle'> {
  readonly xml: SheetXml;
  readonly text: TextOut;
}

/** A sheet and its continuation sheets. */
class GrowingSheet implements RowSink {
  readonly done: SheetPart[];
  private readonly begin: () => Promise<SheetPart>;
  private part: SheetPart;

  constructor(first: SheetPart, begin: () => Promise<SheetPart>) {
    this.begin = begin;
    this.part = first;
    this.done = [first];
  }

  writeRow(row: readonly TableCell[]): void | Promise<void> {
    const { xml, text } = this.part;
    return xml.full ? this.continueWith(row) : text.add(xml.row(row));
  }

  /** Writes the end of the last sheet. */
  async finish(): Promise<void> {
    const { xml, text } = this.part;
    await text.add(xml.end());
    await text.flush();
  }

  written(): Written {
    const sum = (of: (xml: SheetXml) => number) => this.done.reduce((total, { xml }) => total + of(xml), 0);
    return {
      rows: sum(({ rows }) => rows),
      guarded: 0,
      cut: sum(({ cut }) => cut),
      plainLinks: sum(({ plainLinks }) => plainLinks),
    };
  }

  private async continueWith(row: readonly TableCell[]): Promise<void> {
    await this.finish();
    this.part = await this.begin();
    this.done.push(this.part);
    await this.part.text.add(this.part.xml.row(row));
  }
}
