import type { KindSpec } from '../contract/kind.ts';
import { say } from '../say.ts';
import { messagesAt, parseJson } from './error-body.ts';
import type { CreatedRecord, UpdateRequest } from './service.ts';

export type JsonObject = { readonly [name: string]: unknown };

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
const WORDS = ['message', 'messages', 'warning', 'warnings'] as const;

/** The messages in a success; none if the body is not an object. */
export const wordsBeside = (body: unknown): string[] =>
  typeof body === 'object' && body !== null ? messagesAt(body as JsonObject, WORDS) : [];

/** All messages of a body that contradicts its status code, including `error`. */
export const wordsAgainst = (body: JsonObject): string[] => [
  ...new Set([...messagesAt(body, ['errors', 'error', 'details', 'detail', 'title']), ...wordsBeside(body)]),
];

/** Why the body of a read with this successful status is a failure, on one line; null for a success. */
export function readFailure(body: unknown, status: number): string | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const fields = body as JsonObject;
  // A record may have a status of its own.
  const names = objectionsIn(fields).filter((name) => name !== 'status' || !Object.hasOwn(fields, 'id'));
  if (names.length === 0) return null;
  const words = wordsAgainst(fields).slice(0, 3).join('; ');
  const texts = { status: `${status}`, fields: shown(fields, names) };
  const { reports, reportsWords } = say().responses;
  return words === '' ? reports(texts) : reportsWords({ ...texts, words });
}

/** The fields that contradict a success, with their values if these are short. */
export const shown = (body: JsonObject, names: readonly string[]): string =>
  names
    .map((name) =>
      ['success', 'ok', 'status', 'statusCode'].includes(name)
        ? `${name}: ${JSON.stringify(body[name])}`
        : name,
    )
    .join(', ');

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

/** Whether a body contains a record: an id, a field of the key, or a field that `sent` sets. */
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
