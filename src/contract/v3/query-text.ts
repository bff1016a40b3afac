import { type TraceError, usage } from '../../errors.ts';
import { QUERY_PARAMETERS, URL_LIMIT } from './brand-product-query.ts';

/** The value of a parameter, several alternatives, or values by the word in brackets: `{ gte: 10 }`. */
export type QueryValue = Scalar | readonly string[] | { readonly [part: string]: Scalar | readonly Scalar[] };
type Scalar = string | number | boolean;

/** Parameters by name. They are not checked: unknown names are sent unchanged. */
export type QueryParams = { readonly [name: string]: QueryValue | undefined };

/** Maximum bytes of a query, which leaves room for the address in the limit of a URL. */
export const QUERY_BYTES = URL_LIMIT - 512;

/** Maximum number of queries. No account has enough products to need more. */
const MAX_QUERIES = 100_000;

/**
 * The query of these parameters, without `?`. Parameters are in the order of the interface and each value of a list
 * occurs once, so that equal parameters give the same text. Empty if there are no parameters.
 */
export function buildQuery(params: QueryParams): string {
  return inOrder(params)
    .flatMap(([name, value]) => pairsOf(name, value))
    .join('&');
}

/**
 * Splits a query into queries of at most `maxBytes`, which together match the same records, because the values of a list
 * are alternatives. The longest list is divided; if the rest of the query leaves it little room, into halves, so that
 * other lists are divided too. Several queries may return the same record, so callers must remove duplicates. `offset`
 * and `limit` apply to each query. A parameter that can be given only once in a request (`supplierIds`) gets a query for
 * each value.
 *
 * @throws TraceError usage `query-too-long` if even single values do not fit.
 */
export function splitQuery(params: QueryParams, maxBytes = QUERY_BYTES): string[] {
  const one = inOrder(params).find(([name, value]) => SINGLE.has(name) && isList(value) && value.length > 1);
  if (one) {
    const [name, values] = one as [string, readonly string[]];
    return [...new Set(values)].flatMap((value) => splitQuery({ ...params, [name]: value }, maxBytes));
  }
  const bytes = buildQuery(params).length;
  const queries: string[] = [];
  divide(params);
  return queries;

  function divide(part: QueryParams): void {
    const query = buildQuery(part);
    if (query.length <= maxBytes) {
      queries.push(query);
      return;
    }
    const longest = longestList(part);
    if (!longest || queries.length >= MAX_QUERIES) throw tooLong(bytes, maxBytes);
    const room = maxBytes - query.length + longest.bytes;
    for (const chunk of chunksOf(longest, room >= maxBytes / 2 ? room : longest.bytes / 2))
      divide({ ...part, [longest.name]: chunk });
  }
}

/** A list with the size in bytes of each pair, and of all pairs joined by `&`. */
interface List {
  readonly name: string;
  readonly values: readonly string[];
  readonly sizes: readonly number[];
  readonly bytes: number;
}

/** The parameter whose list of values takes the most bytes in the query. A list with one value is left out. */
function longestList(params: QueryParams): List | undefined {
  return inOrder(params)
    .flatMap(([name, given]): List[] => {
      const values = isList(given) ? [...new Set(given)] : [];
      const sizes = values.map((value) => pairOf(name, value).length);
      const bytes = sizes.reduce((sum, size) => sum + size + 1, -1);
      return values.length < 2 ? [] : [{ name, values, sizes, bytes }];
    })
    .sort((one, other) => other.bytes - one.bytes)[0];
}

/** The values in chunks of at most `room` bytes, or of one value. */
function chunksOf({ values, sizes }: List, room: number): string[][] {
  const chunks: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const [at, value] of values.entries()) {
    const size = sizes[at]! + 1;
    if (bytes + size > room + 1) {
      chunks.push([]);
      bytes = 0;
    }
    chunks.at(-1)!.push(value);
    bytes += size;
  }
  return chunks;
}

function tooLong(bytes: number, maxBytes: number): TraceError {
  return usage(
    'query-too-long',
    `The query has ${bytes} bytes, and splitting its lists cannot reduce it to ${maxBytes}.`,
    'Shorten the search or a value, or use fewer filters at once.',
  );
}

/** Parameters that can have only one value in a request. */
const SINGLE: ReadonlySet<string> = new Set(
  QUERY_PARAMETERS.filter(({ value }) => value.type === 'uuid').map(({ name }) => name),
);

const PARAMETER_ORDER = new Map<string, number>(QUERY_PARAMETERS.map(({ name }, at) => [name, at]));

/** The parameters in the order of the interface. Unknown names come last, in their given order. */
function inOrder(params: QueryParams): [string, QueryValue][] {
  const rank = (name: string) => PARAMETER_ORDER.get(name) ?? PARAMETER_ORDER.size;
  return Object.entries(params)
    .filter((entry): entry is [string, QueryValue] => entry[1] !== undefined)
    .sort(([a], [b]) => rank(a) - rank(b));
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);

function pairsOf(name: string, value: QueryValue): string[] {
  if (isList(value)) return [...new Set(value)].map((each) => pairOf(name, each));
  if (typeof value !== 'object') return [pairOf(name, value)];
  return Object.entries(value).flatMap(([part, inner]) =>
    (Array.isArray(inner) ? (inner as readonly Scalar[]) : [inner as Scalar]).map((each) =>
      pairOf(`${name}[${part}]`, each),
    ),
  );
}

/** A pair of a query. Brackets are encoded too, because a proxy may reject plain ones; servers decode them. */
const pairOf = (name: string, value: Scalar): string =>
  `${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed())}`;
