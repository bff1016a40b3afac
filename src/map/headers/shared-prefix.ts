/** Letters at the start of a header, with what separates them from the rest: `PR_REF`, `CT.Name`, `A2_COD`, `FName`. */
const PREFIX = /^\p{L}{1,6}\d?[_.]+(?=\p{L})|^\p{Lu}(?=\p{Lu}\p{Ll})/u;
/** Capital letters at the start of a header of one word, the most first: `STKRENKKOD`, `ANCODICE`, `ANINDIRI`. */
const BARE_PREFIXES = [/^\p{Lu}{3}(?=[\p{Lu}_]{2,}\d?$)/u, /^\p{Lu}{2}(?=[\p{Lu}_]{3,}\d?$)/u];
/** Capital letters at the end of a header of one word: `NOMPRO`, `DIRPRO`. */
const SUFFIX = /(?<=^\p{Lu}{2,})\p{Lu}{3}$/u;
/** Minimum shares of the headers of a sheet that begin with its prefix or have its suffix, and minimum number of them. */
const [MIN_SHARE, MIN_BARE, MIN_ENDING] = [0.6, 0.9, 0.4];
const FEWEST_HEADERS = 4;

/** What a system adds to the names of the columns of a table, such as `PR_` in `PR_REF` or `PRO` in `DIRPRO`; blank if it adds nothing. */
export interface SharedAffixes {
  readonly prefix: string;
  readonly suffix: string;
}

export function sharedAffixes(headers: readonly string[]): SharedAffixes {
  const named = headers.filter((header) => header !== '');
  const shared = (form: RegExp, share: number): string => {
    const groups = Map.groupBy(named, (header) => form.exec(header)?.[0] ?? '');
    const isShared = ([affix, { length }]: [string, readonly string[]]) =>
      affix !== '' && length >= FEWEST_HEADERS && length >= named.length * share;
    return [...groups].find(isShared)?.[0] ?? '';
  };
  return {
    prefix:
      [shared(PREFIX, MIN_SHARE), ...BARE_PREFIXES.map((form) => shared(form, MIN_BARE))].find(Boolean) ?? '',
    suffix: shared(SUFFIX, MIN_ENDING),
  };
}
