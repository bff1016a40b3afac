import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findingsIn, folderWith } from '../cli/commands/harness.ts';
import { componentBody, constantLines, filesWith } from '../cli/commands/sheets.ts';
import { textRow, workbook } from '../sheets/workbook-builder.ts';
import { runTrace } from './harness.ts';

const compositions = [
  [
    { material: 'COTTON', percentage: 95 },
    { material: 'ELASTANE', percentage: 5 },
  ],
  [{ material: 'LINEN', percentage: 100 }],
];
const components = compositions.map((composition, at) =>
  componentBody(`R-1-${at + 1}0`, 'R-1', 'F-1', { componentWeight: 1250, composition }),
);
const clean = filesWith(components);

const [first] = components;

/** The components as another system writes them. */
const EXPORT = [
  'Stand;31.10.2026',
  'Modell;Saison;Pos.;Mat. 1;% 1;Mat. 2;% 2;Gew.;Lieferant;Farbe',
  `R-1;${first!.productCollectionRef};10;CO;95,0;Gummi;5;1,250;F-1;rot`,
  `R-1;${first!.productCollectionRef};20;LI;100;;;1,250;F-1;blau`,
  '',
].join('\r\n');

/** The next export: with a new column, and a new fibre. */
const NEXT = EXPORT.replace('Farbe', 'Farbe;Neu')
  .replace('rot', 'rot;1')
  .replace('blau', 'blau;2')
  .replace('LI;', 'Hanf;');

/** Fields that are the same for all components. */
const constants = constantLines(first!, [
  'componentRef',
  'productRef',
  'productCollectionRef',
  'supplierRef',
]);

const map = `version: 1
sheets:
  - file: "*export*"
    kind: component
    decimal: ","
    columns:
      Modell: productRef
      Saison: productCollectionRef
      "Mat. 1": composition.1.material
      "% 1": composition.1.percentage
      "Mat. 2": composition.2.material
      "% 2": composition.2.percentage
      Gew.: componentWeight
      Lieferant: supplierRef
      Farbe: ignore
    keys:
      componentRef: "{Modell}-{Pos.}"
    constants:
${constants}    units:
      Gew.: kg
    values:
      composition.material:
        CO: COTTON
        LI: LINEN
        Gummi: ELASTANE
`;

const KNOWN = ['--external-refs', '--json'];

const errorsIn = (stdout: string) =>
  findingsIn(stdout)
    .filter(({ severity }) => severity === 'error')
    .map(({ code, suggestion }) => [code, suggestion]);

describe('an export with a map file', () => {
  test('an export with a map file gets an error with the line to add for a new column and for a new fibre, and none once they are added', async () => {
    const cwd = await folderWith({ 'next-export.csv': NEXT, 'trace.map.yaml': map });
    const next = await runTrace(['check', 'next-export.csv', ...KNOWN], cwd);
    expect(next.code).toBe(3);
    const likely = findingsIn(next.stdout).find(({ code }) => code === 'map-likely');
    expect(likely?.message).toBe(
      'the map file gives values that component.material only likely has: COTTON, LINEN, ELASTANE',
    );
    const line = (of: string) => map.split('\n').findIndex((one) => one.trim() === of) + 1;
    expect(errorsIn(next.stdout)).toEqual([
      [
        'map-word',
        `in trace.map.yaml, below "composition.material:" (line ${line('composition.material:')}), add Hanf: HEMP`,
      ],
      [
        'header-unknown',
        `in trace.map.yaml, below "columns:" (line ${line('columns:')}), add Neu: FIELD (FIELD is a field, or ignore)`,
      ],
    ]);
    await writeFile(
      join(cwd, 'trace.map.yaml'),
      map
        .replace('      composition.material:\n', '      composition.material:\n        Hanf: HEMP\n')
        .replace('    columns:\n', '    columns:\n      Neu: ignore\n'),
    );
    const then = await runTrace(['check', 'next-export.csv', ...KNOWN], cwd);
    expect([then.code, errorsIn(then.stdout)]).toEqual([0, []]);
  });

  test('an export with a map file is an error, not a guess, if the map file has no entry for its sheet', async () => {
    const cwd = await folderWith({ 'c.csv': clean['c.csv'], 'trace.map.yaml': map });
    const { code, stdout } = await runTrace(['check', 'c.csv', ...KNOWN], cwd);
    expect(code).toBe(3);
    expect(errorsIn(stdout)).toEqual([
      [
        'map-sheet',
        'in trace.map.yaml, below "sheets:", add - { sheet: c, kind: component } (or kind: skip); to map the columns of another system: trace map c.csv',
      ],
    ]);
    expect(findingsIn(stdout).map(({ code }) => code)).toContain('map-unused');
    await writeFile(join(cwd, 'c.csv'), 'Farbe;Menge\nrot;2\n');
    const unknown = await runTrace(['check', 'c.csv', ...KNOWN], cwd);
    expect([unknown.code, errorsIn(unknown.stdout)[0]]).toEqual([
      3,
      [
        'sheet-unknown',
        expect.stringContaining(
          'in trace.map.yaml, below "sheets:", add - { sheet: c, kind: KIND } (KIND is ',
        ),
      ],
    ]);
  });
});

