import { z } from 'zod';
import { link } from '../read-shape.ts';

/** Where the printable pages of a brand product stand; null for one that is missing (interface 4.4, links rule). */
const brandProductLinks = z.looseObject({ qrCode: link.nullable(), web: link.nullable() });

export type BrandProductLinks = z.infer<typeof brandProductLinks>;

/**
 * `BrandProductListItem` (interface 2.8). Its other fields are not shown: `id` and `uniqueIdentifier` are what identifies
 * a brand product, and whatever else comes is kept.
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

/** A page of a v3 list of which each item has `schema` (interface 4.4). */
export const v3PageOf = <Item extends z.ZodType>(schema: Item) =>
  z.looseObject({ data: z.array(schema), offset: z.int(), limit: z.int(), total: z.int() });

export const brandProductPage = v3PageOf(brandProductListItem);

const texts = z.array(z.string()).nullish();
const text = z.string().nullish();

/**
 * A list item with what else it is likely to show: the interface leaves its other fields open, so these names are a guess
 * after the parameters that filter by them. Tables give them columns; none is relied on.
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
