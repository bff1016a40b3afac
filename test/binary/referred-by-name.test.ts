import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/findings/finding.ts';
import { expectEnd, folderWith } from '../cli/commands/harness.ts';
import {
  component,
  componentBody,
  csvOf,
  product,
  productBody,
  supplier,
  supplierBody,
} from '../cli/commands/sheets.ts';
import { runTrace } from './harness.ts';

const MAP = `version: 1
sheets:
  - file: suppliers*.csv
    kind: supplier
  - file: products.csv
    kind: product
  - file: components.csv
    kind: component
    columns:
      Fournisseur: supplierRef
    references:
      Fournisseur: name
`;

const suppliers = (names: Readonly<Record<string, string>>): string =>
  csvOf(
    supplier,
    Object.entries(names).map(([ref, name]) => supplierBody(ref, { name })),
  );

/** Components whose suppliers are the texts, in a column with a header of the export. */
const components = (texts: readonly string[]): string =>
  csvOf(
    component,
    texts.map((text, at) => componentBody(`C-${at + 1}`, 'R-1', text)),
  ).replace('supplierRef', 'Fournisseur');

const KNOWN = { 'F-1': 'Tissages du Nord', 'F-2': 'Mercerie Durand', 'F-3': 'Durand' };
/** The components come before the suppliers whose names they have. */
const FILES = ['components.csv', 'products.csv', 'suppliers.csv'];

const folder = (texts: readonly string[], names: Readonly<Record<string, string>> = KNOWN): Promise<string> =>
  folderWith({
    'components.csv': components(texts),
    'products.csv': csvOf(product, [productBody('R-1', 'F-1')]),
    'suppliers.csv': suppliers(names),
    'trace.map.yaml': MAP,
  });

/** The errors of a check: the number of the row, and the message with its suggestion. */
const errors = (stdout: string): [number, string][] =>
  (JSON.parse(stdout).findings as Finding[])
    .filter(({ severity }) => severity === 'error')
    .map(({ origin, message, suggestion }) => [origin.row!, `${message} → ${suggestion}`]);

test('references that are given as names of suppliers are sent as their keys', async () => {
  const cwd = await folder(['Mercerie Durand', ' Tissages du Nord ', 'Durand']);
  const plain = csvOf(
    component,
    ['F-2', 'F-1', 'F-3'].map((ref, at) => componentBody(`C-${at + 1}`, 'R-1', ref)),
  );
  const sent = await runTrace(['import', ...FILES, '--json'], cwd);
  expect([sent.code, JSON.parse(sent.stdout).totals], sent.stderr).toEqual([
    0,
    expect.objectContaining({ created: 7 }),
  ]);
  await writeFile(join(cwd, 'plain.csv'), plain);
  await writeFile(
    join(cwd, 'trace.map.yaml'),
    MAP.replace('components.csv', 'plain.csv').split('    columns')[0]!,
  );
  const same = await runTrace(['import', 'plain.csv', ...FILES.slice(1), '--json'], cwd);
  expect(JSON.parse(same.stdout).totals, same.stderr).toMatchObject({ created: 0, unchanged: 7 });
});

test('a key before the name of its record is sent, and a key before another name is an error', async () => {
  const cwd = await folder(['F-2 Mercerie Durand', 'F-1 - Tissages du Nord', 'F-1 Durand']);
  const { stdout, stderr } = await runTrace(['check', ...FILES, '--json'], cwd);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  const own = findings.filter(({ code }) => code === 'reference-with-name');
  expect(
    own.map(({ severity, message }) => [severity, message]),
    stderr,
  ).toEqual([
    ['fixed', '"F-2 Mercerie Durand" → "F-2"'],
    ['fixed', '"F-1 - Tissages du Nord" → "F-1"'],
  ]);
  expect(errors(stdout).map(([row]) => row)).toEqual([4]);
});

test('an unknown or ambiguous name of a supplier is an error with the line to add to the map file', async () => {
  const names = { ...KNOWN, 'F-4': 'Durand' };
  const cwd = await folder(['durand', 'Durand', 'Mercerie Duran', 'F-1'], names);
  const { code, stdout, stderr } = await runTrace(['check', ...FILES, '--json'], cwd);
  expect([code, errors(stdout)], stderr).toMatchInlineSnapshot(`
    [
      3,
      [
        [
          2,
          "no supplier of the input has the name "durand" → did you mean "Durand"? If not, in trace.map.yaml, in the sheet of line 7, add values: { supplierRef: { durand: VALUE } } (VALUE is the key of the record)",
        ],
        [
          3,
          "2 records have the name "Durand": "F-3", "F-4" → in trace.map.yaml, in the sheet of line 7, add values: { supplierRef: { Durand: VALUE } } (VALUE is the key of the record)",
        ],
        [
          4,
          "no supplier of the input has the name "Mercerie Duran" → did you mean "Mercerie Durand"? If not, in trace.map.yaml, in the sheet of line 7, add values: { supplierRef: { Mercerie Duran: VALUE } } (VALUE is the key of the record)",
        ],
        [
          5,
          "no supplier of the input has the name "F-1" → in trace.map.yaml, in the sheet of line 7, add values: { supplierRef: { F-1: VALUE } } (VALUE is the key of the record)",
        ],
      ],
    ]
  `);
  const answers = 'values: { Fournisseur: { durand: F-3, Durand: F-4, Mercerie Duran: F-2, "F-1": F-1 } }';
  await writeFile(join(cwd, 'trace.map.yaml'), `${MAP}    ${answers}\n`);
  const sent = await runTrace(['import', ...FILES, '--json'], cwd);
  expect([sent.code, JSON.parse(sent.stdout).totals], sent.stderr).toEqual([
    0,
    expect.objectContaining({ created: 9 }),
  ]);
});

