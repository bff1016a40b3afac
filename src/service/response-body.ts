import type { KindSpec } from '../contract/kind.ts';
import { say } from '../say.ts';
import type { CreatedRecord, UpdateRequest } from './service.ts';

export type JsonObject = { readonly [name: string]: unknown };

/** A body shorter than this cannot use much memory when it is parsed. */
const SMALL_BODY = 64 * 1024;
/**
 * Limits for the body of a response, far above the largest page of a list: depth, number of all lists and objects,
 * number of fields of one object.
 */
const MAX_JSON_DEPTH = 200;
const MOST_PARTS = 1_000_000;
const MOST_NAMES = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** Parses a body; undefined if it is not JSON or would be too large in memory. */
export function parseJson(text: string): unknown {
  if (!isParsable(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether a JSON text is safe to parse. A text that consists of brackets takes fifty times its size in memory. Does not
 * check whether it is well-formed.
 */
export function isParsable(text: string): boolean {
  if (text.length <= SMALL_BODY) return true;
  const names = new Uint32Array(MAX_JSON_DEPTH + 1);
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(text, at);
    else if (sign === COLON) {
      if (++names[depth]! > MOST_NAMES) return false;
    } else if (sign === BRACKET || sign === BRACE) {
      if (++depth > MAX_JSON_DEPTH || ++parts > MOST_PARTS) return false;
      names[depth] = 0;
    } else if (sign === BRACKET + 2 || sign === BRACE + 2) depth = Math.max(0, depth - 1);
  }
  return true;
}

/** Returns where the quoted text that begins at `from` ends. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === BACKSLASH) at++;
    else if (sign === QUOTE) return at;
  }
  return text.length;
}

/** Values of `status` that mean a failure. */
const BAD_STATUS = /^(error|errors|fail|failed|failure|ko|refused|rejected|invalid)$/i;

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : Boolean(value) && value !== 'false';

const isErrorStatus = (value: unknown): boolean => typeof value === 'number' && value >= 400;

/** Fields that contradict a successful status code, each with the condition. */
const OBJECTIONS: Readonly<Record<string, (value: unknown) => boolean>> = {
  // A success has `success: true` (interface 2.1 to 2.4), or no such field (4.3).
  success: (value) => value !== true,
  ok: (value) => value !== true,
  status: (value) => isErrorStatus(value) || (typeof value === 'string' && BAD_STATUS.test(value)),
  statusCode: isErrorStatus,
  errors: isFilled,
  error: isFilled,
};

/** The fields of a body that contradict a successful status code; none for a success. */
export const objectionsIn = (body: JsonObject): string[] =>
  Object.keys(OBJECTIONS).filter((name) => Object.hasOwn(body, name) && OBJECTIONS[name]!(body[name]));

/** The fields of a success that contain messages. */
export const WORD_FIELDS = ['message', 'messages', 'warning', 'warnings'] as const;

/** Reads the response of a create (201; interface 2.1 to 2.4, 4.3). Null if the id of the kind is missing. */
export function readCreated(kind: KindSpec, body: unknown): CreatedRecord | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const fields = body as JsonObject;
  const id = [kind.response.id]
    .flat()
    .map((name) => textAt(fields, name))
    .find((text) => text !== undefined);
  if (id === undefined) return null;
  const kept: Record<string, string> = { id };
  for (const name of ['studyId', 'qrCodeLink', 'showcaseLink'] as const) {
    const at = kind.response[name];
    const value = at === undefined ? undefined : textAt(fields, at);
    if (value !== undefined) kept[name] = value;
  }
  return kept as unknown as CreatedRecord;
}

/** The text at a dotted path; undefined if it is missing or empty. */
function textAt(body: Readonly<Record<string, unknown>>, path: string): string | undefined {
  let at: unknown = body;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return typeof at === 'string' && at !== '' ? at : undefined;
}

/**
 * How the body of a 201 differs from the request (`sent`, JSON) in batch, project type or key. Null if they agree, or
 * if the body does not contain these fields.
 */
export function otherThanSent(kind: KindSpec, body: JsonObject, sent: string): string | null {
  const isShown = (name: string) => body[name] !== undefined && body[name] !== null && body[name] !== '';
  const names = ['projectType', kind.batchField, ...kind.key].filter(isShown);
  const request = names.length === 0 ? null : parseJson(sent);
  if (typeof request !== 'object' || request === null) return null;
  for (const name of names) {
    const requested = textsIn((request as JsonObject)[name]);
    const shown = body[name];
    if (requested.length === 0) continue;
    const texts = textsIn(shown);
    if (texts.some((text) => requested.some((one) => folded(one) === folded(text)))) continue;
    return say().responses.otherValue({
      name,
      value: texts.length === 0 ? JSON.stringify(shown) : texts.join(', '),
      requested: requested.join(', '),
    });
  }
  return null;
}

/** The texts in a value, in a list of values (`productRef`, interface 2.4) or in an object (`productColorCode`). */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Normalizes case and spaces, which the service may change. */
const folded = (text: string): string => text.normalize().replace(/\s+/g, ' ').trim().toLowerCase();

/** Whether a body shows a record: it has an id, a field of the key, or a field that `sent` sets. */
export function showsRecord(kind: KindSpec, body: JsonObject, sent: string): boolean {
  const set = parseJson(sent);
  const names = [...kind.key, ...(typeof set === 'object' && set !== null ? Object.keys(set) : [])];
  return names.some((name) => Object.hasOwn(body, name)) || readCreated(kind, body) !== null;
}

/** The key in a body if it is not the key of the updated record; else null. */
export function otherKey(kind: KindSpec, body: JsonObject, by: UpdateRequest['by']): string | null {
  const requested = 'id' in by ? by.id : by.uniqueIdentifier;
  const shown = 'id' in by ? readCreated(kind, body)?.id : body.uniqueIdentifier;
  if (shown === undefined || shown === null) return null;
  const text = typeof shown === 'object' ? JSON.stringify(shown) : String(shown);
  // UUIDs are compared without case.
  const plain = (key: string) => ('id' in by ? key.toLowerCase() : key.normalize().trim());
  return plain(text) === plain(requested) ? null : text;
}
