import { decidingCodes, errorCodes, isMissingCode } from '../contract/error-codes.ts';
import { isObject } from '../contract/kind.ts';
import { say } from '../say.ts';
import { type JsonObject, objectionsIn, parseJson, WORD_FIELDS } from './response-body.ts';

/** Maximum length of the text that is kept of a body that is not JSON. */
const PAGE_CHARACTERS = 200;
const MESSAGES = 100;
const DEPTH = 8;
/** A field name is not added in front of a message that already contains it within this number of characters. */
const NAMED_WITHIN = 1000;

/**
 * Maximum length of a message. Real messages are far shorter, except lists of allowed values; longer ones would flood a
 * report.
 */
const MESSAGE_CHARACTERS = 2000;
/** Maximum length of a list of allowed values: room for a few hundred materials. */
const LIST_CHARACTERS = 16_000;
/** Maximum number of lists that are kept whole for one service. */
const WHOLE_LISTS = 32;

/** The end of a truncated message. */
export const ELLIPSIS = '…';

/** A message that lists allowed values: `composition.0.material must be one of the following values: OTHER, COTTON`. */
const LISTING = /must be one of the following values:/;

/** The messages and error codes of an unsuccessful response. */
export interface ErrorBody {
  /** The messages of the service in its order, each once. */
  readonly messages: readonly string[];
  readonly codes: readonly string[];
  /** The codes that decide what the response means. */
  readonly deciding: readonly string[];
  /** Whether the deciding codes are in fields for codes. A message next to such a code is its text. */
  readonly inFields: boolean;
  /** Codes in `details[].reason` for something missing: the path exists, but its record does not. */
  readonly missing: readonly string[];
  /**
   * Set if the body is not JSON: `truncated` if it starts like JSON, `foreign` if it comes from a proxy (a page, or nothing).
   */
  readonly unreadable?: 'truncated' | 'foreign';
}

/**
 * Reads an error body (interface 7), or whatever else a server or proxy returned. Never throws.
 *
 * @param options `lists`: messages that list allowed values may be longer. `sent`: the text of the request, whose words
 * do not count as codes.
 */
