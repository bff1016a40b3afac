import type { Cell } from '../../sheets/cell.ts';

/** Maximum length of the label of a total. */
export const LONGEST_TOTAL = 60;

/** The start of rows that add up other rows, in six languages, without accents. */
export const TOTAL =
  /^[^\p{L}\p{N}]*(?:(?:grand|sous|sub|zwischen|gesamt)[\s-]?)?(?:total(?:e|en|es|i|aux)?|summe|gesamt|somme|soma|suma)(?!\p{L})/iu;

/** Whether a text is nothing but a word for a total. */
export const isTotalWord = (text: string): boolean =>
  text.length <= LONGEST_TOTAL && TOTAL.test(text) && !/\p{L}/u.test(text.replace(TOTAL, ''));

/** A number, or a text that is one: `1 250,50`, `-3`, `12 %`. */
export const isNumber = (cell: Cell, text: string): boolean =>
  typeof cell === 'number' ||
  (typeof cell === 'object' && cell !== null && cell.type !== 'error') ||
  (text.length <= 30 && /^[-+(]?[\d\s.,'’]+\)?\s?(?:%|€|\$|g|kg|pcs|pi[èe]ces)?$/i.test(text));
