import { describe, expect, it } from 'vitest';
import { type Coercion, type Filled, UNREADABLE } from '../../src/recognise/coercion.ts';
import {
  cellText,
  cleanText,
  cut,
  isErrorText,
  isPlaceholder,
  mayBeNoValue,
  quoted,
  round6,
} from '../../src/recognise/text.ts';
import {
  areDatesMeant,
  coerceBoolean,
  coerceEmail,
  coerceFlag,
  coerceText,
  coerceUrl,
  isBlankText,
  isBlankWord,
  referenceCoercion,
  yesOrNo,
} from '../../src/recognise/text-coercion.ts';
import { coerceOpenObject, coerceOpenValue } from '../../src/records/field-coercion.ts';
import { coerced } from './coerced.ts';

const date = { type: 'date', serial: 46_023, iso: '2026-01-01' } as const;
const moment = { ...date, time: '09:30' } as const;
const time = { type: 'time', value: 0.5, text: '12:00' } as const;
const padded = { type: 'padded', value: 712, text: '0000712' } as const;
const percent = { type: 'percent', value: 0.57 } as const;

describe('a clean text', () => {
  const codes = Array.from({ length: 0x10000 }, (_, code) => code).filter(
    (code) => code < 0xd800 || code > 0xdfff,
  );
  /** The characters that become `between` inside a word, as ranges. */
  const ranges = (between: string): string[] => {
    const found: [number, number][] = [];
    for (const code of codes) {
      if (cleanText(`x${String.fromCharCode(code)}y`) !== `x${between}y`) continue;
      if (found.at(-1)?.[1] === code - 1) found.at(-1)![1] = code;
      else found.push([code, code]);
    }
    return found.map(([from, to]) => [...new Set([from, to])].map((code) => code.toString(16)).join('-'));
  };

  it('a clean text has one plain space for each unusual space, line break and tab', () => {
    expect(ranges(' ')).toEqual([
      ...['9-d', '20', '85', 'a0', '1680', '2000-200a', '2028-2029', '202f', '205f', '3000'],
    ]);
  });

  it('a clean text has no invisible characters', () => {
    expect(ranges('')).toEqual([
      ...['0-8', 'e-1f', '7f', 'ad', '34f', '61c', '180e', '200b-200f', '202a-202e', '2060-2064'],
      ...['2066-206f', '3164', 'fe00-fe0f', 'feff', 'ffa0', 'fff9-fffb'],
    ]);
  });

  it('a clean text has no space of any kind at its ends', () => {
    for (const space of [' ', '\t', '\n', '\u0085', '\u00a0', '\u3000', '\u200b', '\u2028'])
      for (const text of [`${space}xy`, `xy${space}`, `${space}xy${space}`])
        expect(cleanText(text)).toBe('xy');
    for (const text of ['', ' ', '\n', '\u00a0', ' \u200b ']) expect(cleanText(text)).toBe('');
  });

  it('a clean text has several lines joined by one space', () => {
    expect(cleanText(' a \r\n\n\t b\u2029\u200b\nc  d ')).toBe('a b c  d');
  });

  it('a clean text keeps joiners and selectors that its script or symbol needs', () => {
    for (const text of ['\u{1f469}\u200d\u{1f4bb}', 'می\u200cخواهم', '\u2764\ufe0f', '1\ufe0f\u20e3'])
      expect(cleanText(text)).toBe(text);
    for (const text of ['x\u200c\u200dy', '\u200dxy', 'xy\u200c', 'x\ufe0fy'])
      expect(cleanText(text)).toBe('xy');
    expect(cleanText('1\u200d2')).toBe('12');
    expect(cleanText('\u200d'.repeat(500_000))).toHaveLength(500_000);
    expect(cleanText(`${'\u200d'.repeat(500_000)}x`)).toBe('x');
  });

  it('a clean text has a finding that shows the changes that cannot be seen', () => {
    const { findings } = coerced(coerceText, 'E\u0301te\u200b\u200b\u00ad ');
    const change = '"E\u0301te\u200b\u200b\u00ad " → "Éte"';
    const how = '(invisible characters removed: U+200B, U+00AD, accents composed)';
    expect(findings).toEqual([['text-trimmed', `${change} ${how}`]]);
    const { findings: several } = coerced(referenceCoercion(false), 'A\u2060-\u20611\u2062\u2063\u2064');
    const removed = / → "A-1" \(invisible characters removed: U\+2060, U\+2061, U\+2062, U\+2063, …\)$/;
    expect(several[0]![1]).toMatch(removed);
  });

  it.each([
    ['Robe\nbleue ', '"Robe↵bleue " → "Robe bleue" (line break removed)'],
    ['Robe\r\n\r\nbleue', '"Robe↵↵bleue" → "Robe bleue" (line break removed)'],
    ['Robe\tbleue', '"Robe\tbleue" → "Robe bleue" (tab removed)'],
    ['Robe\u00a0bleue', '"Robe\u00a0bleue" → "Robe bleue" (unusual space replaced by a normal one)'],
    [' Robe\u00a0', '" Robe\u00a0" → "Robe"'],
  ])('a clean text has a finding that names the removed signs: %j', (text, message) => {
    expect(coerced(coerceText, text).findings).toEqual([['text-trimmed', message]]);
  });

  it('a clean text has composed accents', () => {
    expect(cleanText('e\u0300')).toBe('è');
    expect(cleanText('\u212b')).toBe('Å');
  });
});

