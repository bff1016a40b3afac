import type { Cell } from '../../sheets/cell.ts';
import { type Coerced, UNREADABLE } from './coercion.ts';
import { isErrorText, isPlaceholder, mayBeNoValue } from './field-coercion.ts';
import { type CellPart, type Fill, LINE } from './record.ts';
import { cellText, cleanText } from './text.ts';
import { isBlankText, isBlankWord } from './text-coercion.ts';

/** Reports that a key cannot be built from a template, at the cell of a part if one is the reason. */
type Problem = (fill: Fill, part: CellPart | undefined, why: string) => void;

/** A row of which the values are known. */
interface FilledRow {
  /** Its number in the sheet. */
  readonly row: number;
  readonly cells: readonly Cell[];
  /** The values of the mapped columns. */
  readonly values: readonly Coerced[];
}

/** The value with which a map file fills a field of a row. */
export function filledValue(fill: Fill, { row, cells, values }: FilledRow, problem: Problem): Coerced {
  if (fill.parts === undefined) return fill.constant;
  let text = '';
  /** The text before the number of the row. */
  let before: string | undefined;
  for (const part of fill.parts) {
    if (typeof part === 'string') text += part;
    else if (part === LINE) {
      before = text;
      text = '';
    } else {
      const value = part.at === undefined ? cellPart(cells[part.index]) : values[part.at];
      if (value === UNREADABLE && part.at !== undefined) return UNREADABLE;
      if (typeof value !== 'string' && typeof value !== 'number') {
        problem(fill, part, value === undefined ? 'is blank' : 'cannot be part of a text');
        return UNREADABLE;
      }
      text += String(value);
    }
  }
  if (before === undefined) return text;
  const number = fill.lines!.of(row, `${before}\0${text}`);
  if (number !== undefined) return `${before}${number}${text}`;
  problem(fill, undefined, 'has too many different values in this sheet to number its rows');
  return UNREADABLE;
}

function cellPart(cell: Cell | undefined): Coerced {
  if (cell === null || cell === undefined) return undefined;
  if (typeof cell === 'object' && cell.type !== 'padded') return UNREADABLE;
  const text = cleanText(cellText(cell));
  if (mayBeNoValue(text) && (isErrorText(text) || isPlaceholder(text))) return UNREADABLE;
  return isBlankText(text) || isBlankWord(text) ? undefined : text;
}
