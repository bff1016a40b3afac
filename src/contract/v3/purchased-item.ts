import { say } from '../../say.ts';
import { choice, date, number, reference, text } from '../field-rows.ts';
import { certificationField, quantityFields, uniqueIdentifier, v3Kind } from './common.ts';
import { BUYER_KINDS, TRANSPORTS } from './lists.ts';

/** v3 purchased item: something that a buyer buys from a seller. */
export const purchasedItem = v3Kind({
  name: 'purchased-item',
  fields: [
    uniqueIdentifier('AURORE-PURCHASE-0031'),
    choice('buyerKind', BUYER_KINDS, 'SUPPLIER'),
    reference('buyerUniqueIdentifier', 'AURORE-SITE-0021'),
    reference('buyerId'),
    reference('sellerUniqueIdentifier', 'AURORE-SITE-0007'),
    reference('sellerId'),
    reference('itemUniqueIdentifier', 'AURORE-CMP-0044'),
    reference('itemId'),
    text('purchaseOrder', 'PO-2026-0415'),
    date('purchaseOrderDate', '2026-04-15'),
    choice('transports[].name', TRANSPORTS, 'TRUCK', { required: 'within' }),
    // The interface gives each transport in a chain 100: the shares have no total, and 0.5 need not mean 50.
    number('transports[].usagePercentage', { min: 0, max: 100, unit: '%', ours: 'bounds-and-unit' }, 100),
    ...quantityFields('purchasedQuantity', [1200, 'METERS'], { sums: true }),
    certificationField('certifications', true),
  ],
  references: [
    { fields: ['buyerUniqueIdentifier'], to: 'supplier' },
    {
      fields: ['buyerId'],
      to: 'supplier',
      fills: 'buyerId',
      unless: { field: 'buyerKind', value: 'CUSTOMER' },
    },
    { fields: ['sellerUniqueIdentifier'], to: 'supplier' },
    { fields: ['sellerId'], to: 'supplier', fills: 'sellerId' },
    { fields: ['itemUniqueIdentifier'], to: 'material', or: ['component', 'product'] },
    { fields: ['itemId'], to: 'material', or: ['component', 'product'], fills: 'itemId' },
  ],
  rules: [
    { type: 'exactly-one', of: 'the buyer', fields: ['buyerId', 'buyerUniqueIdentifier'] },
    {
      type: 'demands',
      of: 'the buyer',
      field: 'buyerUniqueIdentifier',
      other: 'buyerKind',
      value: 'SUPPLIER',
    },
    { type: 'exactly-one', of: 'the seller', fields: ['sellerId', 'sellerUniqueIdentifier'] },
    { type: 'exactly-one', of: 'the item', fields: ['itemId', 'itemUniqueIdentifier'] },
  ],
  collection: {
    needs: {
      field: 'purchaseOrder',
      reason:
        'supplier data collection needs a purchase order for each purchased item, at least a representative one',
    },
  },
  codeNouns: ['item'],
  templateRepeats: { transports: 2, certifications: 2 },
  // The interface documents the path by unique identifier; the other is a guess that a setting can replace.
  update: {
    fixed: [
      ...['id', 'uniqueIdentifier', 'buyerKind', 'buyerId', 'buyerUniqueIdentifier'],
      ...['sellerKind', 'sellerId', 'sellerUniqueIdentifier'],
    ],
    clears: {
      purchaseOrder: 'purchaseOrder',
      purchaseOrderDate: 'purchaseOrderDate',
      purchasedQuantity: 'purchasedQuantity',
      'purchasedQuantity.value': 'purchasedQuantity',
      'purchasedQuantity.unit': 'purchasedQuantity',
    },
    locks: true,
    returnsRecord: true,
    documented: true,
    summary: () => say().helpCommands['purchased-item update'](),
    note: () => say().helpUpdates['purchased-item'](),
  },
});
