import { isCodeMessage, isStatusName, TOKEN_CODES } from '../contract/error-codes.ts';
import { isExistsCode } from '../contract/exists-codes.ts';
import { type Body, isObject, type KindSpec } from '../contract/kind.ts';
import { say } from '../say.ts';
import { type ErrorBody, failureWords, fieldTexts, readErrorBody, successWords } from './error-body.ts';
import { concernsRow, namesUnknownReference, saysRecordIsMissing } from './missing-record.ts';
import type { ReadSource } from './read-client.ts';
import {
  type JsonObject,
  objectionsIn,
  otherKey,
  otherThanSent,
  parseJson,
  readCreated,
  showsRecord,
  WORD_FIELDS,
} from './response-body.ts';
import { retryAfterMs } from './retry.ts';
import type { Answer, Service, UpdateRequest } from './service.ts';

/** A response as received: header names in lower case, the body as text. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly text: string;
  /** Set if the body was longer than the limit: `text` is then only its beginning. */
  readonly tooLong?: true;
  /** Set if the connection broke within the body: `text` is then only its beginning. */
  readonly truncated?: true;
}

/**
 * Status codes whose body is read, because it may say that the row is wrong, that the record already exists, or
 * that the token is wrong.
 */
const ROW_STATUSES: ReadonlySet<number> = new Set([201, 400, 409, 422]);

/**
 * The meaning of a response to a create of `kind`: accepted, certainly not accepted, or unknown. Never throws.
 *
 * @param now the wall clock in milliseconds, for a Retry-After that is a date
 * @param sent the body of the request: its words do not count as error codes
 */
export function classifyAnswer(kind: KindSpec, http: HttpAnswer, now: number, sent = ''): Answer {
  const { status } = http;
  if (status === 201) return acceptedAnswer(kind, http, sent);
  if (status < 300) return unexpected(kind, http);
  const success = showsSuccess(kind, parseJson(http.text));
  if (success !== null) return contradiction(status, success, []);
  if (status < 400) return redirected(http);

  const waitMs = retryAfterMs(http.headers['retry-after'], http.headers.date, now);
  if (status === 429 || (status === 503 && waitMs !== null)) {
    return { type: 'throttled', status, retryAfterMs: waitMs };
  }

  const body = readErrorBody(http.text, { lists: status === 400 || status === 422, sent });
  // A gateway that timed out does not know whether the service accepted the request.
  if (status === 408) return { type: 'unknown', status, error: errorText(status, body) };
  if (status === 404 && saysRecordIsMissing(kind, body))
    return { type: 'refused', status, messages: messagesOf(status, body), unknownReference: true };
  if (status === 404 && sent !== '' && concernsRow(body)) return refused(kind, status, body, sent);
  if (status === 404 || status === 405 || status === 421) {
    return {
      type: 'misdirected',
      status,
      error: say().responses.noPath({ error: errorText(status, body) }),
    };
  }
  if (status === 401) return { type: 'token', status, messages: messagesOf(status, body) };
  if (status === 403) {
    // The interface gives 403 no meaning, so both causes are named.
    const { forbidden, forbiddenPage } = say().responses;
    const cause = body.unreadable === 'foreign' ? forbiddenPage() : forbidden();
    return { type: 'token', status, messages: [...messagesOf(status, body), cause] };
  }
  if (status < 500) return refused(kind, status, body, sent);
  return { type: 'unknown', status, error: errorText(status, body) };
}

/**
 * The meaning of a response to an update of `kind`. A 200 contains the record that `by` identifies, whether or not the
 * update was applied; a 200 without that record proves nothing. If the record does not exist, the row is refused.
 * Everything else means the same as for a create.
 */
