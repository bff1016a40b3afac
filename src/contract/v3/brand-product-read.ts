import { z } from 'zod';
import { link } from '../read-shape.ts';

/** The links to the printable pages of a brand product; null if there is no page (interface 4.4, links rule). */
const brandProductLinks = z.looseObject({ qrCode: link.nullable(), web: link.nullable() });

export type BrandProductLinks = z.infer<typeof brandProductLinks>;

/**
 * `BrandProductListItem` (interface 2.8). `id` and `uniqueIdentifier` identify a brand product. Undocumented fields are
 * kept.
 */
export const brandProductListItem = z.looseObject({
  id: z.string(),
  uniqueIdentifier: z.string().nullish(),
  gtins: z.array(z.string()),
  producedQuantity: z.number().nullable(),
  hasCommunicationPackage: z.boolean(),
  links: brandProductLinks,
});

export type BrandProductListItem = z.infer<typeof brandProductListItem>;

/** A page of a v3 list whose items have `schema` (interface 4.4). */
export const v3PageOf = <Item extends z.ZodType>(schema: Item) =>
  z.looseObject({ data: z.array(schema), offset: z.int(), limit: z.int(), total: z.int() });

export const brandProductPage = v3PageOf(brandProductListItem);

const texts = z.array(z.string()).nullish();
const text = z.string().nullish();

/**
 * A list item with fields that it probably has. The interface does not document them; the names are guesses based on the
 * filters. Tables have columns for them, but nothing depends on them.
 */
export const brandProductDescribed = brandProductListItem.extend({
  name: text,
  reference: text,
  collections: texts,
  productCategories: texts,
  colorCode: text,
  marketSegment: text,
  isProductInAGECScope: z.boolean().nullish(),
  traceabilityStartDate: text,
  theoreticalTraceabilityEndDate: text,
  createdAt: text,
  updatedAt: text,
});
