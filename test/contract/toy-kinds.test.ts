import { describe, expect, test, vi } from 'vitest';
import { spreadsheetsPage } from '../../scripts/spreadsheets-page.ts';
import { kindsOf } from '../../src/contract/registry.ts';
import {
  folderWith,
  journalOf,
  mockService,
  sandboxConfig,
  sandboxFolder,
  trace,
} from '../cli/commands/harness.ts';
import { csv, type Report as PurchaseReport } from '../cli/commands/purchases.ts';
import { TOY_KINDS } from './toy-kinds.ts';

// A new kind needs one file and one line: here toy-kinds.ts and this mock of contract/kinds.ts.
vi.mock('../../src/contract/kinds.ts', async (original) => {
  const { KINDS } = await original<typeof import('../../src/contract/kinds.ts')>();
  const { TOY_KINDS: toys } = await import('./toy-kinds.ts');
  return { KINDS: { v2: { ...KINDS.v2, ...toys.v2 }, v3: { ...KINDS.v3, ...toys.v3 } } };
});

// The command for its updates is a line in cli/index.ts.
vi.mock('../../src/cli/index.ts', async (original) => {
  const { COMMANDS } = await original<typeof import('../../src/cli/index.ts')>();
  const { updateCommand } = await import('../../src/cli/commands/update.ts');
  const summary = 'shipments of the service (v3): update';
  return {
    COMMANDS: [...COMMANDS, { name: 'shipments', summary, load: async () => updateCommand('shipment') }],
  };
});

type Report = Omit<PurchaseReport, 'findings'> & {
  readonly findings: readonly { code: string; kind: string; value: string; origin: { column: string } }[];
};

const SWATCHES = ['projectType', 'Swatch reference', 'finish', 'sizes.1.width', 'supplierRef', 'Batch'];
const swatch = (ref: string, finish: string, supplier = 'FRN-1') => [
  ...['STANDARD', ref, finish, 40, supplier, 'B1'],
];
const SUPPLIERS = csv(
  ['projectType', 'supplierRef', 'category', 'importationBatch'],
  ['STANDARD', 'FRN-1', 'OTHER - Packaging', 'B1'],
);
const SHIPMENTS = ['uniqueIdentifier', 'carrierUniqueIdentifier', 'Crates'];
const SITES = csv(['uniqueIdentifier', 'siteName'], ['AURORE-SITE-0001', 'Mill']);

/** A folder with sheets, a mock, and functions that run trace with both. */
async function world(sheets: Readonly<Record<string, string>>) {
  const { mock, cwd } = await sandboxFolder(sheets);
  const run = async (...argv: readonly string[]) => {
    const ran = await trace([...argv, '--env', 'sandbox', '--json'], { cwd });
    return { ...ran, report: JSON.parse(ran.stdout) as Report };
  };
  const created = async (kind: string) => (await journalOf(mock)).filter((entry) => entry.kind === kind);
  return { cwd, run, created };
}

const outcomesOf = ({ records }: Pick<Report, 'records'>) =>
  records.map(({ kind, key, outcome }) => `${kind} ${key}: ${outcome}`);

/** The rows that a template for these kinds has as examples, as a check reads them. */
async function examplesOf(...kinds: readonly string[]) {
  const { cwd } = await world({});
  const made = await trace(['template', ...kinds, '--out', 'blank.xlsx'], { cwd });
  expect(made.code).toBe(0);
  const { stdout } = await trace(['check', 'blank.xlsx', '--json'], { cwd });
  return (JSON.parse(stdout) as Report).findings.map(({ code, value }) => `${code} ${value}`);
}

test('the registry contains a new kind of v2 and one of v3', () => {
  expect(kindsOf('v2').at(-1)).toBe(TOY_KINDS.v2.swatch);
  expect(kindsOf('v3').at(-1)).toBe(TOY_KINDS.v3.shipment);
});

