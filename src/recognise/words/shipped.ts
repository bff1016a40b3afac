import { oncePer } from '../../contract/kind.ts';
import type { ClosedList } from '../../contract/list.ts';
import { once, remembered } from '../../contract/remembered.ts';
import terms from '../../language/compiled/terms.js';
import texts from '../../language/compiled/values.js';
import { type Resolver, resolverOf } from './resolve.ts';
import type { WordList } from './word-list.ts';

/** The words of each list, by their name in the files of the languages (`src/language/en/words.yaml`). */
const wordFilesByList = once((): Readonly<Record<string, keyof typeof texts>> => JSON.parse(terms.lists));

/** For lists in which a text with several values is a mistake: the plural noun for their values. */
const PLURAL_NOUNS: Readonly<Record<string, string>> = { materials: 'materials' };

const TOGETHER: Readonly<Record<string, WordList['together']>> = {
  'packaging channels': { value: 'BOTH', of: ['E-COMMERCE', 'STORE'] },
};

const wordsOf = remembered(
  (key: keyof typeof texts): WordList => ({
    ...(JSON.parse(texts[key]) as WordList),
    pluralNoun: PLURAL_NOUNS[key],
    isOfPlaces: key === 'markets',
    together: TOGETHER[key],
  }),
  Infinity,
);

/** The shipped words for a list, parsed when they are first needed; undefined if there are none. */
export function shippedWords({ name, values }: ClosedList): WordList | undefined {
  const own = Object.hasOwn(wordFilesByList(), name) ? wordFilesByList()[name] : undefined;
  const key = own ?? (values.includes('YES') && values.includes('NO') ? 'yes and no' : undefined);
  return key && wordsOf(key);
}

/** The resolver of a list with the shipped words, built once. */
export const shippedResolver = oncePer((list: ClosedList): Resolver => resolverOf(list, shippedWords(list)));
