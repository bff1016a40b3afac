/**
 * Measures reading against a minimal baseline in the same run: CSV against counting its lines, a workbook against inflating it.
 * `node bench/sheets.ts [ROWS]`; CPU seconds.
 */
import { createReadStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromFdPromise } from 'yauzl';
import { openSource } from '../src/sheets/open.ts';
import { workbook } from '../test/sheets/workbook-builder.ts';
import { apart, cpuLine, cpuOf, inFolder, size, tell } from './measure.ts';

const COLUMNS = 22;
const rows = size(20_000);
/** Counting fewer lines is too fast to compare with. */
const csvRows = rows * 5;

const filesIn = (folder: string) =>
  ['components.csv', 'shared.xlsx', 'inline.xlsx'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];

await inFolder(async (folder) => {
  const [csv, shared, inline] = filesIn(folder);
  const all =
    (run: () => Promise<number>, count = rows) =>
    () =>
      cpuOf(async () => expectAll(await run(), count));
  const cost = await apart({
    newlines: all(() => countNewlines(csv), csvRows),
    csv: all(() => read(csv), csvRows),
    inflateShared: all(() => inflate(shared)),
    shared: all(() => read(shared)),
    inflateInline: all(() => inflate(inline)),
    inline: all(() => read(inline)),
  });
  tell(`sheets: ${rows} rows of ${COLUMNS} cells`, [
    cpuLine(`csv, ${csvRows} rows`, cost.csv, 'count newlines', cost.newlines, { most: 8 }),
    cpuLine('xlsx, shared texts', cost.shared, 'inflate', cost.inflateShared, { most: 5 }),
    cpuLine('xlsx, inline texts', cost.inline, 'inflate', cost.inflateInline, { most: 5 }),
  ]);
}, prepare);

async function prepare(folder: string): Promise<void> {
  const [csv, shared, inline] = filesIn(folder);
  await writeFile(csv, csvText());
  await writeFile(shared, sharedWorkbook());
  await writeFile(inline, inlineWorkbook());
}

function expectAll(seen: number, count: number): void {
  if (seen < count) throw new Error(`${seen}, fewer than ${count}`);
}

async function read(file: string): Promise<number> {
  const onFinding = () => {
    throw new Error(`${file} is not sound`);
  };
  const source = await openSource(file, {}, { stdin: process.stdin, onFinding });
  let count = 0;
  for await (const batch of source?.sheets[0]?.rows(onFinding) ?? []) count += batch.length;
  await source?.close();
  return count;
}

async function countNewlines(file: string): Promise<number> {
  let count = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count++;
  }
  return count;
}

async function inflate(file: string): Promise<number> {
  const handle = await open(file);
  const zip = await fromFdPromise(handle.fd, { autoClose: false });
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    for await (const chunk of await zip.openReadStreamPromise(entry)) bytes += (chunk as Buffer).length;
  }
  await handle.close();
  return bytes;
}

/** References, numbers, dates, repeated words, and a comment with an accent in every tenth row. */
function cell(row: number, column: number): string | number {
  if (column < 3) return `CMP-${row}-${column}-AW27`;
  if (column === 3) return row * 1.5;
  if (column === 4) return 45_000 + (row % 500);
  if (column === 5) return row % 10 === 0 ? `Tissu principal, été ${row}` : '';
  return `VALUE ${column} ${row % 50}`;
}

function csvText(): string {
  const line = (_: unknown, row: number) =>
    Array.from({ length: COLUMNS }, (_, column) => {
      const text = String(cell(row, column));
      return text.includes(',') ? `"${text}"` : text;
    }).join(',');
  return `${Array.from({ length: csvRows + 1 }, line).join('\n')}\n`;
}

function sheetRows(textCell: (text: string) => string): string {
  const one = (row: number, column: number) => {
    const value = cell(row, column);
    if (typeof value === 'string')
      return value === '' ? '' : textCell(value).replace('<c', `<c r="${place(row, column)}"`);
    return `<c r="${place(row, column)}"${column === 4 ? ' s="1"' : ''}><v>${value}</v></c>`;
  };
  const line = (_: unknown, row: number) =>
    `<row r="${row + 1}" spans="1:${COLUMNS}">${Array.from({ length: COLUMNS }, (_, column) => one(row, column)).join('')}</row>`;
  return Array.from({ length: rows }, line).join('');
}

function place(row: number, column: number): string {
  return `${String.fromCharCode(65 + column)}${row + 1}`;
}

function sharedWorkbook(): Buffer {
  const numbers = new Map<string, number>();
  const rowsText = sheetRows((text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return `<c t="s"><v>${number}</v></c>`;
  });
  const strings = [...numbers.keys()].map((text) => `<si><t>${text}</t></si>`).join('');
  return workbook({ rows: rowsText, strings, formats: [14] });
}

function inlineWorkbook(): Buffer {
  const rowsText = sheetRows((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`);
  return workbook({ rows: rowsText, formats: [14] });
}
