import { describe, expect, test } from 'vitest';
import { checkDocument } from '../../../src/cli/view/report-schema.ts';
import {
  expectEnd,
  folderWith,
  journalOf,
  mockService,
  reportIn,
  sandboxConfig,
  sandboxFolder,
  trace,
} from './harness.ts';
import { component, componentBody, csvOf, product, productBody, supplier, supplierBody } from './sheets.ts';

/** A sheet with more columns at its end: their headers, and the cells of each row. */
function withColumns(csv: string, headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const [head, ...lines] = csv.trim().split('\n') as [string, ...string[]];
  const more = (cells: readonly string[]) => cells.map((cell) => `,${cell}`).join('');
  return [head + more(headers), ...lines.map((line, at) => line + more(rows[at]!))].join('\n');
}

const suppliers = csvOf(supplier, [supplierBody('FRN-1'), supplierBody('FRN-2')]);
const stray = withColumns(
  suppliers,
  ['Logo color', '"Notes, internal"', 'Blank', 'additional infos'],
  [
    ['red', 'x', '', 'free text'],
    ['', 'y', ' ', ''],
  ],
);

async function found(argv: readonly string[], cwd: string) {
  const { code, stdout } = await trace(['check', ...argv, '--json'], { cwd });
  const { findings, ignoredColumns } = checkDocument.parse(JSON.parse(stdout));
  return {
    code,
    reported: findings.map(
      ({ code, severity, origin }) => `${severity} ${code} ${origin.column ?? '-'}${origin.row ?? ''}`,
    ),
    findings,
    ignoredColumns,
  };
}

