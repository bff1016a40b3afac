import { describe, expect, test } from 'vitest';
import type { ClosedList } from '../../../src/contract/list.ts';
import { suggestedValue, valueMeant } from '../../../src/records/check/meaning.ts';

const materials = (values: readonly string[], likely: readonly string[] = []): ClosedList => ({
  ...{ name: 'component.material', values, complete: likely.length === 0, likely },
});

const FEW = materials([
  ...['COTTON', 'ORGANIC COTTON', 'ELASTANE', 'LYOCELL', 'MODAL', 'POLYESTER', 'LINEN', 'WOOL'],
  'MERINO WOOL',
  ...['CALF LEATHER', 'COW LEATHER', 'GOAT LEATHER', 'LAMB LEATHER', 'PIG LEATHER'],
]);

describe('the suggestion for a word', () => {
  test.each<[string, string | undefined]>([
    ['élasthanne', 'did you mean "ELASTANE"?'],
    ['Baumwolle kbA', 'did you mean "ORGANIC COTTON"?'],
    ['lino', 'did you mean "LINEN"?'],
    ['laine', 'did you mean "WOOL"?'],
    ['Tencel', 'did you mean "LYOCELL" or "MODAL"?'],
    ['cuir', 'did you mean "CALF LEATHER" or "COW LEATHER" or "GOAT LEATHER" or "LAMB LEATHER"?'],
    // The list lacks all meanings of these words: the nearest spelling is suggested, if there is one.
    ['AC', undefined],
    ['rubber', undefined],
    ['WOOOL', 'did you mean "WOOL"?'],
    // A typing error in a word of another language.
    ['Baumwole', 'did you mean "COTTON"?'],
    // It means something that the list does not have.
    ['Schurwolle', 'did you mean "WOOL"?'],
    ['granite', undefined],
    ['', undefined],
  ])('for "%s" is: %s', (text, suggestion) => {
    expect(suggestedValue(FEW, text)).toBe(suggestion);
  });

  test('the suggestion for a word is a value with its meaning, else a near spelling, else related values', () => {
    const of = (text: string, ...values: string[]) => suggestedValue(materials(values), text);
    expect(of('Tencel', 'LYOCELL', 'MODAL', 'TENSEL')).toBe('did you mean "LYOCELL" or "MODAL"?');
    expect(of('AC', 'ACE')).toBe('did you mean "ACE"?');
    expect(of('Schurwolle', 'WOOL', 'SCHURWOLL')).toBe('did you mean "SCHURWOLL"?');
  });

  test('a word of a list without shipped words has the nearest spelling as its suggestion', () => {
    const list: ClosedList = { name: 'toy.fibre', values: ['COTTON', 'WOOL'], complete: true };
    expect(suggestedValue(list, 'COTON')).toBe('did you mean "COTTON"?');
    expect(suggestedValue(list, 'laine')).toBeUndefined();
    expect(valueMeant(list, 'laine')).toBeUndefined();
  });
});

describe('the value that a word means', () => {
  const list = materials(['OTHER'], ['COTTON', 'ELASTANE', 'LYOCELL', 'MODAL', 'RECYCLED POLYAMIDE']);

  test.each<[string, string | undefined]>([
    ['élasthanne', 'ELASTANE'],
    ['Baumwolle', 'COTTON'],
    ['autre', undefined],
    ['other', 'OTHER'],
    ['Viskose', undefined],
    // Trade names may be values of the service.
    ['Lycra', undefined],
    ['Econyl', undefined],
    ['Tencel', undefined],
    ['elastan (Lycra)', undefined],
    ['Elasthane', 'ELASTANE'],
  ])('the value that the word "%s" means is %s', (text, value) => {
    expect(valueMeant(list, text)).toBe(value);
  });
});
