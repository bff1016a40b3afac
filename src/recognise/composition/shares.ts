import { cleanText } from '../text.ts';

/** A share in a text: a number, with or without a percent sign. */
export interface Share {
  readonly percentage: number;
  readonly start: number;
  readonly end: number;
  readonly isSigned: boolean;
  /** The share as it is written in the text. */
  readonly text: string;
}

const TRADE_MARKS = /[®™©℠]|\((?:r|tm)\)/gi;

/**
 * The text of a cell with normal spaces and punctuation: `８７％ coton，` becomes `87% coton,`. Line breaks become
 * semicolons.
 */
export const plainText = (cell: string): string =>
  cleanText(
    cell
      .replace(TRADE_MARKS, '')
      .normalize('NFKC')
      .replace(/\s*[\r\n\u2028\u2029]+\s*/g, '; ')
      .replace(/[‐‑‒–—―]/g, '-')
      .replace(/[、､]/g, ',')
      .replaceAll('：', ':')
      // Treat a share in brackets like a share without brackets: `coton (95%)`.
      .replace(/\(\s*(\d+(?:[.,]\d+)?\s*%)\s*\)/g, ' $1 '),
  );

const SHARE =
  /(\d+(?:[.,]\d+)?)(\s*%|\s*(?:percent|pct|pour ?cent|per cent|prozent|per ?cento|por ?ciento|por ?cento)(?!\p{L}))?/giu;

/**
 * Returns the shares in a cleaned text, in order. A number without a percent sign is a share only at the start of
 * a word, so `T400`, `18/0` and `polyamide 6.6%` contain no such share.
 */
export function sharesIn(text: string): Share[] {
  const shares: Share[] = [];
  for (const match of text.matchAll(SHARE)) {
    const [whole, number, sign] = match;
    const before = text[match.index - 1] ?? ' ';
    const after = text[match.index + whole.length] ?? ' ';
    const isSigned = sign !== undefined;
    if (/[\d.,]/.test(before) && /\d/.test(text[match.index - 2] ?? '')) continue;
    if (!isSigned && !/[\s,;:/()\-+&|]/.test(before)) continue;
    if (!isSigned && !/[\s\p{L},;/+&|]/u.test(after)) continue;
    shares.push({
      percentage: Number(number!.replace(',', '.')),
      start: match.index,
      end: match.index + whole.length,
      isSigned,
      text: whole,
    });
  }
  return shares;
}
