import type { z } from 'zod';
import { bodySchema } from '../contract/schema.ts';

/** The schema of a body, built for the first request that needs it: most runs create records of few kinds. */
export function schemaOnce(...of: Parameters<typeof bodySchema>): () => z.ZodType {
  let schema: z.ZodType | undefined;
  return () => {
    schema ??= bodySchema(...of);
    return schema;
  };
}
