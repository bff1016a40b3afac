import { say } from '../../say.ts';
import { Damage } from '../damage.ts';

export const CARRIAGE_RETURN = 0x0d;
const LAST_CODE_POINT = 0x10ffff;
/** An ampersand, up to 12 characters of a reference, and a semicolon. */
const LONGEST_ENTITY = 13;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp;', '&'],
  ['lt;', '<'],
  ['gt;', '>'],
  ['quot;', '"'],
  ['apos;', "'"],
]);

/** Copies a text, because a slice of a long string keeps all of it in memory. */
export function copyOfText(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

/** Normalises line ends as XML requires. */
export function unixLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/**
 * Resolves the entities of a text: the five that XML defines, and character references.
 *
 * @throws Damage for any other entity, which would need a document type.
 */
export function resolveEntities(text: string, part: string): string {
  const lines = unixLines(text);
  if (!lines.includes('&')) return lines;
  return lines.replace(/&([^;&]{0,12};?)/g, (_, reference: string) => {
    const character = ENTITIES.get(reference) ?? characterOf(reference);
    if (character !== undefined) return character;
    throw new Damage(say().damaged.entity({ part, entity: `&${reference}` }));
  });
}

/** Length of an entity or line end at the end of the text, after `from`, that the next chunk may complete; 0 if none. */
export function incompleteEnd(buffer: string, from: number): number {
  const { length } = buffer;
  const entity = buffer.lastIndexOf('&');
  if (entity >= from && length - entity <= LONGEST_ENTITY && buffer.indexOf(';', entity) === -1)
    return length - entity;
  return buffer.charCodeAt(length - 1) === CARRIAGE_RETURN ? 1 : 0;
}

function characterOf(reference: string): string | undefined {
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-f]{1,8})|([0-9]{1,9}));$/i.exec(reference) ?? [];
  const code = hexadecimal !== undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal ?? -1);
  return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : undefined;
}
