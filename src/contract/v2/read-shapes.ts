import { z } from 'zod';
import { type ReadField, readFields } from '../read-shape.ts';
import { packagingItem } from './packaging-read.ts';
import { productDetail } from './product-read.ts';
import { study } from './study.ts';
import { showcase } from './study-showcase.ts';

/** The schemas of all v2 responses, with the section of the interface that documents them. */
export const READ_SHAPES = {
  packaging: { section: '2.3', schema: packagingItem },
  product: { section: '2.4', schema: productDetail },
  study: { section: '2.6', schema: study },
  showcase: { section: '2.7', schema: showcase },
} as const satisfies Record<string, { section: string; schema: z.ZodType }>;

export type ReadShapeName = keyof typeof READ_SHAPES;

/** A field of a response, with the section of the interface that documents it. */
export interface SectionField extends ReadField {
  readonly section: string;
}

/** The fields of a response, in the order of the interface. */
export function fieldsOf(name: ReadShapeName): SectionField[] {
  const { section, schema } = READ_SHAPES[name];
  return readFields(schema).map((field) => ({ section, ...field }));
}

/** The response of a list path whose items have `schema` (interface 4.2). */
export const pageOf = <Item extends z.ZodType>(schema: Item) =>
  z.looseObject({ offset: z.number(), limit: z.number(), total: z.number(), data: z.array(schema) });
