import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/contract/kind.ts';
import type { V2Kind } from '../../src/contract/registry.ts';
import { UNREADABLE } from '../../src/recognise/coercion.ts';
import type { ReadOptions } from '../../src/records/record.ts';
import type { Cell } from '../../src/sheets/cell.ts';
import { readCell, readSheet } from './sheet.ts';

type Value = Json | undefined | typeof UNREADABLE;
type Case = [cell: Cell, value: Value, code?: string | undefined, options?: ReadOptions];

/** Reads each cell under one header: its value, and its one finding, if any. */
function table(kind: V2Kind, header: string, cases: Case[]): void {
  describe(`a cell of a ${kind} below "${header}"`, () => {
    for (const [cell, value, code, options] of cases) {
      it(`${JSON.stringify(cell)} is read as ${JSON.stringify(value)}, options ${JSON.stringify(options ?? {})}`, () => {
        const read = readCell(kind, header, cell, options);
        expect(read.value).toEqual(value === UNREADABLE ? undefined : value);
        expect(read.codes).toEqual(code === undefined ? [] : [code]);
        expect(read.unreadable.length).toBe(value === UNREADABLE ? 1 : 0);
      });
    }
  });
}

const date = { type: 'date', serial: 46023, iso: '2026-01-01' } as const;
const percent = (value: number) => ({ type: 'percent', value }) as const;
const padded = { type: 'padded', value: 712, text: '0000712' } as const;

const ERRORS = [
  ...['Err:502', '########', '#CHAMP!', '#FIELD!', '#BUSY!', '#CONNEXION!', '#BLOQUÉ!', '#GETTING_DATA'],
  ...['#INCONNU!', '#EPARS!'],
];

table('supplier', 'name', [
  ['Tessitura Valsesia', 'Tessitura Valsesia'],
  ['  Tessitura ', 'Tessitura', 'text-trimmed'],
  ['Tessitura\u00a0Valsesia', 'Tessitura Valsesia', 'text-trimmed'],
  ['\ufeffTessi\u200btura\u3000X\u202fY\u2002Z', 'Tessitura X Y Z', 'text-trimmed'],
  ['Rue A\r\nLyon\tFrance', 'Rue A Lyon France', 'text-trimmed'],
  ['E\u0301corce', '\u00c9corce', 'text-trimmed'],
  ['Écorce & Fils  Cie', 'Écorce & Fils  Cie'],
  ['a\u001fb', 'ab', 'text-trimmed'],
  ["'s-Hertogenbosch", "'s-Hertogenbosch"],
  ['日本 株式会社', '日本 株式会社'],
  [12.5, '12.5', 'text-from-number'],
  [padded, '0000712', 'text-from-number'],
  [percent(0.8), '80%', 'text-from-number'],
  [true, 'TRUE', 'text-from-boolean'],
  [date, '2026-01-01', 'text-from-date'],
  ['', undefined],
  [' \u00a0 ', undefined],
  [null, undefined],
  ['-', undefined, 'blank-word'],
  ['n/a', undefined, 'blank-word'],
  ['#N/A', UNREADABLE, 'cell-error'],
  ['None', 'None'],
  ['TBD', UNREADABLE, 'placeholder'],
  ['Tbd Textiles', 'Tbd Textiles'],
  ['À COMPLÉTER', UNREADABLE, 'placeholder'],
  ['[tbc]', UNREADABLE, 'placeholder'],
  [' t.b.d. ', UNREADABLE, 'placeholder'],
  ['to be confirmed', UNREADABLE, 'placeholder'],
  ['a confirmer', UNREADABLE, 'placeholder'],
  ['XXXX', UNREADABLE, 'placeholder'],
  ['???', UNREADABLE, 'placeholder'],
  ['en attente de réponse', UNREADABLE, 'placeholder'],
  [' #n/a', UNREADABLE, 'cell-error'],
  ['Xavier', 'Xavier'],
  ['?', UNREADABLE, 'placeholder'],
  ['#REF!', UNREADABLE, 'cell-error'],
  ...ERRORS.map((text): Case => [text, UNREADABLE, 'cell-error']),
  ['Error Mills', 'Error Mills'],
  ['#1 Mill', '#1 Mill'],
  [{ type: 'error', code: '#N/A' }, UNREADABLE, 'cell-error'],
  [{ type: 'uncached' }, UNREADABLE, 'cell-uncached'],
]);

