import { expect, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { SLOW } from '../effort.ts';
import { BATCH_LAYOUTS, PLAIN_GRIDS } from '../layouts/batch-layouts.ts';
import { fileName, writeGrids } from '../layouts/write.ts';
import { requestsOf } from './formats.ts';

/** Suppliers, packaging, products and components of the batch. */
const RECORDS = 572;

let plain: readonly string[] | undefined;

/** The requests of the batch with one header row, and a row for each record. */
async function plainBodies(): Promise<readonly string[]> {
  if (plain) return plain;
  const cwd = await folderWith({ 'plain.xlsx': writeGrids(PLAIN_GRIDS, 'xlsx') });
  const { code, bodies, stderr } = await requestsOf(['plain.xlsx'], [], cwd);
  expect([code, bodies.length], stderr).toEqual([0, RECORDS]);
  plain = bodies;
  return bodies;
}

// Every third in `npm test`, every second in `npm run test:slow`: some of each layout and format.
const tried = BATCH_LAYOUTS.filter((_, at) => at % (SLOW ? 2 : 3) === 0);

test.each(tried)('the batch as $name sends the same bytes', async ({ format, grids, map }) => {
  const file = fileName(format);
  const cwd = await folderWith({ [file]: writeGrids(grids, format), ...(map && { 'trace.map.yaml': map }) });
  const { code, bodies, stderr } = await requestsOf([file], [], cwd);
  expect(code, stderr).toBe(0);
  expect(bodies).toEqual(await plainBodies());
});
