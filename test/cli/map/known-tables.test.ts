import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, trace } from '../commands/harness.ts';

const rows = [
  'Artikelnr.;Kollektion;Farbnr.;Warengruppe;Lieferantennr.;Firma;Tätigkeit;Ort;Land',
  'A-100;AH26;001;SHIRTS;F-01;Weberei Nord;TRANSFORMATION - Weaving;Hamburg;DE',
  'A-101;AH26;002;SKIRTS;F-02;Costa Lda;MANUFACTURING - Ready To Wear;Braga;PT',
  'A-102;AH26;002;SKIRTS;F-02;Costa Lda;MANUFACTURING - Ready To Wear;Braga;PT',
  ';;;;;;;;',
  'Audits;;;;;;;;',
  'Firma;Norm;Note;Datum;Land;;;;',
  'Costa Lda;BSCI;B;2025-06-12;PT;;;;',
  '',
].join('\n');

/** The lines about tables, each on one line. */
const tablesIn = ({ stdout }: { readonly stdout: string }) =>
  stdout.replaceAll('\n', ' ').match(/export: \w+, headers in row \d/g);

test('tables that trace map writes are read by check, and asked about again only if something is new', async () => {
  const cwd = await folderWith({ 'export.csv': rows });
  const mapped = await trace(['map', 'export.csv', '--accept', 'likely'], { cwd });
  expect([mapped.code, tablesIn(mapped)]).toEqual([
    0,
    [
      'export: product, headers in row 1',
      'export: supplier, headers in row 1',
      'export: skip, headers in row 7',
    ],
  ]);
  const checked = await trace(['check', 'export.csv', '--family', 'STANDARD', '--batch', 'B-1'], { cwd });
  expect(checked.stdout + checked.stderr).toMatch(/checked 5 records: no errors/);
  const file = path.join(cwd, 'trace.map.yaml');
  const before = await readFile(file, 'utf8');
  const again = await trace(['map', 'export.csv', '--yes'], { cwd });
  expect([again.code, tablesIn(again)]).toEqual([
    0,
    ['export: product, headers in row 1', 'export: supplier, headers in row 1'],
  ]);
  expect(await readFile(file, 'utf8')).toBe(before);
});

test('tables of a map file get the new words of their own columns', async () => {
  const cwd = await folderWith({ 'export.csv': rows.split('\n').slice(0, 4).join('\n') });
  await trace(['map', 'export.csv', '--yes'], { cwd });
  await appendFile(path.join(cwd, 'export.csv'), '\nA-103;AH26;003;Hemden;F-03;Neu GmbH;Weberei;Celle;DE\n');
  await trace(['map', 'export.csv', '--yes'], { cwd });
  const text = await readFile(path.join(cwd, 'trace.map.yaml'), 'utf8');
  const [, product, supplier] = text.split('- kind: ');
  expect(product).toContain('Hemden: SHIRTS');
  expect(supplier).toContain('Weberei: TRANSFORMATION - Weaving');
  expect(product).not.toContain('Weberei');
});
