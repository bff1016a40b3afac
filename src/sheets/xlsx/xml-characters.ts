import { Damage } from '../damage.ts';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp;', '&'],
  ['lt;', '<'],
  ['gt;', '>'],
  ['quot;', '"'],
  ['apos;', "'"],
]);

/** A slice of a long string keeps all of it in memory; a text that is joined and cut again is one of its own. */
export function detached(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

/** Line ends as XML means them. */
export function unixLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/**
 * Text of a part with its entities resolved: the five of XML and references to characters.
 *
 * @throws Damage on any other: it would need a document type.
 */
export function decoded(text: string, part: string): string {
  const lines = unixLines(text);
  if (!lines.includes('&')) return lines;
  return lines.replace(/&([^;&]{0,12};?)/g, (_, reference: string) => {
    const character = ENTITIES.get(reference) ?? characterOf(reference);
    if (character !== undefined) return character;
    throw new Damage(`The part ${part} uses an entity that is not one of XML (&${reference}).`);
  });
}

/** Characters at the end, from `from` on, that the next chunk may complete: an entity, or a line end. */
export function heldBack(buffer: string, from: number): number {
  const { length } = buffer;
  const entity = buffer.lastIndexOf('&');
  if (entity >= from && length - entity < 14 && buffer.indexOf(';', entity) === -1) return length - entity;
  return buffer.charCodeAt(length - 1) === 13 ? 1 : 0;
}

function characterOf(reference: string): string | undefined {
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-f]{1,8})|([0-9]{1,9}));$/i.exec(reference) ?? [];
  const code = hexadecimal !== undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal ?? -1);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
