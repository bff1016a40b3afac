import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import * as xlsx from 'xlsx';
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

/**
 * A workbook of products. `cells`: the XML of cells by their address; `after`: XML behind the rows; `formulas` are on a
 * sheet of their own.
 */
const products = (cells: Readonly<Record<string, string>> = {}, after = '', formulas = '') =>
  workbook({
    rows: { Produits: '', ...(formulas !== '' && { Calculs: formulas }) },
    parts: [
      TYPES,
      {
        name: 'xl/worksheets/sheet1.xml',
        content: worksheet(xmlOf([HEADERS, ...ROWS], cells)).replace('</sheetData>', `</sheetData>${after}`),
      },
    ],
  });

const withNames = (bytes: Buffer, names: string): Buffer =>
  withPart(bytes, 'xl/workbook.xml', (xml) =>
    xml.replace('</sheets>', `</sheets><definedNames>${names}</definedNames>`),
  );

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
  return { cells: await cellsOf(copy), repairs, stdout: ran.stdout, part };
}

describe('the copy of a workbook', () => {
  const left = (cell: string) => REPAIRS.filter((repair) => !repair.startsWith(`${cell} `));
  const readBy = (formula: string) => `(the formula of ${formula} reads this sheet, or may: `;

  it('keeps a sheet with a formula', async () => {
    const formula = '<c r="D2" t="str"><f>"Ita"&amp;"lie"</f><v>Italie</v></c>';
    const { cells, repairs, stdout, part } = await fixedOf('in.xlsx', products({ D2: formula }));
    expect(repairs).toEqual([]);
    expect(stdout).toContain('Produits!D2: "Italie" → IT (the cell has a formula)');
    expect(stdout).toContain(`Produits!C2: "vrai" → "yes" ${readBy('Produits!D2')}`);
    expect(part('xl/worksheets/sheet1.xml')).toContain(formula);
    expect(cells.get('Produits!D2')).toBe('Italie');
  });

  it.each([['t="array" ref="D2:D3"'], ['ref="D2:D3" t="array"']])(
    'keeps what a formula fills: %s',
    async (more) => {
      const D2 = `<c r="D2" t="str"><f ${more}>H2:H3</f><v>Italie</v></c>`;
      const D3 = '<c r="D3" t="str"><v>France</v></c>';
      const { repairs, stdout, part } = await fixedOf('in.xlsx', products({ D2, D3 }));
      expect(repairs).toEqual([]);
      expect(stdout).toContain(`Produits!D3: "France" → FR ${readBy('Produits!D2')}`);
      expect(part('xl/worksheets/sheet1.xml')).toContain(D3);
    },
  );

  it('keeps numbers whose format shows the unit of the field, and writes the others without it', async () => {
    const cells = Object.fromEntries(
      [350.5, 0.35].map((number, at) => [
        `E${at + 2}`,
        `<c r="E${at + 2}" s="${at + 1}"><v>${number}</v></c>`,
      ]),
    );
    const rows = xmlOf([HEADERS, ...ROWS], cells);
    const bytes = workbook({ rows: { Produits: rows }, formats: ['0.00" g"', '0.00" kg"'], parts: [TYPES] });
    const { repairs, stdout, part } = await fixedOf('in.xlsx', bytes);
    expect(repairs).toEqual([...REPAIRS.filter((repair) => !repair.startsWith('E')), 'E3 350']);
    expect(stdout).not.toContain('Produits!E2');
    expect(part('xl/worksheets/sheet1.xml')).toContain(cells.E2);
    expect(part('xl/worksheets/sheet1.xml')).toMatch(/<c r="E3" s="0"><v>350<|<c r="E3" s="[3-9]"><v>350</);
  });

  it.each([
    ['#,##0.000', true],
    ['0.0_ ;[Red]-0.0 ', true],
    ['@', false],
    [49, false],
    ['dd/mm/yyyy', false],
    [10, false],
    ['0.0" kg"', false],
    ['#,##0.0" g"', true],
  ])('a number that was a text keeps the format %s if it shows the number: %s', async (format, isKept) => {
    const E2 = '<c r="E2" s="1" t="inlineStr"><is><t>1 000,5</t></is></c>';
    const rows = xmlOf([HEADERS, ...ROWS], { E2 });
    const bytes = workbook({ rows: { Produits: rows }, formats: [format], parts: [TYPES] });
    const { repairs, part } = await fixedOf('in.xlsx', bytes);
    expect(repairs).toEqual(REPAIRS);
    expect(part('xl/worksheets/sheet1.xml')).toMatch(
      isKept ? /<c r="E2" s="1"><v>1000.5</ : /<c r="E2" s="[02]"><v>1000.5</,
    );
  });

  it('withdraws only the repairs of the field that would be read in another way', async () => {
    // A formula in E2 leaves E3 as the only number that shows how E4 is read.
    const row =
      '<row r="4"><c r="A4" t="inlineStr"><is><t>P-3</t></is></c><c r="B4" t="inlineStr"><is><t>SS27</t></is></c><c r="D4" t="inlineStr"><is><t>Portugal</t></is></c><c r="E4" t="inlineStr"><is><t>1,200</t></is></c></row>';
    const xml = xmlOf([HEADERS, ...ROWS], { E2: '<c r="E2"><f>1+1</f></c>' }) + row;
    const bytes = workbook({ rows: { Produits: xml }, parts: [TYPES] });
    const { repairs, stdout } = await fixedOf('in.xlsx', bytes);
    expect(repairs).toEqual(['C2 yes', 'D2 IT', 'C3 no', 'D3 FR', 'D4 PT']);
    expect(stdout).not.toContain('the copy would be read in another way');
  });

  it.each(['1+1', 'NA()'])('writes nothing for %s without a result', async (text) => {
    const formula = `<c r="E3"><f>${text}</f></c>`;
    const { repairs, part } = await fixedOf('in.xlsx', products({ E3: formula }));
    expect(repairs).toEqual(left('E3'));
    expect(part('xl/worksheets/sheet1.xml')).toContain(formula);
  });

  /** A sheet with a formula. */
  const computed = (formula: string) => `<row r="1"><c r="A1"><f>${formula}</f><v>1</v></c></row>`;

  it.each([
    ...['IF(Produits!D2="Italie",1,2)', "IF('produits'!$D$2=&quot;D3&quot;,1,2)"],
    ...['<![CDATA[SUM(Produits!E:E)]]>', '"Produits!D2"', '[1]Produits!D2', 'INDIRECT(CHAR(65)&amp;2)'],
    ...["SUM(A1:'Autre'!D2)", 'SUM(Calculs:Autre!D2)', "SUM('Calculs a:L''autre b'!D2)"],
    'OFFSET(Produits!$A$1,1,3)',
  ])('keeps a sheet that a formula may read: %s', async (formula) => {
    const { repairs, stdout } = await fixedOf('in.xlsx', products({}, '', computed(formula)));
    expect(repairs).toEqual([]);
    for (const repair of REPAIRS) expect(stdout).toContain(`!${repair.slice(0, 2)}: `);
    expect(stdout.replace(/\n +/g, ' ').split(readBy('Calculs!A1'))).toHaveLength(REPAIRS.length + 1);
  });

  it.each([
    'D2+LOG10(E2)',
    'OFFSET(Calculs!$H$1,0,0,COUNTA(Calculs!$H:$H),1)',
    "SUM(H1:INDEX(H:H,4))+COUNTA(A1:A9,'Calculs'!A1)",
    'COUNTA(Autre[Pays de confection])',
  ])('writes into a sheet that a formula elsewhere does not read: %s', async (formula) => {
    const { repairs } = await fixedOf('in.xlsx', products({}, '', computed(formula)));
    expect(repairs).toEqual(REPAIRS);
  });

  it('finds the name of a sheet with signs', async () => {
    const bytes = workbook({
      rows: {
        "L'été &amp; l'hiver": xmlOf([HEADERS, ...ROWS]),
        Calculs: computed("'l''été &amp; l''hiver'!D2"),
      },
      parts: [TYPES],
    });
    expect((await fixedOf('in.xlsx', bytes)).repairs).toEqual([]);
  });

  it.each([
    ['<definedName name="Poids">Produits!$E$2:$E$3</definedName>', 'Poids'],
    ['<definedName name="Voisin">INDIRECT("D2")</definedName>', 'Voisin'],
    ['<definedName name="Calculs">Calculs!$E$2:$E$3</definedName>', null],
    ['<definedName name="_xlnm._FilterDatabase" localSheetId="0">Produits!$A$1:$E$3</definedName>', null],
    ['<definedName name="Z_1A2B_.wvu.FilterData" hidden="1">Produits!$A$1:$E$3</definedName>', null],
  ])('keeps a sheet that a name stands for: %s', async (name, reader) => {
    const { repairs, stdout } = await fixedOf('in.xlsx', withNames(products({}, '', computed('1')), name));
    expect(repairs).toEqual(reader === null ? REPAIRS : []);
    if (reader !== null) expect(stdout).toContain(readBy(reader));
  });

  it.each([
    ['SUM(Produits_1[Poids (g)])', true],
    ['COUNTA(PRODUITS_1)', true],
    ['COUNTA(Ventes[Pays])', true],
    ['COUNTA(Vente[Pays])', false],
  ])('keeps a sheet whose table a formula names: %s', async (formula, isKept) => {
    const bytes = workbook({
      rows: { Produits: xmlOf([HEADERS, ...ROWS]), Calculs: computed(formula) },
      parts: [
        TYPES,
        {
          name: 'xl/worksheets/_rels/sheet1.xml.rels',
          content: relationships(relation('rId1', 'table', '../tables/table1.xml')),
        },
        {
          name: 'xl/tables/table1.xml',
          content:
            '<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="Ventes" displayName="Produits_1" ref="A1:E3"/>',
        },
      ],
    });
    expect((await fixedOf('in.xlsx', bytes)).repairs).toEqual(isKept ? [] : REPAIRS);
  });

  const NOT_LISTED = 'the dropdown list of the cell does not have this value';
  const STOPS = 'showErrorMessage="1"';
  /** A sheet with the values of lists. */
  const LISTS = ['Italie', 'France ', 'IT', 'FR']
    .map((text, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="inlineStr"><is><t>${text}</t></is></c></row>`)
    .join('');

  it.each([
    ['"Italie,France"', '', ['D2', 'D3']],
    ['"IT, FR ,PT"', STOPS, []],
    ['"Oui,Non"', '', []],
    ['"Oui,Non"', STOPS, ['D2', 'D3']],
    ['"Oui,Non"', `${STOPS} errorStyle="warning"`, []],
    ['Calculs!$A$1:$A$2', '', ['D2', 'D3']],
    ["'calculs'!$A$1:$A$3", STOPS, ['D3']],
    ['Calculs!$A:$A', STOPS, []],
    ['Pays', '', ['D2', 'D3']],
  ])('keeps cells whose list does not have the value: %s %s', async (formula, more, expected) => {
    const list = `<dataValidations count="1"><dataValidation type="list" ${more} sqref="H1 D2:D9"><formula1>${formula.replaceAll('"', '&quot;')}</formula1></dataValidation></dataValidations>`;
    const names = '<definedName name="PAYS">Calculs!$A$1:$A$2</definedName>';
    const { repairs, stdout, part } = await fixedOf('in.xlsx', withNames(products({}, list, LISTS), names));
    expect(repairs).toEqual(REPAIRS.filter((repair) => !expected.includes(repair.slice(0, 2))));
    for (const cell of expected) expect(stdout).toMatch(new RegExp(`!${cell}: .* \\(${NOT_LISTED}\\)`));
    expect(part('xl/worksheets/sheet1.xml')).toContain(list);
  });

  const inExtension = (cells: string, formula: string) =>
    `<extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"><x14:dataValidations xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main" count="1"><x14:dataValidation type="list" showErrorMessage="1"><x14:formula1><xm:f>${formula}</xm:f></x14:formula1><xm:sqref>${cells}</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>`;

  it('keeps cells whose list is in an extension', async () => {
    const list = inExtension('D2', 'Calculs!$A$1:$A$2');
    const { repairs, stdout } = await fixedOf('in.xlsx', products({}, list, LISTS));
    expect(repairs).toEqual(left('D2'));
    expect(stdout).toContain(`D2: "Italie" → IT (${NOT_LISTED})`);
  });

  it.each(['INDIRECT($C3)', 'Calculs!A1:A3', 'OFFSET(Calculs!$A$1,0,0,4)'])(
    'keeps a sheet with a list that is computed: %s',
    async (formula) => {
      const { repairs, stdout } = await fixedOf('in.xlsx', products({}, inExtension('D3', formula), LISTS));
      expect(repairs).toEqual([]);
      expect(stdout).toContain(`C2: "vrai" → "yes" ${readBy('Produits!D3')}`);
    },
  );

  it('writes into a sheet whose cells are the list of others', async () => {
    const list =
      '<dataValidations><dataValidation type="list" sqref="H1"><formula1>Produits!$D$2:$D$9</formula1></dataValidation></dataValidations>';
    expect((await fixedOf('in.xlsx', products({}, list))).repairs).toEqual(REPAIRS);
  });

  it('writes values that cells of the list get too', async () => {
    const list =
      '<dataValidations count="1"><dataValidation type="list" showErrorMessage="1" sqref="D3"><formula1>$D$2:$D$2</formula1></dataValidation></dataValidations>';
    const D3 = '<c r="D3" t="inlineStr"><is><t>Italie</t></is></c>';
    const { repairs } = await fixedOf('in.xlsx', products({ D3 }, list));
    expect(repairs).toContain('D2 IT');
    expect(repairs).toContain('D3 IT');
  });

  it.each([
    ['expression', 'A2:E9', '$D2="Italie"', true],
    ['expression', 'A2:E9', 'ISBLANK($D2)', true],
    ['cellIs', 'D2:D2', '"Italie"', true],
    ['cellIs', 'E2:E9', '500', false],
  ])('keeps a sheet with a conditional format: %s on %s: %s', async (type, cells, formula, isKept) => {
    const format = `<conditionalFormatting sqref="${cells}"><cfRule type="${type}" priority="1"><formula>${formula.replaceAll('"', '&quot;')}</formula></cfRule></conditionalFormatting>`;
    const { repairs, stdout } = await fixedOf('in.xlsx', products({}, format));
    expect(repairs).toEqual(isKept ? [] : REPAIRS);
    if (isKept) expect(stdout).toContain(readBy(`Produits!${cells.slice(0, 2)}`));
  });

  it('keeps merged cells', async () => {
    const merges = '<mergeCells count="1"><mergeCell ref="D2:D3"/></mergeCells>';
    const { repairs, stdout, part } = await fixedOf('in.xlsx', products({ D3: '<c r="D3"/>' }, merges));
    expect(repairs).toEqual(REPAIRS.filter((repair) => !repair.startsWith('D')));
    expect(stdout).toContain('Produits!D2: "Italie" → IT (the cell is merged)');
    expect(part('xl/worksheets/sheet1.xml')).toContain(merges);
  });

  it('stays protected', async () => {
    const protection = '<sheetProtection sheet="1" password="CC1A"/>';
    const { repairs, part } = await fixedOf('in.xlsx', products({}, protection));
    expect(repairs).toEqual(REPAIRS);
    expect(part('xl/worksheets/sheet1.xml')).toContain(protection);
  });

  it('keeps words that no list has', async () => {
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

  it('says which values come from other cells', async () => {
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
])('%s gets the same repairs in a workbook', async (name, bytes, remark) => {
  const { cells, repairs, stdout } = await fixedOf(name, bytes);
  expect(repairs).toEqual(REPAIRS);
  const [sheet] = [...cells.keys()][0]!.split('!');
  expect(
    REPAIRS.map((repair) => `${repair.slice(0, 2)} ${cells.get(`${sheet}!${repair.slice(0, 2)}`)}`),
  ).toEqual(REPAIRS);
  expect(stdout.includes(remark === '' ? 'values only' : remark)).toBe(remark !== '');
});

test('a copy of values has numbers whose format showed their unit as numbers', async () => {
  const sheet = xlsx.utils.aoa_to_sheet([HEADERS, ['P-1', 'SS27', 'oui', 'IT', 120]]);
  sheet.E2.z = '0" g"';
  const made = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(made, sheet, 'Produits');
  const bytes = xlsx.write(made, { bookType: 'xls', type: 'buffer' }) as Buffer;
  const { repairs, part } = await fixedOf('in.xls', bytes);
  expect(repairs).toEqual(['E2 120']);
  expect(part('xl/worksheets/sheet1.xml')).toMatch(/<c r="E2"[^>]*><v>120</);
});

test('a copy of which all sheets are hidden has a sheet that a program can open', async () => {
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
