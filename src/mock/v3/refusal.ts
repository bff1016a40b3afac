import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { errorBodyOf } from '../rules.ts';

/** What a v3 call is refused with. The interface shows one code alone; the others are a choice in its manner. */
export interface Refusal {
  readonly status: ContentfulStatusCode;
  /** For machines: `SUPPLIER_ALREADY_EXISTS`. */
  readonly code?: string;
  /** For people, a sentence each. */
  readonly messages: readonly string[];
}

export const isRefusal = (value: object): value is Refusal => 'messages' in value;

/** The usual body, and the code beside it. */
export function refuseV3(c: Context, { status, code, messages }: Refusal): Response {
  const body = errorBodyOf(status, messages);
  return c.json(code === undefined ? body : { ...body, code }, status);
}

/** `PurchasedItemNotFoundByUniqueIdentifier` (interface 7), and its like for ids and other kinds. */
export function notFoundCode(kind: string, by: 'id' | 'uniqueIdentifier'): string {
  const noun = kind.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
  return `${noun}NotFoundBy${by === 'id' ? 'Id' : 'UniqueIdentifier'}`;
}
