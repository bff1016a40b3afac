import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findingsIn, folderWith } from '../cli/commands/harness.ts';
import { csvOf, product, productBody, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { runTrace } from './harness.ts';

const HEADER = 'Modell;Saison;Komponente;Kategorie;Zusammensetzung;Lieferant';
const ROWS = [
  'C-1;MAIN FABRIC (WOVEN);60% COTTON 40% COW LEATHER;F-1',
  'C-2;BUTTONS;100% POLYESTER;F-1',
  'C-3;BUTTONS;100% KERATIN;F-1',
  'C-4;UPPERS;50% COW LEATHER 50% COTTON;F-1',
];

const map = (values: string): string => `version: 1
sheets:
  - file: lieferanten.csv
    kind: supplier
  - file: modelle.csv
    kind: product
  - file: teile.csv
    kind: component
    columns:
      Modell: productRef
      Saison: productCollectionRef
      Komponente: componentRef
      Kategorie: category
      Zusammensetzung: composition
      Lieferant: supplierRef
    keys:
      type: "{composition}"
${values}`;

const folder = (values = ''): Promise<string> => {
  const { productCollectionRef: season, productColorCode: _, ...body } = productBody('R-1', 'F-1');
  return folderWith({
    'lieferanten.csv': csvOf(supplier, [supplierBody('F-1')]),
    'modelle.csv': csvOf(product, [{ ...body, productCollectionRef: season! }]),
    'teile.csv': [HEADER, ...ROWS.map((row) => `R-1;${season};${row}`), ''].join('\r\n'),
    'materials.txt': 'COTTON\nCOW LEATHER\nPOLYESTER\nKERATIN\n',
    'trace.map.yaml': map(values),
  });
};
const FILES = ['lieferanten.csv', 'modelle.csv', 'teile.csv'];
const RUN = ['--family', 'STANDARD', '--batch', 'B-1', '--json'];

test('the type of a component is that of its main material, and an error names a material that says none', async () => {
  const cwd = await folder();
  await runTrace(['taxonomy', 'add', 'materials', 'materials.txt'], cwd);
  const checked = await runTrace(['check', ...FILES, ...RUN], cwd);
  const errors = findingsIn(checked.stdout).filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code, origin, field }) => [code, `${origin.column}${origin.row}`, field])).toEqual([
    ['map-key', 'E4', 'type'],
    ['map-key', 'E5', 'type'],
  ]);
  expect(errors[0]!.message).toContain('"KERATIN"');
  expect(errors[0]!.suggestion).toContain('KERATIN: VALUE');
  expect(errors[1]!.message).toContain('"COW LEATHER", "COTTON"');
});

test('a map file gives types to materials', async () => {
  const cwd = await folder('    values:\n      type:\n        KERATIN: OTHER\n        COTTON: LEATHER\n');
  await runTrace(['taxonomy', 'add', 'materials', 'materials.txt'], cwd);
  const { stdout, code } = await runTrace(['import', ...FILES, ...RUN, '--yes'], cwd);
  expect([code, JSON.parse(stdout).totals]).toMatchObject([0, { created: 6 }]);
});

test('`trace map` proposes it if a sheet has compositions and no type', async () => {
  const cwd = await folder();
  await rm(join(cwd, 'trace.map.yaml'));
  const { stdout } = await runTrace(['map', ...FILES, '--json'], cwd);
  const { sheets } = JSON.parse(stdout);
  const { fields } = sheets.find(({ file }: { file: string }) => file.endsWith('teile.csv'));
  expect(fields).toMatchObject([{ field: 'type', template: '{composition}' }]);
});
