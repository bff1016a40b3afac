import { isMissingCode, isStatusName } from '../../contract/error-codes.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { parseJson, readErrorBody } from '../error-body.ts';

/** Other records that a 404 may report as missing. Such a 404 proves nothing about the record that was read. */
const OTHERS = /supplier|packaging|material|warehouse|purchase|brand|buyer|seller/;

const MISSING = /not[ _-]?found|(not|n't)[ _]exists?\b|no such|not known|(?<![a-z])unknown(?![a-z])/i;
const THERE = /already|(?<!not[ _]|n't[ _])exists\b|duplicate|conflict/i;

/** Fields of a record, which an error body does not have. */
const SHOWN = ['id', 'ref', 'name', 'category', 'studies', 'components', 'data', 'state', 'links'] as const;

/**
 * Whether the body of a 404 is an error body of the service (interface 7) that reports the record as missing, and
 * nothing else. A 404 without a message may come from a proxy and does not count.
 *
 * @param requestedKeys the key in the request: its words in a message do not count
 */
export function reportsMissing(kind: KindSpec, text: string, requestedKeys: readonly string[]): boolean {
  const body = parseJson(text);
  const records = kind.verify && 'missing' in kind.verify ? kind.verify.missing : undefined;
  // A list cannot be missing; whoever reads one handles its 404.
  if (records === undefined) return true;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const fields = body as Readonly<Record<string, unknown>>;
  if (fields.success === true || (fields.statusCode ?? 404) !== 404) return false;
  if ([...SHOWN, ...kind.key].some((name) => isFilled(fields[name]))) return false;
  const { messages, codes } = readErrorBody(text);
  const words = messages.map((message) =>
    requestedKeys.reduce((rest, word) => rest.replaceAll(word, ''), message),
  );
  if (words.some((phrase) => THERE.test(phrase))) return false;
  const texts = [...codes, ...words].map((phrase) => phrase.toLowerCase());
  const names = (phrase: string) => records.some((name) => phrase.includes(name));
  if (texts.some((phrase) => OTHERS.test(phrase) && !names(phrase))) return false;
  const named = codes.filter((code) => !isStatusName(code));
  if (named.length > 0) return named.every((code) => isMissingCode(code) && names(code.toLowerCase()));
  // Gateways send the name of the status code, too.
  const phrase = words.filter((word) => MISSING.test(word));
  return phrase.some((word) => !isStatusName(word)) || (phrase.length > 0 && fields.statusCode === 404);
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
