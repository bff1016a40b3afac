import {
  type DateBound,
  type ListField,
  type NumberOperator,
  type Order,
  partsOf,
  QUERY_PARAMETERS,
  type QueryParameter,
  type SortName,
} from './brand-product-query.ts';

/** A condition on a field. Products without a value do not match. */
export type Filter = { readonly field: ListField } & (
  | { readonly type: 'any'; readonly values: readonly string[] }
  | { readonly type: 'boolean'; readonly value: boolean }
  /** Milliseconds since 1970, both included; null if there is no limit. */
  | { readonly type: 'dates'; readonly start: number | null; readonly end: number | null }
  | { readonly type: 'number'; readonly bounds: readonly NumberBound[] }
);

/** A comparison that matches if it is true for any of the values. */
interface NumberBound {
  readonly operator: NumberOperator;
  readonly values: readonly number[];
}

/** A parsed query. All filters must match. */
export interface ListQuery {
  readonly offset: number;
  readonly limit: number;
  /** The text to search for; empty if there is none. */
  readonly search: string;
  readonly sortBy: SortName;
  readonly orderBy: Order;
  readonly filters: readonly Filter[];
}

type QueryPairs = ReadonlyMap<string, readonly string[]>;

/**
 * Parses the query of the list from its decoded pairs (interface 4.4), or returns a sentence for each fault, which starts
 * with the name of the parameter. Invalid values are not corrected, and unknown parameters are not ignored.
 */
export function readQuery(pairs: Iterable<readonly [string, string]>): ListQuery | string[] {
  const given = new Map<string, string[]>();
  for (const [name, value] of pairs) given.set(name, [...(given.get(name) ?? []), value]);
  const faults = [...given.keys()].filter((name) => !KNOWN.has(name)).map(unknownFault);
  const settings = new Map<string, string | number>();
  const filters: Filter[] = [];
  for (const parameter of QUERY_PARAMETERS) {
    const read = readParameter(parameter, given, faults);
    if (typeof read === 'object') filters.push(read);
    else if (read !== undefined) settings.set(parameter.name, read);
  }
  if (faults.length > 0) return faults;
  return {
    offset: settings.get('offset') as number,
    limit: settings.get('limit') as number,
    search: settings.get('search') as string,
    sortBy: settings.get('sortBy') as SortName,
    orderBy: settings.get('orderBy') as Order,
    filters,
  };
}

const PARAMETERS_BY_NAME = new Map<string, QueryParameter>(
  QUERY_PARAMETERS.map((parameter) => [parameter.name, parameter]),
);

/** All names that a query may contain: `gtins`, `traceabilityStartDate[start]`. */
const KNOWN: ReadonlySet<string> = new Set(
  QUERY_PARAMETERS.flatMap((parameter) => {
    const parts = partsOf(parameter);
    return parts.length === 0 ? [parameter.name] : parts.map((part) => `${parameter.name}[${part}]`);
  }),
);

