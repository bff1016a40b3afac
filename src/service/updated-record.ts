import { readCreated } from '../contract/create-response.ts';
import type { KindSpec } from '../contract/kind.ts';
import { parseJson } from './error-body.ts';
import type { UpdateRequest } from './service.ts';

type Fields = { readonly [name: string]: unknown };

/** Whether a body contains a record: an id, a field of the key, or a field that `sent` sets. */
export function showsRecord(kind: KindSpec, body: Fields, sent: string): boolean {
  const set = parseJson(sent);
  const names = [...kind.key, ...(typeof set === 'object' && set !== null ? Object.keys(set) : [])];
  return names.some((name) => Object.hasOwn(body, name)) || readCreated(kind, body) !== null;
}

/** The key in a body if it is not the key of the updated record; else null. */
export function otherKey(kind: KindSpec, body: Fields, by: UpdateRequest['by']): string | null {
  const requested = 'id' in by ? by.id : by.uniqueIdentifier;
  const shown = 'id' in by ? readCreated(kind, body)?.id : body.uniqueIdentifier;
  if (shown === undefined || shown === null) return null;
  const text = typeof shown === 'object' ? JSON.stringify(shown) : String(shown);
  // UUIDs are compared without case.
  const plain = (key: string) => ('id' in by ? key.toLowerCase() : key.normalize().trim());
  return plain(text) === plain(requested) ? null : text;
}
