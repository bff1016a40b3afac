import type { KindSpec } from '../contract/kind.ts';
import { parseJson } from './error-body.ts';

export type Fields = { readonly [name: string]: unknown };

/**
 * How the body of a 201 differs from the request (`sent`, JSON) in batch, project type or key. Null if they agree, or
 * if the body does not contain these fields.
 */
export function otherThanSent(kind: KindSpec, body: Fields, sent: string): string | null {
  const request = parseJson(sent);
  if (typeof request !== 'object' || request === null) return null;
  for (const name of ['projectType', kind.batchField, ...kind.key]) {
    const requested = textsIn((request as Fields)[name]);
    const shown = body[name];
    if (requested.length === 0 || shown === undefined || shown === null || shown === '') continue;
    const texts = textsIn(shown);
    if (texts.some((text) => requested.some((one) => folded(one) === folded(text)))) continue;
    return `the ${name} ${texts.length === 0 ? JSON.stringify(shown) : texts.join(', ')} instead of ${requested.join(', ')}`;
  }
  return null;
}

/** The texts in a value, in a list of values (`productRef`, interface 2.4) or in an object (`productColorCode`). */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Normalizes case and spaces, which the service may change. */
const folded = (text: string): string => text.normalize().replace(/\s+/g, ' ').trim().toLowerCase();
