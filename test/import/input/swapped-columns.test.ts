import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { ReportFinding } from '../../../src/cli/view/report-schema.ts';
import type { V2Kind } from '../../../src/contract/registry.ts';
import { swappedColumns } from '../../../src/import/input/swapped-columns.ts';
import { useLanguage } from '../../../src/say.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { folderWith, trace } from '../../cli/commands/harness.ts';
import { EXHAUSTIVE, SLOW } from '../../effort.ts';
import { readSheet, rowsOf } from '../../records/sheet.ts';

afterEach(() => useLanguage('en'));

/** The columns that look swapped, as `A+B`, from the values of two columns. */
function swapped(kind: V2Kind, headers: readonly [string, string], ...rows: readonly (readonly Cell[])[]) {
  const { map } = readSheet(kind, headers, rows);
  const found = swappedColumns(map, rowsOf(headers, ...rows).slice(1));
  return found.map(({ origin, message }) => `${origin.column}${origin.row} ${message}`);
}

const both = (first: string, second: string) =>
  ['A1', 'B1'].map((at) => `${at} the values of columns A (${first}) and B (${second}) look swapped`);

const date = (iso: string, serial: number): Cell => ({ type: 'date', iso, serial });

describe('columns whose values fit the field of the other', () => {
  test.each<[string, V2Kind, [string, string], [Cell, Cell][]]>([
    [
      'weights and compositions',
      'product',
      ['weight', 'composition'],
      [
        ['80% cotton, 20% linen', 350],
        ['100% silk', '420 g'],
        ['60% wool, 40% polyamide', 510],
      ],
    ],
    [
      'two lists',
      'component',
      ['type', 'category'],
      [
        ['ZIPS', 'METAL'],
        ['BUTTONS', 'PLASTIC'],
        ['LININGS', 'TEXTILE'],
        ['LABELLINGS', 'TEXTILE'],
      ],
    ],
    [
      'cities and countries',
      'supplier',
      ['address.country', 'address.city'],
      [
        ['Roubaix', 'FR'],
        ['Prato', 'Italie'],
        ['Braga', 'PT'],
      ],
    ],
    [
      'names and e-mails',
      'supplier',
      ['contacts.1.person.email', 'contacts.1.person.name'],
      [
        ['Rui Fontes', 'rui@example.com'],
        ['Anna Berg', 'anna@example.com'],
        ['Léa Petit', 'lea@example.com'],
      ],
    ],
    [
      'dates and links',
      'supplier',
      ['certifications.1.date_end', 'certifications.1.file'],
      [
        ['https://example.com/1', date('2027-01-01', 46388)],
        ['https://example.com/2', '2027-02-01'],
        ['https://example.com/3', '2027-03-01'],
      ],
    ],
    [
      'references and categories, but for one cell',
      'component',
      ['componentRef', 'category'],
      [
        ['ZIPS', 'C-1'],
        ['BUTTONS', 'C-2'],
        ['LININGS', 'C-3'],
        ['LABELLINGS', 'C-4'],
        ['C-5', 'ZIPS'],
        ['', ''],
      ],
    ],
  ])('%s are reported at both headers', (_, kind, headers, rows) => {
    expect(swapped(kind, headers, ...rows)).toEqual(both(headers[0], headers[1]));
  });

  test.each<[string, V2Kind, [string, string], [Cell, Cell][]]>([
    [
      'only two values',
      'product',
      ['weight', 'composition'],
      [
        ['80% cotton', 350],
        ['100% silk', 420],
      ],
    ],
    [
      'sound columns',
      'product',
      ['weight', 'composition'],
      [
        [350, '80% cotton'],
        [420, '100% silk'],
        [510, '100% wool'],
      ],
    ],
    [
      'only one column that is wrong',
      'product',
      ['weight', 'composition'],
      [
        ['light', '80% cotton'],
        ['heavy', '100% silk'],
        ['medium', '100% wool'],
      ],
    ],
    [
      'less than four fifths of the values',
      'product',
      ['weight', 'composition'],
      [
        ['80% cotton', 350],
        ['100% silk', 420],
        ['100% wool', 510],
        [300, '100% wool'],
      ],
    ],
    [
      'codes of digits beside unreadable numbers',
      'product',
      ['weight', 'purchaseOrder'],
      [
        ['light', 2700],
        ['heavy', 2701],
        ['medium', 2702],
      ],
    ],
    [
      'numbers that may be serials of dates',
      'supplier',
      ['certifications.1.date_end', 'address.postalCode'],
      [
        ['to come', 45000],
        ['unlimited', 46000],
        ['none', 47000],
      ],
    ],
    [
      'placeholders and errors of the spreadsheet',
      'supplier',
      ['address.country', 'address.city'],
      [
        ['TBD', 'FR'],
        ['#N/A', 'IT'],
        [{ type: 'error', code: '#REF!' }, 'PT'],
      ],
    ],
  ])('%s are not', (_, kind, headers, rows) => {
    expect(swapped(kind, headers, ...rows)).toEqual([]);
  });

  test('in French', async () => {
    const rows = [
      ['Roubaix', 'FR'],
      ['Prato', 'IT'],
      ['Braga', 'PT'],
    ];
    await useLanguage('fr');
    expect(swapped('supplier', ['address.country', 'address.city'], ...rows)[0]).toBe(
      'A1 les valeurs des colonnes A (address.country) et B (address.city) semblent interverties',
    );
  });
});