describe('a column that is unknown or missing', () => {
  test('a column that is unknown or missing makes its sheet invalid if it has values; the error has the likely field and the flag to ignore it', async () => {
    const { mock, cwd } = await sandboxFolder({
      'suppliers.csv': stray,
      'products.csv': csvOf(product, [productBody('ROB-1', 'FRN-9')]),
      'others.csv': csvOf(supplier, [supplierBody('FRN-9')]),
    });
    const files = ['suppliers.csv', 'others.csv', 'products.csv', '--sheet', 'others.csv=suppliers'];
    const { code, stderr } = await trace(['import', ...files, '--env', 'sandbox'], { cwd });
    expect([code, await journalOf(mock)]).toEqual([3, []]);
    expect(stderr).toMatch(/has no field named "Logo color": its value would be lost/);
    expect(stderr).toContain(
      `skip it: --ignore-columns '"Notes, internal"', or in trace.config.yaml: ignoreColumns: ["Notes, internal"]`,
    );
    expect(stderr).toContain('the most likely field is additionalInformation');
    expect(stderr).not.toContain('"Blank"');

    const skipping = await trace(['import', ...files, '--env', 'sandbox', '--skip-invalid'], { cwd });
    expect(skipping.code).toBe(5);
    expect((await journalOf(mock)).map(({ key }) => key.split('\u001f')[0])).toEqual(['FRN-9', 'ROB-1']);
  });

  test.each([
    [
      'by name',
      ['--ignore-columns', 'logo COLOR,"Notes, internal"', '--ignore-columns', 'Additional infos'],
      '',
    ],
    ['by the configuration', [], 'ignoreColumns: ["Logo color", "notes internal", "additional infos"]\n'],
    ['as all unknown ones', ['--ignore-unknown-columns'], ''],
  ])(
    'a column that is unknown or missing is ignored %s, and counted in the verdict and the report',
    async (_how, argv, config) => {
      const mock = await mockService();
      const cwd = await folderWith({
        'suppliers.csv': stray,
        'trace.config.yaml': config + sandboxConfig(mock.url),
      });
      const { code, stderr } = await trace(
        ['import', 'suppliers.csv', '--env', 'sandbox', '--report', 'r.json', ...argv],
        { cwd },
      );
      const expected = [0, 'sandbox: 2 created; 3 columns with 4 values ignored.'];
      expect([code, stderr.trim().split('\n').at(-1)]).toEqual(expected);
      const report = await reportIn(cwd);
      const place = { file: expect.stringMatching(/suppliers\.csv$/), sheet: 'suppliers' };
      const letters = report.ignoredColumns.map(({ column }) => column);
      expect(report.ignoredColumns).toEqual([
        { ...place, column: letters[0], header: 'Logo color', values: 1 },
        { ...place, column: letters[1], header: 'Notes, internal', values: 2 },
        { ...place, column: letters[2], header: 'additional infos', values: 1 },
      ]);
      const again = await trace(['runs', 'report', report.run!], { cwd });
      expect(JSON.parse(again.stdout).ignoredColumns).toEqual(report.ignoredColumns);
      const plan = await trace(['plan', 'suppliers.csv', '--env', 'sandbox', '--json', ...argv], { cwd });
      expect(JSON.parse(plan.stdout).ignoredColumns).toEqual(report.ignoredColumns);
    },
  );

  test('a column that is unknown or missing is an error too if it has no header, or if its first value is in a late row', async () => {
    const many = csvOf(
      supplier,
      Array.from({ length: 1200 }, (_, at) => supplierBody(`FRN-${at}`)),
    );
    const rows = Array.from({ length: 1200 }, (_, at) => (at === 1100 ? ['late', 'lost', ''] : ['', '', '']));
    const cwd = await folderWith({ 'suppliers.csv': withColumns(many, ['Colour', '', 'End'], rows) });
    const { code, reported, findings } = await found(['suppliers.csv'], cwd);
    const unknown = [/^error header-unknown [A-Z]+1$/, /^error header-unknown/];
    const errors = unknown.map((error) => expect.stringMatching(error));
    expect([code, reported.filter((one) => one.startsWith('error'))]).toEqual([3, errors]);
    const messages = findings.map(({ message }) => message);
    expect(messages).toContain('the column has no header: its value would be lost');
    const ignoring = await found(['suppliers.csv', '--ignore-unknown-columns'], cwd);
    const ignored = ignoring.ignoredColumns.map(({ header, values }) => `${header}: ${values}`);
    expect([ignoring.code, ignored]).toEqual([0, ['Colour: 1', ': 1']]);
  });

  test('a column that is unknown or missing is one error for the sheet, and none for each row, if it is a missing part of the key', async () => {
    const bodies = [componentBody('C-1', 'ROB-1', 'FRN-1'), componentBody('C-2', 'ROB-1', 'FRN-1')];
    const csv = csvOf(component, bodies);
    const at = csv.split('\n')[0]!.split(',').indexOf('productCollectionRef');
    const without = csv.split('\n').map((line) => line.split(',').toSpliced(at, 1).join());
    const cwd = await folderWith({ 'components.csv': without.join('\n') });
    const { reported } = await found(['components.csv', '--family', 'STANDARD', '--external-refs'], cwd);
    expect(reported.filter((one) => one.startsWith('error'))).toEqual(['error header-missing -1']);
  });

  test('a column that is unknown or missing is named in the error of a missing required field if it is the likely one', async () => {
    const cwd = await folderWith({
      'suppliers.csv': suppliers.replace('supplierRef', 'Réf. four.'),
      'odd.csv': suppliers.replace('supplierRef', 'Truc'),
    });
    const missing = async (file: string) => {
      const { findings } = await found([file, '--sheet', `${file}=supplier`], cwd);
      const finding = findings.find(({ code }) => code === 'header-missing')!;
      return [finding.field, finding.message, finding.suggestion];
    };
    const letters = String.fromCharCode(65 + suppliers.split('\n')[0]!.split(',').indexOf('supplierRef'));
    expect(await missing('suppliers.csv')).toEqual([
      'supplierRef',
      `every supplier needs supplierRef, but no column has it; column ${letters} ("Réf. four.") is the most likely`,
      'rename the column "Réf. four." to supplierRef or Supplier reference',
    ]);
    expect(await missing('odd.csv')).toEqual([
      'supplierRef',
      'every supplier needs supplierRef, but no column has it',
      'add a column supplierRef or Supplier reference',
    ]);
  });

  test('a column that is unknown or missing is not sent if --ignore-columns names it, even if a field has this name', async () => {
    const cwd = await folderWith({
      'suppliers.csv': csvOf(supplier, [supplierBody('FRN-1', { additionalInformation: 'mill' })]),
    });
    const argv = ['suppliers.csv', '--ignore-columns', 'additional information'];
    const { code, reported } = await found(argv, cwd);
    const expected = [0, [expect.stringContaining('notice column-ignored')]];
    expect([code, reported.filter((one) => !one.includes('flag-unused'))]).toEqual(expected);
  });
});