/** The XML of rows of texts. */
const sheetOf = (...rows: readonly (readonly string[])[]) => rows.map((row) => textRow(row)).join('');

test('sheets of a workbook are read or skipped as the map file says; a hidden one only by its full name', async () => {
  const rows = {
    Werke: sheetOf(['Liste', ''], ['Code', 'Bez.', 'Herkunft'], ['F-1', 'Tessitura', 'Bella Italia']),
    Alt: sheetOf(['Code', 'Bez.'], ['F-2', 'Weberei']),
    Suppliers: sheetOf(['supplierRef', 'name'], ['F-3', 'Filature']),
  };
  const entry = `    kind: supplier
    columns: { Code: supplierRef, Bez.: name, Herkunft: address.country }
    values: { address.country: { Bella Italia: IT } }
`;
  const mapOf = (names: string) =>
    `version: 1\nsheets:\n  - sheet: ${names}\n${entry}  - sheet: "Supp*"\n    kind: skip\n`;
  const cwd = await folderWith({
    'batch.xlsx': workbook({ rows, sheetAttributes: { Alt: 'state="hidden"' } }),
    'trace.map.yaml': mapOf('[Werke, Alt]'),
  });
  const reported = async () => {
    const { stdout } = await runTrace(['check', 'batch.xlsx', ...KNOWN], cwd);
    return findingsIn(stdout)
      .filter(({ code }) => /^(?:map-|sheet-|country-|header-unknown)/.test(code))
      .map(({ code, message }) => [code, message.replace(/ \(SHA.*/, '')]);
  };
  const { stdout } = await runTrace(['plan', 'batch.xlsx', '--json', '--skip-invalid'], cwd);
  const used = ['map-used', 'the sheet is read as trace.map.yaml says in line 3'];
  const skipped = ['sheet-skipped', 'the sheet Suppliers is skipped by trace.map.yaml'];
  expect(await reported()).toEqual([
    used,
    ['map-column', 'the map file expects a column "Herkunft" (address.country), but the sheet has none'],
    used,
    skipped,
  ]);
  expect(stdout).not.toContain('F-3');
  await writeFile(join(cwd, 'trace.map.yaml'), mapOf('[Werke, A?t]'));
  expect(await reported()).toEqual([
    used,
    ['sheet-hidden-rows', expect.stringContaining('the sheet Alt is hidden')],
    skipped,
  ]);
});

describe('the map file', () => {
  test('the map file comes from --map, else from the configuration, else from the folder of the input', async () => {
    const cwd = await folderWith({});
    for (const folder of ['in', 'maps']) await mkdir(join(cwd, folder));
    await writeFile(join(cwd, 'in/export.csv'), EXPORT);
    await writeFile(join(cwd, 'in/trace.map.yaml'), map);
    for (const name of ['a', 'b']) await writeFile(join(cwd, `maps/${name}.yaml`), map);
    const used = async (...argv: readonly string[]) => {
      const { stdout } = await runTrace(['check', 'in/export.csv', ...KNOWN, ...argv], cwd);
      return findingsIn(stdout).find(({ code }) => code.startsWith('map-'))?.message;
    };
    expect(await used()).toContain('in/trace.map.yaml says in line 3');
    await writeFile(
      join(cwd, 'trace.config.yaml'),
      'map: maps/a.yaml\nenvironments: { mock: { map: maps/b.yaml } }\n',
    );
    expect(await used()).toContain('maps/b.yaml says in line 3');
    expect(await used('--map', 'maps/a.yaml')).toContain('maps/a.yaml says in line 3');
  });

  test('the map file is in the command that repeats an import', async () => {
    const cwd = await folderWith({ 'export.csv': NEXT, 'a.yaml': map });
    const { code, stderr } = await runTrace(
      ['import', 'export.csv', '--external-refs', '--map', 'a.yaml'],
      cwd,
    );
    expect(code).toBe(3);
    expect(stderr).toContain('--map a.yaml');
  });

  test.each([
    [
      'version: 1\nsheets:\n  - sheet: "*"\n    kind: componant\n',
      'line 4: "componant" is not a kind of v2. Did you mean "component"?',
    ],
    ['token: secret-value\n', 'line 1: token is not a key'],
    ['version: 1\nsheets: [\n', 'invalid YAML'],
    [
      'version: 1\ninterface: v3\nsheets:\n  - { sheet: "*", kind: supplier }\n',
      'line 2: interface is v3, but this run uses v2',
    ],
  ])('the map file ends the run if it is invalid: for %j, the message contains %j', async (text, problem) => {
    const cwd = await folderWith({ 'export.csv': EXPORT, 'trace.map.yaml': text });
    const { code, stderr } = await runTrace(['check', 'export.csv', '--interface', 'v2'], cwd);
    expect(code).toBe(2);
    expect(stderr).toContain('The map file trace.map.yaml is invalid.');
    expect(stderr).toContain(problem);
    expect(stderr).not.toContain('secret-value');
  });

  test('the map file must exist if --map names it', async () => {
    const cwd = await folderWith({ 'export.csv': EXPORT });
    const { code, stderr } = await runTrace(['check', 'export.csv', '--map', 'no.yaml'], cwd);
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no map file no.yaml. Check --map')]);
  });
});
