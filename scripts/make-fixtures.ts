import { pathToFileURL } from 'node:url';
import { writeWorkbook } from '../src/sheets/workbook-writer.ts';
import { type Made, writeOrCheck } from './committed.ts';
import { batchRecords } from './fixtures/batch.ts';
import { brokenWorkbook } from './fixtures/broken.ts';
import { exportedFixtures } from './fixtures/exports/systems.ts';
import { frenchFiles } from './fixtures/french.ts';
import { batchWorkbook } from './fixtures/sheets.ts';
import { v3Records, v3Workbook } from './fixtures/v3.ts';

/** The fixtures that the repository contains. */
export async function madeFixtures(): Promise<Made> {
  const made = new Map<string, Uint8Array>();
  const records = batchRecords();
  made.set('fixtures/batch/maison-aurore.xlsx', await writeWorkbook(batchWorkbook(records)));
  for (const [file, bytes] of frenchFiles(records)) made.set(`fixtures/batch-fr/${file}`, bytes);
  for (const [file, bytes] of await exportedFixtures(records)) made.set(`fixtures/mapped/${file}`, bytes);
  made.set('fixtures/v3/maison-aurore-v3.xlsx', await writeWorkbook(v3Workbook(v3Records())));
  const { workbook, expected } = brokenWorkbook();
  made.set('fixtures/broken/maison-aurore.xlsx', await writeWorkbook(workbook));
  const lines = expected.map((finding) => `  ${JSON.stringify(finding)}`);
  made.set('fixtures/broken/expected.json', Buffer.from(`[\n${lines.join(',\n')}\n]\n`));
  return made;
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  process.exitCode = writeOrCheck(await madeFixtures(), 'node scripts/make-fixtures.ts');
}
