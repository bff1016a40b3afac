import { expect, test } from 'vitest';
import { reportIn, sandboxFolder } from '../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { textRow, workbook } from '../sheets/workbook-builder.ts';
import { runTrace } from './harness.ts';

/** Imports files into a mock; returns the exit code and the report. */
async function imported(files: Readonly<Record<string, string | Uint8Array>>, ...flags: readonly string[]) {
  const { mock, cwd } = await sandboxFolder(files);
  const argv = ['import', ...Object.keys(files), '--env', 'sandbox', '--report', 'r.json', ...flags];
  const { code, stderr } = await runTrace(argv, cwd);
  const report = await reportIn(cwd);
  const found = report.findings.map(({ code: name, message }) => `${name}: ${message}`);
  return { code, stderr, report, found, created: Object.keys(mock.stats().received).length, mock };
}

const of = (...bodies: readonly ReturnType<typeof supplierBody>[]) => csvOf(supplier, bodies);

/** The rows of a supplier sheet as XML; rows with a number in `hidden` are hidden. */
function rowsOf(text: string, hidden: readonly number[] = []): string {
  return text
    .trim()
    .split('\n')
    .map((line, at) => textRow(line.split(','), hidden.includes(at + 1) ? 'hidden="1"' : ''))
    .join('');
}

test('rows that a filter hides are sent, and a notice for each sheet counts them', async () => {
  const bodies = ['1', '2', '3', '4'].map((one) => supplierBody(`FRN-${one}`));
  const book = workbook({
    rows: {
      Suppliers: rowsOf(of(...bodies), [3, 5]),
      More: rowsOf(of(supplierBody('FRN-5')), [2]),
      Seen: rowsOf(of(supplierBody('FRN-6'))),
    },
  });
  const { code, report, found, stderr } = await imported({ 'batch.xlsx': book });
  expect([code, found]).toEqual([
    0,
    [
      'rows-hidden: 2 rows are hidden in the sheet, the first one is row 3; they are read like the others',
      'rows-hidden: row 2 is hidden in the sheet, and read like the others',
    ],
  ]);
  expect(report.findings.map(({ severity, origin }) => [severity, origin.sheet])).toEqual([
    ['notice', 'Suppliers'],
    ['notice', 'More'],
  ]);
  expect(stderr).toContain('6 created');
});

test('the verdict and the error of the report name the sheets and files that --skip-invalid did not send', async () => {
  const sheets = {
    Suppliers: rowsOf(of(supplierBody('FRN-1'), supplierBody('FRN-2'))),
    'Suppliers old': rowsOf(of(supplierBody('FRN-9'))),
  };
  const sheetAttributes = { 'Suppliers old': 'state="hidden"' };
  const one = await imported({ 'batch.xlsx': workbook({ rows: sheets, sheetAttributes }) }, '--skip-invalid');
  const said = 'sandbox: 2 created; 1 sheet was not sent: Suppliers old (1 row).';
  expect([one.code, one.report.verdict?.text, one.report.error?.message]).toEqual([5, said, said]);
  expect(one.stderr).toContain(said);

  const unknown = { ...sheets, Colours: rowsOf('shade,hue\ndark,red\n') };
  const more = await imported(
    {
      'batch.xlsx': workbook({ rows: unknown, sheetAttributes }),
      'cut.xlsx': workbook({ rows: sheets }).subarray(0, 900),
      'empty.csv': 'supplierRef,name\n',
    },
    '--skip-invalid',
  );
  expect([more.code, more.report.verdict?.text]).toEqual([
    5,
    'sandbox: 2 created; 2 sheets and 2 files were not sent: batch.xlsx › Suppliers old (1 row), batch.xlsx › Colours, cut.xlsx and 1 more.',
  ]);
});

test('a sheet that is damaged in its middle is named with the row where reading stopped', async () => {
  const text = rowsOf(of(supplierBody('FRN-1'), supplierBody('FRN-2')));
  const { code, report } = await imported(
    {
      'batch.xlsx': workbook({
        rows: { Bad: text.replace('FRN-2', '<b'), Good: rowsOf(of(supplierBody('FRN-3'))) },
      }),
    },
    '--skip-invalid',
  );
  expect([code, report.verdict?.text]).toEqual([
    5,
    expect.stringMatching(/1 created.* batch\.xlsx › Bad stopped at row 3/),
  ]);
  expect(report.error?.message).toBe(report.verdict?.text);
});
