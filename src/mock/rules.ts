import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import { existsCode, missingCode } from '../contract/exists-codes.ts';
import { type Body, KEY_SEPARATOR, type KindSpec, keyText } from '../contract/kind.ts';
import { type BodyReference, referencesIn } from '../contract/reference.ts';
import { messagesOf } from './messages.ts';

/** The body of every refusal (interface 7). */
export interface ErrorBody {
  readonly statusCode: number;
  readonly message: readonly string[];
  readonly error: string;
}

export function errorBodyOf(statusCode: number, message: readonly string[]): ErrorBody {
  return { statusCode, message, error: STATUS_CODES[statusCode] ?? 'Error' };
}

/** What is wrong with the body by its schema alone. */
export function bodyFaults(schema: z.ZodType, body: unknown): string[] {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : messagesOf(parsed.error, body);
}

/** The refusal of a key that exists. The content is not compared: v2 has no update. */
export function repeatFaults(kind: KindSpec): string[] {
  return [existsCode(kind)];
}

/**
 * The records that the body refers to and that were not sent before it: first the codes, each once, then a sentence each. The
 * codes are a guess.
 */
export function orderFaults(kind: KindSpec, body: Body, holds: (naming: BodyReference) => boolean): string[] {
  const missing = referencesIn(kind, body).filter((naming) => !holds(naming));
  return [
    ...new Set(missing.map(({ to }) => missingCode(to))),
    ...missing.map(
      (naming) => `${naming.field} ${named(naming)} does not exist: send the ${naming.to} first`,
    ),
  ];
}

function named({ key, partial }: BodyReference): string {
  return keyText(partial ? key.slice(0, -KEY_SEPARATOR.length) : key);
}
