import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import { dataOf } from '../../data.ts';
import { inflated, partsOf, withPart } from '../../sheets/annotate/annotated.ts';
import { relation, relationships, workbook, worksheet } from '../../sheets/workbook-builder.ts';
import { cellsOf, listed } from './fixed.ts';
import { folderWith, trace } from './harness.ts';

const HEADERS = ['Référence produit', 'Collection', 'Conformité REACH', 'Pays de confection', 'Poids (g)'];
const ROWS = [
  ['P-1', 'SS27', 'vrai', 'Italie', '1 000,5'],
  ['P-2', 'SS27', 'faux', 'France', '350,5'],
];
const REPAIRS = ['C2 yes', 'D2 IT', 'E2 1000.5', 'C3 no', 'D3 FR', 'E3 350.5'];

/** Without it, a program does not open the workbook. */
const TYPES = {
  name: '[Content_Types].xml',
  content:
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
};

const xmlOf = (rows: readonly (readonly string[])[], cells: Readonly<Record<string, string>> = {}) =>
  rows
    .map((row, at) => {
      const own = row.map((value, column) => {
        const ref = `${'ABCDE'[column]}${at + 1}`;
        return cells[ref] ?? `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
      });
      return `<row r="${at + 1}">${own.join('')}</row>`;
    })
    .join('');

/** The row of a workbook in the data file, which explains each. */
interface Case {
  readonly what: string;
  readonly sheet?: string;
  readonly cells?: Readonly<Record<string, string>>;
  readonly more?: string;
  readonly after?: string;
  readonly calculations?: string;
  readonly names?: string;
  readonly formats?: readonly (string | number)[];
  readonly table?: string;
  readonly kept?: 'all' | readonly string[];
  readonly why?: string;
  readonly reader?: string;
  readonly repairs?: Readonly<Record<string, string>>;
  readonly said?: readonly string[];
  readonly unsaid?: string;
  readonly xml?: readonly string[];
  readonly matches?: string;
}

function workbookOf({ sheet = 'Produits', cells, more = '', after = '', calculations, ...of }: Case): Buffer {
  const rows = xmlOf([HEADERS, ...ROWS], cells) + more;
  const content = worksheet(rows).replace('</sheetData>', `</sheetData>${after}`);
  const parts = [TYPES, { name: 'xl/worksheets/sheet1.xml', content }];
  if (of.table !== undefined) {
    const link = relationships(relation('rId1', 'table', '../tables/table1.xml'));
    const table = `<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" ${of.table} ref="A1:E3"/>`;
    parts.push({ name: 'xl/worksheets/_rels/sheet1.xml.rels', content: link });
    parts.push({ name: 'xl/tables/table1.xml', content: table });
  }
  const second = calculations === undefined ? {} : { Calculs: calculations };
  const bytes = workbook({ rows: { [sheet]: '', ...second }, formats: of.formats ?? [], parts });
  const names = `</sheets><definedNames>${of.names}</definedNames>`;
  return of.names === undefined
    ? bytes
    : withPart(bytes, 'xl/workbook.xml', (xml) => xml.replace('</sheets>', names));
}

async function fixedOf(name: string, bytes: Buffer | string) {
  const cwd = await folderWith();
  await writeFile(path.join(cwd, name), bytes);
  const ran = await trace(['fix', name, '--out', 'fixed.xlsx'], { cwd });
  expect(ran.code, ran.stderr).toBe(0);
  expect(await readFile(path.join(cwd, name))).toEqual(Buffer.from(bytes));
  const copy = path.join(cwd, 'fixed.xlsx');
  const bytesOfCopy = await readFile(copy);
  const part = (of: string) => inflated(partsOf(bytesOfCopy).get(of)!).toString('utf8');
  const repairs = listed(ran.stdout).map(({ cell, value }) => `${cell.replace(/^.*!/, '')} ${value}`);
  return { copy, repairs, stdout: ran.stdout, part };
}

describe('the copy that trace fix writes of a workbook', () => {
  test.each(dataOf<Case[]>(import.meta.dirname, 'fix-workbooks.yaml'))('$what', async (row) => {
    const { repairs, stdout, part } = await fixedOf('in.xlsx', workbookOf(row));
    const usual = Object.fromEntries(REPAIRS.map((repair) => [repair.slice(0, 2), repair]));
    const kept = row.kept === 'all' ? Object.keys(usual) : (row.kept ?? []);
    const expected = Object.entries({ ...usual, ...row.repairs }).filter(([cell]) => !kept.includes(cell));
    expect(repairs).toEqual(expected.map(([, repair]) => repair));
    for (const text of row.said ?? []) expect(stdout).toContain(text);
    if (row.unsaid !== undefined) expect(stdout).not.toContain(row.unsaid);
    if (row.why !== undefined) {
      for (const cell of kept) expect(stdout).toMatch(new RegExp(`!${cell}: .* \\(${row.why}\\)`));
    }
    if (row.reader !== undefined) {
      const reason = `(the formula of ${row.reader} reads this sheet, or may: `;
      expect(stdout.replace(/\n +/g, ' ').split(reason)).toHaveLength(REPAIRS.length + 1);
    }
    const sheet = part('xl/worksheets/sheet1.xml');
    for (const xml of row.xml ?? []) expect(sheet).toContain(xml);
    expect(sheet).toMatch(new RegExp(row.matches ?? ''));
  });

  test('keeps a word whose value is in doubt, and repairs the spelling of another', async () => {
    const rows = [
      ['componentRef', 'material 1', 'percentage 1'],
      ['K-1', 'Coton', '100'],
      ['K-2', 'cotton', '100'],
    ];
    const bytes = workbook({ rows: { Components: xmlOf(rows) }, parts: [TYPES] });
    const { repairs, stdout } = await fixedOf('in.xlsx', bytes);
    expect(repairs).toEqual(['B3 COTTON']);
    expect(stdout).toContain(
      'Components!B2: "Coton" → "COTON" (the value is in doubt: a person must decide)',
    );
  });

  test('is described with a remark for each value that comes from another cell', async () => {
    const cwd = await folderWith({
      'in.map.yaml': [
        ...['version: 1', 'sheets:', '  - sheet: Produits', '    kind: product', '    fillDown: [Pays]'],
        ...['    columns:', '      Ref: productRef', '      Pays: manufacturingAssemblyCountry'],
      ].join('\n'),
    });
    const rows = [['Ref', 'Pays'], ['P-1', 'Italie'], ['P-2']];
    await writeFile(path.join(cwd, 'in.xlsx'), workbook({ rows: { Produits: xmlOf(rows) }, parts: [TYPES] }));
    const ran = await trace(['fix', 'in.xlsx', '--map', 'in.map.yaml', '--out', 'fixed.xlsx'], { cwd });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain('Produits!B2: "Italie" → IT');
    expect(ran.stdout).toContain('Produits!B3: "Italie" → IT (the value comes from another cell)');
  });
});

const book = (type: 'ods' | 'xls' | 'xlsb', isHidden = false) => {
  // Numbers, dates and yes/no cells that only are what they are if they keep their type.
  const typed = [new Date(Date.UTC(2026, 2, 1)), 'SS27', true, 'FR', 1.234];
  const sheet = xlsx.utils.aoa_to_sheet([HEADERS, ...ROWS, typed], { UTC: true });
  const made = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(made, sheet, 'Produits');
  if (isHidden) made.Workbook = { Sheets: [{ Hidden: 1 }] };
  return xlsx.write(made, { bookType: type, type: 'buffer' }) as Buffer;
};

test.each([
  ['in.ods', book('ods'), 'values only'],
  ['in.xls', book('xls'), 'values only'],
  ['in.xlsb', book('xlsb'), 'values only'],
  ['produits.csv', [HEADERS, ...ROWS].map((row) => row.join(';')).join('\n'), ''],
])('trace fix writes the same repairs of %s into a workbook', async (name, bytes, remark) => {
  const { copy, repairs, stdout } = await fixedOf(name, bytes);
  const cells = await cellsOf(copy);
  expect(repairs).toEqual(REPAIRS);
  const [sheet] = [...cells.keys()][0]!.split('!');
  expect(
    REPAIRS.map((repair) => `${repair.slice(0, 2)} ${cells.get(`${sheet}!${repair.slice(0, 2)}`)}`),
  ).toEqual(REPAIRS);
  expect(stdout.includes(remark === '' ? 'values only' : remark)).toBe(remark !== '');
});

test('trace fix writes a number, not text, for a number of an .xls file whose format shows a unit', async () => {
  const sheet = xlsx.utils.aoa_to_sheet([HEADERS, ['P-1', 'SS27', 'oui', 'IT', 120]]);
  sheet.E2.z = '0" g"';
  const made = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(made, sheet, 'Produits');
  const bytes = xlsx.write(made, { bookType: 'xls', type: 'buffer' }) as Buffer;
  const { repairs, part } = await fixedOf('in.xls', bytes);
  expect(repairs).toEqual(['E2 120']);
  expect(part('xl/worksheets/sheet1.xml')).toMatch(/<c r="E2"[^>]*><v>120</);
});

test('the copy of a workbook whose sheets are all hidden gets a visible sheet, so that programs open it', async () => {
  const { part } = await fixedOf('in.xls', book('xls', true));
  expect(
    [...part('xl/workbook.xml').matchAll(/<sheet name="(\w+)"[^>]*?(state="hidden")?[^>]*?\/>/g)].map(
      ([, name]) => name,
    ),
  ).toEqual(['Produits', 'trace']);
  expect(part('xl/workbook.xml')).toMatch(/<sheet name="Produits"[^>]*state="hidden"/);
  expect(part('xl/workbook.xml')).not.toMatch(/<sheet name="trace"[^>]*state=/);
  expect(part('xl/workbook.xml')).toContain('activeTab="1"');
});
