import { expect, test } from 'vitest';
import { createsOf, findingsIn, sandboxFolder } from '../cli/commands/harness.ts';
import {
  component,
  componentBody,
  csvOf,
  product,
  productBody,
  supplier,
  supplierBody,
} from '../cli/commands/sheets.ts';
import type { GridCell } from '../layouts/grid.ts';
import { writeGrids } from '../layouts/write.ts';
import { runTrace } from './harness.ts';

type Rows = readonly (readonly GridCell[])[];

const rowsOf = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));

const names = ['F-1', 'F-2'].map((ref) =>
  supplierBody(ref, { name: 'Filature Duval', address: { country: 'FR' } }),
);
const suppliers = rowsOf(csvOf(supplier, names));
const products = rowsOf(csvOf(product, [productBody('R-1', 'F-1')]));
const components = rowsOf(csvOf(component, [componentBody('C-1', 'R-1', 'F-1')]));
const [headers] = suppliers as [string[]];

/** The suppliers, and the product with another text for its supplier. */
const withReference = (to: string): Readonly<Record<string, Rows>> => ({
  Suppliers: suppliers,
  Products: products.map((row) => row.map((cell) => (cell === 'F-1' ? to : cell))),
});

const DUTCH: Readonly<Record<string, string>> = {
  supplierRef: 'Leverancier',
  name: 'Naam',
  category: 'Soort',
  'address.country': 'Land',
};

/** Sheets that no person would send, with the code of a finding and a part of its message. */
const BLOCKED: readonly [string, Readonly<Record<string, Rows>>, string, RegExp][] = [
  [
    'a transposed sheet',
    { Suppliers: headers.map((_, at) => suppliers.map((row) => row[at]!)) },
    'sheet-transposed',
    /the sheet is transposed/,
  ],
  ['a second table', { Suppliers: [...suppliers, ...products] }, 'second-table', /of products/],
  [
    'a second table below a blank row',
    { Suppliers: [...suppliers, [], ...components] },
    'rows-above-header',
    /2 rows above the header row 5 are not read/,
  ],
  [
    'a second table with headers of another language',
    {
      Suppliers: [...suppliers, [], ['Référence produit', 'Désignation', 'Catégorie'], ['R-1', 'Robe', 'x']],
    },
    'second-table',
    /of products/,
  ],
  [
    'a second table with headers of a language that trace does not know',
    { Suppliers: [...suppliers, [], headers.map((header) => DUTCH[header] ?? 'Overig'), suppliers[1]!] },
    'second-table',
    /looks like the header row of a second table/,
  ],
  ['references that differ by a prefix', withReference('1'), 'reference-unknown', /supplier 1 is neither/],
  [
    'a supplier by the name that two suppliers have',
    withReference('Filature Duval'),
    'reference-unknown',
    /supplier Filature Duval is neither in the input/,
  ],
];

test.each(BLOCKED)('%s: nothing is sent', async (_, sheets, code, message) => {
  const grids = Object.entries(sheets).map(([name, rows]) => ({ name, rows }));
  const { mock, cwd } = await sandboxFolder({ 'batch.xlsx': writeGrids(grids, 'xlsx') });
  const run = await runTrace(['import', 'batch.xlsx', '--env', 'sandbox', '--json'], cwd);
  const errors = findingsIn(run.stdout).filter(({ severity }) => severity === 'error');
  expect([run.code, createsOf(mock)]).toEqual([3, 0]);
  expect(errors.map((one) => one.code)).toContain(code);
  expect(errors.find((one) => one.code === code)?.message).toMatch(message);
});
