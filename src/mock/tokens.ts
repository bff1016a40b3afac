/** The brand of all callers if the mock has a single token or accepts any token. */
export const DEFAULT_BRAND = 'default';

/** The brand of a caller, or what is wrong with the token. */
export type Caller = { readonly brand: string } | { readonly fault: TokenFault };
type TokenFault = 'NO_TOKEN' | 'INVALID_SESSION';

/** The brand of each token. Without tokens, any token is accepted, for one brand. */
export class Tokens {
  readonly #brands: ReadonlyMap<string, string>;

  constructor(token: string | null | undefined, brandOf: Readonly<Record<string, string>> = {}) {
    const own: [string, string][] = token ? [[token, DEFAULT_BRAND]] : [];
    this.#brands = new Map([...own, ...Object.entries(brandOf)]);
  }

  /** Identifies the caller by the `Authorization` header, or returns the error code for it. */
  caller(header: string | undefined): Caller {
    const given = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
    if (given === undefined) return { fault: 'NO_TOKEN' };
    const brand = this.#brands.size === 0 ? DEFAULT_BRAND : this.#brands.get(given);
    return brand === undefined ? { fault: 'INVALID_SESSION' } : { brand };
  }
}
