import { say } from '../../say.ts';
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

/** The doubt about a cell with these bits and fields. */
export function doubtOf(marks: number, fields: number, isHiddenAlone: boolean): Doubt | undefined {
  const { sheets } = say();
  if (isHiddenAlone) return [sheets.hiddenCell(), sheets.showCell()];
  if (marks & STRUCK) return [sheets.struckOut(), sheets.removeLine()];
  if (marks & UNSURE) return [sheets.unsure(), sheets.savePage()];
  if (marks & RAISED && marks & PLAIN) return [sheets.raised(), sheets.removeMark()];
  if (marks & BOX) return [sheets.box(), sheets.writeBox()];
  if (fields > 1 || (fields === 1 && marks & (PLAIN | RAISED)))
    return [sheets.formField(), sheets.writeField()];
  return undefined;
}

/** A cell whose text is known, but not what it means: an error in a record, and a text in a header. */
export const doubtful = (text: string, [problem, suggestion]: Doubt): Cell => ({
  type: 'error',
  code: text.trim() === '' ? '☐' : text,
  problem,
  suggestion,
});
