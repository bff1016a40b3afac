import { expect, test } from 'vitest';
import { FormLabels } from '../../../src/records/layout/form-labels.ts';
import type { Cell, Row } from '../../../src/sheets/cell.ts';

const rowsOf = (...rows: readonly (readonly Cell[])[]): Row[] =>
  rows.map((cells, at) => ({ row: at + 1, cells }));

/** The values of labels after these rows, with their addresses, and those that ended before. */
function valuesIn(labels: readonly string[], rows: readonly Row[], headers: readonly Row[] = []) {
  const form = new FormLabels(labels, headers);
  const shown = () =>
    [...form.values].map(([key, value]) => `${key}=${value?.cell ?? ''}@${value?.letters}${value?.row}`);
  const ended: string[][] = [];
  const taken = rows.filter((row) => form.take(row, () => ended.push(shown()))).map(({ row }) => row);
  return { values: shown(), ended, taken };
}

test('labels have their value in the next filled cell, or behind a colon', () => {
  const rows = rowsOf(
    ['TECH PACK'],
    ['Style no.', 'HM-1', null, 'Season:', 'AW27'],
    ['Colour: Navy', null, 'Size', 'M'],
    ['Season', null, 'HM-2'],
  );
  const { values, taken } = valuesIn(['Style No', 'Season', 'Colour'], rows.slice(0, 3));
  expect(values).toEqual(['styleno=HM-1@B2', 'season=AW27@E2', 'colour=Navy@A3']);
  expect(taken).toEqual([2, 3]);
});

test('a label whose next filled cell is another label has no value', () => {
  expect(valuesIn(['Style', 'Colour'], rowsOf(['Style', null, 'Colour', 'NAV'])).values).toEqual([
    'style=@undefinedundefined',
    'colour=NAV@D1',
  ]);
});

test('a label that comes again begins anew, with those that followed it', () => {
  const rows = rowsOf(['Season', 'AW27'], ['Style', 'A'], ['Colour', 'RED'], ['Style', 'B'], ['Item', 'x']);
  const { values, ended } = valuesIn(['Season', 'Style', 'Colour'], rows);
  expect(values).toEqual(['season=AW27@B1', 'style=B@B4']);
  expect(ended).toEqual([['season=AW27@B1', 'style=A@B2', 'colour=RED@B3']]);
});

test('a row below the header row of a table has labels only if it begins with one; headers are no labels', () => {
  const rows = rowsOf(
    ['Style', 'A'],
    ['Item', 'Style', 'Colour'],
    ['x', 'Colour', 'NAV'],
    ['Item', 'Style', 'Colour'],
    ['Style', 'B'],
  );
  const { values, taken } = valuesIn(['Style', 'Colour', 'Item'], rows, [rows[1]!]);
  expect(taken).toEqual([1, 5]);
  expect(values).toEqual(['style=B@B5']);
});
