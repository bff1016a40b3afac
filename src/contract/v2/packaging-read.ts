import { z } from 'zod';

/** A packaging in the responses of the list and of `GET /v2/packaging/{id}` (interface 2.3). */
export const packagingItem = z.looseObject({ id: z.string(), packagingRef: z.string(), type: z.string() });

export type PackagingItem = z.infer<typeof packagingItem>;
