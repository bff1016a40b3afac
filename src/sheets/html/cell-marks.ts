import type { Cell } from '../cell.ts';
import type { Look } from './style-rules.ts';

/** How a browser shows the text of an element, as bits. Those of the elements around it count too. */
export const UNSEEN = 1;
export const INVISIBLE = 2;
export const STRUCK = 4;
export const RAISED = 8;
export const UNSURE = 16;
/** Text beside those: on the line, and not struck out. */
export const PLAIN = 32;
/** A box to tick, or another field that has a state instead of a text. */
export const BOX = 64;

/** Elements that strike text out, or raise or lower it, whatever the style sheet says. */
const OWN = new Map([
  ...['del', 's', 'strike'].map((name) => [name, STRUCK] as const),
  ...['sup', 'sub', 'rt'].map((name) => [name, RAISED] as const),
]);

/** The bits of an element inside one with the bits `around`. */
export function marksOf(name: string, look: Look, around: number): number {
  const isSeen = look.display !== true && look['mso-hide'] !== true;
  let marks = around | (OWN.get(name) ?? 0) | (isSeen ? 0 : UNSEEN);
  if (look.visibility === false) marks &= ~INVISIBLE;
  if (look.visibility === true) marks |= INVISIBLE;
  if (look.decoration === true) marks |= STRUCK;
  if (look['vertical-align'] === true) marks |= RAISED;
  return Object.values(look).includes('maybe') ? marks | UNSURE : marks;
}

/**
 * The bits of a section, a row or a cell of a table inside one with the bits `around`. Of the look of the others, only
 * lines through text pass to it.
 */
export function marksOfPart(look: Look, around: number): number {
  const { display, visibility, 'mso-hide': hide, decoration } = look;
  // A part that may be hidden counts as hidden: its text is read like the others.
  const isHidden = [display, visibility, hide].some((hidden) => hidden === true || hidden === 'maybe');
  return marksOf('', { decoration }, around) | (isHidden ? UNSEEN : 0);
}

/** What makes the value of a cell uncertain, and what to do. */
export type Doubt = readonly [problem: string, suggestion: string];

const HIDDEN_CELL: Doubt = [
  'the page hides this cell, but not the others of its column',
  'delete the cell or show it, and save the page again',
];

/** The doubt about a cell with these bits and fields. */
export function doubtOf(marks: number, fields: number, isHiddenAlone: boolean): Doubt | undefined {
  if (isHiddenAlone) return HIDDEN_CELL;
  if (marks & STRUCK)
    return ['the cell has text that is struck out', 'delete that text, or remove the line through it'];
  if (marks & UNSURE)
    return [
      'the style sheet of the page may hide a part of the cell or strike it out',
      'save the page as a workbook, and check the cell',
    ];
  if (marks & RAISED && marks & PLAIN)
    return [
      'the cell has superscript or subscript text beside other text',
      'delete the footnote mark, or write the text on one line',
    ];
  if (marks & BOX)
    return ['the cell has a box to tick or another field without a text', 'write its value as text'];
  if (fields > 1 || (fields === 1 && marks & (PLAIN | RAISED)))
    return ['the cell has a form field beside other text', 'write the whole value as one text'];
  return undefined;
}

/** A cell whose text is known, but not what it means: an error in a record, and a text in a header. */
export const doubtful = (text: string, [problem, suggestion]: Doubt): Cell => ({
  type: 'error',
  code: text.trim() === '' ? '☐' : text,
  problem,
  suggestion,
});
