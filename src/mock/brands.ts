import { z } from 'zod';
import { TraceError } from '../errors.ts';

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
    throw wrong('it is not well-formed JSON');
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const [brand] = parsed.error.issues[0]!.path;
    throw wrong(brand === undefined ? 'it is not an object' : `the tokens of ${String(brand)} are not words`);
  }
  const brands = new Map<string, string>();
  for (const [brand, tokens] of Object.entries(parsed.data)) {
    for (const each of [tokens].flat()) {
      if (brands.has(each)) throw wrong(`${brands.get(each)} and ${brand} have the same token`);
      brands.set(each, brand);
    }
  }
  if (brands.size === 0) throw wrong('it names no brand');
  return Object.fromEntries(brands);
}

function wrong(fault: string): TraceError {
  const hint =
    'It must be a JSON object of brands and tokens: {"aurore": "first-token", "boreal": "other-token"}.';
  return new TraceError('usage', 'mock-brands', `The file of brands cannot be used: ${fault}.`, hint);
}
