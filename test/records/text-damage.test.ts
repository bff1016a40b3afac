import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { textDamage } from '../../src/records/text-check.ts';

const isDamaged = (text: string, type: 'text' | 'reference' | 'url' | 'email' = 'text') =>
  textDamage(text, { type }) !== undefined;

/** A text written in one encoding and read in another. */
const misread = (text: string, written: string, read: string) =>
  iconv.decode(iconv.encode(text, written), read);

describe('a damaged text', () => {
  it.each([
    ...['Ã©tiquette', 'rÃ©f', 'lâ€™usine', 'R√©f√©rence', 'l‚Äôusine', '‚Ç¨5', 'N¬∫ 4', 'Â°'],
    ...['a\u0092b', 'Soci\ufffdt\ufffd', 'a\0b', 'Zak³ad W³ókienniczy £ódŸ', 'Soci‚t‚'],
    ...['Zak?ad', '?wi?ta', 'Pozna?', '?zmir', 'ul. ?wita', 'W?ókienniczy'],
  ])('a damaged text is found: %j', (text) => expect(isDamaged(text)).toBe(true));

  it.each([
    ['Société Évreux', 'utf8', 'windows-1252'],
    ['Łódź', 'utf8', 'windows-1252'],
    ['Şişli İzmir', 'utf8', 'windows-1252'],
    ['上海纺织', 'utf8', 'windows-1252'],
    ['Фабрика', 'utf8', 'windows-1252'],
    ['Zakład Włókienniczy', 'windows-1250', 'windows-1252'],
    ['Société Évreux', 'cp850', 'windows-1252'],
    ['Français, très tôt', 'cp850', 'windows-1252'],
    ['上海纺织有限公司', 'gbk', 'windows-1252'],
    ['テキスタイル', 'shift_jis', 'windows-1252'],
  ])('a damaged text is found if "%s" was written in %s and read as %s', (text, written, read) =>
    expect(isDamaged(misread(text, written, read))).toBe(true),
  );
});

describe('a sound text', () => {
  it.each([
    ...['Société Évreux', 'Łódź', 'İzmir', 'Þórður', 'SÃO PAULO', 'São João', 'Ångström', 'ÆØÅ', 'CAFÉ®'],
    'MARCHÉ’S',
    ...["L'HAŸ-LES-ROSES", 'n° 12', '100 m²', '12 m³', '80 g/m²', 'Coton bio ?', 'Bio ou pas ? Oui', '25 °C'],
    ...['Qui est votre fournisseur principal?', 'Gore-Tex®', 'Coton×Lin', '«Été»', 'voilà…', 'Œuvre', 'cœur'],
    '½ pièce',
    ...['https://a.example/b?c=d', 'www.a.example/?x', '/list?page=2', '?', '上海', 'Москва', 'Α.Ε. Αθήνα'],
    ...['€ 5', '5 €'],
    ...['Mª José', 'Š', 'Škoda', 'Koš', 'Žižka', 'l’été', 'déjà vu – fini', '50 % coton', 'Col·lecció'],
    ...["rock'n'roll", '£5'],
  ])('a sound text has no finding: %j', (text) => expect(textDamage(text, { type: 'text' })).toBeUndefined());

  it('a sound text may be an address with a query, or a reference that ends with a question mark', () => {
    expect(isDamaged('https://a.example/b?c=d', 'url')).toBe(false);
    expect(isDamaged('REF?', 'reference')).toBe(false);
    expect(isDamaged('REF?A', 'reference')).toBe(true);
    expect(isDamaged('paul?morel@example.com', 'email')).toBe(false);
  });

  it('a sound text may be long: checking takes no time that grows with its square', () => {
    for (const one of ['é', '/', '?', 'a?', 'Ã', 'a ', '£', '¿é'])
      expect(() => textDamage(one.repeat(200_000), { type: 'text' })).not.toThrow();
  });
});

describe('UTF-8 text decoded with another encoding', () => {
  it.each([
    ['two letters of another script', true, 'ÐºÐº'],
    ['one such letter, which may be chance', false, 'Ðº'],
    ['one such letter in a word', false, 'Ðºab'],
    ['one Latin letter', true, 'Ä¯'],
    ['letters of no language in use', false, 'MARQUÉ® CAFÉ®'],
    ['a letter that the other encoding lacks', false, 'ÐºÐºł'],
    ['a byte order mark', true, 'ï»¿abc'],
    ['a trade mark sign', true, 'TENCELâ„¢'],
    ['10,000 characters', true, 'Ðº'.repeat(5000)],
    ['10,001 characters', false, `${'Ðº'.repeat(5000)}a`],
  ])('a wrongly decoded text with %s is reported: %s', (_, isReported, text) => {
    expect(isDamaged(text)).toBe(isReported);
  });
});

describe('the damage of a text', () => {
  it.each([
    ['Zak?ad', 'has a question mark in place of a lost letter', undefined],
    ['Soci\ufffdt', 'has a replacement character: a letter could not be decoded', undefined],
    ['a\0b', 'has a NUL character, which is not text', undefined],
    ['a\u0092b', 'has control characters, which suggests a wrong encoding', true],
    ['Zak³ad', 'has "³" inside a word, which suggests a wrong encoding', true],
    ['Ã©tiquette', 'has "Ã©", a letter decoded with the wrong encoding', undefined],
    ['Ð¤Ð°Ð±Ñ€Ð¸ÐºÐ°', 'is UTF-8 text decoded with another encoding', undefined],
    ['ï»¿abc', 'has "ï»¿", a letter decoded with the wrong encoding', undefined],
    ['Ä€da', 'is UTF-8 text decoded with another encoding', undefined],
  ])('the damage in %j is described: the text %s', (text, problem, decodable) => {
    expect(textDamage(text, { type: 'text' })).toEqual({ problem, decodable });
  });
});
