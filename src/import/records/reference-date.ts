/** Months as spreadsheets shorten them in English, French, German, Italian and Spanish. */
const MONTHS = [
  ...['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'sept', 'oct', 'nov', 'dec'],
  ...['janv', 'févr', 'mars', 'avr', 'mai', 'juin', 'juil', 'août', 'déc', 'mrz', 'märz', 'okt', 'dez'],
  ...['gen', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'dic', 'ene', 'abr'],
];

/** `12/03/2026`, `2026-03-12`, `12.03.26` */
const NUMBERS = /^(?:\d{1,2}([-/.])\d{1,2}\1(?:\d{4}|\d{2})|(?:19|20)\d{2}-\d{2}-\d{2})$/;
/** `janv-26`, `12-mars`, `01-Jan-26`; a spreadsheet writes no month in capitals. */
const NAMED = new RegExp(
  `^(?:\\d{1,2}-)?(?:${MONTHS.map((month) => `[${month[0]!}${month[0]!.toUpperCase()}]${month.slice(1)}`).join('|')})\\.?(?:-\\d{2}(?:\\d{2})?)?$`,
);

/** Whether a clean text looks like what a spreadsheet makes of a reference such as `1-26` or `JAN26`. */
export function looksLikeDate(text: string): boolean {
  return text.length <= 11 && /\d/.test(text) && (NUMBERS.test(text) || NAMED.test(text));
}

/** Whether the references of a column are meant to look like dates: two at least do, and hardly another one does not. */
export function areDatesMeant(texts: Iterable<string>): boolean {
  let dates = 0;
  let others = 0;
  for (const text of texts) {
    if (text === '') continue;
    if (looksLikeDate(text)) dates++;
    else others++;
  }
  return dates > 1 && dates > 4 * others;
}
