import { TraceError } from '../../errors.ts';
import { QUERY_PARAMETERS, URL_LIMIT } from './brand-product-query.ts';

/** The values of a parameter: one, several (any of them), or by the part in brackets: `{ gte: 10 }`. */
export type QueryValue = Scalar | readonly string[] | { readonly [part: string]: Scalar | readonly Scalar[] };
type Scalar = string | number | boolean;

/** Parameters by name. Nothing is checked: unknown names are sent as they are. */
export type QueryParams = { readonly [name: string]: QueryValue | undefined };

/** The bytes of a query that leave room for the address below the limit of a URL. */
export const QUERY_BYTES = URL_LIMIT - 512;

/** No account has so many products: more is a mistake. */
const MAX_QUERIES = 100_000;

/**
 * The query of these parameters, without `?`, empty when there are none: in the order of the interface, each value
 * of a list once, so that equal parameters give equal text.
 */
export function buildQuery(params: QueryParams): string {
  return inOrder(params)
    .flatMap(([name, value]) => pairsOf(name, value))
    .join('&');
}

/**
 * The same query in pieces of at most `maxBytes` each; together they match what the whole would, as the values of one
 * list are alternatives. The longest list is divided; a second one only where that makes fewer queries or there is no
 * other way, and then each part of the one is asked for with each part of the other. A match may come from several
 * pieces: whoever joins the answers keeps each id once. `offset` and `limit` count within a piece. Of a parameter that is
 * given once a request (`supplierIds`) each value gets a piece of its own.
 *
 * @throws TraceError usage `query-too-long` when even single values do not fit.
 */
export function splitQuery(params: QueryParams, maxBytes = QUERY_BYTES): string[] {
  const one = inOrder(params).find(([name, value]) => SINGLE.has(name) && isList(value) && value.length > 1);
  if (one) {
    const [name, values] = one as [string, readonly string[]];
    return [...new Set(values)].flatMap((value) => splitQuery({ ...params, [name]: value }, maxBytes));
  }
  const whole = buildQuery(params);
  if (whole.length <= maxBytes) return [whole];
  const lists = inOrder(params)
    .filter((entry): entry is [string, readonly string[]] => isList(entry[1]) && entry[1].length > 1)
    .map(([name, values]) => listOf(name, values))
    .sort((a, b) => a.bytes - b.bytes);
  const fixed = whole.length - lists.reduce((sum, { bytes }) => sum + bytes + 1, 0);
  const best = lists
    .map((_, at) =>
      divide(lists.slice(0, lists.length - 1 - at), lists.slice(lists.length - 1 - at), maxBytes - fixed),
    )
    .filter((parts) => parts !== null)
    .reduce<Divided | null>(
      (least, parts) => (least && least.queries <= parts.queries ? least : parts),
      null,
    );
  if (!best || best.queries > MAX_QUERIES) throw tooLong(whole.length, maxBytes);
  return combinations(best.parts).map((chosen) => buildQuery({ ...params, ...chosen }));
}

/** A list with what its pairs take; `bytes` is all of them with the `&` between. */
interface List {
  readonly name: string;
  readonly values: readonly string[];
  readonly sizes: readonly number[];
  readonly bytes: number;
}

/** Each list that is divided, in its parts. */
interface Divided {
  readonly parts: readonly { readonly name: string; readonly chunks: readonly (readonly string[])[] }[];
  readonly queries: number;
}

function listOf(name: string, given: readonly string[]): List {
  const values = [...new Set(given)];
  const sizes = values.map((value) => pairOf(name, value).length);
  return { name, values, sizes, bytes: sizes.reduce((sum, size) => sum + size + 1, -1) };
}

/**
 * Divides `cut` into parts that fit into what `kept` leave of `room`, each getting what its longest value takes and an
 * equal share of the rest. Null: no way.
 */
function divide(kept: readonly List[], cut: readonly List[], room: number): Divided | null {
  const left = room - kept.reduce((sum, { bytes }) => sum + bytes + 1, 0);
  const least = cut.map(({ sizes }) => sizes.reduce((most, size) => Math.max(most, size), 0));
  const spare = left - least.reduce((sum, size) => sum + size + 1, 0);
  if (spare < 0) return null;
  const more = Math.floor(spare / cut.length);
  const parts = cut.map((list, at) => ({ name: list.name, chunks: chunksOf(list, least[at]! + more) }));
  return { parts, queries: parts.reduce((product, { chunks }) => product * chunks.length, 1) };
}

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

function combinations(parts: Divided['parts']): QueryParams[] {
  return parts.reduce<QueryParams[]>(
    (made, { name, chunks }) =>
      made.flatMap((before) => chunks.map((chunk) => ({ ...before, [name]: chunk }))),
    [{}],
  );
}

function tooLong(bytes: number, maxBytes: number): TraceError {
  return new TraceError(
    'usage',
    'query-too-long',
    `The query takes ${bytes} bytes, and no division of its lists brings it under ${maxBytes}.`,
    'Shorten the search or a value, or ask with fewer filters at once.',
  );
}

/** Parameters that take one value a request. */
const SINGLE: ReadonlySet<string> = new Set(
  QUERY_PARAMETERS.filter(({ value }) => value.type === 'uuid').map(({ name }) => name),
);

const ORDER = new Map(QUERY_PARAMETERS.map(({ name }, at) => [name, at]));

/** What is given, in the order of the interface; names that it does not know come last, as they were given. */
function inOrder(params: QueryParams): [string, QueryValue][] {
  const rank = (name: string) => ORDER.get(name) ?? ORDER.size;
  return Object.entries(params)
    .filter((entry): entry is [string, QueryValue] => entry[1] !== undefined)
    .sort(([a], [b]) => rank(a) - rank(b));
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);

function pairsOf(name: string, value: QueryValue): string[] {
  if (isList(value)) return [...new Set(value)].map((each) => pairOf(name, each));
  if (typeof value !== 'object') return [pairOf(name, value)];
  return Object.entries(value).flatMap(([part, held]) =>
    (Array.isArray(held) ? (held as readonly Scalar[]) : [held as Scalar]).map((each) =>
      pairOf(`${name}[${part}]`, each),
    ),
  );
}

/** Brackets are encoded too: a server reads both, and a proxy may refuse bare ones. */
const pairOf = (name: string, value: Scalar): string =>
  `${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed())}`;