function unknownFault(name: string): string {
  const parameter = PARAMETERS_BY_NAME.get(name.replace(/\[.*$/s, ''));
  if (!parameter) return `${name} is not a known parameter`;
  const parts = partsOf(parameter).map((part) => `${parameter.name}[${part}]`);
  if (parts.length === 0) return `${name} is not a known parameter: ${parameter.name} takes no brackets`;
  return `${name} is not a known parameter: write ${parts.join(', ')}`;
}

/** A filter, the value of any other parameter, or undefined if the parameter is missing. */
function readParameter(
  parameter: QueryParameter,
  given: QueryPairs,
  faults: string[],
): Filter | string | number | undefined {
  const { name, value } = parameter;
  const values = given.get(name) ?? [];
  switch (value.type) {
    case 'integer':
      return integerOf(single(name, values, faults), value, name, faults);
    case 'text':
      return single(name, values, faults) ?? '';
    case 'choice': {
      const chosen = single(name, values, faults) ?? value.default;
      if (!value.values.includes(chosen))
        faults.push(`${name} must be one of the following values: ${value.values.join(', ')}`);
      return chosen;
    }
    case 'boolean': {
      const text = single(name, values, faults);
      if (text === undefined) return undefined;
      if (text !== 'true' && text !== 'false') faults.push(`${name} must be true or false`);
      return { field: value.field, type: 'boolean', value: text === 'true' };
    }
    case 'uuid':
      if (values.length > 1) faults.push(`${name} must be given once`);
      return anyOf(value.field, uuidsOf(name, values, faults));
    case 'uuids':
      return anyOf(value.field, uuidsOf(name, values, faults));
    case 'texts':
      if (values.includes('') && !value.blank) faults.push(`${name} should not be empty`);
      return anyOf(value.field, values);
    case 'dates':
      return readDates(name, value.field, given, faults);
    case 'number':
      return readNumber(parameter, value.field, given, faults);
  }
}

function anyOf(field: ListField, values: readonly string[]): Filter | undefined {
  return values.length === 0 ? undefined : { field, type: 'any', values };
}

function single(name: string, values: readonly string[], faults: string[]): string | undefined {
  if (values.length > 1) faults.push(`${name} must be given once`);
  return values[0];
}

function integerOf(
  text: string | undefined,
  bounds: { readonly min: number; readonly max?: number; readonly default: number },
  name: string,
  faults: string[],
): number {
  if (text === undefined) return bounds.default;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= bounds.min && number <= (bounds.max ?? Number.POSITIVE_INFINITY)) return number;
  const range =
    bounds.max === undefined ? `not less than ${bounds.min}` : `from ${bounds.min} to ${bounds.max}`;
  faults.push(`${name} must be an integer ${range}`);
  return bounds.default;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Whether a text is a UUID of any version, in upper or lower case. */
export const isUuid = (text: string): boolean => UUID.test(text);

function uuidsOf(name: string, values: readonly string[], faults: string[]): string[] {
  for (const value of values) if (!isUuid(value)) faults.push(`${name} must be a UUID; "${value}" is not`);
  return values.map((value) => value.toLowerCase());
}

function readDates(name: string, field: ListField, given: QueryPairs, faults: string[]): Filter | undefined {
  const bound = (part: DateBound): number | null => {
    const text = single(`${name}[${part}]`, given.get(`${name}[${part}]`) ?? [], faults);
    if (text === undefined) return null;
    const moment = momentOf(text, part);
    if (moment === null)
      faults.push(`${name}[${part}] must be a date written YYYY-MM-DD, or an ISO 8601 date-time`);
    return moment;
  };
  const [start, end] = [bound('start'), bound('end')];
  return start === null && end === null ? undefined : { field, type: 'dates', start, end };
}

const DAY_MS = 86_400_000;
const MOMENT = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Converts a day (UTC) or a date-time to milliseconds since 1970. With `bound` `end`, a day is its last millisecond. Null
 * if the text is neither, or if there is no such day.
 */
export function momentOf(text: string, bound: DateBound = 'start'): number | null {
  const [, day, time] = MOMENT.exec(text) ?? [];
  if (day === undefined) return null;
  const midnight = Date.parse(day);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null;
  if (time === undefined) return bound === 'end' ? midnight + DAY_MS - 1 : midnight;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : moment;
}

function readNumber(
  parameter: QueryParameter,
  field: ListField,
  given: QueryPairs,
  faults: string[],
): Filter | undefined {
  const bounds: NumberBound[] = [];
  for (const part of partsOf(parameter)) {
    const name = `${parameter.name}[${part}]`;
    const texts = given.get(name) ?? [];
    if (texts.length === 0) continue;
    if (part !== 'eq') single(name, texts, faults);
    const values = texts.map((text) =>
      /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN,
    );
    if (!values.every(Number.isFinite)) faults.push(`${name} must be a number`);
    bounds.push({ operator: part as NumberOperator, values });
  }
  return bounds.length === 0 ? undefined : { field, type: 'number', bounds };
}
