import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QUERY_PARAMETERS } from '../../../src/contract/v3/brand-product-query.ts';
import { readQuery } from '../../../src/contract/v3/query-read.ts';
import {
  buildQuery,
  QUERY_BYTES,
  type QueryParams,
  splitQuery,
} from '../../../src/contract/v3/query-text.ts';

const parsed = (query: string): [string, string][] => [...new URLSearchParams(query)];

describe('buildQuery', () => {
  test.each<[QueryParams, string]>([
    [{}, ''],
    [{ search: undefined, gtins: [] }, ''],
    [{ gtins: ['1', '2', '1'], limit: 100 }, 'limit=100&gtins=1&gtins=2'],
    [{ colour: 'x', isProductInAGECScope: false, offset: 0 }, 'offset=0&isProductInAGECScope=false&colour=x'],
    [{ producedQuantity: { gte: 10, lt: 20 } }, 'producedQuantity%5Bgte%5D=10&producedQuantity%5Blt%5D=20'],
    [{ producedQuantity: { eq: [1, 2] } }, 'producedQuantity%5Beq%5D=1&producedQuantity%5Beq%5D=2'],
    [{ traceabilityStartDate: { start: '2026-01-01' } }, 'traceabilityStartDate%5Bstart%5D=2026-01-01'],
    [{ search: 'été & co, 100%' }, 'search=%C3%A9t%C3%A9%20%26%20co%2C%20100%25'],
    [{ productRef: ['a,b'] }, 'productRef=a%2Cb'],
    [{ search: '\ud800' }, 'search=%EF%BF%BD'],
  ])('writes %j as "%s"', (params, query) => {
    expect(buildQuery(params)).toBe(query);
  });

  test('buildQuery writes any parameters so that readQuery reads the same', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .map((each) => each.toWellFormed());
    const params = fc.record(
      {
        offset: fc.nat(),
        limit: fc.integer({ min: 1, max: 100 }),
        search: text,
        gtins: fc.uniqueArray(text, { minLength: 1, maxLength: 5 }),
        brandProductId: fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 3 }),
        producedQuantity: fc.record({ min: fc.integer(), lt: fc.integer() }, { noNullPrototype: true }),
      },
      { requiredKeys: [], noNullPrototype: true },
    );
    fc.assert(
      fc.property(params, (given) => {
        const read = readQuery(parsed(buildQuery(given as QueryParams)));
        if (Array.isArray(read)) throw new Error(read.join('\n'));
        const { offset = 0, limit = 20, search = '', brandProductId, gtins, producedQuantity } = given;
        expect(read).toMatchObject({ offset, limit, search, sortBy: 'createdAt', orderBy: 'asc' });
        const any = (field: string, values?: string[]) => (values ? [{ field, type: 'any', values }] : []);
        const bounds = (['lt', 'min'] as const).map((operator) => ({
          ...{ operator, values: [producedQuantity?.[operator]] },
        }));
        expect(read.filters).toEqual([
          ...any('id', brandProductId),
          ...any('gtins', gtins),
          ...(producedQuantity ? [{ field: 'producedQuantity', type: 'number', bounds }] : []),
        ]);
      }),
      { numRuns: 200, seed: 44 },
    );
  });
});

