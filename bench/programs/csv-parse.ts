/** Reads a CSV with csv-parse. With `zod`, also turns each row into a body and checks it with the interface's schema. */
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { report, Seen } from './seen.ts';

const [, , file, zod] = process.argv;
const check = zod === undefined ? undefined : (await import('./zod-check.ts')).checkCells;
const seen = new Seen();
for await (const cells of createReadStream(file!).pipe(parse())) {
  if (check && seen.rows >= 0) check(cells as string[]);
  seen.takeCells(cells as string[]);
}
report({ rows: seen.rows, chars: seen.chars });
