import { z } from 'zod';
import { type Json, uncomparedFields } from '../../contract/kind.ts';
import { wireName } from '../../contract/v3/update.ts';
import { say } from '../../say.ts';
import type { LookUp, LookUpRequest } from '../service.ts';
import type { Reading } from './reading.ts';

/** The input of a method for reading back: a function that reads and classifies, and the parts of the key by field. */
export interface Search {
  readonly request: LookUpRequest;
  /** See `ReadBack.compared`. */
  readonly compared: Readonly<Record<string, string>>;
  readonly part: (field: string) => string;
  readonly get: (path: string) => Promise<Reading | Extract<LookUp, { type: 'cannot-tell' }>>;
}

export const cannotTell = (reason: string): Extract<LookUp, { type: 'cannot-tell' }> => ({
  type: 'cannot-tell',
  reason,
});

/** The result for a list path that does not exist: the base address is wrong. */
export const listPathNotFound = (): LookUp => ({
  type: 'failed',
  answer: { type: 'misdirected', status: 404, error: say().responses.noList() },
});

/** The result for a response in an unexpected format. It proves nothing, and a retry would not change it. */
export const inconclusiveResult = () => cannotTell(say().responses.formatOnly());

/** A text or number to compare; other values are ignored. */
export const scalar = z.union([z.string(), z.number()]).nullish().catch(undefined);

/**
 * The result for a record that exists, with the values that differ from the body. A value that either of them lacks is
 * not compared.
 */
export function found(
  { request: { kind, body }, compared }: Search,
  answer: Extract<LookUp, { type: 'found' }>['answer'],
  read: Readonly<Record<string, unknown>>,
): LookUp {
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
  const values = Object.entries(compared)
    .map(([ours, theirs]) => [ours, scalar.parse(read[theirs]) as Json] as const)
    .filter(([ours, value]) => isGiven(body[ours]) && isGiven(value));
  const shows = values.filter(([ours, value]) => !isSame(body[ours], value));
  const known = new Set([...kind.key, ...uncomparedFields(kind), ...values.map(([ours]) => ours)]);
  const unread = Object.keys(body).filter(
    (name) => !known.has(name) && isGiven(body[name]) && wireName(kind, name) !== null,
  );
  return {
    type: 'found',
    answer,
    ...(shows.length > 0 && { shows: Object.fromEntries(shows) }),
    ...(unread.length > 0 && { unread }),
  };
}

/** Whether the values are equal. The service may change the case of a code and the digits of a number. */
export function isSame(sent: unknown, read: unknown): boolean {
  const [ours, theirs] = [String(sent), String(read)];
  return ours.toLowerCase() === theirs.toLowerCase() || Number(ours) === Number(theirs);
}
