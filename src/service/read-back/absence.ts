import { isMissingCode, isStatusName } from '../../contract/error-codes.ts';
import type { KindSpec, ReadBack } from '../../contract/kind.ts';
import { parseJson, readErrorBody } from '../error-body.ts';

/** What a 404 may call missing, by the way in which a record is read back: what was asked for, and what contains it. */
const ASKED: Readonly<Partial<Record<ReadBack, readonly string[]>>> = {
  'product-detail': ['product', 'study', 'item'],
  'study-components': ['study', 'product', 'collection', 'component', 'item'],
};

/** What else a 404 may call missing: a record of another kind says nothing of the one that was asked for. */
const OTHERS = /supplier|packaging|material|warehouse|purchase|brand|buyer|seller/;

const MISSING = /not[ _-]?found|(not|n't)[ _]exists?\b|no such|not known|(?<![a-z])unknown(?![a-z])/i;
const THERE = /already|(?<!not[ _]|n't[ _])exists\b|duplicate|conflict/i;

/** Fields of a record that is there. */
const SHOWN = ['id', 'ref', 'name', 'category', 'studies', 'components', 'data', 'state', 'links'] as const;

/**
 * Whether the body of a 404 says that the record is not there, as an error body of the service does (interface 7): an object
 * that calls missing what was asked for, shows no record, and says nothing else. `asked`: the words of the request, which say
 * nothing. A 404 without a word comes as likely from something on the way.
 */
export function saysAbsent(kind: KindSpec, text: string, asked: readonly string[]): boolean {
  const body = parseJson(text);
  const records = kind.verify && ASKED[kind.verify];
  // A list is never missing: who reads one says so.
  if (records === undefined) return true;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const fields = body as Readonly<Record<string, unknown>>;
  if (fields.success === true || (fields.statusCode ?? 404) !== 404) return false;
  if ([...SHOWN, ...kind.key].some((name) => isFilled(fields[name]))) return false;
  const { messages, codes } = readErrorBody(text);
  const words = messages.map((message) => asked.reduce((rest, word) => rest.replaceAll(word, ''), message));
  if (words.some((said) => THERE.test(said))) return false;
  const told = [...codes, ...words].map((said) => said.toLowerCase());
  const names = (said: string) => records.some((name) => said.includes(name));
  if (told.some((said) => OTHERS.test(said) && !names(said))) return false;
  const named = codes.filter((code) => !isStatusName(code));
  if (named.length > 0) return named.every((code) => isMissingCode(code) && names(code.toLowerCase()));
  // The name of the status alone is what a gateway says too.
  const said = words.filter((word) => MISSING.test(word));
  return said.some((word) => !isStatusName(word)) || (said.length > 0 && fields.statusCode === 404);
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
