/** Inflates every part of a workbook and deflates it again into a file, at the level of copies: the least that an edited copy costs. */
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import { fromFdPromise } from 'yauzl';

const [from, to] = process.argv.slice(2) as [string, string];
const handle = await open(from);
const out = await open(to, 'w');
const zip = await fromFdPromise(handle.fd, { autoClose: false });
let bytes = 0;
for await (const entry of zip.eachEntry()) {
  const inflated: Readable = await zip.openReadStreamPromise(entry);
  await pipeline(
    inflated,
    createDeflateRaw({ level: 1, chunkSize: 64 * 1024 }),
    async (packed: AsyncIterable<Buffer>) => {
      for await (const chunk of packed) bytes += (await out.write(chunk)).bytesWritten;
    },
  );
}
await out.close();
await handle.close();
if (bytes === 0) throw new Error('an empty workbook');
