import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { componentBody, constantLines, filesWith } from '../cli/commands/sheets.ts';
import { runBinary } from './harness.ts';

const composition = [
  { material: 'COTTON', percentage: 97.5 },
  { material: 'ELASTANE', percentage: 2.5 },
];
const components = [250, 1250].map((componentWeight, at) =>
  componentBody(`R-1-${at + 1}`, 'R-1', 'F-1', { componentWeight, composition }),
);
const clean = filesWith(components);

/** An export with two header rows, a column of units, two columns `Code`, one without a header, and its own words. */
const rows = [
  ['Stückliste', '', '', '', '', '', '', '', '', '', ''],
  ['Modell', 'Material', '', '', '', 'Gewicht', '', 'Code', 'Code', '', 'Druck'],
  ['', 'Mat. 1', '% 1', 'Mat. 2', '% 2', 'netto', 'ME', '', '', '', ''],
  ['R-1', 'CO', '97,500', 'EL', '2.5', '0,250', 'KGM', 'x', '4711', 'COLOUR', '-'],
  ['R-1', 'CO', '97,500', 'EL', '2.5', '1.250,0', 'g', 'y', '4711', 'COLOUR', '-'],
];

const constants = constantLines(components[0]!, [
  'componentRef',
  'productRef',
  'supplierRef',
  'productColorCode',
]);

const map = `version: 1
sheets:
  - file: export.csv
    kind: component
    headerRow: [2, 3]
    columns:
      Modell: productRef
      Material / Mat. 1: composition.1.material
      "% 1": composition.1.percentage
      Mat. 2: composition.2.material
      "% 2": composition.2.percentage
      Gewicht / netto: componentWeight
      Druck: componentPrint
    letters:
      H: ignore
      I: supplierRef
      J: productColorCode
    constants:
${constants}    keys:
      componentRef: "{productRef}-{line}"
    units:
      Gewicht / netto: "{ME}"
    decimal:
      "% 1": ","
      componentWeight: ","
    values:
      composition.material: { CO: COTTON, EL: ELASTANE }
      supplierRef: { "4711": F-1 }
      productColorCode: { COLOUR: ${JSON.stringify(components[0]!.productColorCode ?? '')} }
      Druck: { "-": ${components[0]!.componentPrint === undefined ? '""' : components[0]!.componentPrint ? 'yes' : 'no'} }
      ME: { KGM: kg }
`;

const csv = (lines: readonly (readonly string[])[]) => lines.map((row) => `${row.join(';')}\r\n`).join('');

test('an export with all constructs of a map file sends what our columns send', async () => {
  const cwd = await folderWith({ ...clean, 'trace.map.yaml': map, 'export.csv': csv(rows) });
  const own = join(cwd, 'own');
  await mkdir(own);
  for (const [name, content] of Object.entries(clean)) await writeFile(join(own, name), content);
  const before = await runBinary(['import', 'own/f.csv', 'own/p.csv', 'own/c.csv', '--json'], cwd);
  expect(JSON.parse(before.stdout).totals).toMatchObject({ created: 4 });
  const { code, stdout, stderr } = await runBinary(['import', 'export.csv', '--json'], cwd);
  expect([code, JSON.parse(stdout).totals], `${stderr}${stdout}`).toEqual([
    0,
    expect.objectContaining({ unchanged: 2, created: 0 }),
  ]);

  const { findings } = JSON.parse(
    (await runBinary(['check', 'export.csv', '--external-refs', '--json'], cwd)).stdout,
  );
  expect(
    (findings as { code: string; message: string }[]).find(({ code }) => code === 'map-likely')?.message,
  ).toBe('the map file gives values that component.material only likely has: COTTON, ELASTANE');

  // Next month: a new unit, and a new column that moves the letters.
  const next = rows.map((row, at) => [
    ...row.slice(0, 7),
    at === 1 ? 'Neu' : at > 2 ? '1' : '',
    ...row.slice(7),
  ]);
  next.at(-1)![6] = 'Unze';
  await writeFile(join(cwd, 'export.csv'), csv(next));
  const check = await runBinary(['check', 'export.csv', '--external-refs', '--json'], cwd);
  expect(check.code).toBe(3);
  const found = (
    JSON.parse(check.stdout).findings as { code: string; severity: string; suggestion: string }[]
  )
    .filter(({ severity, code }) => severity === 'error' && code !== 'header-missing')
    .map(({ code, suggestion }) => [code, suggestion]);
  expect(found).toEqual(
    expect.arrayContaining([
      ['map-unit', expect.stringContaining('{ Unze: UNIT } (UNIT is a unit that converts to g)')],
      ['header-unknown', expect.stringContaining('add Neu: FIELD')],
      ['header-unknown', expect.stringMatching(/below "letters:" \(line \d+\), add K: FIELD/)],
    ]),
  );
});
