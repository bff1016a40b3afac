import { z } from 'zod';
import { type Json, notContent } from '../../contract/kind.ts';
import { wireName } from '../../contract/v3/update.ts';
import type { LookUp, LookUpRequest } from '../service.ts';
import type { Reading } from './reading.ts';

/** A look-up at work: reads that are understood, and the parts of the key by the name of their field. */
export interface Search {
  readonly request: LookUpRequest;
  readonly part: (field: string) => string;
  readonly get: (path: string) => Promise<Reading | Extract<LookUp, { type: 'cannot-tell' }>>;
}

export const cannotTell = (reason: string): Extract<LookUp, { type: 'cannot-tell' }> => ({
  type: 'cannot-tell',
  reason,
});

/** An answer of another shape proves nothing, and asking again will not change it. */
export const strange = cannotTell('the answer does not look as the interface shows it');

/** Texts and numbers that are compared; whatever else stands there is left out. */
export const shown = z.union([z.string(), z.number()]).nullish().catch(undefined);

/**
 * A record that is there. `compared` says under which name the service shows a field of the body; what either side
 * leaves out is not compared.
 */
export function found(
  answer: Extract<LookUp, { type: 'found' }>['answer'],
  { kind, body }: LookUpRequest,
  read: Readonly<Record<string, unknown>>,
  compared: Readonly<Record<string, string>>,
): LookUp {
  const isShown = (value: unknown) => value !== undefined && value !== null && value !== '';
  const isCompared = (name: string) => Object.hasOwn(compared, name) && isShown(read[compared[name]!]);
  const content = Object.keys(body).filter(
    (name) => !kind.key.includes(name) && !notContent(kind).includes(name) && wireName(kind, name) !== null,
  );
  const unread = content.filter((name) => isShown(body[name]) && !isCompared(name));
  const shows = Object.entries(compared)
    .filter(([ours, theirs]) => isShown(body[ours]) && isShown(read[theirs]))
    .filter(([ours, theirs]) => !isSame(body[ours], read[theirs]))
    .map(([ours, theirs]) => [ours, read[theirs] as Json] as const);
  return {
    type: 'found',
    answer,
    ...(shows.length > 0 && { shows: Object.fromEntries(shows) }),
    ...(unread.length > 0 && { unread }),
  };
}

/** A code may be shown in other letters, a number with other digits. */
function isSame(sent: unknown, read: unknown): boolean {
  const [ours, theirs] = [String(sent), String(read)];
  return ours.toLowerCase() === theirs.toLowerCase() || Number(ours) === Number(theirs);
}