table('supplier', 'supplierRef', [
  ['FRN-0007', 'FRN-0007'],
  ['0017', '0017'],
  [' 0017 ', '0017', 'text-trimmed'],
  ["'0017", '0017', 'text-trimmed'],
  ["''0017", "'0017", 'text-trimmed'],
  [17, '17', 'reference-number'],
  [3607010000123, '3607010000123', 'reference-number'],
  [90.75, '90.75', 'reference-number'],
  [padded, '0000712', 'reference-number'],
  ['3,60701E+12', UNREADABLE, 'reference-exponent'],
  ['27E-1001', '27E-1001'],
  ['27E-10', '27E-10'],
  ['2E-05', UNREADABLE, 'reference-exponent'],
  ['1.2E+15', UNREADABLE, 'reference-exponent'],
  ['3e-7', UNREADABLE, 'reference-exponent'],
  ['219E01', '219E01'],
  ['219E01BE', '219E01BE'],
  [2.19e26, UNREADABLE, 'reference-exponent'],
  [1e21, UNREADABLE, 'reference-exponent'],
  [1e-7, UNREADABLE, 'reference-exponent'],
  [3607010000123450, UNREADABLE, 'reference-exponent'],
  [12345678901234567000, UNREADABLE, 'reference-exponent'],
  [date, UNREADABLE, 'reference-date'],
  [false, 'FALSE', 'text-from-boolean'],
  ['-', undefined, 'blank-word'],
  ['N/A', undefined, 'blank-word'],
  ['xxx', UNREADABLE, 'placeholder'],
  ['XXL', 'XXL'],
  ['#N/A', UNREADABLE, 'cell-error'],
  ['NA', 'NA'],
]);

const point = { decimal: '.' } as const;
const comma = { decimal: ',' } as const;

table('product', 'weight', [
  [350, 350],
  [0.35, 0.35],
  ['350', 350],
  ['12.5', 12.5],
  ['12,5', 12.5, 'number-converted'],
  ['0,350', 0.35, 'number-converted'],
  ['0.350', 0.35],
  ['1 234,56', 1234.56, 'number-converted'],
  ['1\u00a0234', 1234, 'number-converted'],
  ['1\u202f234,5', 1234.5, 'number-converted'],
  ["1'234.5", 1234.5, 'number-converted'],
  ['1’234', 1234, 'number-converted'],
  ['1.234,56', 1234.56, 'number-converted'],
  ['1,234.56', 1234.56, 'number-converted'],
  ['1.234.567', 1234567, 'number-converted'],
  ['1,234,567', 1234567, 'number-converted'],
  ['1,800', UNREADABLE, 'number-ambiguous'],
  ['1.800', UNREADABLE, 'number-ambiguous'],
  ['1,800', 1.8, 'number-converted', comma],
  ['1,800', 1800, 'number-converted', point],
  ['1.800', 1800, 'number-converted', comma],
  ['1.800', 1.8, undefined, point],
  ['1800,500', 1800.5, 'number-converted'],
  ['+5', 5],
  ['-5', -5],
  ['−5', -5],
  [',5', 0.5, 'number-converted'],
  ['350 g', 350, 'number-converted'],
  ['350g', 350, 'number-converted'],
  ['0,35 kg', 350, 'number-converted'],
  ['0.35 Kg', 350, 'number-converted'],
  ['1,2 kilogrammes', 1200, 'number-converted'],
  ['500 mg', 0.5, 'number-converted'],
  ['12 lb', 5443.10844, 'number-converted'],
  ['12 livres', UNREADABLE, 'number-unreadable'],
  ['12 %', UNREADABLE, 'number-unreadable'],
  ['12abc', UNREADABLE, 'number-unreadable'],
  ['1e3', UNREADABLE, 'number-unreadable'],
  ['0x10', UNREADABLE, 'number-unreadable'],
  ['Infinity', UNREADABLE, 'number-unreadable'],
  ['350-400', UNREADABLE, 'number-unreadable'],
  ['1,23,45', UNREADABLE, 'number-unreadable'],
  ['1.2.3', UNREADABLE, 'number-unreadable'],
  ['12.', UNREADABLE, 'number-unreadable'],
  ['1 23', UNREADABLE, 'number-unreadable'],
  ['1 234 56', UNREADABLE, 'number-unreadable'],
  [true, UNREADABLE, 'number-unreadable'],
  [date, UNREADABLE, 'number-unreadable'],
  [percent(0.5), UNREADABLE, 'number-unreadable'],
  [padded, 712],
  ['n/a', undefined, 'blank-word'],
  ['--', undefined, 'blank-word'],
  ['à définir', UNREADABLE, 'placeholder'],
  ['NÉANT', undefined, 'blank-word'],
  ['#VALEUR!', UNREADABLE, 'cell-error'],
]);

