import { readAnswer } from '../contract/answer.ts';
import type { KindSpec } from '../contract/kind.ts';
import { parseJson } from './error-body.ts';
import type { UpdateRequest } from './service.ts';

type Fields = { readonly [name: string]: unknown };

/** Whether a body shows anything of a record: an id, a field of its key, or a field that `sent` sets. */
export function showsRecord(kind: KindSpec, body: Fields, sent: string): boolean {
  const set = parseJson(sent);
  const names = [...kind.key, ...(typeof set === 'object' && set !== null ? Object.keys(set) : [])];
  return names.some((name) => Object.hasOwn(body, name)) || readAnswer(kind, body) !== null;
}

/** The key that a body shows where it is not that of the record that was to be updated, else null. */
export function otherKey(kind: KindSpec, body: Fields, by: UpdateRequest['by']): string | null {
  const asked = 'id' in by ? by.id : by.uniqueIdentifier;
  const shown = 'id' in by ? readAnswer(kind, body)?.id : body.uniqueIdentifier;
  if (shown === undefined || shown === null) return null;
  const text = typeof shown === 'object' ? JSON.stringify(shown) : String(shown);
  // A UUID means the same in capitals.
  const plain = (key: string) => ('id' in by ? key.toLowerCase() : key.normalize().trim());
  return plain(text) === plain(asked) ? null : text;
}
