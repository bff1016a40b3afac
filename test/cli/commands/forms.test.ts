import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { read, write } from 'xlsx';
import { writeGrids } from '../../layouts/write.ts';
import { findingsIn, journalOf, reportIn, sandboxFolder, trace } from './harness.ts';

const FLAGS = ['--env', 'sandbox', '--family', 'STANDARD', '--batch', 'B1'];

/** A sheet with a product in a form, and its components below. */
const techPack = (style: string, items: readonly string[], texts: Readonly<Record<string, string>> = {}) => ({
  name: `${style} pack`,
  rows: [
    ['TECH PACK'],
    ['Style no.', style, null, 'Season', 'AW27'],
    ['Style name', 'Coat', null, 'Colour code', 'CHA'],
    ['Product type', texts.type ?? 'Dresses', null, 'Made in', texts.country ?? 'Romania'],
    ['Factory code', 'F-1', null, 'Designer', 'R. Moss'],
    [],
    ['Component ref.', 'Category', 'Type', 'Composition', 'Weight (g)', 'Supplier code'],
    ['FABRICS'],
    ...items.map((item) => [item, 'Buttons', 'Plastic', '100% polyester', 12.5, 'F-1']),
    ['Total', null, null, null, 12.5 * items.length],
    [],
    ['SIZE CHART'],
    ['Point', 'S', 'M'],
    ['Length', 70, 72],
  ],
});

const SUPPLIERS = {
  name: 'Suppliers',
  rows: [
    ['Supplier code', 'Name', 'Category', 'Country'],
    ['F-1', 'Acme', 'MANUFACTURING - Ready To Wear', 'RO'],
  ],
};
const workbook = (...grids: readonly ReturnType<typeof techPack>[]) =>
  writeGrids([SUPPLIERS, ...grids], 'xlsx');
const PACKS = [techPack('HM-1', ['B-1', 'B-2']), techPack('HM-2', ['B-3', 'B-4', 'B-5'])];