export function classifyUpdate(
  kind: KindSpec,
  http: HttpAnswer,
  now: number,
  sent = '',
  by?: UpdateRequest['by'],
): Answer {
  const { status } = http;
  // The key of the record is in the path, so its words belong to the request, too.
  const asked = by === undefined ? sent : `${sent} ${Object.values(by).join(' ')}`;
  if (status >= 300) return asUpdate(classifyAnswer(kind, http, now, asked));
  const record = parseJson(http.text);
  const unknown = (error: string): Answer => ({ type: 'unknown', status, error });
  if (status !== 200)
    return unknown(
      say().responses.updateStatus({ status: `${status}`, words: quoted(successWords(record)) }),
    );
  if (!isObject(record)) return unknown(say().responses.updateBody());
  const shows = showsRecord(kind, record, sent);
  if (objectionsIn(record).length > 0)
    return withoutSuccess(kind, http, record, asked, shows ? 'may' : 'none');
  if (!shows) return unknown(say().responses.updateEmpty({ words: quoted(successWords(record)) }));
  const other = by === undefined ? null : otherKey(kind, record, by);
  if (other !== null) return unknown(say().responses.updateOther({ other }));
  const words = successWords(record);
  return {
    type: 'updated',
    status,
    answer: readCreated(kind, record),
    record: record as Body,
    ...(words.length > 0 && { messages: words }),
  };
}

/**
 * Adapts the meaning of a response to an update: a 404 is about the record itself, and "already exists" is a
 * refusal.
 */
function asUpdate(answer: Answer): Answer {
  if (answer.type === 'refused' && answer.status === 404) return { ...answer, unknownReference: false };
  if (answer.type !== 'exists') return answer;
  const { status, messages } = answer;
  return { type: 'refused', status, messages, unknownReference: false };
}

function acceptedAnswer(kind: KindSpec, http: HttpAnswer, sent: string): Answer {
  const { status, text } = http;
  const body = parseJson(text);
  if (isObject(body) && objectionsIn(body).length > 0) return withoutSuccess(kind, http, body, sent);
  const answer = readCreated(kind, body);
  // Most responses have no messages.
  const words =
    isObject(body) && WORD_FIELDS.some((name) => Object.hasOwn(body, name)) ? successWords(body) : [];
  const other = answer && otherThanSent(kind, body as JsonObject, sent);
  if (other)
    return {
      type: 'unknown',
      status,
      error: say().responses.createdOther({ id: answer.id, other, words: quoted(words) }),
    };
  if (answer) return { type: 'accepted', status, answer, ...(words.length > 0 && { messages: words }) };
  return {
    type: 'unknown',
    status,
    error: say().responses.createdBody({ words: quoted(words) }),
  };
}

/** A success with an unexpected status code: the record may or may not be stored, whatever the body contains. */
function unexpected(kind: KindSpec, { status, text }: HttpAnswer): Answer {
  const body = parseJson(text);
  const id = readCreated(kind, body)?.id;
  const texts = { status: `${status}`, words: quoted(isObject(body) ? failureWords(body) : []) };
  const { createdStatus, createdStatusId } = say().responses;
  return {
    type: 'unknown',
    status,
    error: id === undefined ? createdStatus(texts) : createdStatusId({ ...texts, id }),
  };
}

/** The first messages of the service, to append to an error. */
const quoted = (words: readonly string[]): string =>
  words.length > 0 ? `: ${words.slice(0, 3).join('; ')}` : '';

/**
 * The meaning of a successful response whose body reports a failure. It is a refusal if the body has `success: false`,
 * a reason and no id; for an update, also if it has `errors` and nothing of the record. Otherwise it is unknown whether
 * the record was stored.
 *
 * @param updated for an update: whether the body may contain the record
 */
function withoutSuccess(
  kind: KindSpec,
  { status }: HttpAnswer,
  body: { readonly [name: string]: unknown },
  sent: string,
  updated?: 'may' | 'none',
): Answer {
  const { success, ...rest } = body;
  const error = readErrorBody(JSON.stringify(rest), { lists: true, sent });
  const objections = objectionsIn(body);
  const plain = success === false || (updated === 'none' && objections.join() === 'errors');
  if (!plain || error.messages.length === 0 || readCreated(kind, body) !== null) {
    const id = readCreated(kind, body)?.id;
    const words = [...new Set([...failureWords(body), ...error.messages])].filter((word) => word !== id);
    const what = fieldTexts(body, objections);
    return contradiction(status, id === undefined ? what : withId(what, id), words);
  }
  const answer = refused(kind, status, error, sent);
  return answer.type === 'refused' ? { ...answer, unknownReference: false } : answer;
}

/** The answer for a response that contradicts itself: it is unknown whether the record was stored. */
const contradiction = (status: number, what: string, words: readonly string[]): Answer => ({
  type: 'unknown',
  status,
  error: say().responses.contradiction({ status: `${status}`, what, words: quoted(words) }),
});