table('product', 'Poids (kg)', [
  [0.35, 350, 'number-converted'],
  ['0,35', 350, 'number-converted'],
  ['350 g', 350, 'number-converted'],
  [0.0005, 0.5, 'number-converted'],
]);

table('component', 'composition.1.percentage', [
  [80, 80],
  [percent(0.28), 28, 'number-converted'],
  [percent(0.57), 57, 'number-converted'],
  [percent(1 / 3), 33.333333, 'number-converted'],
  ['97,5 %', 97.5, 'number-converted'],
  ['80%', 80, 'number-converted'],
  ['0,5', 0.5, 'number-converted'],
]);

table('component', 'componentPrint', [
  [true, true],
  [false, false],
  ['true', true],
  ['FALSE', false],
  ['oui', true, 'boolean-converted'],
  ['Evet', true, 'boolean-converted'],
  ['HAYIR', false, 'boolean-converted'],
  ['是', true, 'boolean-converted'],
  ['是 Y', true, 'boolean-converted'],
  ['Nej / No', false, 'boolean-converted'],
  ['否', false, 'boolean-converted'],
  ['tak', true, 'boolean-converted'],
  ['Nu', false, 'boolean-converted'],
  ['nee', false, 'boolean-converted'],
  ['Không', false, 'boolean-converted'],
  ['Non', false, 'boolean-converted'],
  ['o', true, 'boolean-converted'],
  ['y', true, 'boolean-converted'],
  ['N', false, 'boolean-converted'],
  ['VRAI', true, 'boolean-converted'],
  ['faux', false, 'boolean-converted'],
  ['sì', true, 'boolean-converted'],
  ['sí', true, 'boolean-converted'],
  ['Ja', true, 'boolean-converted'],
  ['nein', false, 'boolean-converted'],
  ['1', true, 'boolean-converted'],
  [0, false, 'boolean-converted'],
  ['x', true, 'boolean-converted'],
  [2, UNREADABLE, 'boolean-unreadable'],
  ['peut-être', UNREADABLE, 'boolean-unreadable'],
  ['-', undefined, 'blank-word'],
  ['', undefined],
]);

table('product', 'reachCompliance', [
  [1, 1],
  [0, 0],
  ['1', 1],
  [true, 1],
  ['Oui', 1, 'boolean-converted'],
  ['no', 0, 'boolean-converted'],
  ['yes please', UNREADABLE, 'boolean-unreadable'],
]);

const monthFirst = { dateOrder: 'month-first' } as const;

