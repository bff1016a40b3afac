import { say } from '../../say.ts';
import type { Cell } from '../cell.ts';

/** How a browser shows the text of an element, as bits. An element has the bits of all elements around it, too. */
export const UNSEEN = 1;
export const STRUCK = 2;
export const RAISED = 4;
/** The text may be hidden. */
export const UNSURE = 8;
/** There is also ordinary text: neither raised nor struck out. */
export const ORDINARY_TEXT = 16;
/** A checkbox, or another form field without a text. */
export const BOX = 32;

/** Elements that strike text out, or raise or lower it, whatever the style sheet says. */
const ELEMENT_MARKS = new Map([
  ...['del', 's', 'strike'].map((name) => [name, STRUCK] as const),
  ...['sup', 'sub', 'rt'].map((name) => [name, RAISED] as const),
]);

/** The bits of an element: its own, those of its style, and those of the elements `around` it. */
export const marksOf = (name: string, style: number, around: number): number =>
  around | style | (ELEMENT_MARKS.get(name) ?? 0);

/**
 * The bits of a section, a row or a cell of a table. Of its style, only struck-out and hidden count. A part that may be hidden
 * counts as hidden, because text in hidden parts is read, too.
 */
export const marksOfPart = (style: number, around: number): number =>
  around | (style & STRUCK) | (style & (UNSEEN | UNSURE) ? UNSEEN : 0);

/** Why the value of a cell is uncertain, and what to do. */
export type Doubt = readonly [problem: string, suggestion: string];

/** The doubt about a cell with these bits and this number of form fields; undefined if its value is certain. */
export function doubtOf(marks: number, fields: number, isHiddenAlone: boolean): Doubt | undefined {
  const { sheets } = say();
  if (isHiddenAlone) return [sheets.hiddenCell(), sheets.showCell()];
  if (marks & STRUCK) return [sheets.struckOut(), sheets.removeLine()];
  if (marks & UNSURE) return [sheets.unsure(), sheets.savePage()];
  if (marks & RAISED && marks & ORDINARY_TEXT) return [sheets.raised(), sheets.removeMark()];
  if (marks & BOX) return [sheets.box(), sheets.writeBox()];
  if (fields > 1 || (fields === 1 && marks & (ORDINARY_TEXT | RAISED)))
    return [sheets.formField(), sheets.writeField()];
  return undefined;
}

/** A cell with a doubt about its text: an error in a record, an ordinary text in a header. */
export const doubtfulCell = (text: string, [problem, suggestion]: Doubt): Cell => ({
  type: 'error',
  code: text.trim() === '' ? '☐' : text,
  problem,
  suggestion,
});
