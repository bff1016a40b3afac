import { expect, test } from 'vitest';
import { folderWith } from '../commands/harness.ts';
import { csvOf, product, productBody, supplier, supplierBody } from '../commands/sheets.ts';
import { runBinary } from './harness.ts';

/** What `check` of the files finds besides that of other tests, as `error header-unit A2`; and how it ended. */
async function checked(files: Readonly<Record<string, string | Uint8Array>>, ...flags: readonly string[]) {
  const cwd = await folderWith(files);
  const argv = ['check', ...Object.keys(files), '--json', '--external-refs', ...flags];
  const { code, stdout } = await runBinary(argv, cwd);
  const { findings } = JSON.parse(stdout) as {
    findings: {
      code: string;
      severity: string;
      message: string;
      suggestion: string | null;
      field: string | null;
      origin: { file: string; column: string | null; row: number | null };
    }[];
  };
  const told = findings.filter(({ code }) => !['reference-external', 'collections'].includes(code));
  return { code, findings: told, found: told.map(({ code, severity }) => `${severity} ${code}`) };
}

/** The CSV with another header in place of one. */
function renamed(text: string, header: string, to: string): string {
  const [first, ...rows] = text.split('\n');
  const headers = first!.split(',');
  if (!headers.includes(header)) throw new Error(`no header ${header}`);
  return [headers.map((one) => (one === header ? `"${to}"` : one)).join(','), ...rows].join('\n');
}

const aProduct = csvOf(product, [productBody('R-1', 'F-1', { weight: 7777, producedQuantity: 9 })]);
const aSupplier = csvOf(supplier, [supplierBody('F-1', { name: 'Tissages' })]);

test.each([
  ['(livres)', 'weight'],
  ['(k)', 'weight'],
  ['(brut)', 'weight'],
  ['[x1000]', 'producedQuantity'],
  ['(milliers)', 'producedQuantity'],
  ['(cartons)', 'producedQuantity'],
])('refuses numbers below %s, and the column can be left out', async (remark, field) => {
  const header = `${field} ${remark}`;
  const { code, findings } = await checked({ 'p.csv': renamed(aProduct, field, header) });
  const told = findings.filter(({ severity }) => severity === 'error');
  expect(told).toMatchObject([{ code: 'header-unit', field, origin: { row: 2 } }]);
  expect(told[0]!.message).toContain(`"${header}"`);
  expect(told[0]!.suggestion).toContain(`--ignore-columns "${header}"`);
  expect(code).toBe(3);
});

test.each([
  ['(lb)', '1', '453.59237'],
  ['[oz]', '1', '28.349523'],
  ['(t)', '0.001', '1000'],
  ['(obligatoire, en kg)', '2', '2000'],
])('converts a weight below %s', async (remark, value, grams) => {
  const file = renamed(aProduct, 'weight', `weight ${remark}`).replace('7777', value);
  const { code, findings } = await checked({ 'p.csv': file });
  const [converted] = findings.filter((finding) => finding.code === 'number-converted');
  expect([code, converted?.message.endsWith(` ${grams}`)]).toEqual([0, true]);
});

test('takes harmless remarks in a header without a word, and says that of a text it does not understand', async () => {
  const harmless = renamed(aSupplier, 'name', 'name (obligatoire)');
  const odd = renamed(aSupplier, 'name', 'name (ancienne)');
  expect(await checked({ 'a.csv': harmless })).toMatchObject({ code: 0, found: [] });
  const { code, findings } = await checked({ 'b.csv': odd });
  expect([code, findings.map(({ code, severity, field }) => [severity, code, field])]).toEqual([
    0,
    [['notice', 'header-remark', 'name']],
  ]);
});

/** A CSV of suppliers in these countries. */
const suppliersIn = (...countries: readonly string[]): string => {
  const rows = countries.map((_, at) => supplierBody(`F-${at}`));
  const [first, ...lines] = csvOf(supplier, rows).trimEnd().split('\n');
  return [`${first},"Code pays"`, ...lines.map((line, at) => `${line},"${countries[at]}"`)].join('\n');
};

test.each([
  [['FR', 'NA'], 0, ['warning country-na']],
  [['France', 'NA'], 3, ['error country-unknown']],
  [['FR', 'na'], 3, ['error country-unknown']],
  [['NA'], 3, ['error country-unknown']],
  [['FR', 'Namibia'], 0, ['fixed country-converted']],
])('of the countries %j, NA is no Namibia in silence', async (countries, exit, expected) => {
  const { code, found } = await checked({ 's.csv': suppliersIn(...countries) });
  expect([
    code,
    found.filter(
      (one) => (one.includes('country-') && !/fixed.*-converted/.test(one)) || countries.includes('Namibia'),
    ),
  ]).toEqual([exit, expected]);
});

test.each([
  ['Corse', 'part of France'],
  ['Pays', 'header of a column'],
])('of the country %s no other country is suggested', async (country, reason) => {
  const { findings } = await checked({ 's.csv': suppliersIn(country) });
  const [{ message, suggestion }] = findings.filter(({ code }) => code === 'country-unknown') as [
    (typeof findings)[0],
  ];
  expect([message.includes(reason), suggestion]).toEqual([true, null]);
});
