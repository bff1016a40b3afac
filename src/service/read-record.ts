import type { z } from 'zod';

/** A JSON object in a response. Fields may be missing, unknown or of another type. */
export type Answered = Readonly<{ [name: string]: unknown }>;

export const isRecord = (value: unknown): value is Answered =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether a path can contain the text. Lone surrogates cannot be encoded, and clients and proxies remove the segments
 * `.` and `..`.
 */
export const isAddressable = (part: string): boolean =>
  part !== '' && part.isWellFormed() && !/^\.{1,2}$/.test(part);

/** The text in a field; empty if there is none. */
export function textAt(record: unknown, name: string): string {
  const value = isRecord(record) ? record[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** The objects in a list. */
export function recordsAt(record: unknown, name: string): Answered[] {
  const value = isRecord(record) ? record[name] : undefined;
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * Whether a body is an object of this format: it has at least half of its top-level fields. Fields below may be missing
 * or of another type; the tables show them as they are.
 */
export function hasFormat(shape: z.ZodObject, body: unknown): body is Answered {
  if (!isRecord(body)) return false;
  const names = Object.keys(shape.shape);
  return names.filter((name) => Object.hasOwn(body, name)).length * 2 >= names.length;
}
