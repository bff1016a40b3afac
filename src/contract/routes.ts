import { FAMILIES, type FamilyName } from './family.ts';
import type { KindSpec } from './kind.ts';

/** The create path of a kind in a family, without the base address (interface 4.1). */
export function createPath(kind: KindSpec, family: FamilyName): string {
  return `${FAMILIES[family].prefix}/${kind.route}`;
}

/** The v2 read paths (interface 4.2); the id is encoded, as references hold spaces, accents and slashes. */
export const readPaths = {
  products: '/v2/products',
  product: (id: string) => `/v2/products/${encodeURIComponent(id)}`,
  packagings: '/v2/packaging',
  packagingPage: (search: string, offset: number, limit: number) =>
    `/v2/packaging?limit=${limit}&offset=${offset}&search=${encodeURIComponent(search)}`,
  packaging: (id: string) => `/v2/packaging/${encodeURIComponent(id)}`,
  studies: '/v2/studies',
  study: (collectionRef: string, productRef: string, colorCode: string) =>
    `/v2/studies?${Object.entries({ collectionRef, productRef, colorCode })
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')}`,
  studyDetails: (id: string) => `/v2/studies/${encodeURIComponent(id)}/details`,
  studyShowcase: (id: string) => `/v2/studies/${encodeURIComponent(id)}/showcase`,
} as const;
