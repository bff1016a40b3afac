import { isMissingCode, isStatusName } from '../contract/error-codes.ts';
import type { KindSpec } from '../contract/kind.ts';
import { kindsOf } from '../contract/registry.ts';
import { type ErrorBody, listsAllowed } from './error-body.ts';

/**
 * The name of a record in a field: `supplier` in `supplierRef`, `buyer` in `buyerUniqueIdentifier`, `usedMaterials` in
 * `usedMaterials[].uniqueIdentifier`.
 */
const plainName = (field: string): string =>
  field
    .replace(/(\[\])?\.(uniqueIdentifier|id)$/, '')
    .replace(/(Refs?|_?[uU]nique_?[iI]dentifier|_?[iI]d)(\[\])?$/, '');

const referenceNames = ({ references }: KindSpec): string[] =>
  references.flatMap(({ to, or = [], fields }) => [to, ...or, ...fields.map(plainName)]);

const folded = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** The names of records in error codes: the kinds of the interface, and their references. */
const RECORDS = { v2: recordNames('v2'), v3: recordNames('v3') };

function recordNames(generation: KindSpec['interface']): readonly string[] {
  const kinds = kindsOf(generation);
  return [
    'study',
    'item',
    ...kinds.map(({ name }) => folded(name)),
    ...kinds.flatMap(referenceNames).map(folded),
  ];
}

/**
 * Whether a 404 has an error code for a missing record, which means that the path is correct. Both interfaces have
 * `SUPPLIER_NOT_FOUND`; v3 also has `SupplierNotFoundById`. `details[].reason` contains only codes (interface 7).
 */
export function saysRecordIsMissing(kind: KindSpec, { deciding, missing }: ErrorBody): boolean {
  if (missing.length > 0) return true;
  const format = kind.interface === 'v3' ? /./ : /^[A-Z\d_]+$/;
  return deciding.some(
    (code) =>
      format.test(code) &&
      isMissingCode(code) &&
      RECORDS[kind.interface].some((name) => folded(code).includes(name)),
  );
}

/** Codes of gateways and hosts for a missing address, not for a missing record. */
const HOST_CODE =
  /^ERR_|^(NO_SUCH|UNKNOWN|INVALID)?_?(ACTION|API|APP|APPLICATION|BUCKET|DEPLOYMENT|DOMAIN|ENDPOINT|HANDLER|HOST|METHOD|OPERATION|PAGE|PATH|PROJECT|RESOURCE|ROUTE|SERVICE|SITE|TENANT|TUNNEL|URL|VERSION)(_|$)/;

/** Texts by which web frameworks report an unknown path. */
const UNKNOWN_PATH = /\b(GET|POST|PUT|PATCH|DELETE):?\s+\/|\b(route|path|url|page)\b.*\bnot found\b/i;

/**
 * Whether a 404 to a write is about the row: it has a code in capitals, as the interface writes them
 * (`FAMILY_NOT_FOUND`). Codes about addresses, and messages of a framework about a path, mean the opposite.
 */
export const concernsRow = ({ deciding, messages, unreadable }: ErrorBody): boolean =>
  unreadable === undefined &&
  deciding.some((code) => /^[A-Z\d_]+$/.test(code) && !isStatusName(code) && !HOST_CODE.test(code)) &&
  !messages.some((message) => UNKNOWN_PATH.test(message));

const ABSENT =
  /not[ _]?found|not[ _]exists?\b|n't exists?\b|no such|not known|(?<![a-z])unknown(?![ _](field|property|key|column|value))/i;

/** Quoted text. An apostrophe inside a word does not start a quote. */
const QUOTED = /"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`|(?<!\w)'[^']*'(?!\w)/g;

/** Words in the format of error codes. */
const CODED = /\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b|\b(?:[A-Z][a-z\d]+){3,}\b/g;

/**
 * Whether a code or a message says that a record which `kind` references does not exist. Quoted text does not count,
 * and words of the request that look like codes do not either.
 */
export function namesUnknownReference(
  kind: KindSpec,
  { messages, deciding }: Pick<ErrorBody, 'messages' | 'deciding'>,
  sent: string,
): boolean {
  const names = referenceNames(kind).map((name) => name.toLowerCase());
  if (names.length === 0) return false;
  const says = (words: string) => {
    const text = words.toLowerCase();
    return ABSENT.test(text) && [...names, 'reference'].some((name) => text.includes(name));
  };
  if (deciding.some(says)) return true;
  return messages.some((message) => {
    if (listsAllowed(message)) return false;
    return says(message.replace(QUOTED, '').replace(CODED, (word) => (sent.includes(word) ? '' : word)));
  });
}
