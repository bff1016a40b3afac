import type { Value } from '../../contract/field.ts';
import type { Json } from '../../contract/kind.ts';
import { matchValue } from '../../contract/list.ts';
import { amountCoercion } from './amount.ts';
import { choiceCoercion } from './choice.ts';
import { type Coercion, type Note, UNREADABLE } from './coercion.ts';
import { countryCoercion, countryOf } from './country.ts';
import { dateCoercion } from './date.ts';
import { isErrorText, isPlaceholder, mayBeNoValue } from './no-value.ts';
import { coerceOpenObject, coerceOpenValue } from './open-value.ts';
import type { Column } from './record.ts';
import { referenceCoercion } from './reference.ts';
import { cleanText, quoted } from './text.ts';
import { coerceEmail, coerceText, coerceUrl } from './text-coercion.ts';
import { coerceBoolean, coerceFlag } from './yes-no.ts';

/** The coercion of a column, by the type of its field, its header and its first values. */
export function coercionOf(column: Column): Coercion {
  const { value, path } = column.field;
  const one = rejectNonValues(value, coercionOfOne(column));
  return path.endsWith('[]') ? listCoercion(value, one) : one;
}

function coercionOfOne(column: Column): Coercion {
  const { value, path } = column.field;
  switch (value.type) {
    case 'text':
      return coerceText;
    case 'reference':
      return referenceCoercion(column.datesMeant === true);
    case 'number':
      return amountCoercion(value, column.header, column.decimal, column.guessed, column.remark);
    case 'boolean':
      return coerceBoolean;
    case 'flag':
      return coerceFlag;
    case 'choice':
      return choiceCoercion(value.list);
    case 'country':
      return countryCoercion(column.onlyCodes === true);
    case 'date':
      return dateCoercion(column.dateOrder, column.guessed, column.date1904);
    case 'email':
      return coerceEmail;
    case 'url':
      return coerceUrl;
    case 'open':
      return column.path === path && !value.scalar ? coerceOpenObject : coerceOpenValue;
  }
}

/**
 * Rejects texts that are not values, before the coercion of any type: spreadsheet errors (`#N/A` is not the list
 * value `N/A`), and placeholders, unless the list has that word.
 */
function rejectNonValues(value: Value, one: Coercion): Coercion {
  const isInList = (text: string) => value.type === 'choice' && matchValue(value.list, text) !== undefined;
  return (cell, note) => {
    if (typeof cell !== 'string' || !mayBeNoValue(cell)) return one(cell, note);
    const text = cleanText(cell);
    if (isErrorText(text)) {
      note('cell-error', cell, `the cell contains the spreadsheet error ${text}`);
      return UNREADABLE;
    }
    if (isPlaceholder(text) && !isInList(text)) {
      note(
        'placeholder',
        cell,
        `${quoted(text)} is a placeholder for a value`,
        'enter the value, or leave the cell blank',
      );
      return UNREADABLE;
    }
    return one(cell, note);
  };
}

const BETWEEN = /[;|\n\r\u2028\u2029]+/;

/** A comma with text on both sides. */
const COMMA = /[^\s,，、;|][^\S\n\r]*[,，、]+[^\S\n\r]*[^\s,，、;|]/;

/** Types whose values may contain a comma. It does not separate values, although the person may expect that. */
const COMMA_JOINS: ReadonlySet<Value['type']> = new Set(['text', 'reference', 'open']);

/**
 * Reads a column whose cells contain several values, separated by semicolons, bars or line breaks. A comma separates
 * only list values and countries, and only if the whole text is not a value and every piece is.
 */
function listCoercion(value: Value, one: Coercion): Coercion {
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
  const several = cell.split(/[,，、;|\n\r]/).map((part) => part.trim());
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
    if (isOne(cleanText(part))) return [part];
    const smaller = part.split(',').map((piece) => piece.trim());
    return smaller.every((piece) => isOne(cleanText(piece))) ? smaller : [part];
  });
}

function validity(value: Value): ((text: string) => boolean) | undefined {
  if (value.type === 'choice') return (text) => matchValue(value.list, text) !== undefined;
  if (value.type === 'country') return (text) => 'code' in countryOf(text);
  return undefined;
}
