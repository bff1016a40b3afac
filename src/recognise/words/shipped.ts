import { oncePer } from '../../contract/kind.ts';
import type { ClosedList } from '../../contract/list.ts';
import { remembered } from '../../contract/remembered.ts';
import texts from '../../language/compiled/values.js';
import { type Resolver, resolverOf } from './resolve.ts';
import type { WordList } from './word-list.ts';

/** The words of each list, by their name in the files of the languages (`src/language/en/words.yaml`). */
const SHIPPED: Readonly<Record<string, keyof typeof texts>> = {
  'component.material': 'materials',
  'component.type': 'component types',
  'component.category': 'component categories',
  'supplier.category': 'supplier categories',
  'supplier.certification': 'certifications',
  'component.certification': 'certifications',
  'product.certification': 'certifications',
  'product.category': 'product categories',
  'product.destinationMarket': 'markets',
  'product.transportType': 'means of transport',
  'product.customBrandField3': 'group categories',
  'packaging.type': 'packaging types',
  'packaging.channel': 'packaging channels',
  'packaging.compostability': 'compostability',
  'packaging.recyclability': 'recyclability',
  'packaging.possibilityReUse': 'reuse',
  'purchasedItem.transport': 'means of transport',
  'purchasedItem.buyerKind': 'owners and buyers',
  'owner.kind': 'owners and buyers',
  'quantity.unit': 'units',
  'product.marketSegment': 'market segments',
};

/** What several values of a list are together, where a text that names several of them is a mistake. */
const TOGETHER: Readonly<Record<string, string>> = { materials: 'materials' };

const wordsOf = remembered(
  (key: keyof typeof texts): WordList => ({
    ...(JSON.parse(texts[key]) as WordList),
    several: TOGETHER[key],
  }),
  Infinity,
);

/** The shipped words for a list, parsed when they are first needed; undefined if there are none. */
export function shippedWords({ name, values }: ClosedList): WordList | undefined {
  const own = Object.hasOwn(SHIPPED, name) ? SHIPPED[name] : undefined;
  const key = own ?? (values.includes('YES') && values.includes('NO') ? 'yes and no' : undefined);
  return key && wordsOf(key);
}

/** The resolver of a list with the shipped words, built once. */
export const shippedResolver = oncePer((list: ClosedList): Resolver => resolverOf(list, shippedWords(list)));
