import { expect, it } from 'vitest';
import { table, textWidth } from '../../../src/cli/view/table.ts';

it('aligns columns and leaves no spaces at the ends', () => {
  expect(
    table(
      [{ header: 'kind' }, { header: 'new', align: 'right' }, { header: 'batch' }],
      [
        ['supplier', '1,200', 'SS27'],
        ['packaging', '3', ''],
      ],
    ),
  ).toEqual(['kind         new  batch', 'supplier   1,200  SS27', 'packaging      3']);
});

it('counts what a text takes on a terminal', () => {
  expect(['abc', 'é', 'e\u0301', '日本', '😀'].map(textWidth)).toEqual([3, 1, 1, 4, 2]);
});