describe('splitQuery', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((each) => each.toWellFormed());
  const list = fc.array(text, { maxLength: 14, size: 'medium' });
  const params = fc.record(
    { limit: fc.constant(100), search: text, gtins: list, productRef: list, collections: list },
    { requiredKeys: [], noNullPrototype: true },
  );
  const LISTS = ['productRef', 'collections', 'gtins'] as const;

  test('splitQuery gives queries that fit, and together ask for each combination of values exactly once', () => {
    fc.assert(
      fc.property(params, fc.integer({ min: 300, max: 1200 }), (given, maxBytes) => {
        const longest = (values: readonly string[]) =>
          values.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 1);
        const least = Object.fromEntries(LISTS.map((name) => [name, longest(given[name] ?? [])]));
        if (buildQuery({ ...given, ...least } as QueryParams).length > maxBytes) {
          expect(() => splitQuery(given as QueryParams, maxBytes)).toThrow('splitting its lists cannot');
          return;
        }
        const pieces = splitQuery(given as QueryParams, maxBytes);
        const asked: string[] = [];
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(maxBytes);
          const pairs = parsed(piece);
          const values = (name: string) => pairs.filter(([key]) => key === name).map(([, value]) => value);
          expect(values('limit')).toEqual(given.limit === undefined ? [] : ['100']);
          expect(values('search')).toEqual(given.search === undefined ? [] : [given.search]);
          asked.push(...combinations(LISTS.map(values)));
        }
        const wanted = combinations(LISTS.map((name) => [...new Set(given[name] ?? [])]));
        expect(asked.toSorted()).toEqual(wanted.toSorted());
      }),
      { numRuns: 150, seed: 45 },
    );
  });

  test('splitQuery gives one query if it fits', () => {
    const gtins = ['1', '2'];
    expect(splitQuery({ gtins })).toEqual([buildQuery({ gtins })]);
    expect(splitQuery({})).toEqual(['']);
  });

  test('splitQuery divides only the longest list if that suffices', () => {
    const gtins = Array.from({ length: 1200 }, (_, at) => String(3_607_012_000_000 + at));
    const productRef = Array.from({ length: 100 }, (_, at) => `ROB-${at}`);
    const pieces = splitQuery({ gtins, productRef });
    expect(pieces).toHaveLength(Math.ceil((1200 * 20) / (QUERY_BYTES - 100 * 18)));
    for (const piece of pieces) {
      expect(parsed(piece).filter(([name]) => name === 'productRef')).toHaveLength(100);
    }
  });

  test('splitQuery divides two lists that are both too long into few queries, with each pair of values in exactly one', () => {
    const many = (letter: string) => Array.from({ length: 600 }, (_, at) => `${letter}${at}`.padEnd(20, '-'));
    const pieces = splitQuery({ gtins: many('g'), productRef: many('r') });
    expect(pieces.length).toBeLessThan(40);
    expect(pieces.length).toBeGreaterThan(9);
    const pairs = pieces
      .map((piece) => new URLSearchParams(piece))
      .flatMap((query) => combinations([query.getAll('gtins'), query.getAll('productRef')]));
    expect([pairs.length, new Set(pairs).size]).toEqual([600 * 600, 600 * 600]);
  });

  test('splitQuery gives one query for each value of a parameter that takes one value per request', () => {
    expect(splitQuery({ supplierIds: ['a', 'b', 'a'], limit: 5 })).toEqual([
      'limit=5&supplierIds=a',
      'limit=5&supplierIds=b',
    ]);
  });

  test.each<[string, QueryParams]>([
    ['a search', { search: 'x'.repeat(9000) }],
    ['a single value', { gtins: ['1', 'x'.repeat(9000)] }],
  ])('splitQuery refuses %s that never fits, with the limit in bytes', (_, given) => {
    const refusal = { exit: 'usage', code: 'query-too-long', message: expect.stringContaining('bytes') };
    expect(() => splitQuery(given)).toThrow(expect.objectContaining(refusal));
  });
});

const sizeOf = (value: string): number => encodeURIComponent(value).length;

/** One value of each list; a list without values counts like one value. */
function combinations(lists: readonly (readonly string[])[]): string[] {
  return lists.reduce<string[]>(
    (made, values) =>
      made.flatMap((before) =>
        (values.length === 0 ? ['-'] : values).map((value) => JSON.stringify([before, value])),
      ),
    [''],
  );
}

test('the table of query parameters has those that the interface shows, and others only for numbers', () => {
  expect(QUERY_PARAMETERS.filter(({ documented: shown }) => shown).map(({ name }) => name)).toEqual([
    ...['offset', 'limit', 'search', 'sortBy', 'orderBy', 'brandProductId', 'brandProductUniqueIdentifier'],
    ...['productRef', 'productName', 'collections', 'productCategories', 'colorCode', 'gtins'],
    'marketSegment',
    ...['traceabilityStartDate', 'theoreticalTraceabilityEndDate', 'supplierIds', 'isProductInAGECScope'],
  ]);
  const others = QUERY_PARAMETERS.filter(({ documented: shown }) => !shown);
  expect(others.every(({ value }) => value.type === 'number')).toBe(true);
});
