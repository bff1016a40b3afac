import { say } from '../../say.ts';
import { boolean, date, number, text, undocumented } from '../field-rows.ts';
import type { Json } from '../kind.ts';
import { DEFAULT_DEADLINE_DAYS } from './brand-product-query.ts';
import { uniqueIdentifier, v3Kind } from './common.ts';
import { belongingTo, colorCode, gtins, marketSegment, productReference } from './product-words.ts';
import { v3ReadPaths } from './read-paths.ts';

/** The interface also documents the day as a date-time. */
const MOMENT = { otherForm: 'date-time' } as const;

const product = belongingTo({
  to: 'product',
  prefix: 'product',
  noun: 'product',
  example: 'AURORE-PRD-2041-ECRU',
});
const info = belongingTo({
  to: 'generic-product-info',
  prefix: 'genericProductInfo',
  noun: 'generic product information',
  example: 'ROB-2041_ECRU-012_SS27_PO-2026-0415',
});

/** The deadline that the service sets if none is given (interface 8). */
function defaultDeadline(start: Json | undefined): string | undefined {
  if (typeof start !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(start)) return undefined;
  const day = new Date(`${start}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + DEFAULT_DEADLINE_DAYS);
  return Number.isNaN(day.getTime()) ? undefined : day.toISOString().slice(0, 10);
}

/**
 * v3 brand product (interface 2.8). The interface does not document the create body: `gtins` and `producedQuantity` are
 * names in the list, and most others are names of its filters.
 */
export const brandProduct = v3Kind({
  name: 'brand-product',
  fields: [
    uniqueIdentifier('AURORE-BP-2041-ECRU-SS27'),
    ...product.fields,
    ...info.fields,
    productReference('productRef'),
    ...undocumented(
      text('productName', 'Robe chemise popeline'),
      text('collections[]', 'SS27'),
      text('productCategories[]', 'DRESSES'),
    ),
    colorCode,
    marketSegment,
    gtins,
    number('producedQuantity', { min: 0, ours: 'bounds' }, 900),
    boolean('isProductInAGECScope', true),
    boolean('hasCommunicationPackage'),
    date('traceabilityStartDate', '2026-11-23', MOMENT),
    date('theoreticalTraceabilityEndDate', undefined, MOMENT),
  ],
  references: [...product.references, ...info.references],
  rules: [product.rule, info.rule],
  // The list shows a write up to 20 minutes late (interface 4.4, 8). Clocks may differ, so trace waits 25 % longer.
  verify: {
    method: 'filtered-list',
    path: v3ReadPaths.brandProducts,
    filter: 'brandProductUniqueIdentifier',
    compared: { producedQuantity: 'producedQuantity' },
    absenceMs: 25 * 60_000,
  },
  response: {
    id: ['id', 'brand_product_id', 'brandProductId'],
    qrCodeLink: 'links.qrCode',
    showcaseLink: 'links.web',
    returnsRecord: true,
  },
  // The interface documents neither the paths nor the fields that cannot be updated: guesses based on purchased items.
  update: {
    fixed: ['id', 'uniqueIdentifier'],
    describes: [
      ...['productName', 'productRef', 'productUniqueIdentifier', 'productId'],
      ...['genericProductInfoUniqueIdentifier', 'genericProductInfoId'],
    ],
    summary: () => say().helpCommands['brand-product update'](),
    note: () => say().helpUpdates['brand-product'](),
  },
  serviceValues: {
    // Only records with the communication package have links.
    hasCommunicationPackage: (_, { qrCodeLink, showcaseLink }) =>
      qrCodeLink !== undefined || showcaseLink !== undefined ? true : undefined,
    // An update whose response was lost may have set another date.
    theoreticalTraceabilityEndDate: (accepted, { asCreated }) =>
      asCreated ? defaultDeadline(accepted('traceabilityStartDate')) : undefined,
  },
});
