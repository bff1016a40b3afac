import { jsonText } from '../../terminal-text.ts';

/**
 * The shape of the JSON report. A field may be added under the same version; a field that changes its meaning or
 * goes makes a new one. All fields are always there: what is not known is null.
 */
export const SCHEMA_VERSION = 1;

/** Characters gathered before they are handed on. */
const CHUNK = 64 * 1024;

export type AnyIterable<Item> = Iterable<Item> | AsyncIterable<Item>;

/** A member of a document: a value as it is, or a list that is written item by item, each on a line of its own. */
export type Member =
  | { readonly name: string; readonly value: () => unknown }
  | { readonly name: string; readonly list: AnyIterable<unknown> };

/**
 * A JSON object in chunks of about 64 KiB, whatever the length of its lists. Values are asked for when their turn
 * comes, so that a count may follow the list that it counts.
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