export function readErrorBody(text: string, { lists = false, sent = '' } = {}): ErrorBody {
  const body = parseJson(text);
  if (body === undefined) {
    const page = pageText(text);
    const unreadable = /^\s*[{[]/.test(text) ? 'truncated' : 'foreign';
    return { messages: page === '' ? [] : [page], ...codesIn(page, sent), unreadable };
  }
  const read = codesIn(body, sent);
  const fields = isObject(body) ? body : { message: body };
  const messages = messagesOf(fields, read.codes).slice(0, MESSAGES);
  return { messages: messages.map((found) => bounded(found, lists)), ...read };
}

function codesIn(
  body: unknown,
  sent: string,
): Pick<ErrorBody, 'codes' | 'deciding' | 'inFields' | 'missing'> {
  const found = errorCodes(body);
  const { wholeMessage, leading, named, reasons } = found;
  const inFields = [...named, ...reasons];
  const deciding = decidingCodes(found, sent);
  return {
    codes: [...new Set([...wholeMessage, ...leading, ...inFields])],
    deciding,
    inFields: deciding.length > 0 && deciding.every((code) => inFields.includes(code)),
    missing: reasons.filter(isMissingCode),
  };
}

/** The texts in the named fields of a body, each once. */
export function messagesAt(body: { readonly [name: string]: unknown }, names: readonly string[]): string[] {
  const texts = names.flatMap((name) => (Object.hasOwn(body, name) ? byField(body[name], DEPTH) : []));
  return [...new Set(texts)].slice(0, MESSAGES).map((text) => bounded(text, false));
}

/** The messages in a success; none if the body is not an object. */
export const successWords = (body: unknown): string[] =>
  typeof body === 'object' && body !== null ? messagesAt(body as JsonObject, WORD_FIELDS) : [];

/** All messages of a body that contradicts its status code, including `error`. */
export const failureWords = (body: JsonObject): string[] => [
  ...new Set([...messagesAt(body, ['errors', 'error', 'details', 'detail', 'title']), ...successWords(body)]),
];

/** Why the body of a read with this successful status is a failure, on one line; null for a success. */
export function readFailure(body: unknown, status: number): string | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const fields = body as JsonObject;
  // A record may have a status of its own.
  const names = objectionsIn(fields).filter((name) => name !== 'status' || !Object.hasOwn(fields, 'id'));
  if (names.length === 0) return null;
  const words = failureWords(fields).slice(0, 3).join('; ');
  const texts = { status: `${status}`, fields: fieldTexts(fields, names) };
  const { reports, reportsWords } = say().responses;
  return words === '' ? reports(texts) : reportsWords({ ...texts, words });
}

/** The fields that contradict a success, with their values if these are short. */
export const fieldTexts = (body: JsonObject, names: readonly string[]): string =>
  names
    .map((name) =>
      ['success', 'ok', 'status', 'statusCode'].includes(name)
        ? `${name}: ${JSON.stringify(body[name])}`
        : name,
    )
    .join(', ');

/** The fields of an error body that contain messages, in the order in which they are shown. */
const TEXTS = [
  ...['message', 'errors', 'title', 'detail', 'error_description', 'error', 'data', 'details'],
] as const;

/** The messages of an error body, each once. A code that no message contains is added. */
function messagesOf(fields: JsonObject, codes: readonly string[]): string[] {
  const found = new Set(textsIn(fields, codes, DEPTH));
  for (const code of codes) if (![...found].some((text) => text.includes(code))) found.add(code);
  if (found.size > 0) return [...found];
  const names = [fields.error, fields.code].map(textOf).filter((text) => text !== undefined);
  if (names.length > 0) return names;
  return [...new Set(flatten(Object.values(fields), 3).filter((text) => /[A-Za-z]{2}/.test(text)))];
}

function textsIn(fields: JsonObject, codes: readonly string[], depth: number): string[] {
  return TEXTS.flatMap((name): string[] => {
    const value = fields[name];
    // A text in `error` is the name of the status code, or an error code.
    if (name === 'error' || name === 'data')
      return isObject(value) && depth > 0 ? textsIn(value, codes, depth - 1) : [];
    const texts = name === 'errors' ? byField(value, depth) : flatten(value, depth);
    return name === 'details' ? texts.filter((text) => !isCoded(text, codes)) : texts;
  });
}

const isCoded = (text: string, codes: readonly string[]): boolean =>
  codes.some((code) => text.includes(code));

/** The text of a page, without tags, on one line, truncated. */
function pageText(text: string): string {
  return text
    .slice(0, 20 * PAGE_CHARACTERS)
    .replace(/<(script|style)\b[^>]*>[^<]*<\/\1>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, PAGE_CHARACTERS);
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The messages in a text, a list of texts, or the objects of a validator, each with its field in front. */
function flatten(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  if (Array.isArray(value)) return value.slice(0, MESSAGES).flatMap((item) => flatten(item, depth - 1));
  const { property, path, field, loc, message, msg, title, detail, constraints, children, reason, ...rest } =
    value as Record<string, unknown>;
  const where = flatten(property ?? path ?? field ?? withoutBodyStep(loc), depth - 1).join('.');
  const parts = [message, msg, title, detail, constraints, reason, children];
  const found = parts.flatMap((part) => flatten(part, depth - 1));
  const texts = found.length > 0 ? found : Object.values(rest).flatMap((part) => flatten(part, depth - 1));
  return texts.map((text) => withFieldName(where, text));
}

/** The path of a field without `body` at its start: `["name"]` for `["body", "name"]`. */
const withoutBodyStep = (loc: unknown): unknown =>
  Array.isArray(loc) && loc.length > 1 && loc[0] === 'body' ? loc.slice(1) : loc;

/** Puts the name of the field in front of a message, unless the message already contains it. */
function withFieldName(where: string, text: string): string {
  if (where === '') return text;
  const words = ` ${text.slice(0, NAMED_WITHIN).replace(/[^\w.[\]-]/g, ' ')} `;
  const names = [' ', '.', '['].some((end) => words.includes(` ${where}${end}`));
  return names ? text : `${where}: ${text}`;
}

/** An object with one of these fields is one error. */
const MESSAGE_NAMES = ['message', 'msg', 'detail', 'title', 'property', 'path', 'field'] as const;

/** Names in an object of errors that are not names of fields. */
const NO_FIELD =
  /^(\d+|_errors|non_field_errors|base|general|message|messages|msg|code|title|detail|errors?)?$/i;

/** Reads messages of errors by field: `{name: ["too long"]}`. Reads anything else as `flatten` does. */
function byField(value: unknown, depth: number): string[] {
  if (!isObject(value) || depth === 0 || MESSAGE_NAMES.some((name) => typeof value[name] === 'string'))
    return flatten(value, depth);
  return Object.entries(value)
    .slice(0, MESSAGES)
    .flatMap(([name, errors]) => {
      const texts = byField(errors, depth - 1);
      return NO_FIELD.test(name) ? texts : texts.map((text) => withFieldName(name, text));
    });
}

/** Whether a message lists allowed values. The values are not messages themselves. */
export const listsAllowed = (message: string): boolean => LISTING.test(message);

/** A message, truncated if it is too long. With `lists`, lists of allowed values may be longer. */
function bounded(message: string, lists: boolean): string {
  return truncated(message, lists && listsAllowed(message) ? LIST_CHARACTERS : MESSAGE_CHARACTERS);
}

const truncated = (message: string, most: number): string =>
  message.length <= most ? message : message.slice(0, most - ELLIPSIS.length) + ELLIPSIS;

/**
 * Keeps a long list whole the first time and truncates it after that, because the response to every row may repeat it.
 */
export class LongMessages {
  readonly #seen = new Set<string>();

  once<T extends { readonly messages?: readonly string[] }>(answer: T): T {
    return { ...answer, messages: answer.messages?.map((message) => this.#once(message)) };
  }

  #once(message: string): string {
    if (message.length <= MESSAGE_CHARACTERS) return message;
    // The text before the list is the path of a field in the row, which differs from row to row.
    const list = message.slice(message.search(LISTING));
    if (this.#seen.has(list) || this.#seen.size >= WHOLE_LISTS) return truncated(message, MESSAGE_CHARACTERS);
    this.#seen.add(list);
    return message;
  }
}
