import { flag } from '../advice.ts';
import { foldText } from '../fold.ts';
import { type Coercion, type Filled, type OnCellFinding, UNREADABLE } from '../recognise/coercion.ts';
import { cellText, quoted, typedText } from '../recognise/text.ts';
import { isFiller, textOf } from '../recognise/text-coercion.ts';
import { termTable } from '../recognise/words/terms.ts';
import { say } from '../say.ts';

/** The numbers of the months by their folded names in all languages. No name has two meanings. */
const MONTHS = new Map(
  termTable('months').flatMap(([number, names]) =>
    names.map((name) => [foldText(name), Number(number)] as const),
  ),
);

/** The number of a month, from its name in any language; 0 if it is not one. */
const monthNamed = (name: string): number => MONTHS.get(foldText(name)) ?? 0;

/** The period that a text means instead of a day, such as `month` for `01/2026`; undefined for other texts. */
function periodNamed(text: string): 'month' | 'quarter' | 'half' | 'week' | 'year' | undefined {
  if (/^(?:0?[1-9]|1[0-2])[-/. ](?:19|20)\d\d$/.test(text)) return 'month';
  if (/^(?:19|20)\d\d[-/. ](?:0?[1-9]|1[0-2])$/.test(text)) return 'month';
  const named = /^([\p{L}\p{M}]{3,12})\.?[ \-/]?(?:de )?(?:\d{4}|\d{2})$/iu.exec(text)?.[1];
  if (named !== undefined && monthNamed(named) > 0) return 'month';
  if (/^(?:[QT][1-4][ \-/]?(?:\d{4}|\d{2})|\d{4}[ \-/]?[QT][1-4])$/i.test(text)) return 'quarter';
  if (/^(?:[HS][12][ \-/]\d{4}|\d{4}[ \-/]?[HS][12])$/i.test(text)) return 'half';
  if (/^(?:(?:KW|W) ?\d{1,2}[ \-/]\d{4}|\d{4}[ \-/]?(?:KW|W)\d{1,2})$/i.test(text)) return 'week';
  return /^(?:19|20)\d\d$/.test(text) ? 'year' : undefined;
}

