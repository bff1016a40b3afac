import { z } from 'zod';
import type { KindSpec } from './kind.ts';

/** What we keep of a 201 answer. */
export interface CreateAnswer {
  readonly id: string;
  readonly studyId?: string;
  readonly qrCodeLink?: string;
  readonly showcaseLink?: string;
}

/** Body of an error answer (interface 7): `message` is a list by the interface, a text in the wild. */
export const errorBody = z.looseObject({
  statusCode: z.number().optional(),
  message: z.union([z.string(), z.array(z.unknown())]).optional(),
  error: z.string().optional(),
  code: z.string().optional(),
  details: z.unknown().optional(),
});

const anObject = z.looseObject({});

/** Reads a 201 answer of `kind` (2.1 to 2.4, 4.3), or null when the id is not where the interface puts it. */
export function readAnswer(kind: KindSpec, body: unknown): CreateAnswer | null {
  const parsed = anObject.safeParse(body);
  if (!parsed.success) return null;
  const id = [kind.answer.id]
    .flat()
    .map((name) => textAt(parsed.data, name))
    .find((text) => text !== undefined);
  if (id === undefined) return null;
  const kept: Record<string, string> = { id };
  for (const name of ['studyId', 'qrCodeLink', 'showcaseLink'] as const) {
    const at = kind.answer[name];
    const value = at === undefined ? undefined : textAt(parsed.data, at);
    if (value !== undefined) kept[name] = value;
  }
  return kept as unknown as CreateAnswer;
}

/** The text at a dotted path; undefined when there is none, or an empty one. */
function textAt(body: Readonly<Record<string, unknown>>, path: string): string | undefined {
  let at: unknown = body;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return typeof at === 'string' && at !== '' ? at : undefined;
}

/** Codes that say that the key is there already: the row was taken earlier. `..._NOT_EXISTS` says the reverse. */
export const isExistsCode = (code: string): boolean =>
  /(?<!NOT)(_EXISTS|ALREADY_EXISTS)|AlreadyExists/.test(code);

/** Codes that say that the token is missing, wrong or of another environment. */
export const TOKEN_CODES: ReadonlySet<string> = new Set(['NO_TOKEN', 'INVALID_SESSION']);

/**
 * The machine-readable codes of an error body. Where they stand is not shown, but for the v3 look-ups, whose codes are in
 * `details[].reason` (interface 7): `message` (text or list), `error` and `code` are searched for words in capitals,
 * and for words in the manner of v3 (`PurchasedItemNotFound...`).
 */
export function codesOf(body: z.infer<typeof errorBody>): string[] {
  const messages = Array.isArray(body.message) ? body.message : [body.message];
  const said = [...messages, body.error, body.code]
    .filter((text): text is string => typeof text === 'string')
    .flatMap((text) => text.match(/\b(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|(?:[A-Z][a-z0-9]+){3,})\b/g) ?? []);
  return [...said, ...reasonsIn(body.details)];
}

/** Details that are read of one answer, at most. */
const MOST_DETAILS = 100;

/** What `details[].reason` says in one word; a sentence there is for people and no code. */
function reasonsIn(details: unknown): string[] {
  if (!Array.isArray(details)) return [];
  return details.slice(0, MOST_DETAILS).flatMap((detail: unknown) => {
    const { reason } = (detail ?? {}) as { reason?: unknown };
    return typeof reason === 'string' && /^[A-Za-z][\w.-]{0,199}$/.test(reason) ? [reason] : [];
  });
}
