import { jsonText } from '../../terminal-text.ts';

/**
 * The version of the JSON output. Adding a field does not change it; removing a field or changing its meaning does. All
 * fields are always present; unknown values are null.
 */
export const SCHEMA_VERSION = 1;

/** Length of a chunk, in characters. */
const CHUNK = 64 * 1024;

export type AnyIterable<Item> = Iterable<Item> | AsyncIterable<Item>;

/** A member of a document: a value, or a list that is written item by item, one per line. */
export type Member =
  | { readonly name: string; readonly value: () => unknown }
  | { readonly name: string; readonly list: AnyIterable<unknown> };

/** The object that `jsonDocument` writes, with its lists in memory. */
export async function documentOf<Document>(members: readonly Member[]): Promise<Document> {
  const document: Record<string, unknown> = {};
  for (const member of members)
    document[member.name] = 'value' in member ? member.value() : await Array.fromAsync(member.list);
  return document as Document;
}

/**
 * A JSON object, in chunks of about 64 KiB. Each `value` is called only after the previous members were written, so a
 * count can follow the list that it counts.
 */
export async function* jsonDocument(members: readonly Member[]): AsyncGenerator<string> {
  let chunk = '{';
  let comma = '';
  for (const member of members) {
    chunk += `${comma}${JSON.stringify(member.name)}:`;
    comma = ',\n';
    if ('value' in member) {
      chunk += jsonText(member.value());
      continue;
    }
    chunk += '[';
    let separator = '\n';
    for await (const item of member.list) {
      chunk += separator + jsonText(item);
      separator = ',\n';
      if (chunk.length >= CHUNK) {
        yield chunk;
        chunk = '';
      }
    }
    chunk += separator === '\n' ? ']' : '\n]';
  }
  yield `${chunk}}\n`;
}
