import { z } from 'zod';

/** A packaging as the list and `GET /v2/packaging/{id}` show it (interface 2.3). */
export const packagingItem = z.looseObject({ id: z.string(), packagingRef: z.string(), type: z.string() });

export type PackagingItem = z.infer<typeof packagingItem>;
