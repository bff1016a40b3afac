import { describe, expect, it } from 'vitest';
import { columnLetters } from '../../src/sheets/cell.ts';
import { numberCell, timeText } from '../../src/sheets/xlsx/number-cell.ts';
import { builtInFormat, formatOfCode, paddedText } from '../../src/sheets/xlsx/number-format.ts';

describe('a number format', () => {
  it.each([
    ['dd/mm/yyyy', 'date'],
    ['m/d/yy h:mm', 'date'],
    ['[$-40C]d mmmm yyyy;@', 'date'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'date'],
    ['mmmm', 'date'],
    ['yyyy"年"m"月"', 'date'],
    ['h:mm', 'time'],
    ['[h]:mm:ss', 'time'],
    ['[h]:mm', 'time'],
    ['[mm]', 'time'],
    ['mm:ss.0', 'time'],
    ['h:mm AM/PM', 'time'],
    ['General', 'plain'],
    ['Standard', 'plain'],
    ['0', 'plain'],
    ['#,##0.00', 'plain'],
    ['0.00E+00', 'plain'],
    ['# ##0" "', 'plain'],
    ['0.00" €"', 'plain'],
    ['#,##0.00\\ "EUR"', 'plain'],
    ['[$CHF-807] #,##0.00', 'plain'],
    ['0,', 'plain'],
    ['#,##0.0,"k"', 'plain'],
    ['0,\\ "milliers"', 'plain'],
    ['0.0,,"M€"', 'plain'],
    ['_k*k#,##0.00_g', 'plain'],
    ['##0.0E+0', 'plain'],
    [';;;', 'plain'],
    ['[$-411]aaaa', 'plain'],
    ['[Red]0', 'plain'],
    ['_-* #,##0.00 [$€-40C]_-', 'plain'],
    ['@', 'plain'],
    ['', 'plain'],
    ['0%', 'percent'],
    ['0.0 %', 'percent'],
  ])('a number format with the code %j is of the kind %s', (code, kind) => {
    expect(formatOfCode(code).kind).toBe(kind);
  });

  it.each([
    ['mmm-yy', true],
    ['mm/yyyy;@', true],
    ['yyyy', true],
    ['[$-40C]mmmm yyyy', true],
    ['mmm-yy hh:mm', true],
    ['d-mmm-yy', undefined],
    ['ddd', undefined],
    ['yyyy-mm-dd;@', undefined],
  ])('a number format with the code %j hides the day: %s', (code, hidesDay) => {
    expect(formatOfCode(code)).toEqual({ kind: 'date', ...(hidesDay && { hidesDay }) });
  });

  it('a number format with two sections hides the day only in the section without a day; one built-in format hides it', () => {
    const format = formatOfCode('[>46000]mmm-yy;dd/mm/yyyy');
    expect(format.kind === 'by-value' && [46_023, 45_000].map(format.of)).toEqual([
      { kind: 'date', hidesDay: true },
      { kind: 'date' },
    ]);
    expect([16, 17, 22].map(builtInFormat)).toEqual([
      { kind: 'date' },
      { kind: 'date', hidesDay: true },
      { kind: 'date' },
    ]);
  });

  it.each([
    ['00', 2],
    ['0000000', 7],
    ['0000000000000;@', 13],
  ])('a number format with the code %j pads to %d digits', (code, zeros) => {
    expect(formatOfCode(code)).toEqual({ kind: 'padded', zeros });
  });

  const shown = (code: string, value: number) => {
    const format = formatOfCode(code);
    const meaning = format.kind === 'by-value' ? format.of(value) : format;
    return meaning.kind === 'padded' ? (paddedText(meaning, value) ?? 'padded') : meaning.kind;
  };

  it.each([
    ['"REF-"0000', 12, 'REF-0012'],
    ['"REF-"0000', 123_456, 'REF-123456'],
    ['"REF-"0', 12, 'REF-12'],
    ['\\R\\E\\F0000', 12, 'REF0012'],
    ['0\\d', 7, '7d'],
    ['0"%"', 7, '7%'],
    ['"yes; no"0', 7, 'yes; no7'],
    ['0000"-A"', 12, '0012-A'],
    ['00-00-00', 12_345, '01-23-45'],
    ['00-00', 12_345, '123-45'],
    ['_-"N"0000_-', 7, 'N0007'],
    ['* "N"0000', 7, 'N0007'],
    ['[Red]"N"0000', 7, 'N0007'],
    ['[$REF--409]0000', 7, 'REF-0007'],
    ['"N"0000;@', 7, 'N0007'],
    ['"N"0000;"M"0000', -7, 'M0007'],
    ['"N"0000;"M"0000', 7, 'N0007'],
    ['0000;0000;"none"', 0, 'other'],
    ['"N"0000', -7, '-N0007'],
    ['"N"0000', 7.5, 'N0007.5'],
    ['0000', -7, 'padded'],
    ['0000', 7.5, 'padded'],
    ['_-* 0_-', 7, 'plain'],
    ['#,##0"-A"', 7, '7-A'],
    ['0.00" kg"', 7, '7 kg'],
    ['0" kg"', 12.345, '12.345 kg'],
    ['#,##0.00\\ "kg"', 1234.5, '1234.5 kg'],
    ['# ##0\\k\\g', 1234, '1234kg'],
    ['0.0k', 2.5, '2.5k'],
    ['General" kg"', 0.35, '0.35 kg'],
    ['# ?/?" kg"', 0.5, '0.5 kg'],
    ['0.00E+00" kg"', 7, '7 kg'],
    ['0" kg";-0" g"', -12, '-12 g'],
    ['0" kg";-0" kg";0" g"', 0, '0 g'],
    ['[>=1000]0.0,"kg";0" g"', 500, '500 g'],
    ['[>=1000]0.0,"kg";0" g"', 1500, 'other'],
    ['0," kg"', 12_500, 'other'],
    ['#"h"00', 130, 'other'],
    ['"BLK"', 1, 'other'],
    ['[=1]"BLK";000', 1, 'other'],
    ['[=1]"BLK";000', 3, '003'],
    ['0;-0;"-"', 0, 'plain'],
    ['0件', 3, '3件'],
    ['0.00" €/kg"', 3, '3 €/kg'],
    ['"N"@', 7, 'plain'],
    // by value
    ['[>=100]0%;0.0%', 100, 'percent'],
    ['[>=100]0%;0.0%', 0.5, 'percent'],
    ['[>=1]0;0.0%', 0.5, 'percent'],
    ['[>=1]0;0.0%', 1, 'plain'],
    ['[<1]0%;0', 0.5, 'percent'],
    ['[<1]0%;0', 1, 'plain'],
    ['[=0]"-";0%', 0, 'plain'],
    ['[=0]"-";0%', 0.5, 'percent'],
    ['[<0]"neg";[>1]"big";0%', 0.5, 'percent'],
    ['[<0]"neg";[>1]"big";0%', 2, 'other'],
    ['[Red][<0.5]0%;[Blue][>=0.5]0.00%', 0.7, 'percent'],
    ['0%;-0%;"none"', 0, 'other'],
    ['0%;-0%;"none"', 0.5, 'percent'],
    ['0%;-0%;"none"', -0.5, 'percent'],
    ['[>100]"A"000;"B"000', 7, 'B007'],
    ['[>100]"A"000;"B"000', 700, 'A700'],
    ['[<1]h:mm;dd/mm/yyyy', 45_351, 'date'],
    ['[<1]h:mm;dd/mm/yyyy', 0.5, 'time'],
  ])('a number format with the code %j shows %d as %s', (code, value, expected) => {
    expect(shown(code, value)).toBe(expected);
  });

  it('a number format with a unit gives the unit with the number; one that hides the number gives an error', () => {
    const cell = (code: string, value: number) => numberCell(value, formatOfCode(code), false);
    const kg = (value: number, text: string) => ({ type: 'padded', value, text, unit: 'kg' });
    expect(cell('0" kg"', 12)).toEqual(kg(12, '12 kg'));
    expect(cell('0" kg"', 12.4)).toEqual(kg(12.4, '12.4 kg'));
    expect(cell('0"g"00', 1250)).toMatchObject({ text: '12g50', unit: '0g00' });
    expect(cell('"BLK"', 1)).toMatchObject({
      type: 'error',
      code: 'BLK',
      problem: expect.stringContaining('1'),
    });
    expect(cell('0,"kg"', 12_500)).toMatchObject({
      type: 'error',
      problem: expect.stringContaining('12500'),
    });
    expect(cell('0;-0;"0,00"', 0)).toBe(0);
  });

  it('a number format with 900 characters that are slow to parse is still read', () => {
    for (const sign of ['[', '"', '\\', '_', ';', '[<', '*'])
      expect(['plain', 'padded']).toContain(shown(sign.repeat(900 / sign.length), 1));
  });

  it('a number format with a built-in number is known: dates and percents', () => {
    const kinds = (kind: string) =>
      Array.from({ length: 60 }, (_, id) => id).filter((id) => builtInFormat(id).kind === kind);
    const dates = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36];
    expect(kinds('date')).toEqual([...dates, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
    expect(kinds('percent')).toEqual([9, 10]);
  });
});

describe('columnLetters', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [51, 'AZ'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ])('the letters of the column %d are %s', (index, letters) => {
    expect(columnLetters(index)).toBe(letters);
  });
});

describe('timeText', () => {
  const shown = (code: string | number, value: number) => {
    const format = typeof code === 'number' ? builtInFormat(code) : formatOfCode(code);
    return format.kind === 'time' ? timeText(value, format) : format.kind;
  };

  it.each([
    ['hh:mm', 9.5 / 24, '09:30'],
    ['h:mm', 9.5 / 24, '9:30'],
    ['h:mm', 45_000 + 0.999_999_9, '0:00'],
    ['hh:mm:ss', 34_215 / 86_400, '09:30:15'],
    ['h:mm AM/PM', 0.5, '12:00 PM'],
    ['h:mm AM/PM', 0, '12:00 AM'],
    ['[h]:mm', 26.5 / 24, '26:30'],
    ['[mm]:ss', 0.5, '720:00'],
    ['[mm]', 1 / 24, '60'],
    ['mm:ss', 90 / 86_400, '01:30'],
    [18, 0.75, '6:00 PM'],
    [20, 9.5 / 24, '9:30'],
    [21, 9.5 / 24, '9:30:00'],
    [46, 1.5, '36:00:00'],
    ['h:mm', -1, undefined],
  ])('the text of a time with the format %j of %d is %j', (code, value, text) => {
    expect(shown(code, value)).toBe(text);
  });
});
