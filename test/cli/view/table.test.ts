import { expect, it } from 'vitest';
import { table, textWidth } from '../../../src/cli/view/table.ts';

it('a table aligns its columns and has no spaces at the ends of lines', () => {
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

it('the width of a text is the number of columns that it takes on a terminal', () => {
  expect(['abc', 'é', 'e\u0301', '日本', '😀', 'ｱｲ', 'ผ้า'].map(textWidth)).toEqual([3, 1, 1, 4, 2, 2, 2]);
  expect(['❤️', '1️⃣', '⭐', '✔️', '🇫🇷', '👩‍👩‍👧'].map(textWidth)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(['✔', '❤', '1', '©', '─', '\u0301'].map(textWidth)).toEqual([1, 1, 1, 1, 1, 0]);
});
