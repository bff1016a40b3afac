/** Reads a CSV with udsv, which does not report rows of other lengths. */
import { createReadStream } from 'node:fs';
import { inferSchema, initParser, type Parser } from 'udsv';
import { report, Seen } from './seen.ts';

const seen = new Seen(0);
let parser: Parser | undefined;
for await (const chunk of createReadStream(process.argv[2]!, 'utf8') as AsyncIterable<string>) {
  parser ??= initParser(inferSchema(chunk));
  parser.chunk<string[]>(chunk, parser.stringArrs, (cells) => seen.takeCells(cells));
}
parser!.end();
report({ rows: seen.rows, chars: seen.chars });
