import type { KindSpec } from '../../contract/kind.ts';
import { classifyAnswer, type HttpAnswer } from '../classify.ts';
import { parseJson, readErrorBody } from '../error-body.ts';
import type { HttpResult } from '../exchange.ts';
import type { LookUp } from '../service.ts';
import { readFailure } from '../success.ts';

/** What a read path gave: a body, or why there is none. */
export type Reading =
  | { readonly type: 'body'; readonly body: unknown }
  /** `said`: the words and codes of the service, when it had any. */
  | { readonly type: 'absent'; readonly said?: readonly string[] }
  | Extract<LookUp, { type: 'failed' }>;

/**
 * What an answer to a read means. Absence must be said by the service itself: a web page, or a 404 that says that the
 * path is not known, comes from something else and proves nothing.
 */
export function readReading(kind: KindSpec, path: string, result: HttpResult): Reading {
  if (result.type !== 'response') return { type: 'failed', answer: result };
  const { status } = result;
  if (status === 200) {
    const body = isPage(result) || result.tooLong ? undefined : parseJson(result.text);
    const failure = readFailure(body);
    if (failure !== null) return unknown(status, `HTTP 200, but ${failure}`);
    if (body !== undefined) return { type: 'body', body };
    const why = result.tooLong ? 'is longer than any answer should be' : 'is cut or unreadable';
    return unknown(status, `HTTP 200, but its body ${why}`);
  }
  if (status >= 200 && status < 300) return unknown(status, `HTTP ${status} where 200 was expected`);
  if (status === 404 && !isPage(result) && !saysPathIsUnknown(path, result.text)) {
    const { messages } = readErrorBody(result.text);
    return { type: 'absent', ...(messages.length > 0 && { said: messages }) };
  }
  // What was asked for is quoted as a row is: as no code.
  const answer = classifyAnswer(kind, result, Date.now(), wordsOf(path).join(' '));
  return answer.type === 'exists' ? unknown(status, answer.messages.join('; ')) : { type: 'failed', answer };
}

const unknown = (status: number, error: string): Reading => ({
  type: 'failed',
  answer: { type: 'unknown', status, error },
});

const isPage = ({ headers, text }: HttpAnswer): boolean =>
  /^text\/html\b/i.test(String(headers['content-type'] ?? '')) || /^\s*</.test(text);

const UNKNOWN_PATH = /\bGET:?\s+\/|\broute\b.*\bnot found\b/i;

/** As servers say of a path that they do not have: `Cannot GET /v2/products/x`. What was asked for proves nothing. */
const saysPathIsUnknown = (path: string, text: string): boolean =>
  readErrorBody(text).messages.some((message) => UNKNOWN_PATH.test(without(message, lookalikesIn(path))));

/** What a path asks for: its last step, and the values of its query. */
function wordsOf(path: string): string[] {
  const [steps = '', query = ''] = path.split('?');
  return [...steps.split('/').slice(-1), ...new URLSearchParams(query).values()].map(decoded);
}

/** References in a path that read as if a server spoke of it: `Route 66`. */
function lookalikesIn(path: string): string[] {
  const words = wordsOf(path);
  // A single word is in what servers say themselves.
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
