import { z } from 'zod';
import { isMissingCode, isStatusName } from '../../contract/error-codes.ts';
import { KEY_SEPARATOR, type KindSpec, keyText } from '../../contract/kind.ts';
import { listPath } from '../../contract/v2/read-paths.ts';
import { brandProductListItem, v3PageOf } from '../../contract/v3/brand-product-read.ts';
import { listText } from '../../contract/v3/list-names.ts';
import { kindText, numberText, say } from '../../say.ts';
import { readErrorBody } from '../error-body.ts';
import type { HttpResult } from '../http.ts';
import { isAddressable } from '../read-record.ts';
import { parseJson } from '../response-body.ts';
import type { LookUp, LookUpRequest } from '../service.ts';
import { readReading } from './reading.ts';
import { cannotTell, found, inconclusiveResult, listPathNotFound, type Search } from './search.ts';
import { productDetail, studyComponents } from './study.ts';

/** The page size in the interface's sample. A service may return fewer items. */
const PAGE = 20;
/** Stops at a list that never ends. */
const MOST_PAGES = 500;

const listPage = z.looseObject({
  total: z.number(),
  data: z.array(z.looseObject({ id: z.string().min(1) })),
});

/** Reads a v2 list to its end, searched for the key (interface 4.2). */
async function searchedList(search: Search, path: string): Promise<LookUp> {
  const [field = ''] = search.request.kind.key;
  const key = search.part(field);
  const seen = new Set<string>();
  let offset = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const reading = await search.get(listPath(path, { limit: PAGE, offset, search: key }));
    if (reading.type === 'absent') return listPathNotFound();
    if (reading.type !== 'body') return reading;
    const parsed = listPage.safeParse(reading.body);
    if (!parsed.success) return inconclusiveResult();
    const { total, data } = parsed.data;
    if (data.some((item) => typeof item[field] !== 'string')) return inconclusiveResult();
    const item = data.find((one) => one[field] === key);
    if (item) return found(search, { id: item.id }, item);
    for (const { id } of data) seen.add(id);
    offset += data.length;
    if (data.length > 0 && offset < total) continue;
    return seen.size >= total ? { type: 'absent' } : cannotTell(say().responses.listChanged());
  }
  return cannotTell(say().responses.manyPages({ number: numberText(MOST_PAGES) }));
}

const v3Page = v3PageOf(brandProductListItem.partial());

/** Reads a v3 list, filtered by the unique identifier (interface 4.4). */
async function filteredList(search: Search, path: string, filter: string): Promise<LookUp> {
  const key = search.part('uniqueIdentifier');
  const reading = await search.get(`${path}?${filter}=${encodeURIComponent(key)}&limit=100`);
  if (reading.type === 'absent') return listPathNotFound();
  if (reading.type !== 'body') return reading;
  const parsed = v3Page.safeParse(reading.body);
  if (!parsed.success) return inconclusiveResult();
  const { data, total } = parsed.data;
  const item = data.find((one) => listText(one, 'uniqueIdentifier') === key);
  if (item) {
    const { qrCode, web } = item.links ?? {};
    const id = listText(item, 'id');
    const answer = {
      ...(id !== '' && { id }),
      ...(qrCode && { qrCodeLink: qrCode }),
      ...(web && { showcaseLink: web }),
    };
    return found(search, answer, item);
  }
  if (total > 0) return cannotTell(say().responses.otherRecords({ key }));
  return { type: 'absent' };
}

/** Reads a record back with the method of its kind. `read` reads one path. */
export async function lookUp(
  request: LookUpRequest,
  read: (path: string) => Promise<HttpResult>,
): Promise<LookUp> {
  const { kind, key } = request;
  const readBack = kind.verify;
  if (readBack === undefined) return cannotTell(say().responses.noReadBack({ kind: kindText(kind.name) }));
  const parts = key.split(KEY_SEPARATOR);
  if (parts.length !== kind.key.length || !parts.every(isAddressable)) {
    return cannotTell(say().responses.noUrlKey({ key: keyText(key).toWellFormed() }));
  }
  const search: Search = {
    request,
    compared: readBack.compared,
    part: (field) => parts[kind.key.indexOf(field)] ?? '',
    get: async (path) => {
      const result = await read(path);
      const reading = readReading(kind, path, result);
      if (reading.type !== 'absent' || result.type !== 'response') return reading;
      if (reportsMissing(kind, result.text, parts)) return { type: 'absent' };
      const { notMissing, notMissingWords } = say().responses;
      const named = { kind: kindText(kind.name) };
      const words = reading.messages?.slice(0, 3).join('; ');
      return cannotTell(words === undefined ? notMissing(named) : notMissingWords({ ...named, words }));
    },
  };
  switch (readBack.method) {
    case 'product-detail':
      return productDetail(search);
    case 'study-components':
      return studyComponents(search);
    case 'searched-list':
      return searchedList(search, readBack.path);
    case 'filtered-list':
      return filteredList(search, readBack.path, readBack.filter);
  }
}

/** Names of other records that a 404 may report as missing. It then proves nothing about the record that was read. */
const OTHER_RECORDS = /supplier|packaging|material|warehouse|purchase|brand|buyer|seller/;

const MISSING = /not[ _-]?found|(not|n't)[ _]exists?\b|no such|not known|(?<![a-z])unknown(?![a-z])/i;
const EXISTS = /already|(?<!not[ _]|n't[ _])exists\b|duplicate|conflict/i;

/** Fields that a record may have and an error body does not. */
const FIELDS = ['id', 'ref', 'name', 'category', 'studies', 'components', 'data', 'state', 'links'] as const;

/**
 * Whether the body of a 404 is an error body of the service (interface 7) that reports the record as missing, and
 * nothing else. A 404 without a message may come from a proxy and does not count.
 *
 * @param requestedKeys the key in the request: its words in a message do not count
 */
function reportsMissing(kind: KindSpec, text: string, requestedKeys: readonly string[]): boolean {
  const body = parseJson(text);
  const records = kind.verify && 'missing' in kind.verify ? kind.verify.missing : undefined;
  // The kind is read from a list. A 404 of a list is handled by its caller.
  if (records === undefined) return true;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const fields = body as Readonly<Record<string, unknown>>;
  if (fields.success === true || (fields.statusCode ?? 404) !== 404) return false;
  if ([...FIELDS, ...kind.key].some((name) => isFilled(fields[name]))) return false;
  const { messages, codes } = readErrorBody(text);
  const words = messages.map((message) =>
    requestedKeys.reduce((rest, word) => rest.replaceAll(word, ''), message),
  );
  if (words.some((phrase) => EXISTS.test(phrase))) return false;
  const texts = [...codes, ...words].map((phrase) => phrase.toLowerCase());
  const names = (phrase: string) => records.some((name) => phrase.includes(name));
  if (texts.some((phrase) => OTHER_RECORDS.test(phrase) && !names(phrase))) return false;
  const named = codes.filter((code) => !isStatusName(code));
  if (named.length > 0) return named.every((code) => isMissingCode(code) && names(code.toLowerCase()));
  // Gateways send the name of the status code, too.
  const phrase = words.filter((word) => MISSING.test(word));
  return phrase.some((word) => !isStatusName(word)) || (phrase.length > 0 && fields.statusCode === 404);
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
