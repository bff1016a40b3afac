import type { Value } from '../field.ts';
import { brandProduct } from './brand-product.ts';

const folded = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

/**
 * The booleans and days that the interface documents for brand products, as filters (4.4) or in the list (2.8). Columns
 * of these names are converted in all kinds with open bodies; other undocumented columns of a text file stay texts.
 */
const VALUES_BY_NAME: ReadonlyMap<string, Value> = new Map(
  brandProduct.fields
    .filter(({ value }) => value.type === 'boolean' || value.type === 'date')
    .map(({ path, value }) => [folded(path), value]),
);

/** The type of a field with that name, if the interface documents it. Case, hyphens and underscores are ignored. */
export const shownValue = (name: string): Value | undefined => VALUES_BY_NAME.get(folded(name));
