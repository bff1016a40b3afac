import { z } from 'zod';
import { link } from '../read-shape.ts';
import { STUDY_STATES } from './study-lists.ts';

/** A study in the detail of a product (interface 2.4, study extract). */
const studyExtract = z.looseObject({
  id: z.string(),
  productRef: z.string(),
  colorCode: z.string(),
  picture: z.string(),
  state: z.enum(STUDY_STATES),
  brandCollection: z.looseObject({ id: z.string(), name: z.string() }),
  links: z.array(z.looseObject({ id: z.string(), link, type: z.string() })),
});

/** The response of `GET /v2/products/{id}` (interface 2.4). Items of the list have no other fields. */
export const productDetail = z.looseObject({
  id: z.string(),
  ref: z.array(z.string()),
  name: z.string(),
  category: z.string(),
  studies: z.array(studyExtract),
});

export type ProductDetail = z.infer<typeof productDetail>;
