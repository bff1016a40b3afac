/**
 * Measures writing tables against a minimal baseline in the same run: CSV against joining the same cells, a workbook against
 * compressing its sheet's XML. `node bench/write-tables.ts [ROWS]`; CPU seconds and peak memory.
 */
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import { type TableCell, type TableColumn, tableSink } from '../src/sheets/table-file.ts';
import { workbookSink } from '../src/sheets/table-workbook.ts';
import { apart, cpuOf, inFolder, type Line, size, tell } from './measure.ts';

const COLUMNS: readonly TableColumn[] = Array.from({ length: 22 }, (_, at) => ({
  name: `column${at}`,
  heading: `column ${at}`,
  type: at % 4 === 3 ? 'number' : 'text',
}));
const rows = size(100_000);

/** References, numbers of all sizes, repeated words, and accents in every tenth row. */
function cell(row: number, column: number): TableCell {
  if (column % 4 === 3) return (row + 1) / 7 / 10 ** (column % 5);
  if (column < 3) return `CMP-${row}-${column}-AW27`;
  return column === 5 && row % 10 === 0 ? `Tissu principal, été ${row}` : `VALUE ${column} ${row % 50}`;
}

const rowAt = (row: number): TableCell[] => COLUMNS.map((_, column) => cell(row, column));

/** A stream that discards everything: the disk is not part of the measurement. */
const nowhere = () => new Writable({ write: (_piece, _encoding, done) => done() });

await inFolder(async (folder) => {
  const measured = (work: () => Promise<void>) => async () => {
    const { cpu } = await cpuOf(work);
    return { cpu, peak: process.resourceUsage().maxRSS / 1024 };
  };
  const cost = await apart(
    {
      join: measured(joinRows),
      csv: measured(() => writeTable('csv')),
      deflate: measured(() => deflate(join(folder, 'sheet.xml'))),
      workbook: measured(() => writeWorkbook(folder)),
    },
    3,
  );
  const line = (name: 'csv' | 'workbook', beside: 'join' | 'deflate', most: number): Line => ({
    name: `${name}, at most ${cost[name].peak.toFixed(0)} MB`,
    ours: `${cost[name].cpu.toFixed(3)} s`,
    beside,
    peer: `${cost[beside].cpu.toFixed(3)} s`,
    ratio: cost[name].cpu / cost[beside].cpu,
    goal: { most },
  });
  tell(`export: ${rows} rows of ${COLUMNS.length} cells`, [
    line('csv', 'join', 3),
    line('workbook', 'deflate', 5),
  ]);
}, prepare);

/** The XML of the sheet that the baseline compresses. */
async function prepare(folder: string): Promise<void> {
  const file = await open(join(folder, 'sheet.xml'), 'w');
  for (let row = 0; row < rows; row++) {
    const cells = rowAt(row).map((value) =>
      typeof value === 'number'
        ? `<c r="AA${row}" s="5"><v>${value}</v></c>`
        : `<c r="AA${row}" s="1" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`,
    );
    await file.write(`<row r="${row}">${cells.join('')}</row>`);
  }
  await file.close();
}

async function joinRows(): Promise<void> {
  const out = nowhere();
  let text = '';
  for (let row = 0; row < rows; row++) {
    text += `${rowAt(row).join(',')}\r\n`;
    if (text.length < 65_536) continue;
    out.write(text);
    text = '';
  }
}

async function writeTable(format: 'csv'): Promise<void> {
  const sink = tableSink(nowhere(), COLUMNS, { format });
  for (let row = 0; row < rows; row++) {
    const taken = sink.writeRow(rowAt(row));
    if (taken) await taken;
  }
  await sink.end();
}

async function deflate(file: string): Promise<void> {
  const source = await open(file);
  await pipeline(source.createReadStream(), createDeflateRaw({ level: 3 }), nowhere());
}

async function writeWorkbook(folder: string): Promise<void> {
  const out = createWriteStream(join(folder, 'out.xlsx'));
  const sink = await workbookSink(out, [{ name: 'step', columns: COLUMNS }], {
    title: 'bench',
    spool: folder,
  });
  for (let row = 0; row < rows; row++) {
    const taken = sink.sheets[0]!.writeRow(rowAt(row));
    if (taken) await taken;
  }
  await sink.end();
  out.end();
}
