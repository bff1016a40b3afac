import type { Body, Json, KindSpec } from '../../contract/kind.ts';

/** Names of fields that may say what a site is. The interface documents no such field, and trace does not send `siteRole`. */
const DESCRIBING_FIELD = /(role|category|type|kind|name)$/i;

/**
 * Violations of the rules of supplier data collection (interface 4.3): each site except warehouses needs an e-mail,
 * each purchased item a purchase order. A site is a warehouse if a text that describes it contains a word for
 * warehouse.
 */
export function collectionFaults({ name, collection }: KindSpec, body: Body): string[] {
  const { needs, except } = collection ?? {};
  if (!needs || isFilled(body[needs.field])) return [];
  if (except && describedBy(except.words, body)) return [];
  return [
    `${needs.field} should not be empty: supplier data collection needs it of each ${name.replaceAll('-', ' ')}`,
  ];
}

const isFilled = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const describedBy = (words: readonly string[], body: Body): boolean =>
  Object.entries(body).some(
    ([name, value]) =>
      DESCRIBING_FIELD.test(name) &&
      typeof value === 'string' &&
      words.some((word) => folded(value).includes(word)),
  );
