import { oncePer } from '../../contract/kind.ts';
import type { ClosedList } from '../../contract/list.ts';
import { certificationWords } from './certification-words.ts';
import { COMPONENT_CATEGORY_WORDS, COMPONENT_TYPE_WORDS } from './component-words.ts';
import { FIBRES } from './fibres.ts';
import {
  channelWords,
  compostabilityWords,
  packagingTypeWords,
  recyclabilityWords,
  reuseWords,
} from './packaging-words.ts';
import { productCategoryWords } from './product-words.ts';
import { type Resolver, resolverOf } from './resolve.ts';
import { SUPPLIER_CATEGORY_WORDS } from './supplier-words.ts';
import {
  groupCategoryWords,
  marketWords,
  partnerWords,
  segmentWords,
  transportWords,
  unitWords,
} from './trade-words.ts';
import type { WordList } from './word-list.ts';
import { YES_NO_WORDS } from './yes-no-words.ts';

/** The shipped words by the name of their list. They are built when they are first needed. */
const SHIPPED: Readonly<Record<string, () => WordList>> = {
  'component.material': () => FIBRES,
  'component.type': () => COMPONENT_TYPE_WORDS,
  'component.category': () => COMPONENT_CATEGORY_WORDS,
  'supplier.category': () => SUPPLIER_CATEGORY_WORDS,
  'supplier.certification': certificationWords,
  'component.certification': certificationWords,
  'product.certification': certificationWords,
  'product.category': productCategoryWords,
  'product.destinationMarket': marketWords,
  'product.transportType': transportWords,
  'product.customBrandField3': groupCategoryWords,
  'packaging.type': packagingTypeWords,
  'packaging.channel': channelWords,
  'packaging.compostability': compostabilityWords,
  'packaging.recyclability': recyclabilityWords,
  'packaging.possibilityReUse': reuseWords,
  'purchasedItem.transport': transportWords,
  'purchasedItem.buyerKind': partnerWords,
  'owner.kind': partnerWords,
  'quantity.unit': unitWords,
  'product.marketSegment': segmentWords,
};

const built = new Map<string, WordList>();

/** The shipped words for a list; undefined if there are none. */
export function shippedWords({ name, values }: ClosedList): WordList | undefined {
  const build = Object.hasOwn(SHIPPED, name) ? SHIPPED[name] : undefined;
  if (!build) return values.includes('YES') && values.includes('NO') ? YES_NO_WORDS : undefined;
  let words = built.get(name);
  if (!words) {
    words = build();
    built.set(name, words);
  }
  return words;
}

/** The resolver of a list with the shipped words, built once. */
export const shippedResolver = oncePer((list: ClosedList): Resolver => resolverOf(list, shippedWords(list)));
