import { fieldsOf } from '../../contract/v2/read-shapes.ts';
import { type Level, levelTable, type Plan, partsOf, topTable } from './level.ts';
import type { Table } from './table.ts';

const STUDIES: Level = { grain: 'study', path: ['studies'], keys: ['id'] };

const PRODUCT: Plan = {
  top: 'product',
  fields: fieldsOf('product'),
  keys: [['id', 'productId'], ['ref'], ['name']],
  levels: [STUDIES],
};

/** The tables of a product (interface 2.4): `product`, and `study` with a row for each study extract. */
export function productTables(): Table<unknown>[] {
  const parts = partsOf(PRODUCT);
  return [topTable(parts), levelTable(STUDIES, parts)];
}
