import { isObject } from '../contract/kind.ts';
import type { Coerced } from '../recognise/coercion.ts';
import { isWholeComposition } from './composition-column.ts';
import type { Column } from './record.ts';

type Filler = Pick<Column, 'field' | 'path'>;

/** The indexes of whole compositions and of the origin of their materials, among the columns of a row. */
export interface OriginColumns {
  readonly whole: number;
  readonly origin: number;
}

/** Whether a column has the origin of all materials of another one, which has whole compositions. */
export const isOriginOfWhole = (one: Pick<Filler, 'path'>, whole: Filler): boolean =>
  isWholeComposition(whole.field) && one.path === `${whole.path}.0.origin`;

/** The column of whole compositions and that of their origin; undefined if a sheet lacks one of them. */
export function originColumns(columns: readonly Filler[]): OriginColumns | undefined {
  const whole = columns.findIndex(({ field }) => isWholeComposition(field));
  const origin = whole < 0 ? -1 : columns.findIndex((one) => isOriginOfWhole(one, columns[whole]!));
  return origin < 0 ? undefined : { whole, origin };
}

/** Gives the materials of a composition their origin from another column, unless the composition says it. */
export function setOrigins(values: Coerced[], { whole, origin }: OriginColumns): void {
  const [items, country] = [values[whole], values[origin]];
  if (!Array.isArray(items) || typeof country !== 'string') return;
  values[whole] = items.map((item) =>
    isObject(item) && item.origin === undefined ? { ...item, origin: country } : item,
  );
}
