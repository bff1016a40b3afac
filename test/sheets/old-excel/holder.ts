/** Opens an old workbook and prints the id of the process that reads it. A test kills this process meanwhile. */
import { open, stat } from 'node:fs/promises';
import { DEFAULT_LIMITS } from '../../../src/sheets/limits.ts';
import { openOldExcel } from '../../../src/sheets/old-excel/open.ts';

const [file, temporaryFolder] = process.argv.slice(2) as [string, string];
const handle = await open(file, 'r');
const { size } = await stat(file);
const onSpawn = (pid: number) => {
  process.stdout.write(`${pid}\n`);
  // This process neither reads what the reader writes nor ends by itself: the test kills it.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
await openOldExcel(
  { file, handle, size, close: () => handle.close() },
  'xls',
  DEFAULT_LIMITS,
  { temporaryFolder, onFinding: () => {} },
  { onSpawn },
);
