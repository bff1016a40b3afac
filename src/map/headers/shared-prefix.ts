/** Letters at the start of a header, with what separates them from the rest: `PR_REF`, `CT.Name`. */
const PREFIX = /^(\p{L}{1,6})[_.]+(?=\p{L})/u;
/** Minimum share of the headers of a sheet that begin with its prefix, and minimum number of them. */
const MIN_SHARE = 0.6;
const FEWEST_HEADERS = 4;

/** The letters with which a system begins the names of the columns of a table, such as `PR_` in `PR_REF`; blank if there are none. */
export function sharedPrefix(headers: readonly string[]): string {
  const named = headers.filter((header) => header !== '');
  const groups = Map.groupBy(named, (header) => PREFIX.exec(header)?.[0]);
  for (const [prefix, { length }] of groups)
    if (prefix !== undefined && length >= FEWEST_HEADERS && length >= named.length * MIN_SHARE) return prefix;
  return '';
}
