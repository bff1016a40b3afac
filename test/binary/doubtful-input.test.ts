import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { decimalText } from '../../src/say.ts';
import { findingsIn, folderWith } from '../cli/commands/harness.ts';
import {
  component,
  componentBody,
  csvOf,
  product,
  productBody,
  supplier,
  supplierBody,
} from '../cli/commands/sheets.ts';
import { textRow, workbook } from '../sheets/workbook-builder.ts';
import { runTrace } from './harness.ts';

/**
 * The findings of `check` on the files, without those that other tests cover, as `error header-unit A2`; and the exit
 * code.
 */
async function checked(files: Readonly<Record<string, string | Uint8Array>>, ...flags: readonly string[]) {
  const cwd = await folderWith(files);
  const argv = ['check', ...Object.keys(files), '--json', '--external-refs', ...flags];
  const { code, stdout } = await runTrace(argv, cwd);
  const told = findingsIn(stdout).filter(({ code }) => !['reference-external', 'collections'].includes(code));
  return { code, findings: told, found: told.map(({ code, severity }) => `${severity} ${code}`) };
}

/** The CSV with one header replaced. */
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
  expect([code, converted?.message.endsWith(` ${decimalText(Number(grams))}`)]).toEqual([0, true]);
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

test('a material in another language is one error with the word of the cell, and nothing was corrected', async () => {
  const body = (at: number, material: string) =>
    componentBody(`C-${at}`, 'P-1', 'F-1', { composition: [{ material, percentage: 100 }] });
  const file = { 'c.csv': csvOf(component, [body(1, 'COTTON'), body(2, 'cotone'), body(3, 'Cotton')]) };
  const { findings, found } = await checked(file);
  expect(found).toEqual(['error list-near', 'fixed list-spelling']);
  expect(findings[0]!.message).toMatch(/^"cotone" is not in the known part of component.material/);
  expect(findings[0]!.suggestion).toBe('did you mean "COTTON"?');
  // If it is sent, what is sent is said.
  const sent = await checked(file, '--severity', 'list-near=warning');
  expect(sent.found.sort()).toEqual(['fixed list-spelling', 'fixed list-spelling', 'warning list-near']);
});

test.each([
  ['Corse', 'part of France'],
  ['Pays', 'header of a column'],
])('of the country %s no other country is suggested', async (country, reason) => {
  const { findings } = await checked({
    's.csv': csvOf(supplier, [supplierBody('F-1', { address: { country } })]),
  });
  expect(findings.filter(({ code }) => code === 'country-unknown')).toMatchObject([
    { message: expect.stringContaining(reason), suggestion: null },
  ]);
});

test('reads serials as the workbook counts its days: here from 1904', async () => {
  const certified = { 'certifications.1.type': 'GOTS', 'certifications.1.date_start': '44561' };
  const cells = { ...supplierBody('F-1'), ...certified };
  const rows = textRow(Object.keys(cells)) + textRow(Object.values(cells).map(String));
  const file = workbook({ rows: { Suppliers: rows }, date1904: true });
  const { code, findings } = await checked({ 's.xlsx': file });
  expect([code, findings]).toMatchObject([0, [{ code: 'date-converted' }]]);
  expect(findings[0]!.message).toContain('→ 2026-01-01');
});

const named = (name: string): string => csvOf(supplier, [supplierBody('F-1', { name })]);

test.each([
  ['two decodings, in a part of it', Buffer.from(named('SociÃ©tÃ© Évreux')), 'text-damaged'],
  ['lost letters', Buffer.from(named('Pozna?')), 'text-damaged'],
  ['a mark for a lost letter', Buffer.from(named('Soci\ufffdt\ufffd')), 'text-damaged'],
  ['CP850', iconv.encode(named('Société Évreux'), 'cp850'), 'text-damaged'],
  ['Windows-1250', iconv.encode(named('Zakład Włókienniczy'), 'windows-1250'), 'text-damaged'],
  ['Windows-1254', iconv.encode(named('Şişli İzmir'), 'windows-1254'), 'text-encoding'],
  ['GBK', iconv.encode(named('上海纺织'), 'gbk'), 'text-encoding'],
  ['Shift-JIS', iconv.encode(named('株式会社テキスタイル'), 'shift_jis'), 'text-encoding'],
])('text with %s is refused, and sent only when the person says so', async (_, bytes, expected) => {
  const refused = await checked({ 's.csv': bytes });
  expect([refused.code, refused.found.includes(`error ${expected}`)]).toEqual([3, true]);
  for (const { suggestion } of refused.findings) expect(suggestion).toContain('UTF-8');
  const flags = ['text-damaged', 'text-encoding'].flatMap((code) => ['--severity', `${code}=warning`]);
  const lowered = await checked({ 's.csv': bytes }, ...flags);
  expect([lowered.code, lowered.found.includes(`warning ${expected}`)]).toEqual([0, true]);
});

test('text with two decodings throughout is repaired, and an error with --strict', async () => {
  const files = { 's.csv': Buffer.from(named('SociÃ©tÃ© Ã‰vreux')) };
  const repaired = await checked(files);
  expect([repaired.code, repaired.found.includes('fixed text-decoded')]).toEqual([0, true]);
  expect(repaired.findings.find(({ code }) => code === 'text-decoded')!.message).toContain(
    '→ "Société Évreux"',
  );
  expect((await checked(files, '--strict')).code).toBe(3);
});

test('what is said of a value is true of what is sent', async () => {
  const text = csvOf(supplier, [supplierBody('F-1', { name: 'Tis\u200bsages' })]).trimEnd();
  const [first, line] = text.split('\n');
  const cwd = await folderWith({ 's.csv': `${first},Type de certification 1\n${line},Oeko-Tex\n` });
  const { stdout } = await runTrace(['check', 's.csv'], cwd);
  expect(stdout).toContain('"OEKO-TEX" is not in the known part');
  expect(stdout).not.toContain('as it is');
  const many = csvOf(
    supplier,
    ['F-1', 'F-2'].map((ref) => supplierBody(ref, { name: 'Tis\u200bsages' })),
  );
  const folder = await folderWith({ 's.csv': many });
  expect((await runTrace(['check', 's.csv'], folder)).stdout).toContain(
    'invisible characters removed in 2 cells',
  );
});