describe('the text of a cell', () => {
  it.each<[Parameters<typeof cellText>[0], string]>([
    [null, ''],
    [' x ', ' x '],
    [12.5, '12.5'],
    [true, 'TRUE'],
    [false, 'FALSE'],
    [date, '2026-01-01'],
    [time, '12:00'],
    [padded, '0000712'],
    [percent, '57%'],
    [{ type: 'error', code: '#N/A' }, '#N/A'],
    [{ type: 'uncached' }, ''],
  ])('the text of the cell %j is %j', (cell, text) => expect(cellText(cell)).toBe(text));
});

describe('a text in a message', () => {
  it('a text in a message is cut to 60 characters, the last one an ellipsis', () => {
    expect(quoted('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
    expect(quoted('x'.repeat(61))).toBe(`"${'x'.repeat(59)}…"`);
    expect(cut('abcd', 3)).toBe('ab…');
  });
});

describe('a converted number', () => {
  it('a converted number is rounded to six decimals below a billion', () => {
    const below = [0.57 * 100, 0.1234567, -0.1234567, 999_999_999.1234567];
    expect(below.map(round6)).toEqual([57, 0.123457, -0.123457, 999_999_999.123457]);
    const above = [1e9 + 0.1234567, -1e9 - 0.1234567];
    expect(above.map(round6)).toEqual(above);
  });
});

describe('a filler', () => {
  it('a filler is a sign or a word, whatever its case and punctuation', () => {
    for (const text of ['-', '–', '...', 'N/A', 'n/a', '_', 'Néant', 'NEANT', 'k. A.', 'sans  objet'])
      expect([text, isBlankWord(text)]).toEqual([text, true]);
    for (const text of ['', '--x', 'no', 'x', '0', 'NA Textiles', '?'])
      expect([text, isBlankWord(text)]).toEqual([text, false]);
  });

  it('a filler has at most 24 characters', () => {
    expect(isBlankWord(`n${'.'.repeat(22)}a`)).toBe(true);
    expect(isBlankWord(`n${'.'.repeat(23)}a`)).toBe(false);
  });

  it('a filler in a free text is only - or n/a', () => {
    expect(['-', 'n/a', 'N/A', 'N/a'].map(isBlankText)).toEqual([true, true, true, true]);
    expect(['', '--', 'na', 'n/b', 'none', 'n/a.'].map(isBlankText)).toEqual(Array(6).fill(false));
  });
});

describe('a spreadsheet error', () => {
  it('a spreadsheet error is a known code, a number of LibreOffice, or a column that is too narrow', () => {
    for (const text of ['#N/A', '#ref!', '###', '########', 'Err:502', 'err:519'])
      expect([text, isErrorText(text)]).toEqual([text, true]);
    for (const text of [
      ...['', '#', '##', '#1', '### x', 'x ###', 'N/A', 'Err:50', 'Err:5021', 'Err:602', 'xErr:502'],
    ])
      expect([text, isErrorText(text)]).toEqual([text, false]);
  });
});

describe('a placeholder', () => {
  it('a placeholder is found whatever spaces and invisible characters are before it', () => {
    for (const cell of [
      ...['TBD', ' tbd', '\ttbd', '\u00a0tbd', '\ufefftbd', '[tbd]', 'À définir', 'xxx', '¿?', "'tbd"],
    ])
      expect([cell, mayBeNoValue(cell) && isPlaceholder(cleanText(cell))]).toEqual([cell, true]);
  });

  it('a placeholder has at most 40 characters, and a cell with spaces around it 80', () => {
    expect(isPlaceholder('x'.repeat(40))).toBe(true);
    expect(isPlaceholder('x'.repeat(41))).toBe(false);
    expect(isPlaceholder(`t${'.'.repeat(40)}bd`)).toBe(false);
    expect(mayBeNoValue(`tbd${' '.repeat(77)}`)).toBe(true);
  });
});

/** The result of a coercion for each cell: the value, then code and message of its finding, if any. */
type Case = readonly [cell: Filled, value: unknown, ...finding: string[]];
function table(name: string, coercion: Coercion, cases: readonly Case[]) {
  describe(`a cell that should be ${name}`, () => {
    for (const [cell, value, ...finding] of cases)
      it(`${JSON.stringify(cell)} is read as ${JSON.stringify(value)}`, () => {
        expect(coerced(coercion, cell)).toEqual({ value, findings: finding.length === 0 ? [] : [finding] });
      });
  });
}

table('a text', coerceText, [
  ['x', 'x'],
  [' x', 'x', 'text-trimmed', '" x" → "x"'],
  [' ', undefined],
  [' n/a', undefined, 'blank-word', '"n/a" is read as blank'],
  [moment, '2026-01-01 09:30', 'text-from-date', 'a date with a time → "2026-01-01 09:30"'],
  [date, '2026-01-01', 'text-from-date', 'a date → "2026-01-01"'],
  [time, '12:00', 'text-from-date', 'a time → "12:00"'],
  [true, 'TRUE', 'text-from-boolean', 'a yes/no cell → "TRUE"'],
  [12, '12', 'text-from-number', 'a number → "12"'],
  [padded, '0000712', 'text-from-number', 'a number → "0000712"'],
  [percent, '57%', 'text-from-number', 'a number → "57%"'],
]);

table('an e-mail address', coerceEmail, [
  ['a@example.com', 'a@example.com'],
  ['MAILTO: a@example.com', 'a@example.com', 'text-trimmed', '"MAILTO: a@example.com" → "a@example.com"'],
  ['a@example.com mailto:', 'a@example.com mailto:'],
  ['mailto:', undefined, 'text-trimmed', '"mailto:" → ""'],
  [' ', undefined],
  ['néant', undefined, 'blank-word', '"néant" is read as blank'],
  [12, '12', 'text-from-number', 'a number → "12"'],
]);

table('a web address', coerceUrl, [
  ['URL: https://a.fr', 'https://a.fr', 'text-trimmed', '"URL: https://a.fr" → "https://a.fr"'],
  ['url:example', 'url:example'],
]);

const LOST = 'has more digits than a spreadsheet keeps: the last ones are lost';
const digitsLost = (text: string) => [UNREADABLE, 'reference-exponent', `${text} ${LOST}`] as const;
const asNumber = (text: string) =>
  [text, 'reference-number', `"${text}" is stored as a number: leading zeros may be lost`] as const;
const asDate = (text: string) =>
  [
    text,
    'reference-date-text',
    `"${text}" looks like a reference that a spreadsheet turned into a date`,
    'correct it in a column formatted as text',
  ] as const;

table('a reference', referenceCoercion(false), [
  ['', undefined],
  ["'", "'"],
  ["' 0017", '0017', 'text-trimmed', `"' 0017" → "0017"`],
  [' -', undefined, 'blank-word', '"-" is read as blank'],
  ['+3,6e+1', UNREADABLE, 'reference-exponent', '"+3,6e+1" is a shortened number: its last digits are lost'],
  [true, 'TRUE', 'text-from-boolean', 'a yes/no cell → "TRUE"'],
  [date, UNREADABLE, 'reference-date', 'the spreadsheet turned the reference into the date 2026-01-01'],
  [time, UNREADABLE, 'reference-date', 'the spreadsheet turned the reference into the time 12:00'],
  [999_999_999_999_990, ...asNumber('999999999999990')],
  [1_000_000_000_000_001, ...asNumber('1000000000000001')],
  [Number.MAX_SAFE_INTEGER, ...asNumber('9007199254740991')],
  [-17, ...asNumber('-17')],
  [1e15, ...digitsLost('1000000000000000')],
  [-1e15, ...digitsLost('-1000000000000000')],
  [Number.MAX_SAFE_INTEGER + 1, ...digitsLost('9007199254740992')],
  [1.5e-7, ...digitsLost('1.5e-7')],
  [percent, ...asNumber('57%')],
  [{ type: 'padded', value: 12_032_026, text: '12-03-2026' }, ...asNumber('12-03-2026')],
  ...[
    ...['12/03/2026', '1-2-26', '12.03.26', '2026-03-12', 'janv-26', '12-mars', '01-Jan-26', '01-janv-2026'],
    ...['01-sept.-2026', 'Août-2026', '3-sept.'],
  ].map((text) => [text, ...asDate(text)] as const),
  ...['12/03-2026', '12-13', '2126-03-12', 'JAN-26', 'mars', '12-Mars-A', 'Martin-26', '01-Jan-26-01'].map(
    (text) => [text, text] as const,
  ),
]);

describe('references that look like dates', () => {
  it('references that look like dates are accepted if at least two do, and more than four for each that does not', () => {
    const dates = (count: number) => Array.from({ length: count }, (_, at) => `1-${at + 1}-26`);
    expect(areDatesMeant(dates(1))).toBe(false);
    expect(areDatesMeant(dates(2))).toBe(true);
    expect(areDatesMeant([...dates(2), '', ''])).toBe(true);
    expect(areDatesMeant([...dates(4), 'REF'])).toBe(false);
    expect(areDatesMeant([...dates(5), 'REF'])).toBe(true);
    expect(areDatesMeant(['REF', 'REF 2'])).toBe(false);
    expect(coerced(referenceCoercion(true), '1-2-26')).toEqual({ value: '1-2-26', findings: [] });
  });
});

table('a yes or no', coerceBoolean, [
  ...['true', 'TRUE'].map((text) => [text, true] as const),
  ['False', false],
  ['true.', true, 'boolean-converted', '"true." → true'],
  ['(false', false, 'boolean-converted', '"(false" → false'],
  ...['x', 'X', '✓', '✔', '1'].map((text) => [text, true, 'boolean-converted', `"${text}" → true`] as const),
  ['0', false, 'boolean-converted', '"0" → false'],
  [' ', undefined],
  ['xx', UNREADABLE, 'boolean-unreadable', '"xx" is neither yes nor no', 'yes or no'],
  ['10', UNREADABLE, 'boolean-unreadable', '"10" is neither yes nor no', 'yes or no'],
  ['n/a', undefined, 'blank-word', '"n/a" is read as blank'],
]);

table('a flag', coerceFlag, [
  ['1', 1],
  [0, 0],
  [true, 1],
  ['X', 1, 'boolean-converted', '"X" → 1'],
  ['true', 1, 'boolean-converted', '"true" → 1'],
  [' ', undefined],
  ['2', UNREADABLE, 'boolean-unreadable', '"2" is neither yes nor no', 'yes or no'],
]);

describe('a yes', () => {
  it('a yes has at most 12 characters', () => {
    expect(yesOrNo(`yes${'.'.repeat(9)}`)).toBe(true);
    expect(yesOrNo(`yes${'.'.repeat(10)}`)).toBeUndefined();
  });
});

table('a value of unknown type', coerceOpenValue, [
  [3.5, 3.5],
  [false, false],
  [percent, 0.57],
  [padded, 712],
  ['x ', 'x', 'text-trimmed', '"x " → "x"'],
  [date, '2026-01-01', 'text-from-date', 'a date → "2026-01-01"'],
  [time, '12:00', 'text-from-date', 'a time → "12:00"'],
]);

const noObject = (text: string) =>
  [UNREADABLE, 'open-unreadable', `"${text}" is not a JSON object`, '{"name": value}'] as const;

table('an object in a cell', coerceOpenObject, [
  [' {"a": [1, {"b": null}]}', { a: [1, { b: null }] }],
  ['{}', {}],
  [' ', undefined],
  ...['[1]', '3', 'null', '"{}"', '{"a": }', '{} {}', 'x'].map((text) => [text, ...noObject(text)] as const),
  ...['{"a": {"__proto__": 1}}', '{"constructor": 1}'].map((text) => [text, ...noObject(text)] as const),
  [true, ...noObject('TRUE')],
]);
