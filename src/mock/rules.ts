import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import { type Body, KEY_SEPARATOR, type KindSpec, keyText } from '../contract/kind.ts';
import { type Naming, namingsOf } from '../contract/reference.ts';
import type { V2Kind } from '../contract/registry.ts';
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

/** What a kind answers when its key is taken, and when a body names one of it that was never sent. */
interface Codes {
  readonly exists: string;
  readonly missing: string;
}

/** What a repeated component and an unknown reference answer is not known: those codes are a choice. */
const CODES = {
  supplier: { exists: 'SUPPLIER_ALREADY_EXISTS', missing: 'SUPPLIER_NOT_FOUND' },
  packaging: { exists: 'PACKAGING_EXISTS', missing: 'PACKAGING_NOT_FOUND' },
  product: { exists: 'STUDY_ALREADY_EXISTS_IN_COLLECTION', missing: 'PRODUCT_NOT_FOUND' },
  component: { exists: 'COMPONENT_ALREADY_EXISTS', missing: 'COMPONENT_NOT_FOUND' },
} satisfies Record<V2Kind, Codes>;

function codesFor(kind: string): Codes {
  return CODES[kind as V2Kind];
}

/** What is wrong with the body by its schema alone. */
export function bodyFaults(schema: z.ZodType, body: unknown): string[] {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : messagesOf(parsed.error, body);
}

/** The answer to a key that is taken. The content is not compared: the service has no update. */
export function repeatFaults(kind: KindSpec): string[] {
  return [codesFor(kind.name).exists];
}

/**
 * What the body names that was not sent before it: first the codes, each once, then a sentence each. The interface
 * demands the order of suppliers; packaging before products before components is the order that is published.
 */
export function orderFaults(kind: KindSpec, body: Body, holds: (naming: Naming) => boolean): string[] {
  const missing = namingsOf(kind, body).filter((naming) => !holds(naming));
  return [
    ...new Set(missing.map(({ to }) => codesFor(to).missing)),
    ...missing.map(
      (naming) => `${naming.field} ${named(naming)} does not exist: send the ${naming.to} first`,
    ),
  ];
}

function named({ key, partial }: Naming): string {
  return keyText(partial ? key.slice(0, -KEY_SEPARATOR.length) : key);
}
