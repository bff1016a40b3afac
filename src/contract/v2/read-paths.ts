import type { Language } from './study-lists.ts';

/** The v2 read paths (interface 4.2). Ids are encoded, because references contain spaces, accents and slashes. */
export const readPaths = {
  products: '/v2/products',
  product: (id: string) => `/v2/products/${encodeURIComponent(id)}`,
  packagings: '/v2/packaging',
  packaging: (id: string) => `/v2/packaging/${encodeURIComponent(id)}`,
  studies: '/v2/studies',
  study: (collectionRef: string, productRef: string, colorCode: string) =>
    `/v2/studies?${Object.entries({ collectionRef, productRef, colorCode })
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')}`,
  studyDetails: (id: string) => `/v2/studies/${encodeURIComponent(id)}/details`,
  studyShowcase: (id: string) => `/v2/studies/${encodeURIComponent(id)}/showcase`,
} as const;

/** The parameters of a list path (interface 4.2). The service uses its defaults for omitted parameters. */
export interface ListQuery {
  readonly limit: number;
  readonly offset: number;
  readonly sortBy?: string | undefined;
  readonly sortDesc?: boolean | undefined;
  readonly search?: string | undefined;
}

/** A list path with the parameters of a page. */
export function listPath(path: string, query: ListQuery): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${path}?${parts.join('&')}`;
}

/** A study path that requests texts in these languages, or in all languages if there are none. */
export function inLanguages(path: string, languages: readonly Language[]): string {
  if (languages.length === 0) return path;
  const query = languages.map((language) => `lang=${language}`).join('&');
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}
