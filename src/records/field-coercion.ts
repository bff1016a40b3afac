import type { Value } from '../contract/field.ts';
import type { Json } from '../contract/kind.ts';
import { matchValue } from '../contract/list.ts';
import { type Coercion, type OnCellFinding, UNREADABLE } from '../recognise/coercion.ts';
import { countryCoercion, countryOf } from '../recognise/country.ts';
import { cellText, cleanText, quoted, rejectNonValues } from '../recognise/text.ts';
import {
  choiceCoercion,
  coerceBoolean,
  coerceEmail,
  coerceFlag,
  coerceText,
  coerceUrl,
  referenceCoercion,
} from '../recognise/text-coercion.ts';
import { say } from '../say.ts';
import { compositionCoercion } from './composition-column.ts';
import { dateCoercion } from './date.ts';
import { headerParts } from './headers.ts';
import { mappedCoercion, wordLookup } from './mapped.ts';
import { amountCoercion } from './number.ts';
import type { Column, ColumnMapping } from './record.ts';
import { nameCoercion } from './record-names.ts';

/** The coercion of a column, by the type of its field, its header and its first values. */
export function coercionOf(column: Column): Coercion {
  const { value, path } = column.field;
  const { mapping } = column;
  const composition = compositionCoercion(column.field, column.words, mapping);
  if (composition) {
    const whole = rejectNonValues(value, composition);
    const lookUp = mapping && wordLookup(mapping);
    // The words that a map file gives for a whole cell can only mean that it has no value.
    return lookUp ? (cell, note) => (lookUp(cell) === null ? undefined : whole(cell, note)) : whole;
  }
  const own = mapping?.names ? nameCoercion(mapping.names, mapping) : coercionOfOne(column);
  const plain = rejectNonValues(value, own);
  const one = mapping ? mappedCoercion(column, mapping, plain) : plain;
  return path.endsWith('[]') ? listCoercion(value, one, mapping) : one;
}

function coercionOfOne(column: Column): Coercion {
  const { value, path } = column.field;
  switch (value.type) {
    case 'text':
      return coerceText;
    case 'reference':
      return referenceCoercion(column.datesMeant === true);
    case 'number':
      return amountCoercion(
        value,
        { text: column.header, unit: column.mapping?.unit ?? headerParts(column.header)?.unit },
        column.decimal,
        column.guessed,
        column.remark,
      );
    case 'boolean':
      return coerceBoolean;
    case 'flag':
      return coerceFlag;
    case 'choice':
      return choiceCoercion(value.list);
    case 'country':
      return countryCoercion(path.endsWith('[]'));
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

const VALUE_SEPARATORS = /[;|\n\r\u2028\u2029]+/;

/** Whether a text has a sign that separates values without a `separators` line: a semicolon, a vertical bar or a line feed. */
export const isSeparated = (text: string): boolean => VALUE_SEPARATORS.test(text);

/** A comma between two texts. */
const COMMA = /[^\s,，、;|][^\S\n\r]*[,，、]+[^\S\n\r]*[^\s,，、;|]/;

/** Whether a text has a comma between two texts. */
export const hasComma = (text: string): boolean => COMMA.test(text);

/**
 * Whether slashes may separate the values of a text: with spaces around them, or between codes of the same form, such
 * as `L-1/L-2`.
 */
export function isSlashed(text: string): boolean {
  if (!text.includes('/') || text.length > LONGEST_LIST) return false;
  const parts = text.split('/').map((part) => part.trim());
  if (parts.includes('')) return false;
  if (/\s\/|\/\s/.test(text)) return true;
  const forms = parts.map((part) => part.replace(/\p{L}+/gu, 'A').replace(/\d+/g, '9'));
  return parts.every((part, at) => part.length > 2 && forms[at] === forms[0] && forms[at]!.includes('9'));
}

/** Longer texts are not searched for slashes. */
const LONGEST_LIST = 1000;

/**
 * Types whose values may contain a comma. For these, a comma does not separate values, although the user may
 * expect that.
 */
const TYPES_WITH_COMMAS: ReadonlySet<Value['type']> = new Set(['text', 'reference', 'open']);

/**
 * Reads a column whose cells contain several values, separated by semicolons, vertical bars or line breaks. A
 * comma separates only list values and countries, and only if every piece is a valid value and the whole text is
 * not. A `separator` from a map file replaces all of these; without one, a comma that may separate values is an error
 * of a mapped column.
 */
function listCoercion(value: Value, one: Coercion, mapping?: ColumnMapping): Coercion {
  const separator = mapping?.separator;
  const isOne = singleValueTest(value);
  const joins = TYPES_WITH_COMMAS.has(value.type);
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
      // A code with its name, such as `CN|中国`, is one country.
      else if (item !== undefined && !(value.type === 'country' && items.includes(item))) items.push(item);
    }
    if (unreadable) return UNREADABLE;
    if (separator === undefined && joins && (COMMA.test(cell) || (mapping && isSlashed(cell)))) {
      noteComma(cell, note, mapping);
      if (mapping) return UNREADABLE;
    }
    return items.length === 0 ? undefined : items;
  };
}

