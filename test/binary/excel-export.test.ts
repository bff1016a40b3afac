import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { expectEnd, sandboxFolder } from '../cli/commands/harness.ts';
import { csvOf, product, productBody, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { readFile as sheetsOf } from '../sheets/reading.ts';
import { runTrace } from './harness.ts';

/** A folder whose sandbox has studies of products with codes that Excel changes when it opens CSV. */
async function world() {
  const { cwd } = await sandboxFolder({
    'suppliers.csv': csvOf(supplier, [supplierBody('FRN-1', {})]),
    'products.csv': csvOf(
      product,
      ['00123', '12E4'].map((ref) =>
        productBody(ref, 'FRN-1', { productColorCode: '0101', productCollectionRef: 'SS27' }),
      ),
    ),
  });
  const run = (...argv: string[]) => runTrace([...argv, '--env', 'sandbox'], cwd);
  expect((await run('import', 'suppliers.csv', 'products.csv')).code).toBe(0);
  return { cwd, run: (...argv: string[]) => run('studies', 'export', ...argv) };
}

const FRENCH = ['Identifiant de l’étude', 'Référence produit', 'Collection', 'Code couleur'];
const ENGLISH = ['studyId', 'productRef', 'brandCollectionName', 'colorCode'];

test('studies export --excel fr writes a workbook with French headers, whose codes are texts and keep zeros', async () => {
  const { cwd, run } = await world();
  const ran = await run('--excel', 'fr', '--out', 'fr/');
  expectEnd(ran, 0, '2 studies in fr/.');
  expect(ran.stderr).not.toContain('Excel changes');
  expect(await readdir(path.join(cwd, 'fr'))).toEqual(['studies.xlsx']);
  const book = await sheetsOf(path.join(cwd, 'fr', 'studies.xlsx'));
  const [head, ...studies] = book.sheets[0]!.rows.map(({ cells }) => cells.slice(0, 4));
  expect(head).toEqual(FRENCH);
  expect(studies.slice(0, 2).map((cells) => cells.slice(1))).toEqual([
    ['00123', 'SS27', '0101'],
    ['12E4', 'SS27', '0101'],
  ]);
  const data = await run('--excel', 'fr', '--data-headers', '--grain', 'study', '--lang', 'fr');
  expectEnd(data, 0, 'dans trace-studies.xlsx');
  const named = await sheetsOf(path.join(cwd, 'trace-studies.xlsx'));
  expect(named.sheets[0]!.rows[0]!.cells.slice(0, 4)).toEqual(ENGLISH);
});

test('studies export --excel: --out without an extension is a folder, and CSV gets a warning about its codes', async () => {
  const { cwd, run } = await world();
  await mkdir(path.join(cwd, 'there'));
  for (const [out, ...flags] of [['new'], ['there', '--grain', 'study'], ['one', '--grain', 'study']]) {
    expect((await run('--excel', 'fr', '--out', out!, ...flags)).code).toBe(0);
    expect((await stat(path.join(cwd, out!, 'studies.xlsx'))).isFile()).toBe(true);
  }
  const text = await run('--excel', 'fr', '--grain', 'study', '--out', 'f.csv');
  expectEnd(text, 0, 'Excel changes them when it opens CSV');
  expect(await readFile(path.join(cwd, 'f.csv'), 'utf8')).toMatch(`\ufeff${FRENCH.join(';')};`);
  const piped = await run('--excel', 'fr', '--grain', 'study', '--out', '-');
  expect(piped.stdout.startsWith(`\ufeff${FRENCH.join(';')};`)).toBe(true);
  expectEnd(await run('--excel', 'fr', '--out', 'f.json'), 2, '--excel applies to CSV files and workbooks');
});
