import type { KindSpec } from '../../contract/kind.ts';
import { classifyAnswer, type HttpAnswer } from '../classify.ts';
import { parseJson, readErrorBody } from '../error-body.ts';
import type { Heard } from '../exchange.ts';
import type { LookUp } from '../service.ts';

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
export function readReading(kind: KindSpec, heard: Heard): Reading {
  if (heard.type !== 'heard') return { type: 'failed', answer: heard };
  const { status } = heard;
  if (status === 200) {
    const body = isPage(heard) ? undefined : parseJson(heard.text);
    if (body !== undefined) return { type: 'body', body };
    return unknown(status, 'HTTP 200, but its body is cut or unreadable');
  }
  if (status >= 200 && status < 300) return unknown(status, `HTTP ${status} where 200 was expected`);
  if (status === 404 && !isPage(heard) && !saysPathIsUnknown(heard.text)) {
    const { messages } = readErrorBody(heard.text);
    return { type: 'absent', ...(messages.length > 0 && { said: messages }) };
  }
  const answer = classifyAnswer(kind, heard, Date.now());
  return answer.type === 'exists' ? unknown(status, answer.messages.join('; ')) : { type: 'failed', answer };
}

const unknown = (status: number, error: string): Reading => ({
  type: 'failed',
  answer: { type: 'unknown', status, error },
});

const isPage = ({ headers, text }: HttpAnswer): boolean =>
  /^text\/html\b/i.test(String(headers['content-type'] ?? '')) || /^\s*</.test(text);

/** As servers say of a path that they do not have: `Cannot GET /v2/products/x`. */
const saysPathIsUnknown = (text: string): boolean =>
  readErrorBody(text).messages.some((message) => /\bGET:?\s+\/|\broute\b.*\bnot found\b/i.test(message));