function noteComma(cell: string, note: OnCellFinding, mapping: ColumnMapping | undefined): void {
  if (mapping) {
    const sign = COMMA.test(cell) ? 'comma' : 'slash';
    const message = say().cells.oneOrSeveral({ text: quoted(cleanText(cell)), sign });
    note('map-separator', cell, message, mapping.line('separators'));
    return;
  }
  const several = cell.split(/[,，、;|\n\r]/).map((part) => part.trim());
  const values = several.filter((part) => part !== '').join('; ');
  note('list-comma', cell, say().cells.listComma(), say().cells.listCommaAdvice({ values }));
}

/** The values in a cell of a list. `isOne` tests whether a text is one value, see `singleValueTest`. */
export function pieces(cell: string, isOne: ((text: string) => boolean) | undefined): string[] {
  const parts = isSeparated(cell) ? cell.split(VALUE_SEPARATORS) : [cell];
  // Spaces around a separator are not reported.
  const trimmed = parts.length === 1 ? parts : parts.map((part) => part.trim());
  if (!isOne || !cell.includes(',')) return trimmed;
  return trimmed.flatMap((part) => {
    if (isOne(cleanText(part))) return [part];
    const smaller = part.split(',').map((piece) => piece.trim());
    return smaller.every((piece) => isOne(cleanText(piece))) ? smaller : [part];
  });
}

/** A test whether a text is one list value or country; undefined for fields of other types. */
export function singleValueTest(value: Value): ((text: string) => boolean) | undefined {
  if (value.type === 'choice') return (text) => matchValue(value.list, text) !== undefined;
  if (value.type === 'country') return (text) => 'code' in countryOf(text);
  return undefined;
}

/** Reads a value of an object whose fields are not documented: numbers and booleans as they are, else text. */
export const coerceOpenValue: Coercion = (cell, note) => {
  if (typeof cell === 'number' || typeof cell === 'boolean') return cell;
  if (typeof cell === 'object' && cell.type !== 'date' && cell.type !== 'time') return cell.value;
  return coerceText(cell, note);
};

/** Reads a whole object from one cell, as JSON. */
export const coerceOpenObject: Coercion = (cell, note) => {
  const text = cleanText(cellText(cell));
  if (text === '') return undefined;
  const object = parseObject(text);
  if (object) return object;
  note('open-unreadable', cell, say().cells.notObject({ text: quoted(text) }), say().cells.objectForm());
  return UNREADABLE;
};

function parseObject(text: string): { [name: string]: Json } | undefined {
  if (!text.startsWith('{')) return undefined;
  let unsafe = false;
  try {
    // A text that begins with `{` is an object, if it is valid JSON.
    const value: { [name: string]: Json } = JSON.parse(text, (name, inner) => {
      if (name === '__proto__' || name === 'constructor') unsafe = true;
      return inner;
    });
    return unsafe ? undefined : value;
  } catch {
    return undefined;
  }
}
