import { describe, expect, it } from 'vitest';
import { asLatin, fullWidthLetter, latinWord, oddLetter } from '../../src/recognise/other-script.ts';
import { readCell } from '../records/sheet.ts';

describe('a letter of another script', () => {
  it.each<[string, string]>([
    ['\u0421OTTON', 'has the Cyrillic letter "\u0421" (U+0421) in place of the Latin "C"'],
    ['100% c\u043eton', 'has the Cyrillic letter "\u043e" (U+043E) in place of the Latin "o"'],
    ['\u0391BC', 'has the Greek letter "\u0391" (U+0391) in place of the Latin "A"'],
    ['été\u0436', 'has the Cyrillic letter "\u0436" (U+0436) in a Latin word'],
  ])('a letter of another script in %j is reported: it %s', (text, problem) =>
    expect(oddLetter(text, false)?.problem).toBe(problem),
  );

  it.each([
    ...[
      ...['COTTON', 'Фабрика'],
      'Фабрика Aurora',
      'Αθήνα',
      '10 \u03bcm',
      '\u03b1lpha',
      '\u0421-12',
      '上海 Aurora',
    ],
  ])('a letter of another script is not reported in %j', (text) =>
    expect(oddLetter(text, false)).toBeUndefined(),
  );

  it('a letter of another script alone in its word is reported only in a reference that has Latin letters too', () => {
    expect(oddLetter('REF-\u0421100', false)).toBeUndefined();
    expect(oddLetter('REF-\u0421100', true)?.letter).toBe('\u0421');
    expect(oddLetter('REF-\u0416\u0421100', true)).toBeUndefined();
    expect(oddLetter('\u0421-100', true)).toBeUndefined();
  });
});

describe('asLatin and latinWord', () => {
  it('asLatin and latinWord replace letters that look like Latin ones only if no letter of another script remains', () => {
    expect(asLatin('\u0421\u041eTT\u041eN')).toBe('COTTON');
    expect(asLatin('\u041e\u0410\u041a')).toBe('OAK');
    expect(asLatin('COTTON')).toBeUndefined();
    expect(asLatin('\u0421\u0416')).toBeUndefined();
    expect(latinWord('\u041e\u0410\u041a')).toBeUndefined();
    expect(latinWord('\u041eAK')?.text).toBe('OAK');
    expect(latinWord('ORGANIC \u041e\u0410\u041a')?.text).toBe('ORGANIC OAK');
  });
});

describe('a full-width letter', () => {
  it('a full-width letter or digit is reported, and other full-width signs are not', () => {
    expect(fullWidthLetter('REF１')?.problem).toBe('has the full-width "１" (U+FF11) in place of "1"');
    for (const text of ['Ａ', 'ｚ', '０']) expect(fullWidthLetter(text)?.letter).toBe(text);
    for (const text of ['A', '（', '，', '上']) expect(fullWidthLetter(text)).toBeUndefined();
  });
});

describe('a cell with letters of two scripts', () => {
  const found = (header: string, cell: string, kind: Parameters<typeof readCell>[0] = 'supplier') => {
    const { value, findings } = readCell(kind, header, cell);
    return [value, findings.map(({ code, severity }) => `${severity} ${code}`)];
  };

  it('a cell with letters of two scripts is an error as a reference, and stays as it is', () => {
    expect(found('supplierRef', '\u0421-FRN')).toEqual(['\u0421-FRN', ['error reference-letters']]);
    expect(found('supplierRef', 'FRN-１')).toEqual(['FRN-１', ['error reference-letters']]);
    expect(found('supplierRef', 'ФРН-1')).toEqual(['ФРН-1', []]);
  });

  it('a cell with letters of two scripts is a warning as a free text, but full-width letters beside Chinese are not', () => {
    expect(found('name', 'Aur\u043era')).toEqual(['Aur\u043era', ['warning text-letters']]);
    expect(found('name', '上海Ａ')).toEqual(['上海Ａ', []]);
  });

  it('a cell with letters of two scripts is corrected as a list value or a country if the corrected text is one', () => {
    const corrected = ['OTHER - Packaging', ['fixed list-spelling']];
    expect(found('category', 'OTHER - \u0420ackaging')).toEqual(corrected);
    expect(found('category', 'OTHER - \u0420ackage')).toEqual(['OTHER - \u0420ackage', []]);
    expect(found('address.country', '\u0421hina')).toEqual(['CN', ['fixed country-converted']]);
    expect(found('address.country', 'I\u0422')).toEqual(['IT', ['fixed country-converted']]);
    expect(found('address.country', '\u0421\u041d')).toEqual([undefined, ['error country-unknown']]);
    expect(found('address.country', 'N\u0410')).toEqual([undefined, ['error country-unknown']]);
  });

  it('a cell with letters of two scripts is corrected as a material of a composition if the corrected text is one', () => {
    const { value, findings } = readCell('component', 'composition', '100% w\u043eod pulp');
    expect([value, findings.map(({ code }) => code)]).toEqual([undefined, ['composition-material']]);
    const read = readCell('component', 'composition', '100% \u041eTHER');
    expect(read.value).toEqual([{ material: 'OTHER', percentage: 100 }]);
    expect(read.findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'list-spelling: "\u041eTHER" → "OTHER"; it has the Cyrillic letter "\u041e" (U+041E) in place of the Latin "O"',
      'composition-read: "100% \u041eTHER" → 100% OTHER',
    ]);
  });
});
