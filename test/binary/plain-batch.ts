import { expect } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { PLAIN_GRIDS } from '../layouts/batch-layouts.ts';
import { writeGrids } from '../layouts/write.ts';
import { requestsOf } from './formats.ts';

/** Suppliers, packaging, products and components. */
const RECORDS = PLAIN_GRIDS.reduce((sum, { rows }) => sum + rows.length - 1, 0);

let plain: readonly string[] | undefined;

/** The requests of the batch with one header row, and a row for each record. */
export async function plainBodies(): Promise<readonly string[]> {
  if (plain) return plain;
  const cwd = await folderWith({ 'plain.xlsx': writeGrids(PLAIN_GRIDS, 'xlsx') });
  const { code, bodies, stderr } = await requestsOf(['plain.xlsx'], [], cwd);
  expect([code, bodies.length], stderr).toEqual([0, RECORDS]);
  plain = bodies;
  return bodies;
}
