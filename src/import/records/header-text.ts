import type { DateOrder } from './date.ts';
import { unitNamed } from './number.ts';
import { cleanText, foldText } from './text.ts';

/** Folds a header for comparison. A percent sign counts, wherever it is. */
export function foldHeader(header: string): string {
  let folded = remembered.get(header);
  if (folded === undefined) {
    folded = (header.includes('%') ? '%' : '') + foldText(header);
    if (remembered.size < MOST_REMEMBERED) remembered.set(header, folded);
  }
  return folded;
}

/** Every header is looked up for every kind, and kinds share field names. */
const remembered = new Map<string, string>();
const MOST_REMEMBERED = 5000;

const IN_BRACKETS = /[([{]([^()[\]{}]{1,40})[)\]}]/;
const AT_END = /[\s,/_-](?:en |in )?([a-zA-Z]{1,12}|%)\s*\*?$/;

/** A date format at the end: `Date de début JJ/MM/AAAA`. */
const DATE_AT_END = /[\s,:_-]([a-z]{1,4}[./-][a-z]{1,4}[./-][a-z]{1,4})\s*\*?$/i;

/** A header split into its name and the rest. */
interface HeaderParts {
  readonly bare: string;
  readonly unit: string | undefined;
  /** The text in brackets other than a unit, and a date format at the end. */
  readonly remarks: readonly string[];
}

/**
 * Splits off the unit and the remarks of a header: `Poids (kg)` is `Poids` with the unit `kg`, `Part %` is `Part`
 * with `%`, `Country (ISO)` is `Country` with the remark `ISO`. Undefined if there are none.
 */
export function headerParts(header: string): HeaderParts | undefined {
  const text = header.slice(0, 200).trim();
  const bracket = IN_BRACKETS.exec(text);
  if (bracket) {
    const parts = bracket[1]!.split(/[,;]/).map((part) => part.replace(/^\s*(?:en|in)\s+/i, '').trim());
    const unit = parts.find((part) => unitNamed(part) !== undefined);
    const remarks = parts.filter((part) => part !== '' && part !== unit);
    const bare = text.slice(0, bracket.index) + text.slice(bracket.index + bracket[0].length);
    return { bare, unit, remarks };
  }
  const date = DATE_AT_END.exec(text);
  if (date && headerDateOrder(date[1]!) !== undefined)
    return { bare: text.slice(0, date.index), unit: undefined, remarks: [date[1]!] };
  const end = AT_END.exec(text);
  if (!end || unitNamed(end[1]!) === undefined) return undefined;
  return { bare: text.slice(0, end.index), unit: end[1]!, remarks: [] };
}

/** Splits the numbers off a header: `Matière n° 2` is `Matière` with 2. */
export function headerNumbers(header: string): { bare: string; numbers: number[] } {
  const numbers: number[] = [];
  const bare = header.replace(/(?:\bn\s?[°º]\s?|#\s?)?(\d+)/gi, (_, digits: string) => {
    numbers.push(Number(digits));
    return ' ';
  });
  return { bare, numbers };
}

/** Parts of a date as headers write them: English, French, Italian, Spanish, German, Dutch. */
const DAY = '(?:j{1,2}|d{1,2}|g{1,2}|t{1,2}|day|jour|tag|dia|giorno)';
const MONTH = '(?:m{1,3}|month|mois|monat|mes|mese)';
const YEAR = '(?:a{4}|y{4}|j{4}|aa|yy|year|année|an|jahr|anno|año)';
const SIGN = '[\\s./\\\\-]{0,3}';

const ORDERS: readonly (readonly [RegExp, DateOrder | 'year-first'])[] = [
  [pattern(DAY, MONTH, YEAR), 'day-first'],
  [pattern(MONTH, DAY, YEAR), 'month-first'],
  [pattern(YEAR, MONTH, DAY), 'year-first'],
];

function pattern(...parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.join(SIGN)}$`, 'iu');
}

/** The order of a remark such as `JJ/MM/AAAA` or `format: mm/dd/yyyy`; undefined if it is not a date format. */
export function headerDateOrder(remark: string): DateOrder | 'year-first' | undefined {
  const bare = remark.replace(/^\s*(?:au\s+)?(?:date\s+)?format\s*:?\s*/i, '').trim();
  return ORDERS.find(([form]) => form.test(bare))?.[1];
}

/** The key under which a header is ignored or sent: folded, or unfolded if folding leaves nothing. */
export const headerKey = (header: string): string => foldHeader(header) || cleanText(header);

/** Formats headers as the value of a flag: separated by commas, in quotes if they contain commas or quotes. */
export function headerList(headers: readonly string[]): string {
  return headers
    .map((header) => (/[",]/.test(header) ? `"${header.replaceAll('"', '""')}"` : header))
    .join(',');
}

/** Parses such a value; undefined if a quote is not closed. */
export function parseHeaderList(text: string): string[] | undefined {
  const names: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const name = /^\s*"((?:[^"]|"")*)"\s*(?=,|$)|^[^,]*/.exec(text.slice(at))!;
    if (name[1] === undefined && /^\s*"/.test(name[0])) return undefined;
    const header = cleanText(name[1]?.replaceAll('""', '"') ?? name[0]);
    if (header !== '') names.push(header);
    at += name[0].length + 1;
  }
  return names;
}
