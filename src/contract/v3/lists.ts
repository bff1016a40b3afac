import { type ClosedList, valuesIn } from '../list.ts';
import { PRODUCT_ECO_MODULATIONS, TRANSPORT_TYPES } from '../v2/product-lists.ts';

/**
 * A list of v3. The interface documents BARGE, GRAMS and one kind of buyer; the other values are hints. So all lists are
 * incomplete: unknown values are sent with a warning.
 */
const list = (name: string, values: readonly string[]): ClosedList => ({ name, values, complete: false });

export const OWNER_KINDS = list('owner.kind', ['SUPPLIER', 'CUSTOMER']);
export const BUYER_KINDS = list('purchasedItem.buyerKind', ['SUPPLIER', 'CUSTOMER']);
export const TRANSPORTS = list('purchasedItem.transport', TRANSPORT_TYPES);
export const QUANTITY_UNITS = list(
  'quantity.unit',
  valuesIn('GRAMS, KILOGRAMS, METERS, PIECES, SQUARE FOOT, SQUARE METERS'),
);
export const MARKET_SEGMENTS = list(
  'product.marketSegment',
  valuesIn('Menswear, Womenswear, Kidswear, Babywear, Lingerie'),
);
export const ECO_MODULATIONS = list('product.ecoModulation', PRODUCT_ECO_MODULATIONS);
