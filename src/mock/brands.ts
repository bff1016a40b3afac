import { z } from 'zod';
import { type TraceError, usage } from '../errors.ts';
import { say } from '../say.ts';

/** A token is a single word, because it is sent in a header. */
const token = z.string().regex(/^\S+$/);

const schema = z.record(z.string().min(1), z.union([token, z.array(token).min(1)]));

/**
 * Parses JSON with the tokens of each brand: `{ "aurore": "token", "boreal": ["one", "another"] }`. Returns the brand of
 * each token. Error messages contain no tokens.
 */
export function parseBrands(text: string): Readonly<Record<string, string>> {
  let raw: unknown;
  try {
    raw = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw brandsError(say().mockServer.notJson());
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const [brand] = parsed.error.issues[0]!.path;
    throw brandsError(
      brand === undefined
        ? say().mockServer.notObject()
        : say().mockServer.tokensNotWords({ brand: String(brand) }),
    );
  }
  const brands = new Map<string, string>();
  for (const [brand, tokens] of Object.entries(parsed.data)) {
    for (const each of [tokens].flat()) {
      const other = brands.get(each);
      if (other !== undefined) throw brandsError(say().mockServer.sameToken({ brand: other, other: brand }));
      brands.set(each, brand);
    }
  }
  if (brands.size === 0) throw brandsError(say().mockServer.noBrand());
  return Object.fromEntries(brands);
}

function brandsError(fault: string): TraceError {
  const { brands, brandsHow } = say().mockServer;
  return usage('mock-brands', brands({ fault }), brandsHow());
}
