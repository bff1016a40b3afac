import type { KindSpec } from './kind.ts';

/** The name of a kind in codes: `PURCHASED_ITEM` for `purchased-item`. */
const codeName = (kind: string): string => kind.replaceAll('-', '_').toUpperCase();

/** The code in the response to a create whose key already exists. */
export const existsCode = ({ name, existsCode: code }: KindSpec): string =>
  code ?? `${codeName(name)}_ALREADY_EXISTS`;

/** The code in the response to a body that refers to a missing record of the kind. */
export const missingCode = (kind: string): string => `${codeName(kind)}_NOT_FOUND`;

/** Nouns in codes that can mean a record of any kind. */
const ANY_RECORD_NOUNS = ['', 'record', 'resource', 'entity'];

/** Words that may follow in a code without changing its meaning. */
const CODE_ENDINGS = ['', 'already', 'error', 'exception', 'incollection', 'byid', 'byuniqueidentifier'];

const EXISTS = /^([a-z]*?)(?:alreadyexists?|exists)([a-z]*)$/;

const folded = (code: string): string => code.toLowerCase().replace(/[^a-z]/g, '');

/**
 * Whether a code means that the sent record already exists. Such a code names the kind (`SUPPLIER_ALREADY_EXISTS`), or
 * its key if that is a single field, or nothing (`ALREADY_EXISTS`). False for codes about something else, such as the
 * e-mail address of a supplier.
 */
export function isExistsCode(
  { name, key, codeNouns = [] }: Pick<KindSpec, 'name' | 'key' | 'codeNouns'>,
  code: string,
): boolean {
  const [, noun, end] = EXISTS.exec(folded(code)) ?? [];
  if (noun === undefined || end === undefined || !CODE_ENDINGS.includes(end)) return false;
  const own = [folded(name), ...codeNouns, ...(key.length === 1 ? key.map(folded) : []), ...ANY_RECORD_NOUNS];
  return own.includes(noun);
}
