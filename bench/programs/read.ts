/** Reads a file with the reader of trace. */
import { openSource } from '../../src/sheets/open.ts';
import { report, Seen } from './seen.ts';

const file = process.argv[2]!;
const onFinding = () => {
  throw new Error(`${file} is not sound`);
};
const seen = new Seen();
const source = await openSource(file, {}, { stdin: process.stdin, onFinding });
for await (const batch of source!.sheets[0]!.rows(onFinding))
  for (const { cells } of batch) seen.takeCells(cells);
await source!.close();
report({ rows: seen.rows, chars: seen.chars });
