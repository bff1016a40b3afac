import type { KindSpec } from './kind.ts';

/** `purchased-item` is `PURCHASED_ITEM` in codes. */
const codeName = (kind: string): string => kind.replaceAll('-', '_').toUpperCase();

/** The code of a create whose key exists. */
export const existsCode = ({ name, existsCode: code }: KindSpec): string =>
  code ?? `${codeName(name)}_ALREADY_EXISTS`;

/** The code of a body that refers to a record of a kind that does not exist. */
export const missingCode = (kind: string): string => `${codeName(kind)}_NOT_FOUND`;

/** Nouns that mean the record that was sent, whatever its kind. */
const ANY = ['', 'record', 'resource', 'entity'];

/** What may follow the noun without changing the meaning. */
const ENDS = ['', 'already', 'error', 'exception', 'incollection', 'byid', 'byuniqueidentifier'];

const EXISTS = /^([a-z]*?)(?:alreadyexists?|exists)([a-z]*)$/;

const folded = (code: string): string => code.toLowerCase().replace(/[^a-z]/g, '');

/**
 * Whether a code means that the record that was sent exists already. The code names the kind of the record, its key where that
 * is one field, or nothing. Codes about something else, such as an e-mail address of a supplier, do not count.
 */
export function isExistsCode(
  { name, key, codeNouns = [] }: Pick<KindSpec, 'name' | 'key' | 'codeNouns'>,
  code: string,
): boolean {
  const [, noun, end] = EXISTS.exec(folded(code)) ?? [];
  if (noun === undefined || end === undefined || !ENDS.includes(end)) return false;
  const own = [folded(name), ...codeNouns, ...(key.length === 1 ? key.map(folded) : []), ...ANY];
  return own.includes(noun);
}
