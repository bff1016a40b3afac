import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findingsIn, folderWith } from '../cli/commands/harness.ts';
import { component, componentBody, csvOf } from '../cli/commands/sheets.ts';
import { inflated, partsOf } from '../sheets/annotate/annotated.ts';
import { runTrace } from './harness.ts';

const MAINS = [
  'MAIN FABRIC (WOVEN)',
  'MAIN FABRIC (KNITTED)',
  'MAIN COMPONENT (LEATHER)',
  'MAIN COMPONENT (FUR)',
];
const MAIN = MAINS.map((value) => JSON.stringify(value)).join(' or ');

test('check suggests a value by its words or its translation before one with similar letters', async () => {
  const words: readonly [type: string, category: string, suggested: readonly string[]][] = [
    ['tissu', 'MAIN', ['"TEXTILE"', MAIN]],
    ['fabric', 'Main', ['"TEXTILE"', MAIN]],
    ['stoff', 'SLIDER', ['"TEXTILE"', '"ZIP SLIDER" or "RINGS & CHIVES"']],
    ['tela', 'ZIP', ['"TEXTILE"', '"ZIPS"']],
    ['tessuto', 'BUTONS', ['"TEXTILE"', '"BUTTONS"']],
  ];
  const rows = words.map(([type, category], at) =>
    componentBody(`C${at}`, 'ROB-1', 'F1', { type, category }),
  );
  const cwd = await folderWith({ 'parts.csv': csvOf(component, rows) });
  const argv = ['check', 'parts.csv', '--external-refs', '--json', '--annotate', 'notes.xlsx'];
  const { code, stdout } = await runTrace(argv, cwd);
  const told = findingsIn(stdout).filter((one) => one.code === 'not-in-list');
  const expected = words.flatMap(([, , suggested]) => suggested.map((value) => `did you mean ${value}?`));
  expect([code, told.map(({ suggestion }) => suggestion)]).toEqual([3, expected]);
  const parts = partsOf(await readFile(path.join(cwd, 'notes.xlsx')));
  const notes = inflated(parts.get('xl/comments1.xml')!).toString('utf8');
  expect(notes).toContain(`→ Write ${MAIN.replaceAll('"', '&quot;')} if that is what you mean.`);
  expect(notes).not.toContain('CHAIN&quot;');
});

test('trace map offers for a word the values of the list that contain it', async () => {
  const rows = ['MAIN', 'SLIDER'].map((category) => componentBody('C1', 'ROB-1', 'F1', { category }));
  const cwd = await folderWith({ 'parts.csv': csvOf(component, rows) });
  const { stdout } = await runTrace(['map', 'parts.csv', '--json'], cwd);
  const candidates = new Map(
    (JSON.parse(stdout) as { sheets: { words: { word: string; candidates: string[] }[] }[] }).sheets
      .flatMap(({ words }) => words)
      .map((one) => [one.word, one.candidates]),
  );
  expect(candidates.get('MAIN')).toEqual(expect.arrayContaining(MAINS));
  expect(candidates.get('SLIDER')).toEqual(['ZIP SLIDER', 'RINGS & CHIVES']);
});

test.each(['Famille', 'Contact', 'Fabrication', 'Code matière'])(
  'check proposes no new name for the header "%s", which is too unlike all fields',
  async (header) => {
    const below = `;${header}\n${'x;'.repeat(5)}Cuir\n`;
    const files = {
      'suppliers.csv': `supplierRef;name;category;address.country${below}`,
      'products.csv': `productRef;productCollectionRef;category;weight;supplierRef${below}`,
      'components.csv': `componentRef;productRef;productCollectionRef;Matière 1;supplierRef${below}`,
    };
    const cwd = await folderWith(files);
    const { stdout } = await runTrace(['check', ...Object.keys(files)], cwd, { COLUMNS: '500' });
    expect(stdout).toContain(`named "${header}"`);
    expect(stdout).not.toMatch(/most likely|rename (?:it|column \w+|the column .*) to/i);
  },
);
