import { expect, test } from 'vitest';
import { withFullWords } from '../../src/map/full-words.ts';
import type { SheetColumn } from '../../src/map/propose-draft.ts';

const columns = (headers: readonly string[]) =>
  headers.map((header, index) => ({ index, header }) as SheetColumn);

test.each<[string, readonly string[], string | undefined]>([
  [
    'an abbreviation that several headers have is the word that begins with it',
    ['Code fab.', 'Fabricant', 'Ville fab.', 'Pays fab.'],
    'Pays fabricant',
  ],
  ['an abbreviation of one header stays', ['Fabricant', 'Ville', 'Pays fab.'], undefined],
  [
    'an abbreviation of several words stays',
    ['Code fab.', 'Fabricant', 'Fabrication', 'Ville fab.', 'Pays fab.'],
    undefined,
  ],
  [
    'an abbreviation of a word of a longer header stays',
    ['Réf. modèle', 'Coloris', 'Réf. 1', 'Réf.'],
    undefined,
  ],
  ['a word without a full stop stays', ['Code fab', 'Fabricant', 'Ville fab', 'Pays fab'], undefined],
])('%s', (_, headers, expected) => {
  expect(withFullWords(columns(headers)).at(-1)!.lookupText).toBe(expected);
});
