import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import { type BodyReference, referencesIn } from '../contract/body.ts';
import { existsCode, missingCode } from '../contract/exists-codes.ts';
import { type Body, KEY_SEPARATOR, type KindSpec, keyText } from '../contract/kind.ts';
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

/** Faults of a body by its schema. */
export function bodyFaults(schema: z.ZodType, body: unknown): string[] {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : messagesOf(parsed.error, body);
}

/** The faults of a create whose key already exists. It is refused even if the content is the same. */
export function repeatFaults(kind: KindSpec): string[] {
  return [existsCode(kind)];
}

/**
 * Faults of references to records that do not exist yet: first the codes, each once, then a sentence for each reference.
 * The codes are guesses.
 */
export function orderFaults(
  kind: KindSpec,
  body: Body,
  exists: (reference: BodyReference) => boolean,
): string[] {
  const missing = referencesIn(kind, body).filter((reference) => !exists(reference));
  return [
    ...new Set(missing.map(({ to }) => missingCode(to))),
    ...missing.map(
      (reference) =>
        `${reference.field} ${keyOfReference(reference)} does not exist: send the ${reference.to} first`,
    ),
  ];
}

function keyOfReference({ key, partial }: BodyReference): string {
  return keyText(partial ? key.slice(0, -KEY_SEPARATOR.length) : key);
}