table('supplier', 'certifications.1.date_start', [
  ['2026-01-31', '2026-01-31'],
  ['2026-01-31T00:00:00.000Z', '2026-01-31', 'date-converted'],
  ['2026-01-31 13:45', '2026-01-31', 'date-converted'],
  ['2026-1-5', '2026-01-05', 'date-converted'],
  ['2026/01/31', '2026-01-31', 'date-converted'],
  ['20260131', '2026-01-31', 'date-converted'],
  ['31/01/2026', '2026-01-31', 'date-converted'],
  ['31.01.2026', '2026-01-31', 'date-converted'],
  ['31-01-26', '2026-01-31', 'date-converted'],
  ['1/2/68', '2068-02-01', 'date-converted', { dateOrder: 'day-first' }],
  ['1/2/69', '1969-02-01', 'date-converted', { dateOrder: 'day-first' }],
  ['03/04/2026', '2026-04-03', 'date-converted', { dateOrder: 'day-first' }],
  ['03/04/2026', '2026-03-04', 'date-converted', monthFirst],
  ['12/25/2026', UNREADABLE, 'date-unreadable', { dateOrder: 'day-first' }],
  ['25/12/2026', UNREADABLE, 'date-unreadable', monthFirst],
  ['31/02/2026', UNREADABLE, 'date-unreadable'],
  ['29/02/2027', UNREADABLE, 'date-unreadable'],
  ['29/02/2028', '2028-02-29', 'date-converted'],
  ['2026-02-30', UNREADABLE, 'date-unreadable'],
  ['2026-13-01', UNREADABLE, 'date-unreadable'],
  ['31/01-2026', UNREADABLE, 'date-unreadable'],
  ['demain', UNREADABLE, 'date-unreadable'],
  ['3 janv. 2026', '2026-01-03', 'date-converted'],
  ['1er février 2026', '2026-02-01', 'date-converted'],
  ['03-Mar-26', '2026-03-03', 'date-converted'],
  ['3. März 2026', '2026-03-03', 'date-converted', monthFirst],
  ['3 de maio de 2026', '2026-05-03', 'date-converted'],
  ['15/août/2026', '2026-08-15', 'date-converted'],
  ['September 3rd, 2026', '2026-09-03', 'date-converted'],
  ['31 AVRIL 2026', UNREADABLE, 'date-unreadable'],
  ['3 brumaire 2026', UNREADABLE, 'date-unreadable'],
  ['janv. 2026', UNREADABLE, 'date-unreadable'],
  ['Jan 3, 26', UNREADABLE, 'date-unreadable'],
  ['2026 janv. 3', UNREADABLE, 'date-unreadable'],
  [date, '2026-01-01', 'date-converted'],
  [46023, '2026-01-01', 'date-converted'],
  [46023.75, '2026-01-01', 'date-converted'],
  ['46023', '2026-01-01', 'date-converted'],
  [36526, '2000-01-01', 'date-converted'],
  [45351, '2024-02-29', 'date-converted'],
  [12, UNREADABLE, 'date-unreadable'],
  [true, UNREADABLE, 'date-unreadable'],
  ['TBD', UNREADABLE, 'placeholder'],
]);

table('supplier', 'address.country', [
  ['IT', 'IT'],
  ['NA', 'NA', 'country-na'],
  ['na', UNREADABLE, 'country-unknown'],
  ['Namibie', 'NA', 'country-converted'],
  ['NO', 'NO'],
  ['it', 'IT', 'country-converted'],
  ['ITA', 'IT', 'country-converted'],
  [' IT ', 'IT', 'text-trimmed'],
  ['ITALIE', 'IT', 'country-converted'],
  ['Atlantis', UNREADABLE, 'country-unknown'],
  ['Congo', UNREADABLE, 'country-unknown'],
  ['---', UNREADABLE, 'country-unknown'],
  ['Inconnu', UNREADABLE, 'country-unknown'],
  [250, UNREADABLE, 'country-unknown'],
  [true, UNREADABLE, 'country-unknown'],
  ['n/a', undefined, 'blank-word'],
]);

table('supplier', 'category', [
  ['TRANSFORMATION - Weaving', 'TRANSFORMATION - Weaving'],
  ['transformation – weaving', 'TRANSFORMATION - Weaving', 'list-spelling'],
  [' TRANSFORMATION - Weaving', 'TRANSFORMATION - Weaving', 'text-trimmed'],
  ['Weaving', 'Weaving'],
  ['N/A', undefined, 'blank-word'],
]);

