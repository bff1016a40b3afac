import { isObject } from './kind.ts';

/** Codes of a token that is missing, wrong or for another environment. */
export const TOKEN_CODES: ReadonlySet<string> = new Set(['NO_TOKEN', 'INVALID_SESSION']);

/** Whether a code reports that something does not exist. */
export const isMissingCode = (code: string): boolean =>
  /NOT_FOUND|NOT_EXISTS?(_|$)|UNKNOWN|NotFound/.test(code) &&
  !/route|path|endpoint|page|url(?![a-z])/i.test(code);

/** The machine-readable codes of an error body, grouped by the place where they were found. */
export interface ErrorCodes {
  /** Codes in `details[].reason`, as in the interface (7). */
  readonly reasons: readonly string[];
  /** Codes in a field for a code: `code`, `errorCode`, `error`. */
  readonly named: readonly string[];
  /** Codes that are the whole message. */
  readonly wholeMessage: readonly string[];
  /** Codes at the start of a message, `CODE: words`. Such a word may also be a key or value that the service quotes. */
  readonly leading: readonly string[];
}

const CAPITALS = '[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+';
const CODE = new RegExp(`^(?:${CAPITALS}|(?:[A-Z][a-z0-9]+){3,})$`);
const NAMED = new RegExp(`^(?:${CAPITALS}|(?:[A-Z][a-z0-9]+){2,})$`);
const REASON = /^[A-Za-z][\w.-]{0,199}$/;
const WHOLE_MESSAGE = /^[[(]?([\w]+)[\])]?[.!]?$/;
const LABEL = /^(?:error|refused|rejected|failed|bad request|conflict|code|reason)\s*[:=]\s*/i;
const LEADING = new RegExp(`^\\[?(${CAPITALS})(?:\\]\\s|\\s*:\\s|\\s+[(–—-])`);

const CODE_FIELDS = ['error', 'code', 'errorCode', 'error_code'] as const;
const TEXT_FIELDS = ['message', 'msg', 'detail', 'title'] as const;
/** If an item has one of these fields, it is about one value, and its message may be only that value. */
const VALUE_FIELDS = ['property', 'path', 'field', 'loc', 'value', 'target', 'param', 'pointer'] as const;
/** Maximum number of items of a list that are read. */
const MAX_ITEMS = 100;

type JsonObject = { readonly [name: string]: unknown };

const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, MAX_ITEMS) : value === undefined ? [] : [value];
const textsOf = (value: unknown): string[] =>
  itemsOf(value).filter((text): text is string => typeof text === 'string');

/** Reads the codes of an error body of any format. Words inside a sentence are never codes. */
export function errorCodes(body: unknown): ErrorCodes {
  const fields: JsonObject = isObject(body) ? body : { message: body };
  const { message, error, errors, data, details } = fields;
  const items = [message, error, errors, data].flatMap(itemsOf).filter(isObject);
  const texts = [
    ...textsOf(message),
    ...textsOf(errors),
    ...textsOf(fields.detail),
    ...textsOf(fields.title),
  ];
  for (const item of items) {
    if (VALUE_FIELDS.some((name) => Object.hasOwn(item, name))) continue;
    texts.push(...TEXT_FIELDS.flatMap((name) => textsOf(item[name])));
  }
  const coded = [fields, ...items, ...(Array.isArray(details) ? itemsOf(details).filter(isObject) : [])];
  const named = coded.flatMap((item) =>
    CODE_FIELDS.map((name) => item[name]).filter(
      (text): text is string => typeof text === 'string' && NAMED.test(text),
    ),
  );
  const reasons = Array.isArray(details)
    ? itemsOf(details)
        .map((detail) => (isObject(detail) ? detail.reason : undefined))
        .filter((reason): reason is string => typeof reason === 'string' && REASON.test(reason))
    : [];
  const trimmed = texts.map((text) => text.trim());
  return {
    reasons,
    named,
    wholeMessage: trimmed.flatMap((text) => codeIn(WHOLE_MESSAGE, text)),
    leading: trimmed.flatMap((text) =>
      LABEL.test(text) ? codeIn(WHOLE_MESSAGE, text.replace(LABEL, '')) : codeIn(LEADING, text),
    ),
  };
}

/** Whether a message is a code or starts with one. */
export const isCodeMessage = (message: string): boolean => codesOf(message).length > 0;

function codeIn(pattern: RegExp, text: string): string[] {
  const word = pattern.exec(text)?.[1];
  return word !== undefined && CODE.test(word) ? [word] : [];
}

/** All codes of an error body, with repetitions. */
export function codesOf(body: unknown): string[] {
  const { wholeMessage, leading, named, reasons } = errorCodes(body);
  return [...wholeMessage, ...leading, ...named, ...reasons];
}

/** Names of status codes, which frameworks write in place of a code. Such names add nothing to the status. */
const STATUS_NAMES: ReadonlySet<string> = new Set([
  ...['badrequest', 'conflict', 'unprocessableentity', 'unprocessablecontent', 'notfound', 'gone'],
  ...['unauthorized', 'forbidden', 'methodnotallowed', 'internalserver', 'http'],
]);

/** Whether a text is the name of a status code: `Conflict`, `BadRequestException`. */
export const isStatusName = (code: string): boolean =>
  STATUS_NAMES.has(
    code
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .replace(/(exception|error)$/, ''),
  );

/**
 * The codes that decide the meaning of a response: codes in fields for codes, else codes that are the whole message,
 * else codes at the start of a message. The latter are ignored if `sent`, the text of the request, contains them,
 * because the service may have quoted a key or a value.
 */
export function decidingCodes(
  { reasons, named, wholeMessage, leading }: ErrorCodes,
  sent: string,
): readonly string[] {
  const plain = [...named, ...reasons].filter((code) => !isStatusName(code));
  if (plain.length > 0) return plain;
  if (wholeMessage.length > 0) return wholeMessage;
  return leading.filter((code) => !sent.includes(code));
}
