import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { errorBodyOf } from '../rules.ts';

/** The refusal of a v3 call. The interface documents only one code; the others are guesses. */
export interface Refusal {
  readonly status: ContentfulStatusCode;
  /** The error code: `SUPPLIER_ALREADY_EXISTS`. */
  readonly code?: string;
  /** A sentence for each fault. */
  readonly messages: readonly string[];
}

export const isRefusal = (value: object): value is Refusal => 'messages' in value;

/** Responds with the usual error body and the code. */
export function refuseV3(c: Context, { status, code, messages }: Refusal): Response {
  const body = errorBodyOf(status, messages);
  return c.json(code === undefined ? body : { ...body, code }, status);
}

/** `PurchasedItemNotFoundByUniqueIdentifier` (interface 7), and the same for ids and other kinds. */
export function notFoundCode(kind: string, by: 'id' | 'uniqueIdentifier'): string {
  const noun = kind.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
  return `${noun}NotFoundBy${by === 'id' ? 'Id' : 'UniqueIdentifier'}`;
}
