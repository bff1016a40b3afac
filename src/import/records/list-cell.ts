import type { Value } from '../../contract/field.ts';
import type { Json } from '../../contract/kind.ts';
import { matchValue } from '../../contract/list.ts';
import { type Coercion, type Note, UNREADABLE } from './coercion.ts';
import { countryOf } from './country.ts';
import { cleanText } from './text.ts';

const BETWEEN = /[;|\n\r\u2028\u2029]+/;

/** A comma with text on both sides. */
const COMMA = /[^\s,，、;|][^\S\n\r]*[,，、]+[^\S\n\r]*[^\s,，、;|]/;

/** Types whose values may contain a comma. It does not separate values, although the person may expect that. */
const COMMA_JOINS: ReadonlySet<Value['type']> = new Set(['text', 'reference', 'open']);

/**
 * Reads a column whose cells contain several values, separated by semicolons, bars or line breaks. A comma separates
 * only list values and countries, and only if the whole text is not a value and every piece is. A `separator` from a map file replaces all of them.
 */
export function listCoercion(value: Value, one: Coercion, separator?: string): Coercion {
  const isOne = validity(value);
  const joins = COMMA_JOINS.has(value.type);
  return (cell, note) => {
    if (typeof cell !== 'string') {
      const single = one(cell, note);
      return single === undefined || single === UNREADABLE ? single : [single];
    }
    const items: Json[] = [];
    let unreadable = false;
    const split =
      separator === undefined ? pieces(cell, isOne) : cell.split(separator).map((part) => part.trim());
    for (const piece of split) {
      const item = one(piece, note);
      if (item === UNREADABLE) unreadable = true;
      else if (item !== undefined) items.push(item);
    }
    if (unreadable) return UNREADABLE;
    if (separator === undefined && joins && COMMA.test(cell)) noteComma(cell, note);
    return items.length === 0 ? undefined : items;
  };
}

function noteComma(cell: string, note: Note): void {
  const several = cell.split(/[,，、;|\n\r]+/).map((part) => part.trim());
  note(
    'list-comma',
    cell,
    'a comma does not separate the values of this list',
    `if these are several values: ${several.filter((part) => part !== '').join('; ')}`,
  );
}

function pieces(cell: string, isOne: ((text: string) => boolean) | undefined): string[] {
  const parts = BETWEEN.test(cell) ? cell.split(BETWEEN) : [cell];
  // Spaces around a separator are not reported.
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
