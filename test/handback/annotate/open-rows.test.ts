import { expect, it } from 'vitest';
import { OpenRows, openSeverity } from '../../../src/handback/annotate/open-rows.ts';

const add = (rows: OpenRows, sheet: string, ...outcomes: readonly string[]) => {
  rows.begin(sheet);
  outcomes.forEach((status, at) => {
    rows.count(sheet, status);
    const severity = openSeverity(status);
    if (severity) rows.add({ sheet, row: at + 2, severity, status, message: '' });
  });
};

it('OpenRows counts the rows of all sheets by outcome and lists the worst first, also if a sheet is read twice', () => {
  const rows = new OpenRows();
  const first = ['created', 'blocked', 'outdated', 'created', 'not-attempted'];
  add(rows, 'A', ...first);
  add(rows, 'A', ...first);
  add(rows, 'B', 'rejected', 'invalid', 'blocked');
  expect(rows.outcomes.map(({ outcome, count }) => `${outcome} ${count}`)).toEqual([
    'rejected 1',
    'invalid 1',
    'outdated 1',
    'created 2',
    'blocked 2',
    'not-attempted 1',
  ]);
  const places = ({ rows: listed, count }: ReturnType<OpenRows['listed']>) => [
    count,
    ...listed.map(({ sheet, row }) => `${sheet}${row}`),
  ];
  expect(places(rows.listed('error', 'warning'))).toEqual([2, 'B2', 'A4']);
  expect(places(rows.listed('notice'))).toEqual([3, 'A3', 'A6', 'B4']);
});

it('OpenRows lists the first 1000 rows of a severity, and counts all of them', () => {
  const rows = new OpenRows();
  add(rows, 'A', ...Array.from({ length: 1500 }, () => 'blocked'), 'rejected');
  expect(rows.listed('notice')).toMatchObject({ count: 1500, rows: { length: 1000 } });
  expect(rows.listed('error').rows).toMatchObject([{ row: 1502 }]);
});
