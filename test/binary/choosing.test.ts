import { describe, expect, test } from 'vitest';
import { writeWorkbook } from '../../src/sheets/workbook-writer.ts';
import { createsOf, reportIn, sandboxFolder } from '../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { runTrace } from './harness.ts';

const sheet = (name: string, ref: string, hidden = false) => {
  const [heads, ...rows] = csvOf(supplier, [supplierBody(ref)])
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell || null));
  return { name, columns: heads!.map((header) => ({ header: header! })), rows, hidden };
};

async function sandbox() {
  const { mock, cwd } = await sandboxFolder({
    'suppliers.csv': csvOf(supplier, [supplierBody('FRN-1'), supplierBody('FRN-2')]),
    'batch.xlsx': await writeWorkbook({
      title: 'batch',
      sheets: [
        sheet('Fournisseurs', 'FRN-3'),
        sheet('Archive', 'FRN-4', true),
        { name: 'Lists', hidden: true, columns: [{ header: 'Colours' }], rows: [['red'], ['blue']] },
      ],
    }),
  });
  const run = (...argv: string[]) => runTrace(argv, cwd);
  return { cwd, run, created: () => createsOf(mock) };
}

describe.each([['check'], ['plan', '--env', 'sandbox'], ['import', '--env', 'sandbox']])('%s', (...words) => {
  const [command = '', ...env] = words;

  test('exits with 3 if --sheet skips every sheet, and with 0 if --allow-empty is given', async () => {
    const { run, created } = await sandbox();
    const skip = [command, 'suppliers.csv', ...env, '--sheet', 'suppliers.csv=skip'];
    const ran = await run(...skip);
    expect([ran.code, created()]).toEqual([3, 0]);
    expect(ran.stderr + ran.stdout).toContain('every sheet is skipped, so no row was read');
    const allowed = await run(...skip, '--allow-empty');
    expect([allowed.code, created()]).toEqual([0, 0]);
    expect(allowed.stderr + allowed.stdout).toContain('no record was selected');
  });

  test('exits with 3 for a hidden sheet with records until --sheet decides; a hidden list needs no decision', async () => {
    const { run, created } = await sandbox();
    const ran = await run(command, 'batch.xlsx', ...env);
    expect([ran.code, created()]).toEqual([3, 0]);
    const said = ran.stderr + ran.stdout;
    expect(said).toMatch(/Archive is hidden, and 1 row of it looks like suppliers/);
    expect(said).toContain('--sheet Archive=supplier');
    expect(said).not.toMatch(/Lists is hidden, and/);
    const skipped = await run(command, 'batch.xlsx', ...env, '--sheet', 'Archive=skip');
    expect(skipped.code).toBe(0);
    expect(created()).toBe(command === 'import' ? 1 : 0);
  });
});

test('a hidden sheet is sent if --sheet gives its kind; otherwise it is a finding and the exit code is 5', async () => {
  const { cwd, run, created } = await sandbox();
  const words = ['import', 'batch.xlsx', '--env', 'sandbox', '--report', 'r.json'];
  const part = await run(...words, '--skip-invalid');
  const report = await reportIn(cwd);
  expect([part.code, created(), report.exitCode]).toEqual([5, 1, 5]);
  expect(report.findings.map(({ code }: { code: string }) => code)).toContain('sheet-hidden-rows');
  const all = await run(...words, '--sheet', 'Archive=supplier');
  expect([all.code, created()]).toEqual([0, 2]);
});

test('check and plan report that no record was selected if --only matches none', async () => {
  const { run } = await sandbox();
  const only = ['suppliers.csv', '--only', 'packaging'];
  for (const words of [['check'], ['plan', '--env', 'sandbox']]) {
    const ran = await run(words[0]!, ...only, ...words.slice(1));
    expect([ran.code, ran.stderr + ran.stdout]).toEqual([
      0,
      expect.stringContaining('no record was selected (2 were skipped)'),
    ]);
  }
});
