import type { Cell } from '../cell.ts';
import { isoOfSerial } from './date-serial.ts';
import { type NumberFormat, shownText } from './number-format.ts';
import { timeOfDay, timeText } from './times.ts';

/** The cell of a number with a format: a date, a percent, a time, a padded number, or the number itself. */
export function numberCell(number: number, format: NumberFormat | undefined, date1904: boolean): Cell {
  const meaning = format?.kind === 'by-value' ? format.of(number) : format;
  if (meaning === undefined || meaning.kind === 'plain') return number;
  if (meaning.kind === 'percent') return { type: 'percent', value: number };
  if (meaning.kind === 'padded') {
    const shown = shownText(meaning, number);
    return shown === undefined ? number : { type: 'padded', value: number, text: shown };
  }
  if (meaning.kind === 'time') {
    const shown = timeText(number, meaning);
    return shown === undefined ? number : { type: 'time', value: number, text: shown };
  }
  const iso = isoOfSerial(number, date1904);
  return iso === undefined ? number : dateCell(number, iso, meaning.hidesDay);
}

export function dateCell(serial: number, iso: string, hidesDay?: true): Cell {
  const time = timeOfDay(serial);
  return { type: 'date', serial, iso, ...(time !== undefined && { time }), ...(hidesDay && { hidesDay }) };
}
