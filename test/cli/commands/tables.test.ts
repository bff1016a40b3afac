import { expect, test } from 'vitest';
import { writeGrids } from '../../layouts/write.ts';
import { createsOf, findingsIn, folderWith, reportIn, sandboxFolder, trace } from './harness.ts';
import { TABLE_RECORDS, TABLES_MAP, tableRows } from './tables.ts';

const FLAGS = ['--family', 'STANDARD', '--batch', 'B1'];

const workbook = (cells: Readonly<Record<string, string>> = {}) =>
  writeGrids([{ name: 'Export', rows: tableRows(cells) }], 'xlsx');

const filesOf = (cells: Readonly<Record<string, string>> = {}, map = TABLES_MAP) => ({
  'in.xlsx': workbook(cells),
  'trace.map.yaml': map,
});

/** The findings of a check but those of the map file: `severity code address kind`. */
async function found(cells: Readonly<Record<string, string>>, map = TABLES_MAP, ...flags: readonly string[]) {
  const cwd = await folderWith(filesOf(cells, map));
  const { stdout } = await trace(['check', 'in.xlsx', ...FLAGS, '--json', ...flags], { cwd });
  return findingsIn(stdout)
    .filter(({ code }) => code !== 'map-used' && code !== 'collections')
    .map(({ severity, code, origin: { row, column }, kind }) =>
      `${severity} ${code} ${column ?? 'A'}${row ?? ''} ${kind ?? ''}`.trim(),
    );
}

/** The notices of the sheet as it is. */
const NOTICES = ['notice row-skipped A9 product', 'notice rows-outside A11', 'notice sheet-skipped A16'];

test('an import of a sheet with several tables sends each record once, at its first row', async () => {
  const { mock, cwd } = await sandboxFolder(filesOf());
  const { code, stderr } = await trace(
    ['import', 'in.xlsx', '--env', 'sandbox', '--batch', 'B1', '--family', 'STANDARD', '--report', 'r.json'],
    { cwd },
  );
  expect(code, stderr).toBe(0);
  expect(createsOf(mock)).toBe(TABLE_RECORDS.length);
  const { records, totals, findings } = await reportIn(cwd);
  expect(totals.created).toBe(TABLE_RECORDS.length);
  const shown = records.map(({ kind, key, origin }) => `${kind} ${key.split(' / ')[0]} ${origin.row}`);
  expect(shown.toSorted()).toEqual(TABLE_RECORDS.toSorted());
  expect(findings.filter(({ code }) => code === 'duplicate-identical')).toEqual([]);
  expect(stderr).toContain('7 rows of products, suppliers, components read');
  expect(stderr).toContain('checked 12 records');
});

test.each([
  ['nothing', {}, []],
  ['a word of one of the kinds', { B6: 'DRESSSES', F14: '' }, ['error map-word B6 product']],
  [
    'two suppliers with one key',
    { E7: 'Acmee' },
    ['error duplicate-different D4 supplier', 'error duplicate-different D7 supplier'],
  ],
  ['a column that no table names', { M3: 'Notiz', M5: 'neu' }, ['error header-unknown M3 product']],
  ['a column without values', { M3: 'Notiz' }, []],
  ['a product without its category', { B8: '' }, ['error required B8 product']],
  ['a lower table with a wrong word', { C13: 'Weavin' }, ['error map-word C13 supplier']],
  ['a key that two tables need', { A8: '' }, ['error required A8 product', 'error required A8 component']],
])('a check finds %s, once, in the table that it is about', async (_, cells, expected) => {
  expect(await found(cells)).toEqual(expect.arrayContaining(expected));
  expect((await found(cells)).filter((one) => one.startsWith('error'))).toHaveLength(expected.length);
  expect(await found(cells)).toEqual(expect.arrayContaining(NOTICES));
});

test('a column that is the name of a field of two kinds must be named by the tables that read it', async () => {
  const header = { M3: 'address.city', M4: 'Porto', M5: 'Porto', M7: 'Porto' };
  const code = 'header-duplicate';
  const twoKinds = { M3: 'importationBatch', M4: 'B1' };
  expect(await found(header)).toEqual(NOTICES);
  const unclear = await found(twoKinds);
  expect(unclear.filter((one) => one.includes(code))).toEqual([`error ${code} M3 product`]);
  const named = TABLES_MAP.replace(
    '{ Artikel: productRef, G',
    '{ importationBatch: importationBatch, Artikel: productRef, G',
  );
  expect((await found(twoKinds, named)).filter((one) => one.includes(code))).toEqual([]);
});

