import type { Body, Json, KindSpec } from '../../contract/kind.ts';

/** Names of fields that may say what a site is: the interface shows none, and `siteRole` of trace never leaves. */
const TELLING = /(role|category|type|kind|name)$/i;

/**
 * What supplier data collection asks of a body (interface 4.3): an e-mail of each site but warehouses, a purchase order of
 * each purchased item. A site is a warehouse for the mock when a text of its body says so.
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
