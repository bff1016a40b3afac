/** Counts the lines of a file: the least that reading it costs. */
import { createReadStream } from 'node:fs';

let count = 0;
for await (const chunk of createReadStream(process.argv[2]!) as AsyncIterable<Buffer>) {
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count++;
}
if (count < 2) throw new Error(`${count} lines`);
