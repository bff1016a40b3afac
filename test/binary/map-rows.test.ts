import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { componentBody, constantLines, filesWith } from '../cli/commands/sheets.ts';
import { runBinary } from './harness.ts';

const bodies = [
  componentBody('C-1', 'R-1', 'F-1', {
    componentWeight: 120,
    lotReferences: ['L-1', 'L-2', 'L-3'],
    composition: [
      { material: 'COTTON', percentage: 95 },
      { material: 'ELASTANE', percentage: 5 },
    ],
  }),
  componentBody('C-2', 'R-1', 'F-1', {
    componentWeight: 80,
    composition: [{ material: 'LINEN', percentage: 100 }],
  }),
];
const clean = filesWith(bodies);

/** Two header rows below a title, a row for each delivery, a weight without a unit, and several lots in a cell. */
const LINES = `${[
  'Nomenclature 31/10/2026;;;;;;;',
  'Identification;;;Composition 1;;Composition 2;;Informations',
  'Réf. composant;Réf. produit;Poids;Matière;%;Matière;%;Lots',
  'C-1;R-1;120;COTTON;95;ELASTANE;5;L-1, L-2',
  ';;;;;;;L-3',
  'C-2;R-1;80;LINEN;100;;;',
  'Total;;200;;;;;',
].join('\n')}\n`;

const [first] = bodies;
const constants = constantLines(first!, ['componentRef', 'productRef']);

test('two header rows and rows of one record are proposed; the answers send what clean files send, nothing before', async () => {
  const cwd = await folderWith({ ...clean, 'components.csv': LINES });
  const before = await runBinary(['import', ...Object.keys(clean), '--json'], cwd);
  expect(JSON.parse(before.stdout).totals, before.stderr).toMatchObject({ created: 4 });
  const MAP = join(cwd, 'trace.map.yaml');
  const proposed = await runBinary(['map', 'components.csv', '--yes', '--interface', 'v2'], cwd);
  expect(proposed.code, proposed.stderr).toBe(3);
  const text = await readFile(MAP, 'utf8');
  expect(text).toContain(
    '    headerRow: [ 2, 3 ]\n    groupBy: [ Identification / Réf. composant, Identification / Réf. produit ]\n',
  );
  expect(text).toMatch(/Identification \/ Poids: "\?"/);
  await writeFile(
    MAP,
    text.replace(/^ {4}# constants:\n(?: {4}# {3}.*\n)+/m, `    constants:\n${constants}`),
  );
  const early = await runBinary(['import', 'components.csv', '--skip-invalid', '--json'], cwd);
  expect(JSON.parse(early.stdout).totals, early.stderr).toMatchObject({ created: 0, unchanged: 0 });

  const answered = (await readFile(MAP, 'utf8'))
    .replace('Identification / Poids: "?"', 'Identification / Poids: componentWeight')
    .replace(/# separators:\n +# +(.*): \?.*$/m, 'separators:\n      $1: ","');
  await writeFile(MAP, `${answered}    units:\n      Identification / Poids: g\n`);
  const { code, stdout, stderr } = await runBinary(['import', 'components.csv', '--json'], cwd);
  expect([code, JSON.parse(stdout).totals], stderr + stdout.slice(0, 3000)).toEqual([
    0,
    expect.objectContaining({ unchanged: 2, created: 0 }),
  ]);
});

test('a header of two rows is skipped when it comes again, row by row; a part of it is not', async () => {
  const map = `version: 1
sheets:
  - file: suppliers.csv
    kind: supplier
    headerRow: [1, 2]
    columns:
      Identification / Code: supplierRef
      Identification / Nom: name
      Site / Pays: address.country
      Site / Ville: address.city
`;
  const headers = ['Identification;;Site;', 'Code;Nom;Pays;Ville'];
  const skipped = async (...rows: readonly string[]) => {
    const text = [...headers, 'S1;Filature;FR;Lille', ...rows].join('\n');
    const cwd = await folderWith({ 'suppliers.csv': `${text}\n`, 'trace.map.yaml': map });
    const { stdout, stderr } = await runBinary(['check', 'suppliers.csv', '--json'], cwd);
    const findings = JSON.parse(stdout).findings as { code: string; origin: { row: number } }[];
    expect(findings, stderr).toBeDefined();
    return findings.filter(({ code }) => code === 'row-skipped').map(({ origin }) => origin.row);
  };
  expect(await skipped(...headers, 'S2;Tissage;FR;Roubaix')).toEqual([4, 5]);
  expect(await skipped(';Nom;Pays;', 'S2;Tissage;FR;Roubaix')).toEqual([]);
});