test('forms above tables are mapped by one entry, and the import sends the product and its components', async () => {
  const { mock, cwd } = await sandboxFolder({ 'in.xlsx': workbook(...PACKS) });
  const made = await trace(['map', 'in.xlsx', '--env', 'sandbox', '--accept', 'everything'], { cwd });
  expect(made.code, made.stderr).toBe(0);
  const map = await readFile(path.join(cwd, 'trace.map.yaml'), 'utf8');
  expect(map.split('\n').slice(3).join('\n').replace(/ *#.*/g, '')).toMatchInlineSnapshot(`
    "sheets:
      - sheet: Suppliers
        kind: supplier
      - sheet: [ HM-1 pack, HM-2 pack ]
        tables:
          - kind: product
            labels:
              Style no.: productRef
              Season: productCollectionRef
              Style name: name
              Colour code: productColorCode
              Product type: category
              Made in: manufacturingAssemblyCountry
              Factory code: supplierRef
              Designer: ignore
          - kind: component
            headerRow: 7
            lastRow: SIZE CHART
            columns:
              Component ref.: componentRef
              Category: category
              Type: type
              Composition: composition
              Weight (g): componentWeight
              Supplier code: supplierRef
            labels:
              Style no.: productRef
              Season: productCollectionRef
              Colour code: productColorCode
    "
  `);
  const { code, stderr } = await trace(['import', 'in.xlsx', ...FLAGS, '--report', 'r.json'], { cwd });
  expect(code, stderr).toBe(0);
  const bodies = (await journalOf(mock)).map(
    ({ kind, body }) => [kind, body as Record<string, unknown>] as const,
  );
  // Requests that run at the same time arrive in any order.
  expect(bodies.find(([kind, body]) => kind === 'product' && body.productRef === 'HM-2')![1]).toMatchObject({
    ...{ productRef: 'HM-2', productCollectionRef: 'AW27', productColorCode: 'CHA', supplierRef: 'F-1' },
    ...{ category: 'DRESSES', manufacturingAssemblyCountry: ['RO'], name: 'Coat' },
  });
  expect(bodies.filter(([kind]) => kind === 'component')).toHaveLength(5);
  expect(bodies.find(([, body]) => body.componentRef === 'B-5')![1]).toMatchObject({
    ...{ componentRef: 'B-5', productRef: 'HM-2', productCollectionRef: 'AW27', productColorCode: 'CHA' },
  });
  const { records, findings } = await reportIn(cwd);
  expect(records.map(({ origin: { row, rows } }) => [row, rows])).toEqual(
    expect.arrayContaining([
      [2, [2, 3, 4, 5]],
      [9, [9, 2, 3]],
    ]),
  );
  const notices = findings.filter(({ code: own }) => own === 'row-skipped' || own === 'rows-outside');
  expect(notices.map(({ origin: { row } }) => row).toSorted()).toEqual([11, 12, 13, 14, 8, 8].toSorted());
  const again = await trace(['map', 'in.xlsx', '--env', 'sandbox', '--yes'], { cwd });
  expect(again.code, again.stderr).toBe(0);
  expect(await readFile(path.join(cwd, 'trace.map.yaml'), 'utf8')).toBe(map);
});

test('a wrong value beside a label is one error in its cell, for all rows, and is corrected in the copy', async () => {
  const { mock, cwd } = await sandboxFolder({ 'in.xlsx': workbook(...PACKS) });
  await trace(['map', 'in.xlsx', '--env', 'sandbox', '--accept', 'everything'], { cwd });
  await writeFile(
    path.join(cwd, 'in.xlsx'),
    workbook(techPack('HM-1', ['B-1', 'B-2'], { country: 'Rumonia' }), PACKS[1]!),
  );
  const { code, stdout } = await trace(['check', 'in.xlsx', ...FLAGS, '--json', '--annotate', 'copy.xlsx'], {
    cwd,
  });
  expect(code).toBe(3);
  const errors = findingsIn(stdout).filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code: own, origin, kind }) => [own, `${origin.column}${origin.row}`, kind])).toEqual([
    ['country-unknown', 'E4', 'product'],
  ]);
  const book = read(await readFile(path.join(cwd, 'copy.xlsx')));
  expect(book.Sheets['HM-1 pack']!.E4!.v).toBe('Rumonia');
  Object.assign(book.Sheets['HM-1 pack']!.E4!, { v: 'Romania', w: 'Romania', t: 's' });
  await writeFile(path.join(cwd, 'copy.xlsx'), write(book, { type: 'buffer', bookType: 'xlsx' }));
  const sent = await trace(['import', 'copy.xlsx', ...FLAGS], { cwd });
  expect(sent.code, sent.stderr).toBe(0);
  expect(await journalOf(mock)).toHaveLength(8);
});

test('blocks below each other take the labels above them', async () => {
  const map = `version: 1
sheets:
  - sheet: Suppliers
    kind: supplier
    columns: { Supplier code: supplierRef }
  - sheet: Blocks
    kind: component
    headerRow: 3
    columns: { Item: componentRef, Type: type, Category: category, Composition: composition, Mill: supplierRef }
    labels: { Season: productCollectionRef, Style: productRef }
`;
  const part = (item: string) => [item, 'TEXTILE', 'LININGS', '100% cotton', 'F-1'];
  const header = ['Item', 'Type', 'Category', 'Composition', 'Mill'];
  const rows = [
    ['Season: AW27'],
    ['Style', 'A-1'],
    header,
    part('C-1'),
    part('C-2'),
    [],
    ['Style', 'A-2'],
    header,
    part('C-3'),
  ];
  const { cwd } = await sandboxFolder({
    'in.xlsx': writeGrids([SUPPLIERS, { name: 'Blocks', rows }], 'xlsx'),
    'trace.map.yaml': map,
  });
  const { stdout } = await trace(['check', 'in.xlsx', ...FLAGS, '--json'], { cwd });
  const errors = findingsIn(stdout).filter(({ severity }) => severity === 'error');
  expect(
    errors.map(({ code, origin, message }) => `${code} ${origin.column ?? ''}${origin.row} ${message}`),
  ).toEqual([
    expect.stringMatching(/^reference-unknown 4 product A-1 \/ AW27/),
    expect.stringMatching(/^reference-unknown 5 product A-1 \/ AW27/),
    expect.stringMatching(/^reference-unknown 9 product A-2 \/ AW27/),
  ]);
});
