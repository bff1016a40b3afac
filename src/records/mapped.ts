import type { Json } from '../contract/kind.ts';
import { matchValue } from '../contract/list.ts';
import { remembered } from '../contract/remembered.ts';
import { foldWords } from '../fold.ts';
import { type Coercion, type Filled, type OnCellFinding, UNREADABLE } from '../recognise/coercion.ts';
import { latinWord } from '../recognise/other-script.ts';
import { cellText, cleanText, quoted } from '../recognise/text.ts';
import { say } from '../say.ts';
import { twoDays } from './date.ts';
import type { Column, ColumnMapping } from './record.ts';

/** The key of a word in a map file: the folded word, or the word in lower case if it has signs that names do not have. */
export const wordKey = (text: string): string => foldWords(text) || `=${cleanText(text).toLowerCase()}`;

/** Maximum length of a text that is looked up as a word of a map. */
const MAX_WORD_LENGTH = 200;

/** Maximum number of texts of a column that are remembered. */
const MAX_CACHED_WORDS = 5000;

/** Finds the value of a word; null stands for no value, undefined for a text that is not a word. */
export type WordLookup = (cell: Filled) => Json | null | undefined;

/** Looks up the words of a column; undefined if it has none. */
export function wordLookup({ words, exact }: ColumnMapping): WordLookup | undefined {
  if (words === undefined) return undefined;
  if (exact) return (cell) => words.get(cleanText(typeof cell === 'string' ? cell : cellText(cell)));
  const find = remembered((text: string) => words.get(wordKey(text)), MAX_CACHED_WORDS);
  return (cell) => {
    const text = typeof cell === 'string' ? cell : cellText(cell);
    return text.length > MAX_WORD_LENGTH ? undefined : find(text);
  };
}

/**
 * Reads a column as a map file specifies. Words of the map are looked up first. Nothing is guessed: an unknown
 * word in a list column, an ambiguous number and an ambiguous date are errors, with the line to add to the map
 * file.
 */
export function mappedCoercion(column: Column, mapping: ColumnMapping, one: Coercion): Coercion {
  const lookUp = wordLookup(mapping);
  const { value } = column.field;
  let report: OnCellFinding = () => {};
  let isAmbiguous = false;
  /** Reports the change of the value. */
  let change: (() => void) | undefined;
  const note: OnCellFinding = (code, cell, message, suggestion) => {
    if (code === 'date-ambiguous') {
      isAmbiguous = true;
      const text = cleanText(cellText(cell));
      const [date, other] = twoDays(text, column.dateOrder);
      const meanings = say().cells.twoDates({ text: quoted(text), date, other });
      report('map-date-order', cell, meanings, mapping.line('dateOrder'));
    } else if (code === 'list-spelling' || code === 'date-converted') {
      // Report the change only after the value is known to be valid.
      change = () => report(code, cell, message, suggestion);
    } else if (code === 'number-ambiguous') report(code, cell, message, mapping.line('decimal'));
    else if (code === 'header-unit') report(code, cell, message, mapping.line('units'));
    else if (code === 'country-unknown' || code === 'boolean-unreadable')
      report(code, cell, message, mapping.wordLine(cellText(cell)));
    else report(code, cell, message, suggestion);
  };
  const start = (noteCell: OnCellFinding) => {
    [report, isAmbiguous, change] = [noteCell, false, undefined];
  };
  return (cell, noteCell) => {
    const word = lookUp?.(cell);
    if (word !== undefined) return word ?? undefined;
    const isWord = lookUp && !mapping.exact && typeof cell === 'string' && cell.length <= MAX_WORD_LENGTH;
    const latin = isWord ? latinWord(cell) : undefined;
    const repaired = latin && lookUp!(latin.text);
    if (repaired !== undefined) {
      const meant = repaired === null ? say().cells.noValue() : quoted(String(repaired));
      const { problem } = latin!;
      const respelled = say().cells.respelled({ text: quoted(String(cell)), value: meant, problem });
      noteCell('list-spelling', cell, respelled);
      return repaired ?? undefined;
    }
    start(noteCell);
    const read = one(cell, note);
    if (isAmbiguous) return UNREADABLE;
    if (value.type !== 'choice' || typeof read !== 'string' || matchValue(value.list, read) === read) {
      change?.();
      return read;
    }
    const text = cleanText(cellText(cell));
    const message = say().cells.notInMap({ text: quoted(text), list: value.list.name });
    noteCell('map-word', cell, message, mapping.wordLine(text));
    return UNREADABLE;
  };
}
