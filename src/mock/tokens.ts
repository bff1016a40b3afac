import type { InterfaceName } from '../contract/kind.ts';
import { MockRefusal } from './refusal.ts';

/** The brand of all callers if the mock has a single token or accepts any token. */
export const DEFAULT_BRAND = 'default';

/** The brand of each token. Without tokens, any token is accepted, for one brand. */
export class MockTokens {
  readonly #brands: ReadonlyMap<string, string>;

  constructor(token: string | null | undefined, brandOf: Readonly<Record<string, string>> = {}) {
    const own: [string, string][] = token ? [[token, DEFAULT_BRAND]] : [];
    this.#brands = new Map([...own, ...Object.entries(brandOf)]);
  }

  /**
   * The brand of the caller by the `Authorization` header.
   *
   * @throws Refusal with the error code for it. Its status in v3 is a guess.
   */
  brand(header: string | undefined, interfaceName: InterfaceName): string {
    const given = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
    const brand = this.#brands.size === 0 ? DEFAULT_BRAND : this.#brands.get(given ?? '');
    if (given !== undefined && brand !== undefined) return brand;
    const fault = given === undefined ? 'NO_TOKEN' : 'INVALID_SESSION';
    throw interfaceName === 'v2' ? new MockRefusal(400, [fault]) : new MockRefusal(401, [fault], fault);
  }
}