export type DateOrder = 'day-first' | 'month-first';

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const YEAR_FIRST =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\d{1,2}:\d{2}[\d:.,]*(?: ?Z|[+-]\d{2}:?\d{2})?)?$/i;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?: \d{1,2}:\d{2}[\d:.]*)?$/;
/** A day as eight digits, such as `20260103`, from 1950. Also used for number cells. */
const COMPACT = /^((?:19[5-9]|20\d)\d)(\d{2})(\d{2})$/;
const SERIAL = /^\d{5}$/;
/** `3 janv. 2026`, `le 1er mars 2026`, `03-Jan-26`, `3 de enero de 2026` */
const dayMonth = () =>
  /^(?:le |el )?(\d{1,2})(?:er|st|nd|rd|th|[.ºª°])?[ \-/]?(?:de |of |d['’])?([\p{L}\p{M}]{3,12})\.?[ \-/,]{0,2}(?:de )?(\d{4}|\d{2})(?: r\.)?$/iu;
/** `January 3, 2026` */
const monthDay = () => /^([\p{L}\p{M}]{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu;

/** The day as `YYYY-MM-DD`; undefined if it does not exist. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  if (day < 1 || day > days || year < 1) return undefined;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/**
 * Parses a cleaned text as a day. Undefined if it is not a date in the given order. The years 00 to 68 mean 2000
 * to 2068.
 */
export function parseDate(text: string, order: DateOrder): string | undefined {
  const first = YEAR_FIRST.exec(text);
  if (first) return dayOf(Number(first[1]), Number(first[3]), Number(first[4]));
  const compact = COMPACT.exec(text);
  if (compact) return dayOf(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  const last = YEAR_LAST.exec(text);
  if (!last) return namedDay(text);
  const year = yearOf(last[4]!);
  const [day, month] = order === 'day-first' ? [last[1], last[3]] : [last[3], last[1]];
  return dayOf(year, Number(month), Number(day));
}

/** `2026年1月3日`, `ngày 3 tháng 1 năm 2026` */
const chinese = () => /^(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号]$/;
const vietnamese = () => /^(?:ngày )?(\d{1,2}) tháng (\d{1,2}),? (?:năm )?(\d{4})$/i;

/** Parses a date with words, such as `3 janv. 2026`. */
function namedDay(text: string): string | undefined {
  const numbers = chinese().exec(text) ?? vietnamese().exec(text)?.toReversed();
  if (numbers) return dayOf(...(numbers.map(Number).filter(Number.isFinite) as [number, number, number]));
  const [, day, name, year] = dayMonth().exec(text) ?? [];
  if (year !== undefined) return dayOf(yearOf(year), monthNamed(name!), Number(day));
  const [, month, second, fourDigits] = monthDay().exec(text) ?? [];
  return month === undefined ? undefined : dayOf(Number(fourDigits), monthNamed(month), Number(second));
}

function yearOf(digits: string): number {
  const year = Number(digits);
  return digits.length === 4 ? year : year + (year <= 68 ? 2000 : 1900);
}

/** The order of day and month if the text shows it: a number over 12 can only be a day. */
export function orderShown(text: string): DateOrder | undefined {
  const last = YEAR_LAST.exec(text);
  if (!last) return undefined;
  const [first, second] = [Number(last[1]), Number(last[3])];
  if (first > 12 && second <= 12) return 'day-first';
  return second > 12 && first <= 12 ? 'month-first' : undefined;
}

/** Whether a text is a day in both orders, and another one in each. */
export const hasTwoDays = (text: string): boolean =>
  YEAR_LAST.test(text) && parseDate(text, 'day-first') !== parseDate(text, 'month-first');

/**
 * The day of a date serial of the 1900 system. Undefined for years outside 1954 to 2119. Uses only integer
 * arithmetic.
 */
export function serialDay(serial: number): string | undefined {
  if (!(serial >= 20000 && serial < 80001)) return undefined;
  // Days since 1 March of year 0.
  const days = Math.floor(serial) + 693899;
  return dateOfDays(days);
}

function dateOfDays(days: number): string | undefined {
  const era = Math.floor(days / 146097);
  const dayOfEra = days - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return dayOf(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day);
}

/** Number of days between the start of the 1900 system and the start of the 1904 system. */
const DAYS_TO_1904 = 1462;

/**
 * Reads a date column. Without an order, the day is assumed to come first. With `guessed`, ambiguous dates are
 * reported. Serials are read in the date system of the workbook.
 */
export function dateCoercion(order: DateOrder | undefined, guessed = false, date1904 = false): Coercion {
  const used = order ?? 'day-first';
  const shift = date1904 ? DAYS_TO_1904 : 0;
  return (cell, note) => {
    if (typeof cell === 'object' && cell.type === 'date') {
      // A spreadsheet stores a month that a person types, such as `01/2026`, as its first day.
      if (cell.hidesDay && cell.iso.endsWith('-01')) {
        const message = say().cells.monthShown({ month: cell.iso.slice(0, 7) });
        note('date-unreadable', cell, message, say().cells.monthShownAdvice());
        return UNREADABLE;
      }
      note('date-converted', cell, say().cells.dateCell({ date: cell.iso }));
      return cell.iso;
    }
    const text = typedText(cell);
    if (text === '') return undefined;
    const iso = ISO.exec(text);
    if (iso && dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])) !== undefined) {
      return textOf(cell, note);
    }
    const serial =
      (typeof cell === 'number' || SERIAL.test(text)) && !COMPACT.test(text) ? Number(text) : undefined;
    const day = serial === undefined ? parseDate(text, used) : serialDay(serial + shift);
    if (day !== undefined) {
      const { dateOfOrder, dateSerial, dateSerial1904 } = say().cells;
      const message =
        serial === undefined
          ? YEAR_LAST.test(text)
            ? dateOfOrder({ text: quoted(text), date: day, first: firstOf(used) })
            : `${quoted(text)} → ${day}`
          : (date1904 ? dateSerial1904 : dateSerial)({ text: quoted(text), date: day });
      note('date-converted', cell, message);
      if (guessed) noteGuessed(text, day, used, cell, note);
      return day;
    }
    if (isFiller(text, cell, note)) return undefined;
    const other = used === 'day-first' ? 'month-first' : 'day-first';
    const turned = parseDate(text, other);
    if (turned === undefined) {
      const period = periodNamed(text);
      const shown = quoted(cellText(cell));
      const message =
        period === undefined
          ? say().cells.notDate({ text: shown })
          : say().cells.period({ text: shown, period });
      note('date-unreadable', cell, message, say().cells.dateForm());
    } else {
      const reason = say().cells.notInOrder({ text: quoted(text), first: firstOf(used) });
      const advice = say().cells.notInOrderAdvice({ flag: flag('--date-order', other), date: turned });
      note('date-unreadable', cell, reason, advice);
    }
    return UNREADABLE;
  };
}

const firstOf = (order: DateOrder): 'day' | 'month' => (order === 'day-first' ? 'day' : 'month');

/** The two days that an ambiguous date can mean, the one in the given order first. */
export function twoDays(text: string, order: DateOrder | undefined): readonly [string, string] {
  const used = order ?? 'day-first';
  const other = used === 'day-first' ? 'month-first' : 'day-first';
  return [parseDate(text, used) ?? '', parseDate(text, other) ?? ''];
}

/** Reports an ambiguous date in a column where few or no dates show the order of day and month. */
function noteGuessed(text: string, day: string, used: DateOrder, cell: Filled, note: OnCellFinding): void {
  const other = used === 'day-first' ? 'month-first' : 'day-first';
  const turned = parseDate(text, other);
  if (turned === undefined || turned === day) return;
  const { twoDatesRead, twoDatesAdvice } = say().cells;
  const message = twoDatesRead({ text: quoted(text), date: day, other: turned, first: firstOf(used) });
  const flags = { one: flag('--date-order', used), other: flag('--date-order', other) };
  note('date-ambiguous', cell, message, twoDatesAdvice(flags));
}
