/**
 * A slow and simple implementation of the brand-product list of interface 4.4, which shares nothing with the mock.
 * Where 4.4 is unclear, it does what the mock documents: a record without a value matches no filter; values that start
 * with a digit are sorted after the others, in both orders.
 */

/** A product as the tests know it: days are YYYY-MM-DD, null means no value. */
export interface Known {
  readonly id: string;
  readonly uniqueIdentifier: string;
  readonly name: string | null;
  readonly ref: string | null;
  readonly collections: readonly string[];
  readonly categories: readonly string[];
  readonly color: string | null;
  readonly gtins: readonly string[];
  readonly segment: string | null;
  readonly quantity: number | null;
  readonly start: string | null;
  readonly deadline: string | null;
  readonly suppliers: readonly string[];
  readonly agec: boolean | null;
  readonly createdAt: string;
  readonly cost: number;
}

type Pairs = readonly (readonly [string, string])[];

/** The ids of all matches, in order. */
export function expectedIds(products: readonly Known[], pairs: Pairs): string[] {
  const one = (name: string) => pairs.find(([key]) => key === name)?.[1];
  const found: Known[] = [];
  for (const product of products) {
    if (!matches(product, pairs, one)) continue;
    const at = found.findIndex((other) => precedes(product, other, one('sortBy'), one('orderBy')));
    found.splice(at === -1 ? found.length : at, 0, product);
  }
  return found.map(({ id }) => id);
}

function matches(product: Known, pairs: Pairs, one: (name: string) => string | undefined): boolean {
  const search = one('search');
  if (search !== undefined) {
    const words = [product.name ?? '', product.id, product.ref ?? '', ...product.collections];
    if (!words.some((word) => word.toUpperCase().includes(search.toUpperCase()))) return false;
  }
  const lists: [string, readonly (string | null)[]][] = [
    ['brandProductId', [product.id]],
    ['brandProductUniqueIdentifier', [product.uniqueIdentifier]],
    ['productRef', [product.ref]],
    ['productName', [product.name]],
    ['collections', product.collections],
    ['productCategories', product.categories],
    ['colorCode', [product.color]],
    ['gtins', product.gtins],
    ['marketSegment', [product.segment]],
    ['supplierIds', product.suppliers],
    ['isProductInAGECScope', [product.agec === null ? null : String(product.agec)]],
  ];
  for (const [name, own] of lists) {
    const asked = pairs.filter(([key]) => key === name).map(([, value]) => value);
    if (asked.length > 0 && !asked.some((value) => own.includes(value))) return false;
  }
  const deadline = product.deadline ?? (product.start === null ? null : seventyDaysAfter(product.start));
  const ranges: [string, string | null][] = [
    ['traceabilityStartDate', product.start],
    ['theoreticalTraceabilityEndDate', deadline],
  ];
  for (const [name, day] of ranges) {
    const [start, end] = [one(`${name}[start]`), one(`${name}[end]`)];
    if (start !== undefined && (day === null || day < start)) return false;
    if (end !== undefined && (day === null || day > end)) return false;
  }
  const numbers: [string, number | null][] = [
    ['producedQuantity', product.quantity],
    ['frenchEnvironmentalCost', product.cost],
  ];
  for (const [name, own] of numbers) {
    for (const [operator, holds] of Object.entries(OPERATORS)) {
      const asked = pairs.filter(([key]) => key === `${name}[${operator}]`).map(([, value]) => Number(value));
      if (asked.length > 0 && (own === null || !asked.some((value) => holds(own, value)))) return false;
    }
  }
  return true;
}

const OPERATORS: Record<string, (own: number, asked: number) => boolean> = {
  eq: (own, asked) => own === asked,
  neq: (own, asked) => own !== asked,
  gt: (own, asked) => own > asked,
  gte: (own, asked) => own >= asked,
  lt: (own, asked) => own < asked,
  lte: (own, asked) => own <= asked,
  min: (own, asked) => own >= asked,
  max: (own, asked) => own <= asked,
};

function seventyDaysAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 70);
  return date.toISOString().slice(0, 10);
}

/** Whether one product is sorted before another. */
function precedes(a: Known, b: Known, sortBy = 'createdAt', orderBy = 'asc'): boolean {
  const [x, y] = [keyOf(a, sortBy), keyOf(b, sortBy)];
  if (x === null || y === null) return x === y ? a.id < b.id : y === null;
  if (typeof x === 'string' && typeof y === 'string' && TEXTS.has(sortBy)) {
    const [xDigit, yDigit] = [startsWithDigit(x), startsWithDigit(y)];
    if (xDigit !== yDigit) return yDigit;
  }
  const [low, high] = [fold(x), fold(y)];
  if (low === high) return a.id < b.id;
  return orderBy === 'asc' ? low < high : low > high;
}

const TEXTS = new Set(['name', 'reference', 'collection', 'category', 'colorCode', 'uniqueIdentifier']);
const startsWithDigit = (text: string): boolean => '0123456789'.includes(text[0] ?? 'x');
const fold = (value: string | number): string | number =>
  typeof value === 'string' ? value.toLowerCase() : value;

function keyOf(product: Known, sortBy: string): string | number | null {
  const keys: Record<string, string | number | null> = {
    createdAt: product.createdAt,
    uniqueIdentifier: product.uniqueIdentifier,
    name: product.name,
    reference: product.ref,
    collection: product.collections[0] ?? null,
    category: product.categories[0] ?? null,
    colorCode: product.color,
    producedQuantity: product.quantity,
    traceabilityStartDate: product.start,
    theoreticalTraceabilityEndDate:
      product.deadline ?? (product.start === null ? null : seventyDaysAfter(product.start)),
    frenchEnvironmentalCost: product.cost,
  };
  return keys[sortBy] ?? null;
}

export const REFERENCE_SORTS = [
  ...['createdAt', 'uniqueIdentifier', 'name', 'reference', 'collection', 'category', 'colorCode'],
  ...['producedQuantity', 'traceabilityStartDate', 'theoreticalTraceabilityEndDate'],
  'frenchEnvironmentalCost',
];
