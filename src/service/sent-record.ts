import type { KindSpec } from '../contract/kind.ts';
import { parseJson } from './error-body.ts';

export type Fields = { readonly [name: string]: unknown };

/**
 * What the body of a 201 names otherwise than the request (`sent`, JSON) did: its batch, its project type or a field of its
 * key. Null when it agrees, or says nothing of them.
 */
export function otherThanSent(kind: KindSpec, body: Fields, sent: string): string | null {
  const request = parseJson(sent);
  if (typeof request !== 'object' || request === null) return null;
  for (const name of ['projectType', kind.batchField, ...kind.key]) {
    const asked = textsIn((request as Fields)[name]);
    const shown = body[name];
    if (asked.length === 0 || shown === undefined || shown === null || shown === '') continue;
    const texts = textsIn(shown);
    if (texts.some((text) => asked.some((one) => folded(one) === folded(text)))) continue;
    return `the ${name} ${texts.length === 0 ? JSON.stringify(shown) : texts.join(', ')} instead of ${asked.join(', ')}`;
  }
  return null;
}

/** The texts of a value, of a list of values (`productRef`, interface 2.4) or of an object (`productColorCode`). */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Case and blanks are the service's to write. */
const folded = (text: string): string => text.normalize().replace(/\s+/g, ' ').trim().toLowerCase();
