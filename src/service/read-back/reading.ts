import type { KindSpec } from '../../contract/kind.ts';
import { say } from '../../say.ts';
import { classifyAnswer, type HttpAnswer } from '../classify.ts';
import { readErrorBody, readFailure } from '../error-body.ts';
import type { HttpResult } from '../http.ts';
import { parseJson } from '../response-body.ts';
import type { LookUp } from '../service.ts';

/** The result of a read: a body, or the reason why there is none. */
export type Reading =
  | { readonly type: 'body'; readonly body: unknown }
  /** `messages`: messages and codes of the service, if there are any. */
  | { readonly type: 'absent'; readonly messages?: readonly string[] }
  | Extract<LookUp, { type: 'failed' }>;

/**
 * Classifies the response to a read. Only the service itself can report absence. A web page, or a 404 for an unknown
 * path, comes from something else and proves nothing.
 */
export function readReading(kind: KindSpec, path: string, result: HttpResult): Reading {
  if (result.type !== 'response') return { type: 'failed', answer: result };
  const { status } = result;
  if (status === 200) {
    const body = isPage(result) || result.tooLong ? undefined : parseJson(result.text);
    const failure = readFailure(body, status);
    if (failure !== null) return unknown(status, failure);
    if (body !== undefined) return { type: 'body', body };
    const { bodyTooLong, bodyUnreadable } = say().responses;
    return unknown(status, (result.tooLong ? bodyTooLong : bodyUnreadable)({ status: `${status}` }));
  }
  if (status >= 200 && status < 300)
    return unknown(status, say().responses.readStatus({ status: `${status}` }));
  if (status === 404 && !isPage(result) && !saysPathIsUnknown(path, result.text)) {
    const { messages } = readErrorBody(result.text);
    return { type: 'absent', ...(messages.length > 0 && { messages }) };
  }
  // Words of the request that a message repeats do not count as codes.
  const answer = classifyAnswer(kind, result, Date.now(), wordsOf(path).join(' '));
  return answer.type === 'exists' ? unknown(status, answer.messages.join('; ')) : { type: 'failed', answer };
}

const unknown = (status: number, error: string): Reading => ({
  type: 'failed',
  answer: { type: 'unknown', status, error },
});

const isPage = ({ headers, text }: HttpAnswer): boolean =>
  /^text\/html\b/i.test(String(headers['content-type'] ?? '')) || /^\s*</.test(text);

/**
 * Whether a response is very likely a body that `readReading` can read, without parsing it: a status 200 with a whole
 * object or list, not a web page and not a truncated body.
 */
export function looksWhole(answer: HttpAnswer): boolean {
  if (answer.status !== 200 || answer.tooLong || answer.truncated || isPage(answer)) return false;
  const text = answer.text.trim();
  return (text.startsWith('{') && text.endsWith('}')) || (text.startsWith('[') && text.endsWith(']'));
}

const UNKNOWN_PATH = /\bGET:?\s+\/|\broute\b.*\bnot found\b/i;

/** Whether the server reports an unknown path: `Cannot GET /v2/products/x`. Words of the request do not count. */
const saysPathIsUnknown = (path: string, text: string): boolean =>
  readErrorBody(text).messages.some((message) => UNKNOWN_PATH.test(without(message, lookalikesIn(path))));

/** The words of a request: the last segment of its path, and the values of its query. */
function wordsOf(path: string): string[] {
  const [steps = '', query = ''] = path.split('?');
  return [...steps.split('/').slice(-1), ...new URLSearchParams(query).values()].map(decoded);
}

/** Words of the request that look like such a report, for example `Route 66`. */
function lookalikesIn(path: string): string[] {
  const words = wordsOf(path);
  // Single words are excluded, because servers use them in their own messages.
  return words.filter((word) => /[^a-z]/i.test(word) && /\bGET:?\s+\/|\broute\b/i.test(word));
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

const without = (message: string, words: readonly string[]): string =>
  words.reduce((text, word) => text.replaceAll(word, ''), message);
