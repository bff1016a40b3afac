import type { Value } from '../../contract/field.ts';
import type { Json } from '../../contract/kind.ts';
import { matchValue } from '../../contract/list.ts';
import { type Coercion, type Note, UNREADABLE } from './coercion.ts';
import { countryOf } from './country.ts';
import { cleanText } from './text.ts';

const BETWEEN = /[;|\n\r\u2028\u2029]+/;

/** A comma with something on both sides. */
const COMMA = /[^\s,，、;|][^\S\n\r]*[,，、]+[^\S\n\r]*[^\s,，、;|]/;

/** Values that may contain a comma: it does not separate them, and whoever typed it may think that it does. */
const COMMA_JOINS: ReadonlySet<Value['type']> = new Set(['text', 'reference', 'open']);

/**
 * The coercion of a column of which each cell holds several values, between semicolons, bars or line breaks. A comma
 * separates only list values and countries, and only when the whole is none and every piece is one.
 */
export function listCoercion(value: Value, one: Coercion): Coercion {
  const isOne = validity(value);
  const joins = COMMA_JOINS.has(value.type);
  return (cell, note) => {
    if (typeof cell !== 'string') {
      const single = one(cell, note);
      return single === undefined || single === UNREADABLE ? single : [single];
    }
    const items: Json[] = [];
    let unreadable = false;
    for (const piece of pieces(cell, isOne)) {
      const item = one(piece, note);
      if (item === UNREADABLE) unreadable = true;
      else if (item !== undefined) items.push(item);
    }
    if (unreadable) return UNREADABLE;
    if (joins && COMMA.test(cell)) noteComma(cell, note);
    return items.length === 0 ? undefined : items;
  };
}

function noteComma(cell: string, note: Note): void {
  const several = cell.split(/[,，、;|\n\r]+/).map((part) => part.trim());
  note(
    'list-comma',
    cell,
    'a comma does not separate the values of this list',
    `if they are several: ${several.filter((part) => part !== '').join('; ')}`,
  );
}

function pieces(cell: string, isOne: ((text: string) => boolean) | undefined): string[] {
  const parts = BETWEEN.test(cell) ? cell.split(BETWEEN) : [cell];
  // spaces around a separator are no finding
  const trimmed = parts.length === 1 ? parts : parts.map((part) => part.trim());
  if (!isOne || !cell.includes(',')) return trimmed;
  return trimmed.flatMap((part) => {
    if (!part.includes(',') || isOne(cleanText(part))) return [part];
    const smaller = part.split(',').map((piece) => piece.trim());
    return smaller.every((piece) => isOne(cleanText(piece))) ? smaller : [part];
  });
}

function validity(value: Value): ((text: string) => boolean) | undefined {
  if (value.type === 'choice') return (text) => matchValue(value.list, text) !== undefined;
  if (value.type === 'country') return (text) => 'code' in countryOf(text);
  return undefined;
}
