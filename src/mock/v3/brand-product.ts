import { toContractNames } from '../../contract/body.ts';
import type { Body, Json, KindSpec } from '../../contract/kind.ts';
import { DEFAULT_DEADLINE_DAYS } from '../../contract/v3/brand-product-query.ts';
import type { BrandProductLinks, BrandProductListItem } from '../../contract/v3/brand-product-read.ts';
import { momentOf } from '../../contract/v3/query-read.ts';
import { setAt } from '../responses.ts';
import type { V3Record } from './records.ts';

/** The possible names of each value in a body, ignoring case and underscores. The first match is used. */
const NAMES = {
  name: ['name', 'productName'],
  reference: ['reference', 'productRef', 'ref'],
  collections: ['collections', 'collection', 'brandCollection', 'productCollectionRef'],
  categories: ['productCategories', 'productCategory', 'categories', 'category'],
  colorCode: ['colorCode', 'productColorCode'],
  gtins: ['gtins', 'gtinsOrEans', 'gtin'],
  start: ['traceabilityStartDate', 'traceabilityLaunchDate'],
  end: ['theoreticalTraceabilityEndDate', 'traceabilityEndDate', 'traceabilityDeadline'],
} as const satisfies Record<string, readonly string[]>;

/** The values of a brand product that the mock uses. The interface does not document its body. */
export type BrandProduct = ReturnType<typeof brandProductOf>;

/** Reads a body. By default, the deadline is 70 days after the launch, and the product has links. */
export function brandProductOf(body: Body) {
  const own = new Map(Object.entries(body).map(([name, value]) => [folded(name), value]));
  const given = (...names: readonly string[]): Json =>
    names.map((name) => own.get(folded(name))).find((value) => value !== undefined && value !== null) ?? null;
  const traceabilityStartDate = textIn(given(...NAMES.start));
  return {
    name: textIn(given(...NAMES.name)),
    reference: textIn(given(...NAMES.reference)),
    collections: textsIn(given(...NAMES.collections)),
    categories: textsIn(given(...NAMES.categories)),
    colorCode: textIn(given(...NAMES.colorCode)),
    gtins: textsIn(given(...NAMES.gtins)),
    marketSegment: textIn(given('marketSegment')),
    producedQuantity: numberIn(given('producedQuantity')),
    isProductInAGECScope: booleanIn(given('isProductInAGECScope')),
    traceabilityStartDate,
    theoreticalTraceabilityEndDate: textIn(given(...NAMES.end)) ?? defaultDeadline(traceabilityStartDate),
    hasCommunicationPackage: booleanIn(given('hasCommunicationPackage')) ?? true,
  };
}

const DAY_MS = 86_400_000;

/** The default deadline, in the form of the launch: a day or a date-time. */
function defaultDeadline(launch: string | null): string | null {
  const moment = launch === null ? null : momentOf(launch);
  if (launch === null || moment === null) return null;
  const end = new Date(moment + DEFAULT_DEADLINE_DAYS * DAY_MS);
  if (Number.isNaN(end.getTime())) return null;
  return launch.length === 10 ? end.toISOString().slice(0, 10) : end.toISOString();
}

/** The names of the links of a brand product. */
export const LINK_NAMES = ['qrCode', 'web'] as const;

/** The address of the page of a brand product. */
export const webLink = (id: string, baseUrl: string): string => `${baseUrl}/brand-product-pages/${id}`;

/** The links to the printable pages (interface 4.4). */
function linksOf(record: V3Record, hasCommunicationPackage: boolean, baseUrl: string): BrandProductLinks {
  const web = webLink(record.id, baseUrl);
  const shown = (name: string, link: string) =>
    hasCommunicationPackage && !record.missingLinks.includes(name) ? link : null;
  return { qrCode: shown('qrCode', `${web}/qr`), web: shown('web', web) };
}

/** An item of the list: the fields that the interface documents, and those that describe the product. */
export function listItem(record: V3Record, product: BrandProduct, baseUrl: string): BrandProductListItem {
  const { hasCommunicationPackage, collections, categories, ...rest } = product;
  return {
    id: record.id,
    uniqueIdentifier: record.uniqueIdentifier,
    ...rest,
    collections,
    productCategories: categories,
    gtins: product.gtins,
    hasCommunicationPackage,
    links: linksOf(record, hasCommunicationPackage, baseUrl),
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
}

/** The whole record in the response of a create or an update, with links if the kind has them. */
export function wholeRecord(kind: KindSpec, record: V3Record, baseUrl: string): { [name: string]: Json } {
  const { id, uniqueIdentifier, createdAt, updatedAt } = record;
  const body: { [name: string]: Json } = { ...record.body, id, uniqueIdentifier };
  const { qrCodeLink, showcaseLink } = kind.response;
  if (qrCodeLink !== undefined && showcaseLink !== undefined) {
    const { hasCommunicationPackage } = brandProductOf(record.body);
    const { qrCode, web } = linksOf(record, hasCommunicationPackage, baseUrl);
    body.hasCommunicationPackage = hasCommunicationPackage;
    for (const path of [qrCodeLink, showcaseLink]) delete body[path.split('.')[0]!];
    setAt(body, qrCodeLink, qrCode);
    setAt(body, showcaseLink, web);
  }
  return toContractNames(kind, { ...body, createdAt, updatedAt });
}

const folded = (name: string): string => name.replace(/_/g, '').toLowerCase();

function textIn(value: Json): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) && value.length > 0 ? textIn(value[0]!) : null;
}

function textsIn(value: Json): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.map(textIn).filter((text) => text !== null);
}

/** A number, or the amount of a quantity with its unit; null for anything else. */
export function numberIn(value: Json | undefined): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return typeof value.value === 'number' ? value.value : null;
}

function booleanIn(value: Json): boolean | null {
  return typeof value === 'boolean' ? value : null;
}
