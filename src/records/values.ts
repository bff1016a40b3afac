import type { Value } from '../contract/field.ts';
import { matchValue } from '../contract/list.ts';
import { isErrorText } from './blank.ts';
import { type Coercion, UNREADABLE } from './coercion.ts';
import { isPlaceholder, mayBeNoValue } from './placeholder.ts';
import { cleanText, quoted } from './text.ts';

/**
 * The coercion without the texts that are no values, whatever the field: errors of a spreadsheet, also where a list has
 * a value of nearly that name (`#N/A` is not `N/A`), and placeholders, but where a list has the very word.
 */
export function ofValues(value: Value, one: Coercion): Coercion {
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
