import { say } from '../../say.ts';
import { choice, date, number, reference, text } from '../field-rows.ts';
import { certificationField, quantityFields, uniqueIdentifier, v3Kind } from './common.ts';
import { BUYER_KINDS, TRANSPORTS } from './lists.ts';

/** The names in the request of a purchased item (interface 2.8). */
const WIRE = {
  buyerKind: 'buyerKind',
  buyer: 'buyerUniqueIdentifier',
  buyerId: 'buyerId',
  seller: 'sellerUniqueIdentifier',
  sellerId: 'sellerId',
  item: 'itemUniqueIdentifier',
  itemId: 'itemId',
  order: 'purchaseOrder',
  orderDate: 'purchaseOrderDate',
  transports: 'transports[]',
  quantity: 'purchasedQuantity',
  certifications: 'certifications',
} as const;

/** v3 purchased item: something bought between a buyer and a seller. */
export const purchasedItem = v3Kind({
  name: 'purchased-item',
  sheetNames: ['purchased item', 'purchased items', 'purchase', 'purchases', 'achats', 'articles achetés'],
  fields: [
    uniqueIdentifier('Your own identifier of the purchase.', 'AURORE-PURCHASE-0031'),
    choice(
      WIRE.buyerKind,
      BUYER_KINDS,
      "Buyer kind | Buyer type | Type d'acheteur",
      'SUPPLIER if the buyer is given by its unique identifier.',
      'SUPPLIER',
    ),
    reference(
      WIRE.buyer,
      'Buyer | Buyer unique identifier | Acheteur',
      'Unique identifier of the supplier that buys. Enter either this or buyerId.',
      'AURORE-SITE-0021',
    ),
    reference(
      WIRE.buyerId,
      "Buyer id | Identifiant de l'acheteur",
      "Id of the buyer in the service. trace replaces a supplier's unique identifier with its id.",
    ),
    reference(
      WIRE.seller,
      'Seller | Seller unique identifier | Vendeur',
      'Unique identifier of the supplier that sells. Enter either this or sellerId.',
      'AURORE-SITE-0007',
    ),
    reference(
      WIRE.sellerId,
      'Seller id | Identifiant du vendeur',
      "Id of the seller in the service. trace replaces a supplier's unique identifier with its id.",
    ),
    reference(
      WIRE.item,
      'Item | Item unique identifier | Article',
      'Unique identifier of the material, component or product bought. Enter either this or itemId.',
      'AURORE-CMP-0044',
    ),
    reference(
      WIRE.itemId,
      "Item id | Identifiant de l'article",
      'Id in the service of what is bought. trace replaces a unique identifier with its id.',
    ),
    text(
      WIRE.order,
      'Purchase order | Purchase order number | PO | Commande | Bon de commande',
      'Purchase order; supplier data collection needs one for each purchased item.',
      'PO-2026-0415',
    ),
    date(
      WIRE.orderDate,
      'Purchase order date | PO date | Date de commande',
      'Day of the purchase order, YYYY-MM-DD.',
      '2026-04-15',
    ),
    choice(
      `${WIRE.transports}.name`,
      TRANSPORTS,
      'Transport | Transport name | Mode de transport',
      'Mode of transport.',
      'TRUCK',
      { required: 'within' },
    ),
    // The interface shows a number: chained transports are 100 each, and it does not say that 0.5 is 50.
    number(
      `${WIRE.transports}.usagePercentage`,
      { min: 0, max: 100, unit: '%', ours: 'bounds-and-unit' },
      'Transport share | Transport percentage | Part du transport',
      'Share of the route or of the quantity, 0 to 100.',
      100,
    ),
    ...quantityFields(
      WIRE.quantity,
      {
        english: ['Purchased quantity', 'Quantity'],
        french: ['Quantité achetée', 'Quantité'],
        sums: true,
      },
      'Quantity that is bought.',
      [1200, 'METERS'],
    ),
    certificationField(WIRE.certifications, true),
  ],
  references: [
    { fields: [WIRE.buyer], to: 'supplier' },
    {
      fields: [WIRE.buyerId],
      to: 'supplier',
      fills: WIRE.buyerId,
      unless: { field: WIRE.buyerKind, value: 'CUSTOMER' },
    },
    { fields: [WIRE.seller], to: 'supplier' },
    { fields: [WIRE.sellerId], to: 'supplier', fills: WIRE.sellerId },
    { fields: [WIRE.item], to: 'material', or: ['component', 'product'] },
    { fields: [WIRE.itemId], to: 'material', or: ['component', 'product'], fills: WIRE.itemId },
  ],
  rules: [
    { type: 'exactly-one', of: 'the buyer', fields: [WIRE.buyerId, WIRE.buyer] },
    { type: 'demands', of: 'the buyer', field: WIRE.buyer, other: WIRE.buyerKind, value: 'SUPPLIER' },
    { type: 'exactly-one', of: 'the seller', fields: [WIRE.sellerId, WIRE.seller] },
    { type: 'exactly-one', of: 'the item', fields: [WIRE.itemId, WIRE.item] },
  ],
  collection: {
    needs: {
      field: WIRE.order,
      reason:
        'supplier data collection needs a purchase order for each purchased item, at least a representative one',
    },
  },
  codeNouns: ['item'],
  templateRepeats: { transports: 2, certifications: 2 },
  // The interface documents the path by unique identifier; the other is a guess that a setting can replace.
  update: {
    paths: {
      byId: '/purchased-items/{id}',
      byUniqueIdentifier: '/purchased-items/by-unique-identifier/{uniqueIdentifier}',
    },
    fixed: [
      ...['id', 'uniqueIdentifier', WIRE.buyerKind, WIRE.buyerId, WIRE.buyer],
      ...['sellerKind', WIRE.sellerId, WIRE.seller],
    ],
    clears: {
      purchaseOrder: WIRE.order,
      purchaseOrderDate: WIRE.orderDate,
      purchasedQuantity: WIRE.quantity,
      'purchasedQuantity.value': WIRE.quantity,
      'purchasedQuantity.unit': WIRE.quantity,
    },
    locks: true,
    whole: true,
    shown: true,
    summary: () => say().helpCommands['purchased-item update'](),
    note: () => say().helpUpdates['purchased-item'](),
  },
});
