import { matchValue } from '../../contract/list.ts';
import { foldWords } from '../mapping/words/word-list.ts';
import { type Coerced, type Coercion, type Filled, type Note, UNREADABLE } from './coercion.ts';
import { latinWord } from './other-script.ts';
import type { Column, MappedColumn } from './record.ts';
import { cellText, cleanText, quoted } from './text.ts';

/**
 * The key of a word in a map: the folded word, or the word in lower case if it contains signs that names do not
 * have.
 */
export const wordKey = (text: string): string => foldWords(text) || `=${cleanText(text).toLowerCase()}`;

/** Maximum length of a text that is looked up as a word of a map. */
const LONGEST = 200;

/**
 * Reads a column as a map file specifies. Words of the map are looked up first. Nothing is guessed: an unknown
 * word in a list column, an ambiguous number and an ambiguous date are errors, with the line to add to the map
 * file.
 */
export function mappedCoercion(column: Column, mapped: MappedColumn, one: Coercion): Coercion {
  const { words } = mapped;
  const { value } = column.field;
  let current: { readonly note: Note; isAmbiguous: boolean; change?: () => void } | undefined;
  const note: Note = (code, cell, message, suggestion) => {
    const { note: report } = current!;
    if (code === 'date-ambiguous') {
      current!.isAmbiguous = true;
      report('map-date-order', cell, message.replace(/; it is read .*/, ''), mapped.line('dateOrder'));
    } else if (code === 'list-spelling' || code === 'date-converted') {
      // Report the change only after the value is known to be valid.
      current!.change = () => report(code, cell, message, suggestion);
    } else if (code === 'number-ambiguous') report(code, cell, message, mapped.line('decimal'));
    else if (code === 'header-unit') report(code, cell, message, mapped.line('units'));
    else if (code === 'country-unknown' || code === 'boolean-unreadable')
      report(code, cell, message, mapped.wordLine(cellText(cell)));
    else report(code, cell, message, suggestion);
  };
  return (cell, report) => {
    const word = words === undefined ? undefined : wordOf(words, cell);
    if (word !== undefined) return word;
    const latin = words && typeof cell === 'string' && cell.length <= LONGEST ? latinWord(cell) : undefined;
    const repaired = latin && words!.get(wordKey(latin.text));
    if (repaired !== undefined) {
      report(
        'list-spelling',
        cell,
        `${quoted(String(cell))} → ${quoted(String(repaired))}; it ${latin!.problem}`,
      );
      return repaired;
    }
    current = { note: report, isAmbiguous: false };
    const read = one(cell, note);
    if (current.isAmbiguous) return UNREADABLE;
    if (value.type !== 'choice' || typeof read !== 'string' || matchValue(value.list, read) === read) {
      current.change?.();
      return read;
    }
    const text = cleanText(cellText(cell));
    report(
      'map-word',
      cell,
      `${quoted(text)} is not a value of ${value.list.name}, and the map file has no value for it`,
      mapped.wordLine(text),
    );
    return UNREADABLE;
  };
}

function wordOf(words: NonNullable<MappedColumn['words']>, cell: Filled): Coerced {
  const text = typeof cell === 'string' ? cell : cellText(cell);
  return text.length > LONGEST ? undefined : words.get(wordKey(text));
}