describe('a new v2 kind', () => {
  test('a new v2 kind is checked: trace check reports the cell with a wrong value', async () => {
    const { run } = await world({
      'suppliers.csv': SUPPLIERS,
      'swatches.csv': csv(SWATCHES, swatch('S-1', 'MATT'), swatch('S-2', 'MAT'), swatch('S-2', 'SHINY')),
    });
    const { code, report } = await run('check', 'suppliers.csv', 'swatches.csv');
    expect(code).toBe(3);
    expect(report.findings.map((one) => one.origin.column)).toContain('C');
  });

  test('a new v2 kind is planned in a later wave than the supplier that it refers to, also if its file comes first', async () => {
    const sheet = csv(SWATCHES, swatch('S-1', 'MATT'));
    const { run } = await world({ 'suppliers.csv': SUPPLIERS, 's.csv': sheet });
    const { code, stdout } = await run('plan', 's.csv', 'suppliers.csv');
    expect(code).toBe(0);
    expect(stdout.indexOf('"supplier"')).toBeGreaterThan(-1);
    expect(stdout.indexOf('"swatch"')).toBeGreaterThan(stdout.indexOf('"supplier"'));
  });

  test('a new v2 kind is imported: its records are created, then unchanged, and existing for an empty ledger', async () => {
    const { run, created } = await world({
      'suppliers.csv': SUPPLIERS,
      'swatches.csv': csv(SWATCHES, swatch('S-1', 'MATT'), swatch('S-2', 'SHINY')),
    });
    const first = await run('import', 'suppliers.csv', 'swatches.csv');
    expect(first.code).toBe(0);
    expect(outcomesOf(first.report)).toEqual([
      ...['supplier FRN-1: created', 'swatch S-1: created', 'swatch S-2: created'],
    ]);
    const entries = await created('swatch');
    expect(entries.map(({ body }) => body)).toMatchObject([
      { swatchRef: 'S-1', finish: 'MATT', sizes: [{ width: 40 }], supplierRef: 'FRN-1' },
      { swatchRef: 'S-2' },
    ]);
    const ids = first.report.records.filter(({ kind }) => kind === 'swatch').map(({ id }) => id);
    expect(ids).toEqual(entries.map(({ id }) => id));
    const again = await run('import', 'suppliers.csv', 'swatches.csv');
    expect(again.report.records.map(({ outcome }) => outcome)).toEqual(Array(3).fill('unchanged'));
    const anew = await run('import', 'suppliers.csv', 'swatches.csv', '--state-dir', 'other');
    expect(outcomesOf(anew.report)).toContain('swatch S-1: existing');
    expect(await created('swatch')).toHaveLength(2);
  });

  test('a new v2 kind has a template with example rows, which a check skips', async () => {
    const examples = await examplesOf('suppliers', 'swatches');
    expect(examples.filter((one) => /SWA/.test(one))).toEqual([
      ...['row-skipped [EXAMPLE] SWA-01', 'row-skipped [EXAMPLE] SWA-02'],
    ]);
  });

  test('a new v2 kind has its list in the taxonomy, and its section in the page of spreadsheets', async () => {
    const { cwd } = await world({});
    const { stdout } = await trace(['taxonomy', 'list', 'swatch.finish'], { cwd });
    expect(stdout).toContain('SHINY');
    const page = spreadsheetsPage();
    expect(page).toContain('## swatches');
    expect(page).toContain('| `swatchRef` | yes | reference. Your own reference of the swatch. |');
    expect(page).toContain('## v3 shipments');
  });

  test('a new v2 kind can have its own settings, such as required fields and update paths', async () => {
    const mock = await mockService();
    const cwd = await folderWith({
      'trace.config.yaml': `${sandboxConfig(mock.url, 'absence: { swatch: 5m }', 'required: { v2: { swatch: { finish: false } } }')}v3: { updatePaths: { shipment: { byId: '/boxes/{id}' } } }\n`,
      'swatches.csv': csv(['projectType', 'swatchRef', 'Batch'], ['STANDARD', 'S-1', 'B1']),
    });
    const { code, stdout } = await trace(['check', 'swatches.csv', '--env', 'sandbox', '--json'], { cwd });
    const columns = (JSON.parse(stdout) as Report).findings.map(({ code: finding }) => finding);
    expect([code, stdout.includes('finish')]).toEqual([3, false]);
    expect(columns.length).toBeGreaterThan(0);
    const shown = await trace(['env', 'show', 'sandbox', '--interface', 'v3'], { cwd });
    expect(shown.stdout + shown.stderr).toContain('/boxes/{id}');
  });
});

describe('a new v3 kind', () => {
  test('a new v3 kind is created, then updated with the fields that differ', async () => {
    const { run, created } = await world({
      'suppliers.csv': SITES,
      'shipments.csv': csv(SHIPMENTS, ['SH-1', 'AURORE-SITE-0001', 12], ['SH-2', 'AURORE-SITE-0001', 3]),
      'changes.csv': csv(['uniqueIdentifier', 'crates'], ['SH-1', 20], ['SH-2', '(clear)']),
    });
    const first = await run('import', 'suppliers.csv', 'shipments.csv');
    expect(first.code).toBe(0);
    expect(outcomesOf(first.report)).toEqual([
      ...['supplier AURORE-SITE-0001: created', 'shipment SH-1: created', 'shipment SH-2: created'],
    ]);
    const changed = await run('shipments', 'update', 'changes.csv');
    expect(changed.code).toBe(0);
    expect(outcomesOf(changed.report)).toEqual(['shipment SH-1: updated', 'shipment SH-2: updated']);
    expect((await created('shipment')).map(({ body }) => body)).toEqual([
      { uniqueIdentifier: 'SH-1', carrierUniqueIdentifier: 'AURORE-SITE-0001', crates: 12 },
      { uniqueIdentifier: 'SH-2', carrierUniqueIdentifier: 'AURORE-SITE-0001', crates: 3 },
      { crates: 20 },
      { crates: null },
    ]);
  });

  test('a new v3 kind has a template with example rows, which a check skips', async () => {
    expect(await examplesOf('shipments')).toContain('row-skipped [EXAMPLE] AURORE-SHIP-0001');
  });
});
