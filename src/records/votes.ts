import type { Field } from '../contract/field.ts';
import type { Cell, Row } from '../sheets/cell.ts';
import { type DateOrder, orderShown } from './date.ts';
import { decimalShown, type Mark, splitUnit } from './number.ts';
import type { ReadOptions } from './record.ts';
import { cleanText } from './text.ts';

/** What the first values of a column say about its decimal mark or its order of day and month. */
export interface Vote {
  readonly decimal?: Mark;
  readonly dateOrder?: DateOrder;
}

/** What the person said, else what all telling values of the column agree on, else nothing. */
export function voteOf(field: Field, index: number, rows: readonly Row[], options: ReadOptions): Vote {
  if (field.value.type === 'number') {
    const decimal = options.decimal ?? agreed(index, rows, (text) => decimalShown(splitUnit(text).number));
    return decimal === undefined ? {} : { decimal };
  }
  if (field.value.type === 'date') {
    const dateOrder = options.dateOrder ?? agreed(index, rows, orderShown);
    return dateOrder === undefined ? {} : { dateOrder };
  }
  return {};
}

function agreed<T>(
  index: number,
  rows: readonly Row[],
  shown: (text: string) => T | undefined,
): T | undefined {
  let found: T | undefined;
  for (const { cells } of rows) {
    const cell: Cell | undefined = cells[index];
    if (typeof cell !== 'string') continue;
    const says = shown(cleanText(cell));
    if (says === undefined) continue;
    if (found !== undefined && found !== says) return undefined;
    found = says;
  }
  return found;
}
