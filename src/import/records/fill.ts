import type { Cell } from '../../sheets/cell.ts';
import { type Coerced, UNREADABLE } from './coercion.ts';
import { isErrorText, isPlaceholder } from './field-coercion.ts';
import type { Fill, TemplatePart } from './record.ts';
import { cellText, cleanText } from './text.ts';
import { isBlankText, isBlankWord } from './text-coercion.ts';

/** Reports that a key cannot be built from a template, at the cell of the missing part. */
type MissingPart = (fill: Fill, part: TemplatePart, why: string) => void;

/** The value with which a map file fills a field of a row. `values` are the values of the row's columns. */
export function filledValue(
  fill: Fill,
  cells: readonly Cell[],
  values: readonly Coerced[],
  missing: MissingPart,
): Coerced {
  if (fill.parts === undefined) return fill.constant;
  let text = '';
  for (const part of fill.parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = part.at === undefined ? cellPart(cells[part.index]) : values[part.at];
    if (value === UNREADABLE && part.at !== undefined) return UNREADABLE;
    if (typeof value !== 'string' && typeof value !== 'number') {
      missing(fill, part, value === undefined ? 'is blank' : 'cannot be part of a text');
      return UNREADABLE;
    }
    text += String(value);
  }
  return text;
}

function cellPart(cell: Cell | undefined): Coerced {
  if (cell === null || cell === undefined) return undefined;
  if (typeof cell === 'object' && cell.type !== 'padded') return UNREADABLE;
  const text = cleanText(cellText(cell));
  if (isErrorText(text) || isPlaceholder(text)) return UNREADABLE;
  return isBlankText(text) || isBlankWord(text) ? undefined : text;
}
