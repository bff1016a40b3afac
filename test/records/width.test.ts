import { expect, test } from 'vitest';
import { kindNamed } from '../../src/contract/registry.ts';
import { misreadQuote } from '../../src/import/input/sheet-rows.ts';
import { readRow } from '../../src/records/read.ts';
import type { Row } from '../../src/sheets/cell.ts';
import { recognised } from './sheet.ts';

const HEADER = ['supplierRef', 'name', 'address.city'];

/**
 * The findings of the rows below the header: `code cell`, per row. Cells are separated by `;`, blank ones are null. A row that ends
 * in `$` is the last one and has no line end.
 */
function found(rows: readonly string[], isText = true): string[] {
  const all = [HEADER.join(';'), ...rows].map((text, at): Row => {
    const cells = text.replace('$', '').split(';');
    const quote = cells.findIndex((cell) => cell.includes('"'));
    return {
      row: at + 1,
      cells: cells.map((cell) => (cell === '' ? null : cell)),
      ...(isText && { line: at + 1 }),
      ...(text.endsWith('$') && { unended: true }),
      ...(isText && quote >= 0 && { quote }),
    };
  });
  const { map } = recognised(all, { asKind: kindNamed('v2', 'supplier') });
  return all.slice(1).flatMap((row) => {
    const misread = misreadQuote(map!, row);
    const findings = misread === undefined ? readRow(map!, row).findings : [misread];
    return findings.map(({ code, origin }) => `${code} ${origin.column}${origin.row}`);
  });
}

test.each<[string, string[], string[]]>([
  ['a row has fewer cells', ['S1;a;b', 'S2;a', 'S3;a;b'], ['row-short C3']],
  ['rows end with blank cells', ['S1;;', 'S2;a;b'], []],
  ['all rows are short', ['S1;a', 'S2;'], []],
  ['the only row is short', ['S1;a'], []],
  ['half of the rows end at their last value', ['S1;a', 'S2;a', 'S3;a;b'], []],
  ['half are short and one ends with a blank', ['S1;a', 'S2', 'S3;a;'], ['row-short C2', 'row-short B3']],
  ['the last row is short and not ended, the other is whole', ['S1;a;b', 'S2;a$'], ['text-cut C3']],
  [
    'the last row is not ended, and short as a row is that lost a cell',
    ['S1;a;b', 'S2;a', 'S3;a;', 'S4$'],
    ['row-short C3', 'text-cut B5'],
  ],
  ['the last row is whole and not ended', ['S1;a;b', 'S2;a;b$'], []],
  ['the last row is not ended, and rows end at their last value', ['S1;a', 'S2;a;b', 'S3;a$'], []],
  ['the only row is short and not ended', ['S1;a$'], []],
  ['a quote is in a row of as many cells', ['S1;5";b', 'S2;6";b', 'S3;7";b'], ['text-quote-inside B2']],
  ['a quote is in a row of fewer cells', ['S1;a;b', 'S2;"a', 'S3;a;b'], ['text-quotes B3']],
  ['a quote is in a row of more cells', ['S1;a;b', 'S2; "a;b";'], ['text-quotes B3']],
  ['each row ends with a separator', ['S1;a;b;', 'S2;5";b;', 'S3;a;b;'], ['text-quote-inside B3']],
])('in a text file, where %s, the rows %j have the findings %j', (_, rows, codes) => {
  expect(found(rows)).toEqual(codes);
});

test('a workbook has no short rows', () => {
  expect(found(['S1;a;b', 'S2;a', 'S3'], false)).toEqual([]);
});
