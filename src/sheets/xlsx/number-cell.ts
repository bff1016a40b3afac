import { decimalText, say } from '../../say.ts';
import type { Cell } from '../cell.ts';
import { isoOfSerial, serialOfIso } from './date-serial.ts';
import { type Meaning, meaningFor, type NumberFormat, paddedText, type TimeFormat } from './number-format.ts';

/** The cell of a number with a format: a date, a percent, a time, a padded number, or the number itself. */
export function numberCell(number: number, format: NumberFormat | undefined, date1904: boolean): Cell {
  if (format === undefined) return number;
  const meaning = meaningFor(format, number);
  if (meaning.kind === 'plain') return number;
  if (meaning.kind === 'percent') return { type: 'percent', value: number };
  if (meaning.kind === 'padded') {
    const shown = paddedText(meaning, number);
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

/** The error for a number whose format shows something else; the number itself if the format shows just that (`"0"`). */
function otherCell(number: number, text: string, shows: Extract<Meaning, { kind: 'other' }>['shows']): Cell {
  if (Number(text.replace(',', '.')) === number) return number;
  return {
    type: 'error',
    code: text,
    problem: say().sheets[shows]({ number: decimalText(number), text }),
    suggestion: say().sheets.writeValue(),
  };
}

function dateCell(serial: number, iso: string, hidesDay?: true): Cell {
  const time = timeOfDay(serial);
  return { type: 'date', serial, iso, ...(time !== undefined && { time }), ...(hidesDay && { hidesDay }) };
}

/** The day of an ISO date, with or without a time; undefined if it is not a date. */
export function isoDateCell(text: string, date1904: boolean): Cell | undefined {
  const serial = serialOfIso(text, date1904);
  return serial === undefined ? undefined : dateCell(serial, text.trim().slice(0, 10));
}

/** Parses a number as workbooks write it. `Number` alone would also accept `0x1F` and `Infinity`. */
export function numberIn(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) && !/[^0-9.eE+\-\s]/.test(text) && text.trim() !== '' ? number : undefined;
}

const SECONDS = { h: 3600, m: 60, s: 1 } as const;

/** Formats a number of days as a time such as `9:30`; undefined if a spreadsheet cannot show it. */
export function timeText(days: number, { pattern, elapsed, hasAmPm }: TimeFormat): string | undefined {
  if (!(days >= 0) || days > 3_000_000) return undefined;
  const total = Math.round(days * 86_400);
  const seconds = elapsed ? total : total % 86_400;
  const parts: string[] = [];
  for (const unit of ['h', 'm', 's'] as const) {
    if (!pattern.includes(unit)) continue;
    const count = Math.floor(seconds / SECONDS[unit]);
    const number = unit === elapsed ? count : unit === 'h' ? count % 24 : count % 60;
    const shown = unit === 'h' && hasAmPm ? ((number + 11) % 12) + 1 : number;
    const isWide = parts.length > 0 || pattern.includes(unit + unit);
    parts.push(isWide ? String(shown).padStart(2, '0') : String(shown));
  }
  return `${parts.join(':')}${hasAmPm ? (seconds % 86_400 < 43_200 ? ' AM' : ' PM') : ''}`;
}

/** The time of a serial as `09:30` or `09:30:15`; undefined at midnight. */
function timeOfDay(serial: number): string | undefined {
  const text = timeText(serial - Math.floor(serial), { pattern: 'hh:mm:ss', elapsed: null, hasAmPm: false })!;
  return text === '00:00:00' ? undefined : text.replace(/:00$/, '');
}
