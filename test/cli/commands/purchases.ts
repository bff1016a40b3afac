import { expect } from 'vitest';
import type { Body } from '../../../src/contract/kind.ts';
import type { RunningMock, StartOptions } from '../../../src/mock/listen.ts';
import { journalOf, sandboxFolder, trace } from './harness.ts';

/** The parts of a report that a test reads. */
export interface Report {
  readonly run: string;
  readonly totals: Record<string, number>;
  readonly findings: { code: string; severity: string; origin: { column: string; row: number } }[];
  readonly records: {
    kind: string;
    key: string;
    outcome: string;
    id: string | null;
    messages: string[];
    attempts: number;
  }[];
}

export const csv = (...rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}\n`).join('');

export const HEADS = [
  ...['uniqueIdentifier', 'buyerKind', 'buyerUniqueIdentifier', 'sellerUniqueIdentifier'],
  ...['itemUniqueIdentifier', 'purchaseOrder', 'purchaseOrderDate', 'purchasedQuantity.value'],
  ...['purchasedQuantity.unit', 'transports.1.name', 'transports.1.usagePercentage'],
];

export const purchase = (key: string, order: string, day = '2026-04-15', value = 100) => [
  ...[key, 'SUPPLIER', 'AURORE-SITE-0001', 'AURORE-SITE-0002', 'AURORE-MAT-COTTON', order],
  ...[day, value, 'GRAMS', 'BARGE', 100],
];

/** A transport, as it is sent. */
export const by = (name: string, usagePercentage: number) => ({ name, usagePercentage });

const FILES = {
  'suppliers.csv': csv(
    ['uniqueIdentifier', 'siteName'],
    ['AURORE-SITE-0001', 'Mill'],
    ['AURORE-SITE-0002', 'Shop'],
  ),
  'materials.csv': csv(
    ['uniqueIdentifier', 'address.country'],
    ['AURORE-MAT-COTTON', 'IT'],
    ['AURORE-MAT-LINEN', 'FR'],
  ),
  'purchased-items.csv': csv(HEADS, ...['P-1', 'P-2', 'P-3', 'P-4'].map((key) => purchase(key, `PO-${key}`))),
  'brand-products.csv': csv(
    ['uniqueIdentifier', 'productName', 'gtins', 'producedQuantity', 'colorCode'],
    ['AURORE-BP-1', 'Robe', '3607012345678', 900, 'ECRU'],
  ),
};

/**
 * A folder with sheets, a mock with two sites, two materials, four purchased items and a brand product, and a ledger
 * that knows them.
 */
export async function world(
  sheets: Readonly<Record<string, string>>,
  { mock: options = {}, config = [] }: { mock?: Partial<StartOptions>; config?: readonly string[] } = {},
) {
  const { mock, cwd } = await sandboxFolder({ ...FILES, ...sheets }, { config: config, ...options });
  const run = async (...argv: readonly string[]) => {
    const ran = await trace([...argv, '--env', 'sandbox', '--json'], { cwd });
    return { ...ran, report: (ran.stdout === '' ? null : JSON.parse(ran.stdout)) as Report };
  };
  const first = await run('import', ...Object.keys(FILES));
  expect([first.code, first.report.totals.created]).toEqual([0, 9]);
  const before = (await journalOf(mock)).length;
  /** The requests that the mock has received since. */
  const updates = async () =>
    (await journalOf(mock)).slice(before).map((entry) => ({ ...entry, body: entry.body as Body }));
  return { mock, cwd, run, updates, first: first.report };
}

/** Supplier data collection begins for a purchased item. */
export async function launch(mock: RunningMock, key: string): Promise<void> {
  const { status } = await fetch(`${mock.url}/__mock/purchased-items/${key}/launch`, { method: 'POST' });
  expect(status).toBe(200);
}

export const outcomes = ({ records }: Report): Record<string, string> =>
  Object.fromEntries(records.map(({ key, outcome }) => [key, outcome]));

/** The outcomes of a report as a text: `P-1 updated, P-2 unchanged`. */
export const told = ({ records }: Report): string =>
  records.map(({ key, outcome }) => `${key} ${outcome}`).join(', ');
