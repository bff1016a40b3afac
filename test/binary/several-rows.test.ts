import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectEnd, folderWith } from '../cli/commands/harness.ts';
import { componentBody, constantLines, filesWith } from '../cli/commands/sheets.ts';
import { runTrace } from './harness.ts';

const bodies = [
  componentBody('C-1', 'R-1', 'F-1', {
    componentWeight: 120,
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
const MODELS = [...Object.keys(clean)].join(' ');

const [first] = bodies;
const constants = constantLines(first!, ['componentRef', 'productRef']);

const map = `version: 1
sheets:
  - file: lines.csv
    kind: component
    columns:
      Article: componentRef
      Modèle: productRef
      Matière: composition.material
      "%": composition.percentage
      Poids: componentWeight
      Taille: ignore
    groupBy: [Article]
    addUp: [componentWeight]
    fillDown: [Modèle]
    constants:
${constants}`;

const HEADERS = 'Article;Modèle;Matière;%;Poids;Taille';

/** One line per size and fibre, below a title, with a total and a note. */
const lines = (last = 'C-2;;LIN;100;;M') =>
  `${[
    'Stückliste 31.10.2026;;;;;',
    '',
    HEADERS,
    'C-1;R-1;COTTON;95;100;S',
    'C-1;;ELASTANE;5;;S',
    ';;COTTON;95;20;M',
    ';;ELASTANE;5;;M',
    'C-2;;LINEN;100;80;S',
    last,
    'Total;;;;200;',
    '* weights are net;;;;;',
  ].join('\n')}\n`.replaceAll('LIN;', 'LINEN;');

test('with groupBy in the map file, a record on several rows is the same record as on one row', async () => {
  const cwd = await folderWith({ ...clean, 'lines.csv': lines(), 'lines.map.yaml': map });
  const before = await runTrace(['import', ...MODELS.split(' '), '--json'], cwd);
  expect(JSON.parse(before.stdout).totals, before.stderr).toMatchObject({ created: 4 });
  const { code, stdout, stderr } = await runTrace(
    ['import', 'lines.csv', '--map', 'lines.map.yaml', '--json'],
    cwd,
  );
  const report = JSON.parse(stdout);
  expect([code, report.totals], stderr).toEqual([0, expect.objectContaining({ unchanged: 2, created: 0 })]);
  expect(report.records.map(({ origin }: { origin: object }) => origin)).toEqual([
    { file: 'lines.csv', sheet: 'lines', row: 4, line: 4, rows: [4, 5, 6, 7] },
    { file: 'lines.csv', sheet: 'lines', row: 8, line: 8, rows: [8, 9] },
  ]);
});

test('addUp with a field that is not one number of a record is an error of the map file', async () => {
  const cwd = await folderWith({ 'lines.csv': lines() });
  const wrong = map.replace('addUp: [componentWeight]', 'addUp: [productRef]');
  await writeFile(join(cwd, 'trace.map.yaml'), wrong);
  const problem = 'productRef is not one number of a record, so it cannot be added up';
  expectEnd(await runTrace(['check', 'lines.csv'], cwd), 2, problem);
});

const SKIPPING = ['import', 'lines.csv', '--external-refs', '--skip-invalid', '--json'];

/** A text that is longer than the longest text of a cell. */
const LONG = 'x'.repeat(40_000);

test.each([
  ['a text that is too long', `C-1;;ELASTANE;;;${LONG}`, 'text-too-long'],
  ['a replacement character', 'C-1;;ELAST\uFFFDNE;;;', 'text-damaged'],
  ['too many cells', 'C-1;;ELASTANE;;;;;extra', 'row-ragged'],
  ['a quote that hides where the row ends', 'C-1;;ELA"STANE;;;;;', 'text-quotes'],
  ['a quote that is not closed', 'C-1;;"ELASTANE;;;', 'text-quotes'],
])('a further row of a record that has %s makes the record invalid', async (_, second, code) => {
  const rows = [HEADERS, 'C-1;R-1;COTTON;;100;S', second, 'C-2;;LINEN;;80;S'];
  const own = map.replace('Taille: ignore', 'Taille: composition.certifications');
  const cwd = await folderWith({ 'lines.csv': `${rows.join('\n')}\n`, 'trace.map.yaml': own });
  const { stdout } = await runTrace(SKIPPING, cwd);
  const { records, findings } = JSON.parse(stdout);
  expect(findings).toContainEqual(
    expect.objectContaining({ code, severity: 'error', origin: expect.objectContaining({ row: 3 }) }),
  );
  expect(records[0]).toMatchObject({
    origin: { row: 2, rows: [2, 3] },
    outcome: 'invalid',
    messages: expect.arrayContaining([expect.stringContaining('3')]),
  });
});

test('with fillDown, a blank cell is an error if the value above could not be read', async () => {
  const rows = [HEADERS, 'C-1;R-1;COTTON;100;100;S', `C-2;${LONG};COTTON;100;100;S`, 'C-3;;COTTON;100;100;S'];
  const cwd = await folderWith({ 'lines.csv': `${rows.join('\n')}\n`, 'trace.map.yaml': map });
  const { code, stdout } = await runTrace(SKIPPING, cwd);
  const { totals, findings } = JSON.parse(stdout);
  expect([code, totals]).toEqual([5, expect.objectContaining({ created: 0, invalid: 3 })]);
  expect(findings).toContainEqual(
    expect.objectContaining({
      code: 'row-unclear',
      origin: expect.objectContaining({ row: 4 }),
      message: expect.stringContaining('could not be read'),
    }),
  );
});
