import { describe, expect, test } from 'vitest';
import { createsOf, folderWith, sandboxConfig, trace } from './harness.ts';
import { by, csv, HEADS, outcomes, purchase, type Report, world } from './purchases.ts';

const errors = ({ findings }: Report) =>
  findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, origin: { column, row } }) => `${code} ${column}${row}`);

describe('one column of an object or of a list of objects', () => {
  test('one column of an object or list is completed with the accepted values in an update; (clear) empties a list', async () => {
    const { run, updates } = await world({
      'values.csv': csv(['uniqueIdentifier', 'purchasedQuantity.value'], ['P-1', 250], ['P-2', 100]),
      'units.csv': csv(['uniqueIdentifier', 'purchasedQuantity.unit'], ['P-2', 'METERS']),
      'shares.csv': csv(['uniqueIdentifier', 'transports.1.usagePercentage'], ['P-1', 99.9]),
      'names.csv': csv(['uniqueIdentifier', 'transports.1.name'], ['P-1', 'TRUCK']),
      'more.csv': csv(
        [
          'uniqueIdentifier',
          ...['1.usagePercentage', '2.name', '2.usagePercentage'].map((of) => `transports.${of}`),
        ],
        ['P-3', 80, 'PLANE', 20],
      ),
      'second.csv': csv(['uniqueIdentifier', 'transports.2.usagePercentage'], ['P-3', 20.1]),
      'none.csv': csv(['uniqueIdentifier', 'transports.1.name'], ['P-1', '(clear)']),
    });
    for (const [file, expected] of [
      ['values.csv', { 'P-1': 'updated', 'P-2': 'unchanged' }],
      ['units.csv', { 'P-2': 'updated' }],
      ['shares.csv', { 'P-1': 'updated' }],
      ['names.csv', { 'P-1': 'updated' }],
      ['more.csv', { 'P-3': 'updated' }],
      ['second.csv', { 'P-3': 'updated' }],
      ['none.csv', { 'P-1': 'updated' }],
      ['none.csv', { 'P-1': 'unchanged' }],
    ] as const) {
      const { code, report } = await run('purchased-items', 'update', file);
      expect([file, code, outcomes(report)]).toEqual([file, 0, expected]);
    }
    expect((await updates()).map(({ key, body }) => [key, body])).toEqual([
      ['P-1', { purchasedQuantity: { value: 250, unit: 'GRAMS' } }],
      ['P-2', { purchasedQuantity: { value: 100, unit: 'METERS' } }],
      ['P-1', { transports: [by('BARGE', 99.9)] }],
      ['P-1', { transports: [by('TRUCK', 99.9)] }],
      ['P-3', { transports: [by('BARGE', 80), by('PLANE', 20)] }],
      ['P-3', { transports: [by('BARGE', 80), by('PLANE', 20.1)] }],
      ['P-1', { transports: [] }],
    ]);
  });

  test('one column of an object or list is an error at its cell if no values are known to complete it, and nothing is sent', async () => {
    const { mock } = await world({});
    const cwd = await folderWith({
      'trace.config.yaml': sandboxConfig(mock.url),
      'changes.csv': csv(
        ['uniqueIdentifier', 'purchasedQuantity.value', 'transports.1.usagePercentage', 'purchaseOrder'],
        ['P-1', 250, '', ''],
        ['P-2', '', 100, ''],
        ['P-3', '', '', 'PO-3'],
      ),
    });
    const sent = createsOf(mock);
    const argv = ['purchased-items', 'update', 'changes.csv', '--env', 'sandbox', '--json'];
    const { code, stdout } = await trace(argv, { cwd });
    const report = JSON.parse(stdout) as Report;
    expect([code, errors(report)]).toEqual([3, ['required B2', 'required C3']]);
    expect(createsOf(mock)).toBe(sent);
  });
});

test('a unit without its value is an error of import, at the cell of the unit', async () => {
  const row = purchase('P-9', 'PO-9').with(HEADS.indexOf('purchasedQuantity.value'), '');
  const { run, mock } = await world({ 'purchased-items-9.csv': csv(HEADS, row) });
  const sent = createsOf(mock);
  const { code, report } = await run('import', 'purchased-items-9.csv');
  expect([code, errors(report), createsOf(mock) - sent]).toEqual([3, ['required H2'], 0]);
});