test('a map file is invalid if "references" names an unknown field or a field that is not a reference', async () => {
  const cwd = await folder(['Durand']);
  for (const [references, problem] of [
    ['Fournisseur: nom', '"nom" is not a text of a supplier; known: '],
    ['componentWeight: name', 'the field does not refer to a record by one key'],
    ['productRef: name', 'the field does not refer to a record by one key'],
  ]) {
    await writeFile(join(cwd, 'trace.map.yaml'), MAP.replace('Fournisseur: name', references!));
    expectEnd(await runTrace(['check', ...FILES], cwd), 2, problem!);
  }
});

test('names of suppliers are found in rows that --only does not send', async () => {
  const cwd = await folder(['Durand']);
  const only = await runTrace(['import', ...FILES.slice(1), '--json'], cwd);
  expect(JSON.parse(only.stdout).totals, only.stderr).toMatchObject({ created: 4 });
  const argv = ['import', ...FILES, '--only', 'components', '--json'];
  const { code, stdout, stderr } = await runTrace(argv, cwd);
  expect([code, JSON.parse(stdout).totals], stderr).toEqual([0, expect.objectContaining({ created: 1 })]);
});

test('the sheet with the names can come from standard input, before or after the sheet that refers to them', async () => {
  const cwd = await folder(['Durand']);
  const map = MAP.replace('file: suppliers*.csv', 'sheet: standard input');
  await writeFile(join(cwd, 'trace.map.yaml'), map);
  for (const files of [FILES.slice(0, 2).concat('-'), ['-', ...FILES.slice(0, 2)]]) {
    const asked = ['check', ...files, '--map', 'trace.map.yaml', '--json'];
    const { code, stdout, stderr } = await runTrace(asked, cwd, {}, suppliers(KNOWN));
    expect([code, errors(stdout)], stderr).toEqual([0, []]);
  }
});

describe('the collection of a component is that of its product', () => {
  const OF_PRODUCT = MAP.split('    columns')[0]!.concat(`    keys:
      productCollectionRef: "{product.productCollectionRef}"
`);
  const products = (collections: Readonly<Record<string, readonly string[]>>) =>
    csvOf(
      product,
      Object.entries(collections).flatMap(([ref, own]) =>
        own.map((one) => productBody(ref, 'F-1', { productCollectionRef: one })),
      ),
    );
  /** Components without a column for the collection, whose products are these. */
  const parts = (refs: readonly string[]) =>
    csvOf(
      component,
      refs.map((ref, at) => {
        const { productCollectionRef: _, ...body } = componentBody(`C-${at + 1}`, ref, 'F-2');
        return body;
      }),
    );
  const files = (refs: readonly string[], collections: Readonly<Record<string, readonly string[]>>) => ({
    'components.csv': parts(refs),
    'products.csv': products(collections),
    'suppliers.csv': suppliers(KNOWN),
  });

  test('trace map proposes it, and the components are sent with it', async () => {
    const cwd = await folderWith(files(['R-1', 'R-2', 'R-1'], { 'R-1': ['AH26'], 'R-2': ['SS27'] }));
    const mapped = await runTrace(['map', ...FILES, '--out', 'trace.map.yaml', '--accept', 'likely'], cwd);
    expect(mapped.stderr).not.toContain('question');
    expect(await readFile(join(cwd, 'trace.map.yaml'), 'utf8')).toContain(
      'productCollectionRef: "{product.productCollectionRef}"',
    );
    const sent = await runTrace(['import', ...FILES, '--json'], cwd);
    expect([sent.code, JSON.parse(sent.stdout).totals.created], sent.stderr).toEqual([0, 8]);
  });

  test('a product with two collections, and one that the input lacks, are errors with their cells', async () => {
    const own = files(['R-1', 'R-2', 'R-3', ''], { 'R-1': ['AH26'], 'R-2': ['AH26', 'SS27'] });
    const cwd = await folderWith({ ...own, 'trace.map.yaml': OF_PRODUCT });
    const { stdout } = await runTrace(['check', ...FILES, '--json'], cwd);
    const found = (JSON.parse(stdout).findings as Finding[]).filter(({ code }) => code === 'map-key');
    expect(found.map(({ origin, message }) => [origin.row, message])).toEqual([
      [3, '2 records have the productRef "R-2": "AH26", "SS27"'],
      [4, 'no product of the input has the productRef "R-3"'],
      [5, 'the map file builds productCollectionRef from "productRef", which is blank'],
    ]);
  });
});
