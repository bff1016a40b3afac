import { isExistsCode, readAnswer, TOKEN_CODES } from '../contract/answer.ts';
import type { Body, KindSpec } from '../contract/kind.ts';
import { type ErrorBody, parseJson, readErrorBody } from './error-body.ts';
import { listsAllowed } from './long-messages.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Answer } from './service.ts';

/** An answer as it came: header names in lower case, body as text. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly text: string;
}

/** Statuses under which the body says whether the row is wrong, there already, or the token is. */
const ROW_STATUSES: ReadonlySet<number> = new Set([400, 409, 422]);

/**
 * What an answer to a create of `kind` means: taken, certainly not taken, or not known. `now` is the wall clock in
 * milliseconds, for a Retry-After that is a date. Never throws, whatever the body.
 */
export function classifyAnswer(kind: KindSpec, http: HttpAnswer, now: number): Answer {
  const { status } = http;
  if (status === 201) return accepted(kind, http);
  if (status >= 200 && status < 300) {
    return {
      type: 'unknown',
      status,
      error: `HTTP ${status} where 201 was expected: taken or not, no id came`,
    };
  }
  if (status >= 300 && status < 400) return redirected(http);

  const waitMs = retryAfterMs(http.headers['retry-after'], http.headers.date, now);
  if (status === 429 || status === 408 || (status === 503 && waitMs !== null)) {
    return { type: 'throttled', status, waitMs: waitMs ?? 0, told: waitMs !== null };
  }

  const body = readErrorBody(http.text, { lists: status === 400 || status === 422 });
  // of v3 alone: a code that says which record is not there shows that the path is right
  if (status === 404 && kind.interface === 'v3' && body.codes.some((code) => RECORD_MISSING.test(code)))
    return { type: 'refused', status, messages: messagesOf(status, body), unknownReference: true };
  if (status === 404 || status === 405 || status === 421) {
    return {
      type: 'misdirected',
      status,
      error: `nothing answers at this path: ${said(status, body)}`,
    };
  }
  if (status === 401 || status === 403) return { type: 'token', status, messages: messagesOf(status, body) };
  if (status >= 400 && status < 500) return refused(kind, status, body);
  return { type: 'unknown', status, error: said(status, body) };
}

/** Says that it is the record that is not there (interface 7, and its like for ids and brand products), not the path. */
const RECORD_MISSING = /NotFoundBy(Id|UniqueIdentifier)$/;

/**
 * What an answer to an update of `kind` means. 200 brings the record, taken into account or not; a record that is not
 * there is the row's fault. All else means what it means for a create.
 */
export function classifyUpdate(kind: KindSpec, http: HttpAnswer, now: number): Answer {
  const { status } = http;
  if (status === 200) {
    const record = parseJson(http.text);
    if (typeof record === 'object' && record !== null && !Array.isArray(record))
      return { type: 'updated', status, answer: readAnswer(kind, record), record: record as Body };
    return { type: 'unknown', status, error: 'HTTP 200, but its body is cut, unreadable or no record' };
  }
  if (status > 200 && status < 300)
    return { type: 'unknown', status, error: `HTTP ${status} where 200 was expected: no record came` };
  if (status === 404) {
    const body = readErrorBody(http.text);
    if (body.codes.some((code) => RECORD_MISSING.test(code)))
      return { type: 'refused', status, messages: messagesOf(status, body), unknownReference: false };
  }
  const answer = classifyAnswer(kind, http, now);
  if (answer.type !== 'exists') return answer;
  return { type: 'refused', status, messages: answer.messages, unknownReference: false };
}

function accepted(kind: KindSpec, { status, text }: HttpAnswer): Answer {
  const answer = readAnswer(kind, parseJson(text));
  if (answer) return { type: 'accepted', status, answer };
  return { type: 'unknown', status, error: 'HTTP 201, but its body is cut, unreadable or without an id' };
}

/** A redirect is never followed: the token and the record belong to one address. Only the other host is named. */
function redirected({ status, headers }: HttpAnswer): Answer {
  const location = [headers.location].flat()[0];
  const own = 'http://same.invalid';
  const host = location === undefined ? null : (URL.parse(location, own)?.host ?? null);
  const where =
    host === null ? 'nowhere' : host === new URL(own).host ? 'another path of the same host' : host;
  return { type: 'misdirected', status, error: `HTTP ${status}: redirected to ${where}, not followed` };
}

function refused(kind: KindSpec, status: number, body: ErrorBody): Answer {
  const messages = messagesOf(status, body);
  if (status === 400 && body.codes.some((code) => TOKEN_CODES.has(code))) {
    return { type: 'token', status, messages };
  }
  const code = ROW_STATUSES.has(status) ? body.codes.find(isExistsCode) : undefined;
  if (code !== undefined) return { type: 'exists', status, code, messages };
  const unknownReference = namesUnknownReference(kind, messages);
  const { unreadable } = body;
  return { type: 'refused', status, messages, unknownReference, ...(unreadable && { unreadable }) };
}

const ABSENT =
  /not[ _]?found|not[ _]exists?\b|n't exists?\b|no such|not known|(?<![a-z])unknown(?![ _](field|property|key|column|value))/i;

/** `supplier` of `supplierRef`, `buyer` of `buyerUniqueIdentifier`, `usedMaterials` of `usedMaterials[].uniqueIdentifier`. */
const plainName = (field: string): string =>
  field
    .replace(/(\[\])?\.(uniqueIdentifier|id)$/, '')
    .replace(/(Refs?|_?[uU]nique_?[iI]dentifier|_?[iI]d)(\[\])?$/, '');

/** Whether a message says that a record that `kind` refers to is not there. What it refers to is in the contract. */
function namesUnknownReference(kind: KindSpec, messages: readonly string[]): boolean {
  const names = kind.references
    .flatMap(({ to, or = [], fields }) => [to, ...or, ...fields.map(plainName)])
    .map((name) => name.toLowerCase());
  if (names.length === 0) return false;
  return messages.some((message) => {
    if (listsAllowed(message)) return false;
    const text = message.toLowerCase();
    return ABSENT.test(text) && [...names, 'reference'].some((name) => text.includes(name));
  });
}

const messagesOf = (status: number, { messages }: ErrorBody): readonly string[] =>
  messages.length > 0 ? messages : [`HTTP ${status} without a message`];

const said = (status: number, { messages }: ErrorBody): string =>
  messages.length > 0 ? `HTTP ${status}: ${messages.slice(0, 3).join('; ')}` : `HTTP ${status}`;
