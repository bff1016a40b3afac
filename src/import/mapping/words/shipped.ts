import type { ClosedList } from '../../../contract/list.ts';
import { COMPONENT_CATEGORY_WORDS, COMPONENT_TYPE_WORDS } from './component-words.ts';
import { FIBRES } from './fibres.ts';
import { SUPPLIER_CATEGORY_WORDS } from './supplier-words.ts';
import type { WordList } from './word-list.ts';
import { YES_NO_WORDS } from './yes-no-words.ts';

const SHIPPED: Readonly<Record<string, WordList>> = {
  'component.material': FIBRES,
  'component.type': COMPONENT_TYPE_WORDS,
  'component.category': COMPONENT_CATEGORY_WORDS,
  'supplier.category': SUPPLIER_CATEGORY_WORDS,
};

/** The shipped words for a list; undefined if there are none. */
export function shippedWords({ name, values }: ClosedList): WordList | undefined {
  return SHIPPED[name] ?? (values.includes('YES') && values.includes('NO') ? YES_NO_WORDS : undefined);
}
