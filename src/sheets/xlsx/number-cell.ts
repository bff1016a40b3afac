import { decimalText, say } from '../../say.ts';
import type { Cell } from '../cell.ts';
import { isoOfSerial } from './date-serial.ts';
import { type Meaning, meaningFor, type NumberFormat, shownText } from './number-format.ts';
import { timeOfDay, timeText } from './times.ts';

/** The cell of a number with a format: a date, a percent, a time, a padded number, or the number itself. */
export function numberCell(number: number, format: NumberFormat | undefined, date1904: boolean): Cell {
  if (format === undefined) return number;
  const meaning = meaningFor(format, number);
  if (meaning.kind === 'plain') return number;
  if (meaning.kind === 'percent') return { type: 'percent', value: number };
  if (meaning.kind === 'padded') {
    const shown = shownText(meaning, number);
    if (shown === undefined) return number;
    const { unit } = meaning;
    return { type: 'padded', value: number, text: shown, ...(unit !== undefined && { unit }) };
  }
  if (meaning.kind === 'other') return otherCell(number, meaning.text, meaning.shows);
  if (meaning.kind === 'time') {
    const shown = timeText(number, meaning);
    return shown === undefined ? number : { type: 'time', value: number, text: shown };
  }
  const iso = isoOfSerial(number, date1904);
  return iso === undefined ? number : dateCell(number, iso, meaning.hidesDay);
}

/** The error for a number whose format shows something else, unless that is the same number (`"0"`). */
function otherCell(number: number, text: string, shows: Extract<Meaning, { kind: 'other' }>['shows']): Cell {
  if (Number(text.replace(',', '.')) === number) return number;
  return {
    type: 'error',
    code: text,
    problem: say().sheets[shows]({ number: decimalText(number), text }),
    suggestion: say().sheets.writeValue(),
  };
}

export function dateCell(serial: number, iso: string, hidesDay?: true): Cell {
  const time = timeOfDay(serial);
  return { type: 'date', serial, iso, ...(time !== undefined && { time }), ...(hidesDay && { hidesDay }) };
}
