import { codesOf } from '../contract/answer.ts';
import { bounded } from './long-messages.ts';

/** Longest text kept of a body that is not JSON. */
const PAGE_CHARACTERS = 200;
const MESSAGES = 100;
const DEPTH = 8;

/** What an answer that is not a success says: texts for people, codes for us. */
export interface ErrorBody {
  /** The service's own words, each once, in its order. */
  readonly messages: readonly string[];
  readonly codes: readonly string[];
  /** No JSON: `cut` when it begins as such, else from something on the way (a page, or nothing). */
  readonly unreadable?: 'cut' | 'foreign';
}

/** The JSON value of a body, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads the body of interface 7, and whatever else a server or a proxy on the way may answer. `lists`: messages that list
 * allowed values are kept longer than others. Never throws.
 */
export function readErrorBody(text: string, { lists = false } = {}): ErrorBody {
  const body = parseJson(text);
  if (body === undefined) {
    const page = pageText(text);
    const unreadable = /^\s*[{[]/.test(text) ? 'cut' : 'foreign';
    return { messages: page === '' ? [] : [page], codes: codesOf({ message: page }), unreadable };
  }
  const fields = isObject(body) ? body : { message: body };
  const spoken = flatten(fields.message ?? fields.errors ?? fields.details, DEPTH);
  const [error, code] = [textOf(fields.error), textOf(fields.code)];
  const reasons = codesOf({ details: fields.details });
  const codes = [...codesOf({ message: spoken, ...(error && { error }), ...(code && { code }) }), ...reasons];
  const extra = [code, error, ...reasons].filter(
    (name) => name !== undefined && codes.includes(name),
  ) as string[];
  const messages = [...spoken, ...extra.filter((name) => !spoken.some((said) => said.includes(name)))];
  if (messages.length === 0) messages.push(...[error, code].filter((said) => said !== undefined));
  const kept = [...new Set(messages)].slice(0, MESSAGES).map((said) => bounded(said, lists));
  return { messages: kept, codes: [...new Set(codes)] };
}

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Messages come as a text, a list of texts, or objects of a validator: the texts in them, which field first. */
function flatten(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  if (Array.isArray(value)) return value.slice(0, MESSAGES).flatMap((item) => flatten(item, depth - 1));
  const { property, path, field, message, constraints, children, reason, ...rest } = value as Record<
    string,
    unknown
  >;
  const where = flatten(property ?? path ?? field, depth - 1).join('.');
  const said = [message, constraints, reason, children].flatMap((part) => flatten(part, depth - 1));
  const texts = said.length > 0 ? said : Object.values(rest).flatMap((part) => flatten(part, depth - 1));
  return texts.map((text) => (where === '' || text.includes(where) ? text : `${where}: ${text}`));
}
