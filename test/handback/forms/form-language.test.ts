import { expect, test } from 'vitest';
import { languageOfSupplier } from '../../../src/handback/forms/form-language.ts';

test.each([
  ['its country', { address: { country: 'FR' } }, 'fr'],
  ['its country in v3', { siteAddress: { country: 'AT' } }, 'de'],
  ['a country whose language trace does not speak', { address: { country: 'IT' } }, 'en'],
  ['no country', {}, 'en'],
  [
    'its contact',
    { address: { country: 'CN' }, contacts: [{ person: {} }, { person: { language: 'FR' } }] },
    'fr',
  ],
  [
    'a contact whose language trace does not speak',
    { address: { country: 'FR' }, contacts: [{ person: { language: 'it' } }] },
    'en',
  ],
])('the language of a supplier by %s', (_, body, language) => {
  expect(languageOfSupplier(body)).toBe(language);
});