/** The fields by which a body says that the record was stored, whatever its status code; null if there are none. */
function showsSuccess(kind: KindSpec, body: unknown): string | null {
  if (!isObject(body)) return null;
  const names = ['success', 'ok'].filter((name) => body[name] === true);
  const id = readCreated(kind, body)?.id;
  // An error body may have an id of its own.
  const isSilent = failureWords(body).length === 0 && readErrorBody(JSON.stringify(body)).codes.length === 0;
  if (names.length === 0 && (id === undefined || !isSilent)) return null;
  const shownNames = names.map((name) => `${name}: true`);
  const parts = id === undefined ? shownNames : [...shownNames, say().responses.theId({ id })];
  return parts.reduce((first, last) => say().responses.and({ first, last }));
}

const withId = (what: string, id: string): string =>
  say().responses.and({ first: what, last: say().responses.theId({ id }) });

/**
 * The result for a redirect, which is never followed: the token and the record belong to one address. The message
 * contains only the name of the other host.
 */
function redirected({ status, headers }: HttpAnswer): Answer {
  const location = [headers.location].flat()[0];
  const own = 'http://same.invalid';
  const host = location === undefined ? null : (URL.parse(location, own)?.host ?? null);
  const { nowhere, samePlace } = say().responses;
  const where = host === null ? nowhere() : host === new URL(own).host ? samePlace() : host;
  return { type: 'misdirected', status, error: say().responses.redirected({ status: `${status}`, where }) };
}

function refused(kind: KindSpec, status: number, body: ErrorBody, sent: string): Answer {
  const messages = messagesOf(status, body);
  if (status <= 400 && body.deciding.some((code) => TOKEN_CODES.has(code))) {
    return { type: 'token', status, messages };
  }
  const code = ROW_STATUSES.has(status) ? existsCode(kind, body) : undefined;
  if (code !== undefined) return { type: 'exists', status, code, messages };
  const unknownReference = namesUnknownReference(kind, body, sent);
  const { unreadable } = body;
  return { type: 'refused', status, messages, unknownReference, ...(unreadable && { unreadable }) };
}

/**
 * The code by which a body says that the record exists. It counts only if the body says nothing else: all other
 * messages must be codes, or the text of a code that has a field of its own.
 */
function existsCode(kind: KindSpec, { deciding, inFields, messages }: ErrorBody): string | undefined {
  const sentences = messages.filter((message) => !isCodeMessage(message) && !isStatusName(message));
  if (sentences.length > (inFields ? deciding.length : 0)) return undefined;
  return deciding.find((code) => isExistsCode(kind, code));
}

const messagesOf = (status: number, { messages }: ErrorBody): readonly string[] =>
  messages.length > 0 ? messages : [say().responses.noMessage({ status: `${status}` })];

const errorText = (status: number, { messages }: ErrorBody): string =>
  messages.length > 0
    ? say().responses.said({ status: `${status}`, words: messages.slice(0, 3).join('; ') })
    : `HTTP ${status}`;

/** Types of responses that prove that the service accepted the token. */
const TOKEN_ACCEPTED: ReadonlySet<string> = new Set([
  ...['accepted', 'updated', 'exists', 'refused', 'reachable', 'found', 'absent', 'body'],
]);

/**
 * Wraps a service so that `confirm` is called once, at the first response that proves that the service accepted the
 * token. `close` waits for it.
 */
export function confirmingToken(
  service: Service & ReadSource,
  confirm: () => Promise<void>,
): Service & ReadSource {
  let confirmed: Promise<void> | undefined;
  const observed = async <T extends { readonly type: string }>(response: Promise<T>): Promise<T> => {
    const found = await response;
    if (!confirmed && TOKEN_ACCEPTED.has(found.type)) confirmed = confirm();
    return found;
  };
  return {
    origin: service.origin,
    create: (request) => observed(service.create(request)),
    update: (request) => observed(service.update(request)),
    lookUp: (request) => observed(service.lookUp(request)),
    read: (path, signal, onResponse) => observed(service.read(path, signal, onResponse)),
    probe: (signal) => observed(service.probe(signal)),
    async close() {
      await confirmed;
      await service.close();
    },
  };
}
