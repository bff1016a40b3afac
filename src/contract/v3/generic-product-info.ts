import { choice, number, reference, text, undocumented } from '../field-rows.ts';
import { uniqueIdentifier, v3Kind } from './common.ts';
import { ECO_MODULATIONS } from './lists.ts';
import { belongingTo, colorCode, gtins, marketSegment, productReference } from './product-words.ts';

const product = belongingTo({
  to: 'product',
  prefix: 'product',
  noun: 'product',
  example: 'AURORE-PRD-2041-ECRU',
});
const purchase = belongingTo({ to: 'purchased-item', prefix: 'purchasedItem', noun: 'purchased item' });
const warehouse = belongingTo({ to: 'supplier', prefix: 'warehouse', noun: 'warehouse' });

/** v3 generic product information: extra information for a product or purchased item (interface 2.8). */
export const genericProductInfo = v3Kind({
  name: 'generic-product-info',
  fields: [
    uniqueIdentifier('ROB-2041_ECRU-012_SS27_PO-2026-0415'),
    ...product.fields,
    ...purchase.fields,
    ...warehouse.fields,
    productReference('ref'),
    colorCode,
    ...undocumented(
      text('collection', 'SS27'),
      text('productName', 'Robe chemise popeline'),
      reference('packagingId'),
    ),
    { ...gtins, documented: false },
    marketSegment,
    ...undocumented(
      number('productPrice', { min: 0, ours: 'bounds' }, 245),
      choice('ecoModulation', ECO_MODULATIONS, 'NONE'),
    ),
  ],
  references: [...product.references, ...purchase.references, ...warehouse.references],
  rules: [product.rule, purchase.rule, warehouse.rule],
});
