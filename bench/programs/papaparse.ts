/** Reads a CSV with papaparse. */
import { createReadStream } from 'node:fs';
import papa from 'papaparse';
import { report, Seen } from './seen.ts';

const seen = new Seen();
await new Promise<void>((resolve, reject) => {
  papa.parse<string[]>(createReadStream(process.argv[2]!), {
    chunk: ({ data, errors }) => {
      if (errors.length > 0) reject(new Error(errors[0]!.message));
      for (const cells of data) if (cells.length > 1) seen.takeCells(cells);
    },
    complete: () => resolve(),
    error: reject,
  });
});
report({ rows: seen.rows, chars: seen.chars });
