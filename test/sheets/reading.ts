import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '../../src/findings/finding.ts';
import type { Row } from '../../src/sheets/cell.ts';
import { openSource } from '../../src/sheets/open.ts';
import type { SourceOptions } from '../../src/sheets/source.ts';

export interface Read {
  /** Undefined if the file was rejected. */
  readonly description: string | undefined;
  readonly sheets: readonly {
    readonly name: string;
    readonly hidden: boolean;
    readonly rows: readonly Row[];
  }[];
  readonly findings: readonly Finding[];
}

export async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Reads a file to its end, all sheets and findings. */
export async function readFile(file: string, options: SourceOptions = {}): Promise<Read> {
  const findings: Finding[] = [];
  const onFinding = (finding: Finding) => findings.push(finding);
  const source = await openSource(file, options, { stdin: nothing(), onFinding });
  if (source === null) return { description: undefined, sheets: [], findings };
  const sheets = [];
  for (const sheet of source.sheets) {
    const rows = (await Array.fromAsync(sheet.rows(onFinding))).flat();
    sheets.push({ name: sheet.name, hidden: sheet.hidden, rows });
  }
  await source.close();
  return { description: source.description, sheets, findings };
}

/** Writes the bytes to a file of that name in its own folder and passes on its path. */
export async function withFile<T>(
  name: string,
  bytes: string | Uint8Array,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'trace-sheets-'));
  try {
    const file = join(folder, name);
    await writeFile(file, bytes);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads bytes as if they were a file of that name. */
export function readBytes(
  name: string,
  bytes: string | Uint8Array,
  options: SourceOptions = {},
): Promise<Read> {
  return withFile(name, bytes, (file) => readFile(file, options));
}

/** The rows of the first sheet as `[row, ...cells]`. */
export function numbered(read: Read): unknown[][] {
  return (read.sheets[0]?.rows ?? []).map(({ row, cells }) => [row, ...cells]);
}

/** The cells of the first sheet by the number of their row, which must ascend. */
export function cellsByRow(read: Read): Record<number, readonly unknown[]> {
  const rows = read.sheets[0]?.rows ?? [];
  if (rows.some(({ row }, at) => at > 0 && row <= rows[at - 1]!.row)) throw new Error('rows do not ascend');
  return Object.fromEntries(rows.map(({ row, cells }) => [row, cells]));
}

/** Findings in short: `text-quotes C9`. */
export function codes(read: Read): string[] {
  return read.findings.map(({ code, origin }) => `${code} ${origin.column ?? ''}${origin.row ?? ''}`.trim());
}
