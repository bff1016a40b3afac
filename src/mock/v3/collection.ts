import type { Body, Json, KindSpec } from '../../contract/kind.ts';

/** Names of fields that may describe a site: the interface shows none, and trace does not send `siteRole`. */
const TELLING = /(role|category|type|kind|name)$/i;

/**
 * The rules of supplier data collection that a body violates (interface 4.3): an e-mail for each site except warehouses,
 * a purchase order for each purchased item. A site counts as a warehouse when a text of its body says so.
 */
export function collectionFaults({ name, collection }: KindSpec, body: Body): string[] {
  const { needs, except } = collection ?? {};
  if (!needs || isFilled(body[needs.field])) return [];
  if (except && saysOneOf(except.words, body)) return [];
  return [
    `${needs.field} should not be empty: supplier data collection needs it of each ${name.replaceAll('-', ' ')}`,
  ];
}

const isFilled = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const saysOneOf = (words: readonly string[], body: Body): boolean =>
  Object.entries(body).some(
    ([name, value]) =>
      TELLING.test(name) && typeof value === 'string' && words.some((word) => folded(value).includes(word)),
  );