test.each([
  [2, 'merges the line below, which looks like a row'],
  [4, 'merges the 3 lines below, which look like rows'],
])('two stray quotes, the second in record %i, are one error at the first', async (last, reported) => {
  const [header, ...rows] = csvOf(
    supplier,
    [1, 2, 3, 4, 5].map((at) => supplierBody(`FRN-${at}`, { name: 'Mill', additionalInformation: 'old' })),
  )
    .trim()
    .split('\n') as [string, ...string[]];
  const at = header.split(',').indexOf('name');
  const quoted = (row: string, form: (name: string) => string) => {
    const cells = row.split(',');
    return cells.with(at, form(cells[at]!)).join(',');
  };
  rows[0] = quoted(rows[0]!, (name) => `"${name}`);
  rows[last - 1] = quoted(rows[last - 1]!, (name) => `${name}"`);
  const cwd = await folderWith({ 'suppliers.csv': [header, ...rows].join('\n') });
  const { code, findings } = await found(['suppliers.csv'], cwd);
  const finding = findings.find((one) => one.code === 'text-quoted-rows');
  expect([code, finding?.origin.row, finding?.message]).toEqual([3, 2, expect.stringContaining(reported)]);
  const lowered = await found(['suppliers.csv', '--severity', 'text-quoted-rows=warning'], cwd);
  expect(lowered.reported.join()).toContain('warning text-quoted-rows');
});

test('a cell of several lines that do not look like rows is not reported', async () => {
  const body = supplierBody('FRN-1', { additionalInformation: 'a mill\nby the river, in the hills' });
  const cwd = await folderWith({ 'suppliers.csv': csvOf(supplier, [body]) });
  expect((await found(['suppliers.csv'], cwd)).reported.join()).not.toContain('text-quoted-rows');
});

describe('a flag that leaves nothing out', () => {
  const run = async (...argv: string[]) => {
    const cwd = await folderWith({ 'suppliers.csv': suppliers });
    const { code, findings } = await found(['suppliers.csv', ...argv], cwd);
    return [code, findings.map(({ severity, message }) => `${severity}: ${message}`)];
  };
  test('a flag that leaves nothing out gets a warning if no column has the name', async () => {
    const expected = [0, ['warning: --ignore-columns Notes: there is no such column']];
    expect(await run('--ignore-columns', 'Notes')).toEqual(expected);
  });
});

describe('the severity of a finding', () => {
  const composed = csvOf(component, [
    componentBody('CMP-1', 'ROB-1', 'FRN-1', { composition: [{ material: 'COTTON', percentage: 90 }] }),
  ]);
  const argv = ['components.csv', '--external-refs'];

  test('the severity of a finding can be lowered, turned off and raised; the flag takes precedence over the configuration', async () => {
    const cwd = await folderWith({ 'components.csv': composed });
    const severities = async (...more: string[]) => {
      const { code, reported } = await found([...argv, ...more], cwd);
      return [
        code,
        ...reported.filter((one) => /composition|external/.test(one)).map((one) => one.split(' ')[0]),
      ];
    };
    expect(await severities()).toEqual([3, 'error', 'warning', 'warning']);
    const expected = [0, 'warning', 'warning', 'warning'];
    expect(await severities('--severity', 'composition-total=warning')).toEqual(expected);
    expect(await severities('--severity', 'composition-total=off')).toEqual([0, 'warning', 'warning']);
    const raised = ['--severity', 'composition-total=off', '--severity', 'reference-external=error'];
    expect(await severities(...raised)).toEqual([3, 'error', 'error']);
    const configured = await folderWith({
      'components.csv': composed,
      'trace.config.yaml': 'severity: { composition-total: off }\n',
    });
    expect((await found(argv, configured)).code).toBe(0);
    const flagged = await found([...argv, '--severity', 'composition-total=error'], configured);
    expect(flagged.code).toBe(3);
  });

  test.each([
    ['required: warning', '"required" is a rule of the interface'],
    ['header-unknown: "off"', '"header-unknown" is a rule of the interface'],
    ['composition-totl: "off"', 'unknown finding "composition-totl", nearest: "composition-total"'],
  ])('the severity of a finding cannot be set in the configuration with %j: %s', async (line, said) => {
    const config = `severity: { ${line} }\n`;
    const cwd = await folderWith({ 'components.csv': composed, 'trace.config.yaml': config });
    expectEnd(await trace(['check', ...argv], { cwd }), 2, said);
  });
});
