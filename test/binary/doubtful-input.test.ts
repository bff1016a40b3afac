import { expect, test } from 'vitest';
import { findingsIn, folderWith } from '../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { runTrace } from './harness.ts';

/**
 * The findings of `check` on the files, without those that other tests cover, as `error header-unit A2`; and the exit
 * code.
 */
async function checked(files: Readonly<Record<string, string | Uint8Array>>) {
  const cwd = await folderWith(files);
  const argv = ['check', ...Object.keys(files), '--json'];
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

const aSupplier = csvOf(supplier, [supplierBody('F-1', { name: 'Tissages' })]);

test('a header remark like "(obligatoire)" is ignored, and an unknown one like "(ancienne)" is a notice', async () => {
  const harmless = renamed(aSupplier, 'name', 'name (obligatoire)');
  const odd = renamed(aSupplier, 'name', 'name (ancienne)');
  expect(await checked({ 'a.csv': harmless })).toMatchObject({ code: 0, found: [] });
  const { code, findings } = await checked({ 'b.csv': odd });
  expect([code, findings.map(({ code, severity, field }) => [severity, code, field])]).toEqual([
    0,
    [['notice', 'header-remark', 'name']],
  ]);
});

test.each([
  ['Corse', 'part of France'],
  ['Pays', 'header of a column'],
])('for "%s" as a country (%s), no other country is suggested', async (country, reason) => {
  const body = supplierBody('F-1', { address: { country } });
  const { findings } = await checked({ 's.csv': csvOf(supplier, [body]) });
  expect(findings.filter(({ code }) => code === 'country-unknown')).toMatchObject([
    { message: expect.stringContaining(reason), suggestion: null },
  ]);
});

test('check prints a value as it is sent, and counts the cells from which it removed invisible characters', async () => {
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