table('packaging', 'compostability', [
  ['N/A', 'N/A'],
  ['#N/A', UNREADABLE, 'cell-error'],
  ['n/a', 'N/A', 'list-spelling'],
  ['NO - 0', 'NO - 0'],
  ['no-0', 'NO - 0', 'list-spelling'],
  ['no', 'no'],
]);

table('packaging', 'type', [
  ['NONE', 'NONE'],
  ['Outer pack', 'OUTER_PACK_', 'list-spelling'],
  ['Sac', 'Sac'],
]);

table('packaging', 'hazardousSubstances.status', [
  ['YES', 'YES'],
  ['no', 'NO', 'list-spelling'],
  ['oui', 'YES', 'list-spelling'],
  ['Nein', 'NO', 'list-spelling'],
  ['false', 'NO', 'list-spelling'],
  [true, 'YES', 'list-spelling'],
  ['inconnu', 'UNKNOWN', 'list-spelling'],
  ['peut-être', 'peut-être'],
]);

table('supplier', 'contacts.1.person.email', [
  ['giulia@example.com', 'giulia@example.com'],
  ['mailto:giulia@example.com', 'giulia@example.com', 'text-trimmed'],
  ['giulia@example.com ', 'giulia@example.com', 'text-trimmed'],
  ['giulia @example.com', 'giulia @example.com'],
  ['néant', undefined, 'blank-word'],
]);

table('product', 'picture', [
  ['https://img.example.com/a.jpg', 'https://img.example.com/a.jpg'],
  ['https://img.example.com/a.jpg\u00a0', 'https://img.example.com/a.jpg', 'text-trimmed'],
  ['none', undefined, 'blank-word'],
]);

table('product', 'packagingRefs', [
  ['EMB-1', ['EMB-1']],
  ['EMB-1; EMB-2', ['EMB-1', 'EMB-2']],
  ['EMB-1|EMB-2', ['EMB-1', 'EMB-2']],
  ['EMB-1\r\nEMB-2\n', ['EMB-1', 'EMB-2']],
  ['EMB-1, EMB-2', ['EMB-1, EMB-2'], 'list-comma'],
  ['EMB-1,EMB-2; EMB-3', ['EMB-1,EMB-2', 'EMB-3'], 'list-comma'],
  ['EMB-1; EMB-2,', ['EMB-1', 'EMB-2,']],
  ['EMB-1; à définir', UNREADABLE, 'placeholder'],
  ['EMB-1; #N/A', UNREADABLE, 'cell-error'],
  ['EMB-1; -', ['EMB-1'], 'blank-word'],
  [' ; ', undefined],
  [712, ['712'], 'reference-number'],
  ['EMB-1; 3,6E+12', UNREADABLE, 'reference-exponent'],
]);

table('product', 'manufacturingAssemblyCountry', [
  ['CN|Chine', ['CN'], 'country-converted'],
  ['PT', ['PT']],
  ['PT; IT', ['PT', 'IT']],
  ['PT, IT', ['PT', 'IT']],
  ['Bolivia, Plurinational State of', ['BO'], 'country-converted'],
  ['PT, Atlantis', UNREADABLE, 'country-unknown'],
  ['PT; Atlantis', UNREADABLE, 'country-unknown'],
]);

const PVC = 'MALUS +100% - PVC BOTTLE';
const BEADS = 'MALUS +50% - PET BOTTLE CONTAINING GLASS BEADS';

table('packaging', 'ecoModulation', [
  ['NONE', ['NONE']],
  [`${PVC}; ${BEADS}`, [PVC, BEADS]],
  [`${PVC}, NONE`, [PVC, 'NONE']],
  ['MALUS, NONE', ['MALUS, NONE']],
]);

table('product', 'projectImpact', [
  ['{"energy": 3, "by": {"year": [1, 2]}}', { energy: 3, by: { year: [1, 2] } }],
  ['{"energy": ', UNREADABLE, 'open-unreadable'],
  ['[1]', UNREADABLE, 'open-unreadable'],
  ['{"a": {"__proto__": {"x": 1}}}', UNREADABLE, 'open-unreadable'],
  [3, UNREADABLE, 'open-unreadable'],
]);

