import type { Value } from '../../contract/field.ts';
import { matchValue } from '../../contract/list.ts';
import { isErrorText } from './blank.ts';
import { type Coercion, UNREADABLE } from './coercion.ts';
import { isPlaceholder, mayBeNoValue } from './placeholder.ts';
import { cleanText, quoted } from './text.ts';

/**
 * Refuses texts that are not values, whatever the field, before the coercion sees them: spreadsheet errors, also where a
 * list has a similar value (`#N/A` is not `N/A`), and placeholders, unless the list has that word.
 */
export function rejectNonValues(value: Value, one: Coercion): Coercion {
  const isInList = (text: string) => value.type === 'choice' && matchValue(value.list, text) !== undefined;
  return (cell, note) => {
    if (typeof cell !== 'string' || !mayBeNoValue(cell)) return one(cell, note);
    const text = cleanText(cell);
    if (isErrorText(text)) {
      note('cell-error', cell, `the cell holds the spreadsheet error ${text}`);
      return UNREADABLE;
    }
    if (isPlaceholder(text) && !isInList(text)) {
      note(
        'placeholder',
        cell,
        `${quoted(text)} stands for a value that is still to come`,
        'give the value, or leave the cell blank',
      );
      return UNREADABLE;
    }
    return one(cell, note);
  };
}