describe('a sheet with swapped columns', () => {
  const rows = Array.from(
    { length: 5 },
    (_, at) => `STANDARD,R-${at},Robe,DRESSES,"80% cotton, 20% linen",350,SS27,`,
  );
  const header = 'projectType,productRef,name,category,weight,composition,productCollectionRef,supplierRef';
  const files = { 'products.csv': `${[header, ...rows].join('\n')}\n` };

  /** The command, and whether each finding of swapped columns is an error. */
  async function found(command: string, ...argv: readonly string[]) {
    const cwd = await folderWith(files);
    const more = command === 'check' ? ['--json'] : ['--report', 'report.json', '--yes'];
    const { stdout, code } = await trace([command, 'products.csv', ...more, ...argv], { cwd });
    const text = command === 'check' ? stdout : await readFile(path.join(cwd, 'report.json'), 'utf8');
    const { findings } = JSON.parse(text) as { findings: ReportFinding[] };
    const swapped = findings.filter((one) => one.code === 'columns-swapped');
    return [code, ...swapped.map(({ severity, origin }) => `${severity} ${origin.column}${origin.row}`)];
  }

  test('is reported by check and import, besides its errors', async () => {
    expect(await found('check')).toEqual([3, 'warning E1', 'warning F1']);
    expect(await found('import')).toEqual([3, 'warning E1', 'warning F1']);
  });

  test('is an error or nothing with --severity', async () => {
    const severity = (change: string) => found('check', '--severity', `columns-swapped=${change}`);
    expect(await severity('error')).toEqual([3, 'error E1', 'error F1']);
    expect(await severity('off')).toEqual([3]);
  });
});

const samples = process.env.TRACE_SAMPLES;

test.skipIf(!samples)('no column of the files of others looks swapped', { tags: ['sampled'] }, async () => {
  const files = (await readdir(samples!, { recursive: true })).filter((file) =>
    /\.(?:csv|tsv|txt|xlsx|ods)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(40);
  const cwd = await folderWith();
  for (const file of files.filter((_, at) => EXHAUSTIVE || (at % 3 === 0) !== SLOW)) {
    const { stdout } = await trace(['check', path.join(samples!, file), '--json'], { cwd });
    expect([file, stdout.includes('"columns-swapped"')]).toEqual([file, false]);
  }
});
