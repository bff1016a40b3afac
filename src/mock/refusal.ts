import { STATUS_CODES } from 'node:http';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** The body of every refusal (interface 7). */
interface ErrorBody {
  readonly statusCode: number;
  readonly message: readonly string[];
  readonly error: string;
}

export function errorBodyOf(statusCode: number, message: readonly string[]): ErrorBody {
  return { statusCode, message, error: STATUS_CODES[statusCode] ?? 'Error' };
}

/** The error that ends a request; the response is the usual error body. */
export class MockRefusal extends Error {
  readonly status: ContentfulStatusCode;
  /** A code or a sentence for each fault. */
  readonly messages: readonly string[];
  /** The error code in v3: `SUPPLIER_ALREADY_EXISTS`. The interface documents only one; the others are guesses. */
  readonly code: string | undefined;

  constructor(status: ContentfulStatusCode, messages: readonly string[], code?: string) {
    super(messages.join(', '));
    this.status = status;
    this.messages = messages;
    this.code = code;
  }
}

/** Responds with the usual error body and the code. */
export function refuse(c: Context, { status, code, messages }: MockRefusal): Response {
  const body = errorBodyOf(status, messages);
  return c.json(code === undefined ? body : { ...body, code }, status);
}

/** `PurchasedItemNotFoundByUniqueIdentifier` (interface 7), and the same for ids and other kinds. */
export function notFoundCode(kind: string, by: 'id' | 'uniqueIdentifier'): string {
  const noun = kind.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
  return `${noun}NotFoundBy${by === 'id' ? 'Id' : 'UniqueIdentifier'}`;
}
