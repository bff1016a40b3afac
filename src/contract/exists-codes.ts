import type { KindSpec } from './kind.ts';

/** What a code calls the record itself, by kind: all that precedes `ALREADY_EXISTS`, folded. */
const NOUNS: Readonly<Record<string, readonly string[]>> = {
  supplier: ['supplier'],
  packaging: ['packaging'],
  product: ['product', 'study'],
  component: ['component'],
  material: ['material'],
  'purchased-item': ['purchaseditem', 'item'],
  'generic-product-info': ['genericproductinfo'],
  'brand-product': ['brandproduct'],
};

/** Words that name no kind: they are about the record that was sent. */
const ANY = ['', 'record', 'resource', 'entity'];

/** What may follow and names nothing else. */
const ENDS = ['', 'already', 'error', 'exception', 'incollection', 'byid', 'byuniqueidentifier'];

const EXISTS = /^([a-z]*?)(?:alreadyexists?|exists)([a-z]*)$/;

const folded = (code: string): string => code.toLowerCase().replace(/[^a-z]/g, '');

/**
 * Whether a code says that the record that was sent is there already. It names the record's own kind, its own key where
 * that is one field, or nothing: that an e-mail address or a supplier of a product exists says nothing of the product.
 */
export function isExistsCode({ name, key }: Pick<KindSpec, 'name' | 'key'>, code: string): boolean {
  const [, noun, end] = EXISTS.exec(folded(code)) ?? [];
  if (noun === undefined || end === undefined || !ENDS.includes(end)) return false;
  const own = [...(NOUNS[name] ?? [folded(name)]), ...(key.length === 1 ? key.map(folded) : []), ...ANY];
  return own.includes(noun);
}
