/** The last day of the 1900 system: 9999-12-31. */
const LAST_SERIAL = 2_958_465;
/** Days from 1899-12-30 and from 1904-01-01 to 1970-01-01. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;

/**
 * Converts a date serial to YYYY-MM-DD. Undefined for a time without a day, a negative
 * serial, a day after 9999, and 29 February 1900, which the 1900 system counts by mistake.
 */
export function isoOfSerial(serial: number, date1904: boolean): string | undefined {
  const day = Math.floor(serial);
  if (date1904) {
    return day < 0 || day > LAST_SERIAL - 1462 ? undefined : isoOfDay(day - EPOCH_1904);
  }
  if (day < 1 || day === 60 || day > LAST_SERIAL) return undefined;
  return isoOfDay(day - EPOCH_1900 + (day < 60 ? 1 : 0));
}

/**
 * Converts an ISO date, with or without a time, to a serial; undefined if it is not a date. Cells with `t="d"` contain
 * such dates.
 */
export function serialOfIso(text: string, date1904: boolean): number | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?Z?)?$/.exec(text.trim());
  if (found === null) return undefined;
  const [year, month, date, hour, minute, second] = found.slice(1).map((part) => Number(part ?? 0));
  const days = dayOf(year!, month!, date!);
  if (isoOfDay(days) !== text.trim().slice(0, 10)) return undefined;
  const fraction = (hour! * 3600 + minute! * 60 + second!) / 86_400;
  const serial = days + (date1904 ? EPOCH_1904 : EPOCH_1900);
  return serial + fraction - (!date1904 && serial < 61 ? 1 : 0);
}

const DAY = 86_400_000;

/** Days since 1970-01-01. `setUTCFullYear` is used because `Date.UTC` reads the years 0 to 99 as 1900 to 1999. */
const dayOf = (year: number, month: number, date: number): number =>
  new Date(0).setUTCFullYear(year, month - 1, date) / DAY;

const isoOfDay = (days: number): string => new Date(days * DAY).toISOString().slice(0, 10);
