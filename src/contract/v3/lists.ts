import type { ClosedList } from '../list.ts';
import { PRODUCT_ECO_MODULATIONS } from '../v2/product-lists.ts';

/**
 * A list of v3. The interface documents BARGE, GRAMS and one kind of buyer; the other values are hints. So all lists are
 * incomplete: unknown values are sent with a warning.
 */
const list = (name: string, values: readonly string[]): ClosedList => ({ name, values, complete: false });

export const OWNER_KINDS = list('owner.kind', ['SUPPLIER', 'CUSTOMER']);
export const BUYER_KINDS = list('purchasedItem.buyerKind', ['SUPPLIER', 'CUSTOMER']);
export const TRANSPORTS = list('purchasedItem.transport', [
  'BARGE',
  'BOAT',
  'CAR',
  'PLANE',
  'TRAIN',
  'TRUCK',
  'VAN',
]);
export const QUANTITY_UNITS = list('quantity.unit', [
  'GRAMS',
  'KILOGRAMS',
  'METERS',
  'PIECES',
  'SQUARE FOOT',
  'SQUARE METERS',
]);
export const MARKET_SEGMENTS = list('product.marketSegment', [
  'Menswear',
  'Womenswear',
  'Kidswear',
  'Babywear',
  'Lingerie',
]);
export const ECO_MODULATIONS = list('product.ecoModulation', PRODUCT_ECO_MODULATIONS);
