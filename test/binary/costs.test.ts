import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import {
  component,
  componentBody,
  csvOf,
  product,
  productBody,
  supplier,
  supplierBody,
} from '../cli/commands/sheets.ts';
import { runBinary } from './harness.ts';

const ROWS = 15_000;

/** Notes the CPU time of the process that imports this module, which waiting for a busy machine does not lengthen. */
const MEASURED = `
import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync('cpu.json', JSON.stringify(process.cpuUsage())));
`;

test('check --external-refs needs at most 2.2 times the CPU of a check that also reads the referenced files', async () => {
  const refs = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}-${at}`);
  const [suppliers, products] = [refs('FRN', 300), refs('ROB', 600)];
  const cwd = await folderWith({
    'suppliers.csv': csvOf(
      supplier,
      suppliers.map((ref) => supplierBody(ref)),
    ),
    'products.csv': csvOf(
      product,
      products.map((ref, at) => productBody(ref, suppliers[at % 300]!)),
    ),
    'components.csv': csvOf(
      component,
      refs('CMP', ROWS).map((ref, at) => componentBody(ref, products[at % 600]!, suppliers[at % 300]!)),
    ),
    'measured.mjs': MEASURED,
  });
  const env = { NODE_OPTIONS: `--import ${pathToFileURL(path.join(cwd, 'measured.mjs'))}` };
  const cpuOf = async (...argv: readonly string[]) => {
    const { code, stdout } = await runBinary(['check', ...argv], cwd, env);
    expect([code, stdout]).toEqual([0, expect.stringContaining('no errors')]);
    const { user } = JSON.parse(await readFile(path.join(cwd, 'cpu.json'), 'utf8')) as { user: number };
    return user;
  };
  // The less busy of two runs each. It was 3.7 times as much.
  let [least, external] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < 2; run++) {
    least = Math.min(least, await cpuOf('suppliers.csv', 'products.csv', 'components.csv'));
    external = Math.min(external, await cpuOf('components.csv', '--external-refs'));
  }
  expect(external / least).toBeLessThan(2.2);
});