table('product', 'projectImpact.energy.total', [
  [3.5, 3.5],
  [true, true],
  ['3,5', '3,5'],
  [percent(0.5), 0.5],
]);

describe('a finding of a cell', () => {
  it('a finding of a cell has the cell, the kind and field, the value, and both sides of the change', () => {
    const { findings } = readCell('product', 'Poids', ' 12,5 ');
    const origin = { file: 'batch.xlsx', sheet: 'Feuil1', row: 2, column: 'A' };
    const cell = { kind: 'product', field: 'weight', value: ' 12,5 ', message: '"12,5" → 12.5' };
    expect(findings).toEqual([{ code: 'number-converted', severity: 'fixed', origin, ...cell }]);
  });

  it('a finding of a cell names both readings of an ambiguous number and the flag for each', () => {
    const [finding] = readCell('product', 'Poids', '1,800').findings;
    expect(finding!.message).toBe('"1,800" can mean 1800 or 1.8');
    expect(finding!.suggestion).toBe('--decimal . for 1800, --decimal "," for 1.8');
  });

  it('cuts a long value at 200 characters', () => {
    const [finding] = readCell('supplier', 'name', ` ${'x'.repeat(500)}`).findings;
    expect(finding!.value).toHaveLength(200);
    expect(finding!.message.length).toBeLessThan(160);
  });

  it('a finding of a cell names the flag for the other order of a date that the chosen order cannot read', () => {
    const order = { dateOrder: 'day-first' } as const;
    const [finding] = readCell('supplier', 'certifications.1.date_end', '12/25/2026', order).findings;
    expect(finding!.suggestion).toBe('--date-order month-first reads it as 2026-12-25');
  });
});

describe('an ambiguous value that is read as its column shows', () => {
  const read = (kind: V2Kind, head: string, cells: readonly string[], options: ReadOptions = {}) =>
    readSheet(
      kind,
      [head],
      cells.map((cell) => [cell]),
      options,
    ).drafts.flatMap((draft) =>
      draft.findings
        .filter(({ severity }) => severity === 'warning')
        .map(({ code, message }) => `${draft.row} ${code}: ${message}`),
    );

  it('an ambiguous value is a warning for numbers, with both readings, unless a flag decides', () => {
    expect(read('product', 'producedQuantity', ['1.200', '1200.5'])).toEqual([
      '2 number-voted: "1.200" can mean 1200 or 1.2; it is read using the decimal mark of the other numbers in the column',
      '2 number-fraction: "1.200" is not a whole number of pieces; sent as 1.2',
      '3 number-fraction: "1200.5" is not a whole number of pieces; sent as 1200.5',
    ]);
    expect(read('product', 'producedQuantity', ['1.200', '7'], { decimal: ',' })).toEqual([]);
    expect(read('component', 'componentWeight', ['0,35', '1,200']).join()).toContain('1200 or 1.2');
  });

  const dates = 'certifications.date_start';
  it.each<[string[], number, ReadOptions?]>([
    [['03/04/2026'], 1],
    [['03/04/2026', '25/04/2026'], 1],
    [['03/04/2026', '25/04/2026', '26/04/2026'], 0],
    [['03/03/2026', '2026-04-03'], 0],
    [['03/04/2026'], 0, { dateOrder: 'month-first' }],
  ])('an ambiguous value is a warning for the dates %j in %d cells', (cells, warnings, options) => {
    const reported = read('supplier', dates, cells, options);
    expect(reported).toHaveLength(warnings);
    if (warnings > 0)
      expect(reported[0]).toContain('date-ambiguous: "03/04/2026" can mean 2026-04-03 or 2026-03-04');
  });

  it('an ambiguous value is no warning where other dates of the sheet show the order', () => {
    const heads = ['certifications.date_start', 'certifications.date_end'];
    const { drafts } = readSheet('supplier', heads, Array(2).fill(['01/02/2026', '31/01/2027']));
    const codes = drafts.flatMap(({ findings }) => findings.map(({ code }) => code));
    expect(codes).not.toContain('date-ambiguous');
  });
});
