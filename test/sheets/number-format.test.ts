import { describe, expect, it } from 'vitest';
import { columnLetters } from '../../src/sheets/cell.ts';
import { builtInFormat, formatOfCode } from '../../src/sheets/xlsx/number-format.ts';

describe('a number format', () => {
  it.each([
    ['dd/mm/yyyy', 'date'],
    ['m/d/yy h:mm', 'date'],
    ['[$-40C]d mmmm yyyy;@', 'date'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'date'],
    ['mmmm', 'date'],
    ['yyyy"年"m"月"', 'date'],
    ['h:mm', 'plain'],
    ['[h]:mm:ss', 'plain'],
    ['[h]:mm', 'plain'],
    ['[mm]', 'plain'],
    ['mm:ss.0', 'plain'],
    ['h:mm AM/PM', 'plain'],
    ['General', 'plain'],
    ['Standard', 'plain'],
    ['0', 'plain'],
    ['#,##0.00', 'plain'],
    ['0.00E+00', 'plain'],
    ['# ##0" jours"', 'plain'],
    ['0\\d', 'plain'],
    ['[Red]0', 'plain'],
    ['"yes; no"0', 'plain'],
    ['_-* #,##0.00 [$€-40C]_-', 'plain'],
    ['@', 'plain'],
    ['', 'plain'],
    ['0%', 'percent'],
    ['0.0 %', 'percent'],
    ['0"%"', 'plain'],
  ])('%j is %s', (code, kind) => {
    expect(formatOfCode(code).kind).toBe(kind);
  });

  it.each([
    ['00', 2],
    ['0000000', 7],
    ['0000000000000;@', 13],
  ])('%j pads to %d digits', (code, zeros) => {
    expect(formatOfCode(code)).toEqual({ kind: 'padded', zeros });
  });

  it('may be built in', () => {
    const kinds = (kind: string) =>
      Array.from({ length: 60 }, (_, id) => id).filter((id) => builtInFormat(id).kind === kind);
    const dates = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36];
    expect(kinds('date')).toEqual([...dates, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
    expect(kinds('percent')).toEqual([9, 10]);
  });
});

describe('a column', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [51, 'AZ'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ])('%d is %s', (index, letters) => {
    expect(columnLetters(index)).toBe(letters);
  });
});
