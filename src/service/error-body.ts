import { decidingCodes, errorCodes, isMissingCode } from '../contract/error-codes.ts';
import { bounded } from './long-messages.ts';
import { isParsable } from './parsable.ts';

/** Longest text kept of a body that is not JSON. */
const PAGE_CHARACTERS = 200;
const MESSAGES = 100;
const DEPTH = 8;
/** A message names its field within so many characters. */
const NAMED_WITHIN = 1000;

/** What a response that is not a success says: texts for people, codes for us. */
export interface ErrorBody {
  /** The service's own words, each once, in its order. */
  readonly messages: readonly string[];
  readonly codes: readonly string[];
  /** Those of the codes that decide what the response means. */
  readonly deciding: readonly string[];
  /** The deciding codes stand in fields for codes: a message beside them is their wording. */
  readonly inFields: boolean;
  /** Codes in `details[].reason` that say that something is not there: the path was found, its record was not. */
  readonly missing: readonly string[];
  /** No JSON: `cut` when it begins as such, else from something on the way (a page, or nothing). */
  readonly unreadable?: 'cut' | 'foreign';
}

/** The JSON value of a body; undefined when it is not JSON, or would fill the memory. */
export function parseJson(text: string): unknown {
  if (!isParsable(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads the body of interface 7, and whatever else a server or a proxy on the way may answer. `lists`: messages that list
 * allowed values are kept longer than others. `sent`: the text of the request, whose words are not codes. Never throws.
 */
export function readErrorBody(text: string, { lists = false, sent = '' } = {}): ErrorBody {
  const body = parseJson(text);
  if (body === undefined) {
    const page = pageText(text);
    const unreadable = /^\s*[{[]/.test(text) ? 'cut' : 'foreign';
    return { messages: page === '' ? [] : [page], ...codesIn(page, sent), unreadable };
  }
  const read = codesIn(body, sent);
  const fields = isObject(body) ? body : { message: body };
  const messages = spoken(fields, read.codes).slice(0, MESSAGES);
  return { messages: messages.map((said) => bounded(said, lists)), ...read };
}

function codesIn(
  body: unknown,
  sent: string,
): Pick<ErrorBody, 'codes' | 'deciding' | 'inFields' | 'missing'> {
  const found = errorCodes(body);
  const { bare, leading, named, reasons } = found;
  const inFields = [...named, ...reasons];
  const deciding = decidingCodes(found, sent);
  return {
    codes: [...new Set([...bare, ...leading, ...inFields])],
    deciding,
    inFields: deciding.length > 0 && deciding.every((code) => inFields.includes(code)),
    missing: reasons.filter(isMissingCode),
  };
}

/** The texts at some names of a body, each once. */
export function messagesAt(body: { readonly [name: string]: unknown }, names: readonly string[]): string[] {
  const texts = names.flatMap((name) => (Object.hasOwn(body, name) ? byField(body[name], DEPTH) : []));
  return [...new Set(texts)].slice(0, MESSAGES).map((text) => bounded(text, false));
}

/** Where the texts of an error body stand, in the order in which people read them. */
const TEXTS = [
  'message',
  'errors',
  'title',
  'detail',
  'error_description',
  'error',
  'data',
  'details',
] as const;
type Fields = Record<string, unknown>;

/** The texts of an error body, each once; a code is added where no text has it already. */
function spoken(fields: Fields, codes: readonly string[]): string[] {
  const said = new Set(textsIn(fields, codes, DEPTH));
  for (const code of codes) if (![...said].some((text) => text.includes(code))) said.add(code);
  if (said.size > 0) return [...said];
  const names = [fields.error, fields.code].map(textOf).filter((text) => text !== undefined);
  if (names.length > 0) return names;
  return [...new Set(flatten(Object.values(fields), 3).filter((text) => /[A-Za-z]{2}/.test(text)))];
}

function textsIn(fields: Fields, codes: readonly string[], depth: number): string[] {
  return TEXTS.flatMap((name): string[] => {
    const value = fields[name];
    // A text there is the name of the status, or a code.
    if (name === 'error' && typeof value === 'string') return [];
    if (name === 'error' || name === 'data')
      return isObject(value) && depth > 0 ? textsIn(value, codes, depth - 1) : [];
    const texts = name === 'errors' ? byField(value, depth) : flatten(value, depth);
    return name === 'details' ? texts.filter((text) => !isCoded(text, codes)) : texts;
  });
}

const isCoded = (text: string, codes: readonly string[]): boolean =>
  codes.some((code) => text.includes(code));

/** The text of a page without its tags, on one line, cut. */
function pageText(text: string): string {
  return text
    .slice(0, 20 * PAGE_CHARACTERS)
    .replace(/<(script|style)\b[^>]*>[^<]*<\/\1>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, PAGE_CHARACTERS);
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Messages come as a text, a list of texts, or objects of a validator: the texts in them, which field first. */
function flatten(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  if (Array.isArray(value)) return value.slice(0, MESSAGES).flatMap((item) => flatten(item, depth - 1));
  const { property, path, field, loc, message, msg, title, detail, constraints, children, reason, ...rest } =
    value as Record<string, unknown>;
  const where = flatten(property ?? path ?? field ?? located(loc), depth - 1).join('.');
  const parts = [message, msg, title, detail, constraints, reason, children];
  const said = parts.flatMap((part) => flatten(part, depth - 1));
  const texts = said.length > 0 ? said : Object.values(rest).flatMap((part) => flatten(part, depth - 1));
  return texts.map((text) => under(where, text));
}

/** `["body", "name"]`, without the part of the request in front. */
const located = (loc: unknown): unknown =>
  Array.isArray(loc) && loc.length > 1 && loc[0] === 'body' ? loc.slice(1) : loc;

/** A message behind the field that it is about, unless it names it itself. */
function under(where: string, text: string): string {
  if (where === '') return text;
  const words = ` ${text.slice(0, NAMED_WITHIN).replace(/[^\w.[\]-]/g, ' ')} `;
  const names = [' ', '.', '['].some((end) => words.includes(` ${where}${end}`));
  return names ? text : `${where}: ${text}`;
}

/** An object with one of these is one error, whatever its other names. */
const MESSAGE_NAMES = ['message', 'msg', 'detail', 'title', 'property', 'path', 'field'] as const;

/** Names in an object of errors that are not fields. */
const NO_FIELD =
  /^(\d+|_errors|non_field_errors|base|general|message|messages|msg|code|title|detail|errors?)?$/i;

/** Errors that stand under the names of their fields: `{name: ["too long"]}`; whatever else as it is. */
function byField(value: unknown, depth: number): string[] {
  if (!isObject(value) || depth === 0 || MESSAGE_NAMES.some((name) => typeof value[name] === 'string'))
    return flatten(value, depth);
  return Object.entries(value)
    .slice(0, MESSAGES)
    .flatMap(([name, held]) => {
      const texts = byField(held, depth - 1);
      return NO_FIELD.test(name) ? texts : texts.map((text) => under(name, text));
    });
}
