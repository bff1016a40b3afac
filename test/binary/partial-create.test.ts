import { expect, test } from 'vitest';
import { createsOf, reportIn, sandboxFolder } from '../cli/commands/harness.ts';
import { runTrace } from './harness.ts';

const FILES = {
  'brand-products.csv': 'Unique identifier;Produced quantity\nBP-1;12\n',
  'brand-products-known.csv':
    'Unique identifier;Id;Product name\nBP-2;7d0f6a3e-0000-4000-8000-000000000002;Robe\n',
  'brand-products-whole.csv': 'Unique identifier;Product name;Produced quantity\nBP-3;Robe;12\n',
  'purchased-items.csv': 'Unique identifier;Purchase order;Purchase order date\nP-1;PO-9;2026-04-15\n',
};

test.each([
  ['brand-products.csv', 'update-or-create', 'brand-products update FILE'],
  ['brand-products-known.csv', 'update-or-create', 'brand-products update FILE'],
  ['purchased-items.csv', 'identifier-missing', 'purchased-items update FILE'],
])('import --update of %s creates nothing, reports %s and advises trace %s', async (file, code, advice) => {
  const { mock, cwd } = await sandboxFolder(FILES);
  const words = ['import', file, '--interface', 'v3', '--update', '--env', 'sandbox', '--report', 'r.json'];
  const ran = await runTrace(words, cwd);
  expect([ran.code, createsOf(mock)]).toEqual([3, 0]);
  expect(ran.stderr).toContain(advice);
  const report = await reportIn(cwd);
  expect(report.findings.map((finding: { code: string }) => finding.code)).toContain(code);
  expect(report.totals).toMatchObject({ invalid: 1, created: 0 });
});

test('import --update creates a record from a complete row, then updates it from a row with some fields', async () => {
  const { cwd } = await sandboxFolder({
    ...FILES,
    'brand-products-part.csv': 'Unique identifier;Produced quantity\nBP-3;13\n',
  });
  const run = (file: string) =>
    runTrace(['import', file, '--interface', 'v3', '--update', '--env', 'sandbox'], cwd);
  const [first, second] = [await run('brand-products-whole.csv'), await run('brand-products-part.csv')];
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(first.stderr).toContain('1 created');
  expect(second.stderr).toContain('1 updated');
});
