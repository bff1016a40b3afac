const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const IMF_FIXDATE = /^\w{3}, (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/i;
const RFC_850 = /^\w{6,9}, (\d{2})-(\w{3})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/i;
const ASCTIME = /^\w{3} (\w{3}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/i;

/** Parses the three formats of an HTTP date (RFC 9110, 5.6.7) to milliseconds since 1970; null for anything else. */
export function parseHttpDate(text: string, now: number): number | null {
  const imf = IMF_FIXDATE.exec(text);
  if (imf) return utc(imf[3], imf[2], imf[1], imf[4], imf[5], imf[6]);
  const asctime = ASCTIME.exec(text);
  if (asctime) return utc(asctime[6], asctime[1], asctime[2], asctime[3], asctime[4], asctime[5]);
  const rfc850 = RFC_850.exec(text);
  if (!rfc850) return null;
  // A year of two digits that would be more than 50 years ahead is the last past year with these digits.
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(rfc850[3]);
  const meant = year > thisYear + 50 ? year - 100 : year;
  return utc(String(meant), rfc850[2], rfc850[1], rfc850[4], rfc850[5], rfc850[6]);
}

function utc(year: string | undefined, month = '', ...rest: (string | undefined)[]): number | null {
  const monthIndex = MONTHS.indexOf(month.toLowerCase());
  const [day, hours, minutes, seconds] = rest.map(Number) as [number, number, number, number];
  if (monthIndex < 0 || day < 1 || day > 31 || hours > 23 || minutes > 59 || seconds > 60) return null;
  return Date.UTC(Number(year), monthIndex, day, hours, minutes, seconds);
}

/**
 * The wait in a Retry-After header, in milliseconds; null if it is missing or unreadable. Seconds may have decimals. A
 * date in the past means 0. A date is compared with the Date header of the response, because both are of the same
 * clock; without that header with ours (`now`), which may be wrong by hours.
 */
export function retryAfterMs(
  retryAfter: string | readonly string[] | undefined,
  date: string | readonly string[] | undefined,
  now: number,
): number | null {
  const waits = texts(retryAfter).map((text) => waitOf(text, texts(date)[0], now));
  const valid = waits.filter((wait) => wait !== null);
  return valid.length === 0 ? null : Math.max(...valid);
}

function waitOf(text: string, date: string | undefined, now: number): number | null {
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) {
    return Math.min(Math.max(0, Math.ceil(Number(text) * 1000)), Number.MAX_SAFE_INTEGER);
  }
  const until = parseHttpDate(text, now);
  if (until === null) return null;
  const respondedAt = parseHttpDate(date ?? '', now);
  return Math.max(0, until - (respondedAt ?? now));
}

const texts = (header: string | readonly string[] | undefined): readonly string[] =>
  [header ?? []].flat().map((text) => text.trim());
