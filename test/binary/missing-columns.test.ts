import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findingsIn, folderWith } from '../cli/commands/harness.ts';
import { inflated, partsOf } from '../sheets/annotate/annotated.ts';
import { runTrace } from './harness.ts';

const HEADERS = 'Référence fournisseur;Raison sociale;Pays;Activité usine;Couleur';
const suppliers = (rows: number) =>
  [
    HEADERS,
    ...Array.from({ length: rows }, (_, at) => `F${at};Filature ${at};FR;OTHER - Warehouse;bleu`),
    '',
  ].join('\n');

/** The blocks of an output: a line with a severity, and what is indented below it. */
const blocks = (stdout: string): string[] =>
  stdout
    .split(/\n(?=\S)/)
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => /^(error|warning|fixed|notice) /.test(block));

describe('a column that is missing', () => {
  test('a missing column is reported once, at its sheet, with its rows', async () => {
    const cwd = await folderWith({ 'fournisseurs.csv': suppliers(51) });
    const argv = ['check', 'fournisseurs.csv', '--ignore-columns', 'Couleur'];
    const { code, stdout } = await runTrace(argv, cwd, { COLUMNS: '80' });
    expect([code, blocks(stdout).filter((one) => one.startsWith('error'))]).toEqual([
      3,
      [
        expect.stringMatching(
          /^error category \[header-missing\] .* → rename the column "Activité usine" to category or Activité$/,
        ),
        expect.stringMatching(/^error \(51 rows: 2–52\) projectType \[family-missing\]/),
        expect.stringMatching(
          /^error \(51 rows: 2–52\) importationBatch \[batch-missing\] .* → add a column importationBatch, or/,
        ),
        expect.stringMatching(
          /^error D1 \[header-unknown\] .* → rename the column "Activité usine" to category or Activité, or/,
        ),
      ],
    ]);
    expect(stdout).not.toMatch(/\bA\d/);
    const json = await runTrace([...argv, '--json'], cwd);
    const missing = findingsIn(json.stdout).filter((one) => one.code === 'family-missing');
    expect(missing.map(({ origin }) => [origin.row, origin.column])).toEqual(
      Array.from({ length: 51 }, (_, at) => [at + 2, null]),
    );
  });

  test('a missing column has notes on the headers of an annotated copy, and none on the cells below', async () => {
    const cwd = await folderWith({ 'fournisseurs.csv': suppliers(3) });
    await runTrace(['check', 'fournisseurs.csv', '--annotate', 'copie.xlsx'], cwd);
    const parts = partsOf(await readFile(path.join(cwd, 'copie.xlsx')));
    const notes = inflated(parts.get('xl/comments1.xml')!).toString('utf8');
    expect([...notes.matchAll(/<comment [^>]*ref="(\w+)"/g)].map(([, cell]) => cell)).toEqual([
      'A1',
      'D1',
      'E1',
    ]);
    expect(notes).toContain(
      'Rows 2–4: the family of the row is unknown.\n→ Add a column with this name, and fill it in for each row. ' +
        'Its name is projectType or Type de projet. Allowed: STANDARD,',
    );
    expect(notes).toContain('→ Rename the column &quot;Activité usine&quot; to category or Activité.');
  });
});

test('check prints notices after all errors, and the ignored columns of all files on one line', async () => {
  const files = {
    'suppliers.csv': suppliers(2),
    'fournisseurs.csv': suppliers(3).replace('Couleur', 'Teinte'),
  };
  const cwd = await folderWith({ ...files, 'empty.csv': 'supplierRef;name\n' });
  const argv = ['check', 'empty.csv', ...Object.keys(files), '--ignore-columns', 'Couleur,Teinte,Pays'];
  const said = blocks((await runTrace(argv, cwd, { COLUMNS: '80' })).stdout);
  const severities = said.map((block) => block.split(' ')[0]);
  expect(severities.slice(severities.indexOf('notice'))).not.toContain('error');
  expect(said.filter((block) => block.includes('column-ignored'))).toEqual([
    'notice 4 columns are ignored, and their values are not sent: suppliers.csv: "Pays", "Couleur"; fournisseurs.csv: "Pays", "Teinte" [column-ignored]',
  ]);
  expect(said.at(-1)).toMatch(/column-ignored/);
});
