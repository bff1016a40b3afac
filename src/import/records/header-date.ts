import type { DateOrder } from './date.ts';

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
