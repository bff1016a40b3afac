import { graphemes, wrapText } from '../labels/text-lines.ts';

const NARROW = /^[ijltfrI.,:;'’|!()[\]{} \u00a0\u202f-]$/;
const DIGIT = /^\d$/;
const RAISED = /^[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]$/;
const WIDE = /^[mwMW@%&…—œæŒÆ‰]$/;

/**
 * The maximum width of a text, in the unit of `fontSize`. The reader's font is unknown, so the width of each character
 * is the one in the widest common font.
 */
export function widthOf(text: string, fontSize: number): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += widthOfGrapheme(segment);
  return width * fontSize;
}

function widthOfGrapheme(grapheme: string): number {
  if (/\p{Emoji_Presentation}|\ufe0f/u.test(grapheme)) return 1.4;
  let width = 0;
  for (const character of grapheme) width += widthOfCharacter(character);
  return width;
}

function widthOfCharacter(character: string): number {
  if (/\p{Mn}|\p{Cf}/u.test(character)) return 0;
  if (NARROW.test(character)) return 0.46;
  if (DIGIT.test(character)) return 0.66;
  if (RAISED.test(character)) return 0.5;
  if (WIDE.test(character)) return 1.05;
  if (/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(character))
    return /\p{Lu}/u.test(character) ? 0.8 : 0.68;
  return character < '\u0300' ? 0.84 : 1.1;
}

/** Splits a text into at most `most` lines of a width, at spaces if possible. The last line may end with `…`. */
export const linesOf = (text: string, fontSize: number, width: number, most: number): string[] =>
  wrapText(text.replaceAll(/\s+/g, ' '), width, most, (part) => widthOf(part, fontSize));
