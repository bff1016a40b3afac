/**
 * Writes the generated inputs: components of 22 columns, the same rows in every format, and the suppliers and products
 * that they refer to. `node bench/inputs.ts FOLDER ROWS csv|shared|inline...`
 */
import { createWriteStream, existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { companions, componentsCsv } from './components.ts';
import { writeWorkbook } from './workbook.ts';

export type Format = 'csv' | 'shared' | 'inline';

/** The inputs in a folder, each written when it is first needed. */
export class Inputs {
  readonly folder: string;
  /** Bytes of the shared strings, by file. */
  readonly #strings = new Map<string, number>();

  constructor(folder: string) {
    this.folder = folder;
  }

  async components(rows: number, format: Format): Promise<string> {
    const file = join(this.folder, `components-${rows}${format === 'csv' ? '.csv' : `-${format}.xlsx`}`);
    if (existsSync(file)) return file;
    if (format === 'csv') await pipeline(Readable.from(componentsCsv(rows)), createWriteStream(file));
    else this.#strings.set(file, await writeWorkbook(file, rows, format));
    return file;
  }

  /** Suppliers and products. */
  async others(): Promise<string[]> {
    const files = Object.entries(companions()).map(([name, text]) => ({
      file: join(this.folder, `${name}.csv`),
      text,
    }));
    for (const { file, text } of files) await writeFile(file, text);
    return files.map(({ file }) => file);
  }

  /** Size of the shared strings of a workbook, in MB. */
  stringsMb(file: string): number {
    return this.#strings.get(file)! / 1e6;
  }
}

if (import.meta.main) {
  const [folder, rows, ...formats] = process.argv.slice(2);
  const inputs = new Inputs(resolve(folder!));
  await mkdir(inputs.folder, { recursive: true });
  const files = await inputs.others();
  for (const format of formats) files.push(await inputs.components(Number(rows), format as Format));
  for (const file of files) process.stdout.write(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)\n`);
}
