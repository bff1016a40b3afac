import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { annotateWorkbook } from '../../../src/sheets/annotate/annotate.ts';
import type { OutFile } from '../../../src/sheets/annotate/archive-copy.ts';
import {
  type SheetHelp,
  type WorkbookHelp,
  withColumnHelp,
} from '../../../src/sheets/annotate/column-help.ts';
import type { Annotation, CellMark, RowMarks, Unmarked } from '../../../src/sheets/annotate/marks.ts';
import { ADDED_COLUMNS, RESULT_MARK } from '../../../src/sheets/annotate/own-names.ts';
import { type Input, openInput } from '../../../src/sheets/input.ts';
import { DEFAULT_LIMITS } from '../../../src/sheets/limits.ts';
import { nothing, type Read } from '../reading.ts';
import { zip } from '../zip-builder.ts';

/** The marks of a sheet, as tests write them. */
export interface TestMarks {
  readonly name?: string;
  readonly headerRow?: number | null;
  /** The first of the added columns, if they are one block. */
  readonly addedAt?: number | null;
  readonly added?: readonly (number | null)[];
  readonly rows?: readonly RowMarks[];
}

export const mark = (
  column: number,
  note = 'a problem',
  severity: CellMark['severity'] = 'error',
): CellMark => ({ ...{ column, severity, note } });

export const annotation = (sheets: readonly TestMarks[], more: Partial<Annotation> = {}): Annotation => ({
  sheets: sheets.map(({ name = 'Sheet1', headerRow = 1, addedAt = null, added, rows = [] }) => ({
    ...{ name, headerRow, rows: () => rows },
    headers: ADDED_COLUMNS,
    added: added ?? (addedAt === null ? null : ADDED_COLUMNS.map((_, at) => addedAt + at)),
  })),
  earlierResult: null,
  questions: null,
  earlierQuestions: null,
  earlierColumns: new Map(),
  *result() {
    yield [
      { text: 'trace', style: 'title' },
      { text: RESULT_MARK, style: 'small' },
    ];
  },
  ...more,
});

export interface Annotated {
  readonly bytes: Buffer;
  readonly unmarked: Unmarked;
  /** The text of a part. */
  text(part: string): string;
}

/** Annotates a workbook. */
export async function annotated(workbook: Uint8Array, wanted: Annotation): Promise<Annotated> {
  const { result: unmarked, ...copy } = await copied(workbook, (input, out) =>
    annotateWorkbook(input, DEFAULT_LIMITS, wanted, out),
  );
  return { ...copy, unmarked };
}

/** Adds notes and lists to a workbook. */
export const helped = (
  workbook: Uint8Array,
  sheets: readonly SheetHelp[],
  more: Partial<WorkbookHelp> = {},
) =>
  copied(workbook, (input, out) =>
    withColumnHelp(
      input,
      DEFAULT_LIMITS,
      { sheets, listSheets: ['Lists', 'Values'], author: 'trace form', separator: '— t —', ...more },
      out,
    ),
  );

async function copied<Result>(workbook: Uint8Array, write: (input: Input, out: OutFile) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), 'trace-annotate-'));
  try {
    await writeFile(join(folder, 'in.xlsx'), workbook);
    const input = await openInput(join(folder, 'in.xlsx'), { stdin: nothing() }, DEFAULT_LIMITS);
    const out = await open(join(folder, 'out.xlsx'), 'w+');
    try {
      const result = await write(input, out);
      const bytes = await readFile(join(folder, 'out.xlsx'));
      const parts = partsOf(bytes);
      return { bytes, result, text: (part: string) => inflated(parts.get(part)!).toString('utf8') };
    } finally {
      await out.close();
      await input.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An entry of an archive, as its directory and its own header describe it. */
export interface StoredPart {
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: Buffer;
}

/** The entries of an archive without trusting the program that wrote it. */
export function partsOf(bytes: Buffer): Map<string, StoredPart> {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const parts = new Map<string, StoredPart>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(from, from + bytes.readUInt32LE(at + 20));
    const about = { method: bytes.readUInt16LE(at + 10), crc: bytes.readUInt32LE(at + 16) };
    parts.set(name, { ...about, size: bytes.readUInt32LE(at + 24), packed });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

export const inflated = ({ method, packed }: StoredPart): Buffer =>
  method === 0 ? packed : inflateRawSync(packed);

/** The workbook with a changed part, as another program would save it. */
export const withPart = (bytes: Buffer, part: string, change: (xml: string) => string): Buffer =>
  zip(
    [...partsOf(bytes)].map(([name, stored]) => {
      const content = inflated(stored);
      return { name, content: name === part ? change(content.toString('utf8')) : content };
    }),
  );

/** The parts that differ, in the compressed bytes, and those that were added. */
export function changedParts(before: Buffer, after: Buffer): string[] {
  const old = partsOf(before);
  return [...partsOf(after)].flatMap(([name, part]) => {
    const known = old.get(name);
    const isSame =
      known && known.crc === part.crc && known.size === part.size && known.packed.equals(part.packed);
    return isSame ? [] : name;
  });
}

/** The sheets without blank cells at the ends of their rows: a coloured cell exists even if it is blank. */
export const trimmed = ({ sheets }: Read) =>
  sheets.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.map((row) => ({
      ...row,
      cells: row.cells.slice(0, row.cells.findLastIndex((cell) => cell !== null) + 1),
    })),
  }));