test('--ignore-columns and ignore in one of the tables are for all of them, and are listed once', async () => {
  const notes = { M3: 'Notiz', M4: 'neu', M5: 'neu' };
  const ignored = 'notice column-ignored M3 product';
  expect(
    (await found(notes, TABLES_MAP, '--ignore-columns', 'Notiz')).filter((one) => /M3/.test(one)),
  ).toEqual([ignored]);
  const map = TABLES_MAP.replace('Land: address.country }', 'Land: address.country, Notiz: ignore }');
  expect((await found(notes, map)).filter((one) => /M3/.test(one))).toEqual([
    'notice column-ignored M3 supplier',
  ]);
  const cwd = await folderWith(filesOf(notes, map));
  const { stdout } = await trace(['check', 'in.xlsx', ...FLAGS, '--json'], { cwd });
  expect(JSON.parse(stdout).ignoredColumns).toMatchObject([{ column: 'M', header: 'Notiz', values: 2 }]);
});

test('columns with one header may each be that of another table, which names it by its letters', async () => {
  const notes = { M3: 'Notiz', M4: 'Kleid', N3: 'Notiz', N4: 'neu' };
  const ofProduct = TABLES_MAP.replace('Lieferant: supplierRef }', '$&\n        letters: { M: name }');
  const unknown = 'error header-unknown N3 product';
  expect((await found(notes, ofProduct)).filter((one) => /[MN]3/.test(one))).toEqual([unknown]);
  const ofBoth = ofProduct.replace('percentage }', '$&\n        letters: { N: ignore }');
  expect((await found(notes, ofBoth)).filter((one) => /[MN]3/.test(one))).toEqual([
    'notice column-ignored N3 component',
  ]);
});

test('--only sends the records of one kind of the rows, and --sheet reads the tables of one kind', async () => {
  const { mock, cwd } = await sandboxFolder(filesOf());
  const words = [
    'import',
    'in.xlsx',
    '--env',
    'sandbox',
    '--batch',
    'B1',
    '--family',
    'STANDARD',
    '--report',
    'r.json',
  ];
  const only = await trace([...words, '--only', 'supplier'], { cwd });
  expect(only.code, only.stderr).toBe(0);
  expect(createsOf(mock)).toBe(4);
  expect((await reportIn(cwd)).totals).toMatchObject({ created: 4, 'not-attempted': 8 });
  const sheet = await trace([...words, '--sheet', 'Export=product', '--force'], { cwd });
  expect(sheet.code, sheet.stderr).toBe(0);
  expect((await reportIn(cwd)).totals).toMatchObject({ created: 4, 'not-attempted': 0 });
});

test('a table far below the first rows of the sheet is read, and one that the sheet does not have is an error', async () => {
  const rows = tableRows();
  const many = Array.from({ length: 2500 }, (_, at) => [
    `S-${100 + at}`,
    `Firma ${at}`,
    'TRANSFORMATION - Weaving',
  ]);
  const all = [['Code', 'Name', 'Rolle'], ...many, [], ...rows.slice(2, 8)];
  const map = TABLES_MAP.replace(/headerRow: 3$/gm, 'headerRow: 2503')
    .replace(/lastRow: 9$/gm, 'lastRow: 2508')
    .replace('headerRow: 12', 'headerRow: 1')
    .replace(/ {6}- kind: skip\n.*\n/, '');
  const check = async (grid: typeof all) => {
    const given = { 'in.xlsx': writeGrids([{ name: 'Export', rows: grid }], 'xlsx'), 'trace.map.yaml': map };
    const { stdout } = await trace(['check', 'in.xlsx', ...FLAGS, '--json'], {
      cwd: await folderWith(given),
    });
    const { findings, files } = JSON.parse(stdout);
    return {
      rows: files[0].rows,
      errors: findings.filter((one: { severity: string }) => one.severity === 'error'),
    };
  };
  expect(await check(all)).toEqual({ rows: 2505, errors: [] });
  const short = await check(all.slice(0, 2000));
  expect(short.rows).toBe(1999);
  expect(short.errors.map(({ code, kind }: { code: string; kind: string }) => `${code} ${kind}`)).toEqual([
    'sheet-no-header product',
    'sheet-no-header supplier',
    'sheet-no-header component',
  ]);
});
