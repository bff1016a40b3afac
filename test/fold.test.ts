import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { Converter } from 'opencc-js/t2cn';
import { expect, test } from 'vitest';
import { foldedWords, foldText, foldWords } from '../src/fold.ts';

const simplified = Converter({ from: 'tw', to: 'cn' });
const OWN = new Set(readFileSync(new URL('../src/language/zh/words.yaml', import.meta.url), 'utf8'));

/** The simplified character of a traditional one, if a word has it; otherwise the character. */
function inOwn(character: string): string {
  const meant = simplified(character);
  return OWN.has(meant) && !OWN.has(character) ? meant : character;
}

/** A reference implementation of folding, without optimisations. */
const meant = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[ぁ-ヿ][\u3099\u309a]/g, (syllable) => syllable.normalize('NFC'))
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ø', 'o')
    .replaceAll('ς', 'σ')
    .replace(/[\u4e00-\u9fff]/g, inOwn)
    .replace(/[^\p{L}\p{N}]/gu, '');

test('a traditional Chinese character is the simplified one that a word has', () => {
  const all = Array.from({ length: 0x9fff - 0x4e00 }, (_, at) => String.fromCharCode(0x4e00 + at));
  const missing = all.filter((character) => foldText(character) !== inOwn(character));
  expect(missing.map((character) => character + inOwn(character))).toEqual([]);
  expect(foldText('廠商全名')).toBe(foldText('厂商全名'));
});

test('folding a text gives the same result as the simple implementation', () => {
  const accented = fc.string({
    unit: fc.constantFrom(...'aÉœÆßΣς1²½ \u0301\u0345\u00b7İıﬁ-ŁłĐđøệ棉廠ハバ\u3099'),
  });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), accented), (text) => {
      expect(foldText(text)).toBe(meant(text));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['İPLİK IŞIK', 'iplikisik'],
  ['Łódź', 'lodz'],
  ['Đường số 5', 'duongso5'],
  ['Țară', 'tara'],
  ['Ţară', 'tara'],
  ['Màu sắc', 'mausac'],
  ['Κωδικός Προμηθευτή', 'κωδικοσπρομηθευτη'],
  ['ΚΩΔΙΚΟΣ', 'κωδικοσ'],
  ['供应商 编号', '供应商编号'],
  ['ＡＢ１２', 'ab12'],
  ['ﾌｧｽﾅｰ', 'ファスナー'],
  ['ﾊﾞｯｸﾞ', 'バッグ'],
  ['ハ\u3099ック', 'バック'],
])('the text "%s" is folded to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('the dot in the Catalan l·l does not split a word', () => {
  expect(foldWords('Pel·lícula')).toBe('pellicula');
});

test('Chinese or Japanese and Latin letters are different words, in values as in headers', () => {
  expect(foldedWords('供应商编号Supplier No.')).toEqual(['供应商编号', 'supplier', 'no']);
  expect(foldWords('棉Cotton')).toBe(foldWords('棉 Cotton'));
  expect(foldWords('T恤')).toBe('t 恤');
  expect(foldWords('Tシャツ')).toBe('t シャツ');
});
