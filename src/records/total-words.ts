import { cleanCell } from '../recognise/text.ts';
import type { Cell } from '../sheets/cell.ts';

/** Maximum length of the label of a total. */
export const LONGEST_TOTAL = 60;

/** The start of rows that add up other rows, in all languages. */
export const TOTAL =
  /^[^\p{L}\p{N}]*(?:(?:(?:grand|sous|sub|zwischen|gesamt)[\s-]?)?(?:total(?:e|en|es|i|aux|t)?|(?:del|total)?summa|summe|gesamt|ergebnis|somm[ea]|soma|suma|(?:genel |ara )?toplam|razem|łącznie|ogółem|celkem|til sammen|i alt|(?:del|total)sum|(?:mezi)?součet|(?:eind|sub)?totaal|tổng(?: cộng)?|(?:γενικ[οό] |μερικ[οό] )?[σς][υύ]νολο)|[合总小総]?[计計]|總計|tot\.|s\/t|[Σ∑])(?!\p{L})/iu;

/** A word for a total behind what it adds up, as in pivot tables. */
const LAST_TOTAL = /\s(?:(?:sous-?|sub)?totale?|gesamt|summe|ergebnis)[\s:]*$/i;

/** Words of a total of all rows: `Total général`. */
const grandTotal = () =>
  /(?<!\p{L})(?:g[ée]n[ée]ral[ei]?|geral|global|gesamt|totale?|complessivo)(?!\p{L})/giu;

/** Whether a text is nothing but a word for a total. */
export const isTotalWord = (text: string): boolean =>
  text.length <= LONGEST_TOTAL &&
  TOTAL.test(text) &&
  !/\p{L}/u.test(text.replace(TOTAL, '').replace(grandTotal(), ''));

/** The number of rows below a list: `Row count = 6`, `Nombre de lignes : 12`. */
const COUNT = /^\p{L}[\p{L}\p{M}\s().]{2,40}[=:]\s?\d{1,7}\.?$/u;

/** A word for all sizes or colours: `Toutes tailles`, `All`. */
const allWord = () => /(?<!\p{L})(?:all[ei]?|tou(?:te)?s|tutt[ei]|tod[ao]s|gesamt|tot(?:ale?)?)(?!\p{L})/iu;

/** Whether a text has a word for all: the row may have the sum of other rows. */
export const hasAllWord = (text: string): boolean => text.length <= LONGEST_TOTAL && allWord().test(text);

/**
 * Whether a text is a word for a total, with other words before or after it as in pivot tables: `0010 Total`, `TOTAL
 * SS27`. References such as `TOTAL-12` are not.
 */
export function readsLikeTotal(text: string): boolean {
  if (text.length > LONGEST_TOTAL) return false;
  const rest = text.replace(TOTAL, '');
  return (rest !== text && !/^[-_/]?[\p{L}\p{N}]/u.test(rest)) || LAST_TOTAL.test(text);
}

/** A number, or a text that is one: `1 250,50`, `-3`, `12 %`. */
export const isNumber = (cell: Cell, text: string): boolean =>
  typeof cell === 'number' ||
  (typeof cell === 'object' && cell !== null && cell.type !== 'error') ||
  (text.length <= 30 && /^[-+(]?[\d\s.,'’]+\)?\s?(?:%|€|\$|g|kg|pcs|pi[èe]ces)?$/i.test(text));

/** A unit, a currency or a count beside a total: `EUR`, `pcs.`, `m²`, `€`, `9 articles`. */
const UNIT = /^(?:\p{L}{1,4}[.²]?|[€$£¥₺]|\d{1,5} ?\p{L}{1,15}\.?)$/u;

/**
 * The text of a row that adds up other rows: it begins with a word for a total, and the row has otherwise only numbers.
 * A total of the row `above` (`Total Dupont`, `Dupont Total`), or nothing but a word for a total, may also be beside texts of that row,
 * units and currencies. Undefined for other rows.
 */
export function totalLabel(
  cells: readonly Cell[],
  above: readonly Cell[],
): { readonly label: string; readonly numbers: number } | undefined {
  let label: string | undefined;
  let [numbers, others] = [0, 0];
  for (const [index, cell] of cells.entries()) {
    const text = cleanCell(cell);
    if (text === '') continue;
    if (isNumber(cell, text)) numbers++;
    else if (
      label === undefined &&
      text.length <= LONGEST_TOTAL &&
      (TOTAL.test(text) || LAST_TOTAL.test(text) || COUNT.test(text))
    )
      label = text;
    else if (UNIT.test(text) || text === cleanCell(above[index])) others++;
    else return undefined;
  }
  if (label === undefined) return undefined;
  if (COUNT.test(label)) return numbers + others === 0 ? { label, numbers } : undefined;
  if (others === 0 && TOTAL.test(label)) return { label, numbers };
  const isKnown = isTotalWord(label) || above.some((cell) => cleanCell(cell) === withoutTotal(label));
  return numbers > 0 && isKnown ? { label, numbers } : undefined;
}

/** What a total adds up: `Dupont` in `Total Dupont`, `Total: Dupont` and `Dupont Total`. */
const withoutTotal = (text: string): string =>
  text.replace(TOTAL.test(text) ? TOTAL : LAST_TOTAL, '').replace(/^[\s:–-]+|[\s:–-]+$/g, '');
