import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectEnd, findingsIn, folderWith } from '../cli/commands/harness.ts';
import { inflated, partsOf } from '../sheets/annotate/annotated.ts';
import { runTrace } from './harness.ts';

const MAP = `version: 1
sheets:
  - file: lieferanten-*.csv
    kind: supplier
    columns: { Nummer: supplierRef, Firma: name, Art: category, Land: address.country, Lauf: ignore }
    values: { category: { Lager: OTHER - Warehouse, Karton: OTHER - Packaging } }
  - file: artikel.csv
    kind: product
    columns: { Artikel: productRef, Lieferant: supplierRef, Saison: productCollectionRef, Gruppe: category }
`;
const SUPPLIERS =
  'Nummer;Firma;Art;Land;Lauf\nF-1;Weberei;Lager;Deutschland;1\nF-2;Karton AG;Kartn;Atlantis;1\n';
const PRODUCTS = 'Artikel;Lieferant;Saison;Gruppe\nA-1;F-1;SS27;DRESSES\nA-2;F-9;SS27;DRESES\n';

/** The findings of a check by file and code, without the notices of the copy. */
async function found(files: readonly string[], cwd: string, ...flags: readonly string[]) {
  const { stdout, code } = await runTrace(
    ['check', ...files, '--family', 'STANDARD', '--json', ...flags],
    cwd,
  );
  const own = findingsIn(stdout).filter(({ severity }) => severity !== 'notice');
  return { code, findings: own.map((one) => `${one.severity} ${one.code} ${one.origin.row}`).sort() };
}

test('check reads annotated copies with the map file of their original, and names that file if it is gone', async () => {
  const cwd = await folderWith({
    'm.yaml': MAP,
    'lieferanten-2026-01.csv': SUPPLIERS,
    'artikel.csv': PRODUCTS,
  });
  const files = ['lieferanten-2026-01.csv', 'artikel.csv'];
  const original = await found(files, cwd, '--map', 'm.yaml', '--batch', 'B1');
  expect(original.code).toBe(3);
  expect(original.findings.join()).toContain('error country-unknown');
  await mkdir(join(cwd, 'back'));
  const made = await runTrace(
    [
      ...['check', ...files, '--map', 'm.yaml'],
      ...['--family', 'STANDARD', '--batch', 'B1', '--annotate', 'back/copy.xlsx'],
    ],
    cwd,
  );
  expect(made.code).toBe(3);
  const copies = ['back/copy-lieferanten-2026-01.xlsx', 'back/copy-artikel.xlsx'];
  expect(await found(copies, cwd, '--batch', 'B1')).toEqual(original);
  // Its first sheet counts the findings of this file.
  const parts = [...partsOf(await readFile(join(cwd, copies[1]!))).values()].map((part) =>
    inflated(part).toString(),
  );
  expect(parts.join('')).toMatch(/In this file: Must be fixed 2, For information 1/);
  // A map file that is gone is named, not guessed.
  await rename(join(cwd, 'm.yaml'), join(cwd, 'other.yaml'));
  expectEnd(await runTrace(['check', ...copies], cwd), 2, 'map file m.yaml, which is not there');
  expect(await found(copies, cwd, '--batch', 'B1', '--map', 'other.yaml')).toEqual(original);
});

test('the notes of an annotated copy use the column names of the file and give no lines for the map file', async () => {
  const cwd = await folderWith({
    'm.yaml': `version: 1
sheets:
  - file: teile.csv
    kind: component
    columns: { Teil: componentRef, Artikel: productRef, Lieferant: supplierRef, Gruppe: category, Gewicht: componentWeight }
`,
    'teile.csv': 'Teil;Artikel;Lieferant;Gruppe;Gewicht\nT-1;;F-1;Knöpf;-5\n',
  });
  await runTrace(['check', 'teile.csv', '--map', 'm.yaml', '--annotate', 'copy.xlsx'], cwd);
  const parts = partsOf(await readFile(join(cwd, 'copy.xlsx')));
  const notes = inflated(parts.get('xl/comments1.xml')!).toString();
  for (const said of [/&quot;Artikel&quot; is missing/, /&quot;Gewicht&quot; is -5/, /Its name is type or /])
    expect(notes).toMatch(said);
  expect(notes).not.toMatch(/add (?:columns|values|constants):/);
});
