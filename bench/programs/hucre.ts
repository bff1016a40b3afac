/** Reads a workbook with hucre, as a stream. */
import { readFile } from 'node:fs/promises';
import { streamXlsxRows } from 'hucre/xlsx';
import { report, Seen } from './seen.ts';

const seen = new Seen();
for await (const { values } of streamXlsxRows(await readFile(process.argv[2]!))) seen.takeCells(values);
report({ rows: seen.rows, chars: seen.chars });
