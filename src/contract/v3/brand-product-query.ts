/**
 * The query of `GET /brand-products` as data (interface 4.4). The code that builds queries and the mock that checks them
 * use it. The list of declared FEC has the same query.
 */

import type { say } from '../../say.ts';

/** Fields that contain a number. */
const FIGURES = [
  ...(['producedQuantity', 'brandScore', 'productScore', 'frenchEnvironmentalCost'] as const),
  ...(['publishedFrenchEnvironmentalCost', 'publishedFrenchEnvironmentalCostPerUnitWeight'] as const),
] as const;

type FigureField = (typeof FIGURES)[number];

/**
 * The values of `sortBy` and how they compare. The interface documents only `createdAt`, and refers to the keys of the
 * list of declared FEC, which it does not document. The others are guesses based on the names of documented fields.
 */
const SORTED = {
  createdAt: 'date',
  updatedAt: 'date',
  uniqueIdentifier: 'text',
  name: 'text',
  reference: 'text',
  collection: 'text',
  category: 'text',
  colorCode: 'text',
  marketSegment: 'text',
  traceabilityStartDate: 'date',
  theoreticalTraceabilityEndDate: 'date',
} as const satisfies Record<string, SortKey['compare']>;

export type SortName = keyof typeof SORTED | FigureField;

/** The fields by which brand products are filtered and sorted. The list need not return them. */
export type ListField =
  | Exclude<SortName, 'collection'>
  | ('id' | 'collections' | 'gtins' | 'supplierIds' | 'isProductInAGECScope');

/** The values that a parameter accepts. */
type ParameterValue =
  | { readonly type: 'integer'; readonly min: number; readonly max?: number; readonly default: number }
  | { readonly type: 'text' }
  /** `open`: the interface does not document all values. */
  | {
      readonly type: 'choice';
      readonly values: readonly string[];
      readonly default: string;
      readonly open?: true;
    }
  /**
   * One or more alternative values; the name of the parameter is repeated. `blank`: an empty value selects products
   * without a value.
   */
  | { readonly type: 'texts'; readonly field: ListField; readonly blank?: true }
  | { readonly type: 'uuids'; readonly field: ListField }
  /** A UUID that can be given only once in a request. */
  | { readonly type: 'uuid'; readonly field: ListField }
  /** `true` or `false`. */
  | { readonly type: 'boolean'; readonly field: ListField }
  /** `name[start]` and `name[end]`: days or date-times, both optional and included. */
  | { readonly type: 'dates'; readonly field: ListField }
  /** `name[op]` for each of `NUMBER_OPERATORS`. `min` and `max` include the bound. */
  | { readonly type: 'number'; readonly field: FigureField };

type ParameterName = keyof ReturnType<typeof say>['helpFilters'];

export interface QueryParameter {
  /** The name of the parameter. The area `helpFilters` of the languages describes each parameter. */
  readonly name: ParameterName;
  readonly value: ParameterValue;
  /** False if the interface does not document the parameter, so that its name is a guess. */
  readonly documented: boolean;
}

/** Comparisons of a number. `eq` may be repeated: one of its values must match. Different operators must all match. */
export const NUMBER_OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'min', 'max'] as const;
export type NumberOperator = (typeof NUMBER_OPERATORS)[number];

const DATE_BOUNDS = ['start', 'end'] as const;
export type DateBound = (typeof DATE_BOUNDS)[number];

const ORDERS = ['asc', 'desc'] as const;
export type Order = (typeof ORDERS)[number];

/** The size of a page of the list (interface 8). */
export const PAGE_LIMIT = { min: 1, max: 100, default: 20 } as const;

/** The approximate limit of a URL in bytes (interface 8). */
export const URL_LIMIT = 8192;

/** Minutes until the list shows a write (interface 8). */
export const REFRESH_MINUTES = 20;

/** Days from the launch to the default deadline (interface 8). */
export const DEFAULT_DEADLINE_DAYS = 70;

/** A field to sort by, and how its values compare. */
export interface SortKey {
  readonly field: ListField;
  /** `text` ignores case and sorts values that start with a digit last. */
  readonly compare: 'text' | 'number' | 'date';
}

/** What the values of `sortBy` sort by. */
export const SORT_KEYS = Object.fromEntries([
  ...Object.entries(SORTED).map(([name, compare]) => [
    name,
    { field: name === 'collection' ? 'collections' : name, compare },
  ]),
  ...FIGURES.map((field) => [field, { field, compare: 'number' }]),
]) as Readonly<Record<SortName, SortKey>>;

export const SORT_NAMES = Object.keys(SORT_KEYS) as SortName[];

const documented = (name: ParameterName, value: ParameterValue): QueryParameter => ({
  name,
  value,
  documented: true,
});

/**
 * A filter by number. The interface documents the operators but not the parameters; trace assumes one parameter for
 * each documented number.
 */
const figure = (field: FigureField): QueryParameter => ({
  name: field,
  value: { type: 'number', field },
  documented: false,
});

/** Every parameter of the list, in the order of the interface. */
export const QUERY_PARAMETERS: readonly QueryParameter[] = [
  documented('offset', { type: 'integer', min: 0, default: 0 }),
  documented('limit', { type: 'integer', ...PAGE_LIMIT }),
  documented('search', { type: 'text' }),
  documented('sortBy', { type: 'choice', values: SORT_NAMES, default: 'createdAt', open: true }),
  documented('orderBy', { type: 'choice', values: ORDERS, default: 'asc' }),
  documented('brandProductId', { type: 'uuids', field: 'id' }),
  documented('brandProductUniqueIdentifier', { type: 'texts', field: 'uniqueIdentifier' }),
  documented('productRef', { type: 'texts', field: 'reference' }),
  documented('productName', { type: 'texts', field: 'name' }),
  documented('collections', { type: 'texts', field: 'collections' }),
  documented('productCategories', { type: 'texts', field: 'category' }),
  documented('colorCode', { type: 'texts', field: 'colorCode', blank: true }),
  documented('gtins', { type: 'texts', field: 'gtins' }),
  documented('marketSegment', { type: 'texts', field: 'marketSegment' }),
  documented('traceabilityStartDate', { type: 'dates', field: 'traceabilityStartDate' }),
  documented('theoreticalTraceabilityEndDate', { type: 'dates', field: 'theoreticalTraceabilityEndDate' }),
  documented('supplierIds', { type: 'uuid', field: 'supplierIds' }),
  documented('isProductInAGECScope', { type: 'boolean', field: 'isProductInAGECScope' }),
  ...FIGURES.map(figure),
];

/** The words that may be in brackets after the name of a parameter; empty if it has no brackets. */
export function partsOf({ value }: QueryParameter): readonly string[] {
  if (value.type === 'dates') return DATE_BOUNDS;
  return value.type === 'number' ? NUMBER_OPERATORS : [];
}
