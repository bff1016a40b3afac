import type { z } from 'zod';

/** A JSON object of a response: fields may be missing, unknown or of another type. */
export type Answered = Readonly<{ [name: string]: unknown }>;

export const isRecord = (value: unknown): value is Answered =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text at a name; empty when there is none. */
export function textAt(record: unknown, name: string): string {
  const value = isRecord(record) ? record[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** The objects of the list at a name. */
export function recordsAt(record: unknown, name: string): Answered[] {
  const value = isRecord(record) ? record[name] : undefined;
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * Whether a body is an object of this format: it has at least half of the fields at its top. The tables show what is
 * missing below, or of another type, as it is.
 */
export function hasFormat(shape: z.ZodObject, body: unknown): body is Answered {
  if (!isRecord(body)) return false;
  const names = Object.keys(shape.shape);
  return names.filter((name) => Object.hasOwn(body, name)).length * 2 >= names.length;
}
