import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { textDecodedOnce } from '../../src/recognise/decoded-twice.ts';
import { readCell } from '../records/sheet.ts';

const twice = (text: string) => {
  const bytes = Buffer.from(text, 'utf8');
  // Windows-1252 leaves five bytes undefined; browsers and spreadsheets keep them as controls.
  return [...bytes]
    .map((byte) =>
      /[\x81\x8d\x8f\x90\x9d]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : iconv.decode(Buffer.from([byte]), 'windows-1252'),
    )
    .join('');
};

describe('a text that was decoded twice', () => {
  it.each([
    ...['Société Évreux', 'élasthanne', 'Élasthanne', 'SOCIÉTÉ', 'café', 'l’usine', 'Łódź', 'książka'],
    'Çelik',
    ...['nº 12', '25 °C', '12 m²', '5 €', 'TENCEL™', 'Фабрика', '上海纺织', 'España', 'Größe', 'À la carte'],
    ...['île', 'lã', 'Réf', 'à Lyon, déjà'],
  ])('a text that was decoded twice is restored: %s', (text) =>
    expect(textDecodedOnce(twice(text))).toBe(text),
  );

  it('a text that was decoded twice with a byte order mark is restored without the mark', () => {
    expect(textDecodedOnce('ï»¿abc')).toBe('abc');
  });

  it('a text that was decoded twice as Latin-1 is restored too, but not if it mixes both encodings', () => {
    expect(textDecodedOnce('Ã\u0089vreux')).toBe('Évreux');
    expect(textDecodedOnce('Ã\u0089vreux â€™')).toBeUndefined();
  });

  it.each([
    ...['LÃ®', 'LÃ®Soft', 'LÃ\u00a0Merino', 'LÃ\u00adMerino', 'LÃ—Merino', 'LÃ†', 'LÃ”', 'LÃ’s'],
    ...['100% LÃ»', 'Â©', 'Â°', '«Ã»', 'MARCHÉ’S', 'CAFÉ®', 'café”»', 'Société', 'Cotton'],
    ...['kØ¹', 'LÃ® LÃ® LÃ® LÃ®'],
    ...['Ã© Łódź', 'Ã© é', 'Ã', 'é', '', 'Ðº', 'ÐºÐº'],
  ])('a text that was decoded twice is not restored if that is not certain: "%s"', (text) =>
    expect(textDecodedOnce(text)).toBeUndefined(),
  );

  it('a text that was decoded twice is restored up to 10,000 characters', () => {
    expect(textDecodedOnce(`Ã©${'a'.repeat(9998)}`)).toBe(`é${'a'.repeat(9998)}`);
    expect(textDecodedOnce(`Ã©${'a'.repeat(9999)}`)).toBeUndefined();
  });

  it('a text that was decoded twice is restored exactly, whatever the text', () => {
    const letters = fc.constantFrom(...'aeiouAZ éèçñöüßÉÅØłąžğ’–€™°®Ã©Â«»-.');
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 20 }), (all) => {
        const text = all.join('');
        const once = textDecodedOnce(text);
        if (once !== undefined) expect(twice(once)).toBe(text);
        const back = textDecodedOnce(twice(text));
        if (back !== undefined) expect(back).toBe(text);
      }),
      { seed: 20261122, numRuns: 2000 },
    );
  });
});

describe('a cell that was decoded twice', () => {
  const found = (header: string, cell: string) => {
    const { value, findings } = readCell('supplier', header, cell);
    return [value, findings.map(({ code, message, suggestion }) => [code, message, suggestion])];
  };

  it('a cell that was decoded twice is restored and reported', () => {
    const decoded = ['text-decoded', '"SociÃ©tÃ© " → "Société"', undefined];
    const trimmed = ['text-trimmed', '"Société " → "Société"', undefined];
    expect(found('name', 'SociÃ©tÃ© ')).toEqual(['Société', [decoded, trimmed]]);
    const converted = ['country-converted', '"SuÃ¨de" → SE; it is "Suède", decoded twice', undefined];
    expect(found('address.country', 'SuÃ¨de')).toEqual(['SE', [converted]]);
  });

  it('a cell that was decoded twice is checked for letters of other scripts after it is restored, unless it is a list value', () => {
    const codes = (header: string) => readCell('supplier', header, twice('Sociét\u0435')).codes;
    expect(codes('name')).toEqual(['text-decoded', 'text-letters']);
    expect(codes('category')).toEqual(['text-decoded']);
  });

  it('a cell that was decoded twice is an error in a reference, with the restored text as the suggestion', () => {
    const [value, findings] = found('supplierRef', 'RÃ©f-1') as [string, string[][]];
    expect([value, findings[0]![0]]).toEqual(['RÃ©f-1', 'text-damaged']);
    expect(findings[0]![2]).toMatch(/^did you mean "Réf-1"\? correct it, or save/);
  });

  it('a cell that was decoded twice is an error if it is still damaged, or if the repair is not certain', () => {
    for (const cell of ['SociÃ©tÃ© Zak?ad', 'SociÃ©tÃ© Zak³ad', 'LÃ®'])
      expect(readCell('supplier', 'name', cell)).toMatchObject({ value: cell, codes: ['text-damaged'] });
  });

  it('a cell that was decoded twice is restored before it is read as a composition', () => {
    const { value, codes } = readCell('component', 'composition', '100% coton Ã©lÃ©gant');
    expect([value, codes]).toEqual([undefined, ['text-decoded', 'composition-material']]);
  });
});
