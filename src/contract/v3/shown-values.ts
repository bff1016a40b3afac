import type { Value } from '../field.ts';
import { brandProduct } from './brand-product.ts';

const folded = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

/**
 * The booleans and days that the interface shows for brand products, as filters (4.4) or in the list (2.8). A text file may have
 * them as columns of any kind with an open body; other columns of open bodies stay texts.
 */
const BY_NAME: ReadonlyMap<string, Value> = new Map(
  brandProduct.fields
    .filter(({ value }) => value.type === 'boolean' || value.type === 'date')
    .map(({ path, value }) => [folded(path), value]),
);

/** The type of a field of that name, where the interface shows it; case, hyphens and underscores do not count. */
export const shownValue = (name: string): Value | undefined => BY_NAME.get(folded(name));
