import type { Value } from '../../contract/field.ts';
import { matchValue } from '../../contract/list.ts';
import { amountCoercion } from './amount.ts';
import { isErrorText } from './blank.ts';
import { choiceCoercion } from './choice.ts';
import { type Coercion, UNREADABLE } from './coercion.ts';
import { compositionCoercion } from './composition-column.ts';
import { countryCoercion } from './country.ts';
import { dateCoercion } from './date.ts';
import { listCoercion } from './list-cell.ts';
import { mappedCoercion } from './mapped.ts';
import { coerceOpenObject, coerceOpenValue } from './open-value.ts';
import { isPlaceholder, mayBeNoValue } from './placeholder.ts';
import type { Column } from './record.ts';
import { referenceCoercion } from './reference.ts';
import { cleanText, quoted } from './text.ts';
import { coerceEmail, coerceText, coerceUrl } from './text-coercion.ts';
import { coerceBoolean, coerceFlag } from './yes-no.ts';

/** The coercion of a column, by the type of its field, its header and its first values. */
export function coercionOf(column: Column): Coercion {
  const { value, path } = column.field;
  const { mapped } = column;
  const composition = compositionCoercion(column.field, column.words, mapped);
  if (composition) return rejectNonValues(value, composition);
  const plain = rejectNonValues(value, coercionOfOne(column));
  const one = mapped ? mappedCoercion(column, mapped, plain) : plain;
  return path.endsWith('[]') ? listCoercion(value, one, mapped?.separator) : one;
}

function coercionOfOne(column: Column): Coercion {
  const { value, path } = column.field;
  switch (value.type) {
    case 'text':
      return coerceText;
    case 'reference':
      return referenceCoercion(column.datesMeant === true);
    case 'number':
      return amountCoercion(value, unitHeader(column), column.decimal, column.guessed, column.remark);
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

/** The text that names the unit of a column: its header, or what a map file says. */
const unitHeader = ({ header, mapped }: Column): string =>
  mapped?.unit === undefined ? header : `(${mapped.unit})`;

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
