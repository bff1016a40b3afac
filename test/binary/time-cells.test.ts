import { expect, test } from 'vitest';
import { findingsIn, folderWith, journalOf, sandboxFolder } from '../cli/commands/harness.ts';
import { workbook } from '../sheets/workbook-builder.ts';
import { runTrace } from './harness.ts';

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`;

const book = (heads: readonly string[], cells: string) =>
  workbook({
    formats: ['hh:mm', '[h]:mm', 'dd/mm/yyyy hh:mm'],
    rows: { 'Brand products': `<row>${heads.map(text).join('')}</row><row>${text('BP-1')}${cells}</row>` },
  });

test('a time is sent as it is displayed, and a date with a time is sent as a date if the field is a date', async () => {
  const heads = ['uniqueIdentifier', 'productName', 'traceabilityStartDate', 'shift', 'worked', 'seen'];
  const cells = [
    ...[text('Robe'), number(3, 46_000.395_833_333), number(1, 0.395_833_333)],
    ...[number(2, 1.5), number(3, 46_000.395_833_333)],
  ].join('');
  const { mock, cwd } = await sandboxFolder({ 'batch.xlsx': book(heads, cells) });
  const words = ['import', 'batch.xlsx', '--interface', 'v3', '--env', 'sandbox', '--extra-columns'];
  const ran = await runTrace([...words, 'shift,worked,seen'], cwd);
  expect(ran.code).toBe(0);
  expect((await journalOf(mock)).map(({ body }) => body)).toEqual([
    {
      ...{ uniqueIdentifier: 'BP-1', productName: 'Robe', traceabilityStartDate: '2025-12-09' },
      ...{ shift: '09:30', worked: '36:00', seen: '2025-12-09 09:30' },
    },
  ]);
});

test.each([
  ['producedQuantity', 'number-unreadable'],
  ['traceabilityStartDate', 'date-unreadable'],
  ['productRef', 'reference-date'],
])('a time in the column %s is the error %s', async (head, code) => {
  const cwd = await folderWith({
    'batch.xlsx': book(['uniqueIdentifier', 'productName', head], text('Robe') + number(1, 0.395_833_333)),
  });
  const ran = await runTrace(['check', 'batch.xlsx', '--interface', 'v3', '--json'], cwd);
  const errors = findingsIn(ran.stdout).filter(({ severity }) => severity === 'error');
  expect([ran.code, errors.map((one) => one.code)]).toEqual([3, [code]]);
});
