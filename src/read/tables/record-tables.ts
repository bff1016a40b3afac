import { type ReadField, readFields } from '../../contract/read-shape.ts';
import { fieldsOf } from '../../contract/v2/read-shapes.ts';
import { brandProductDescribed } from '../../contract/v3/brand-product-read.ts';
import { declaredFecListItem } from '../../contract/v3/fec-read.ts';
import { withListNames } from '../../contract/v3/list-names.ts';
import { type Level, levelTable, type Plan, partsOf, topTable } from './level.ts';
import type { Table } from './table.ts';

const STUDIES: Level = { grain: 'study', path: ['studies'], keys: ['id'] };

/** The tables of a product (interface 2.4): `product`, and `study` with a row for each study extract. */
export function productTables(): Table<unknown>[] {
  const parts = partsOf({
    table: 'product',
    fields: fieldsOf('product'),
    keys: [['id', 'productId'], ['ref'], ['name']],
    levels: [STUDIES],
  });
  return [topTable(parts), levelTable(STUDIES, parts)];
}

/** The table of packagings (interface 2.3). */
export const packagingTable = (): Table<unknown> =>
  oneTable('packaging', fieldsOf('packaging'), [['id'], ['packagingRef']]);

/** The table of brand products, with the fields of the v3 list (interface 2.8, 4.4). */
export function brandProductTable(): Table<unknown> {
  const keys = [['id'], ['uniqueIdentifier'], ['reference'], ['name'], ['colorCode'], ['gtins']] as const;
  const table = oneTable('brand-product', readFields(brandProductDescribed), keys);
  const names = ['id', 'uniqueIdentifier', 'reference', 'name', 'collections', 'productCategories'] as const;
  return { ...table, rows: (item) => table.rows(withListNames(item, names)) };
}

/** The table of declared French environmental costs, with the fields of the v3 list (interface 2.8, 4.3). */
export function declaredFecTable(): Table<unknown> {
  const keys = [['brandProductId'], ['uniqueIdentifier']] as const;
  const table = oneTable('declared-fec', readFields(declaredFecListItem), keys);
  return { ...table, rows: (item) => table.rows(withListNames(item, ['uniqueIdentifier'])) };
}

/** A table with a row for each record. */
const oneTable = (top: string, fields: readonly ReadField[], keys: Plan['keys']): Table<unknown> =>
  topTable(partsOf({ table: top, fields, keys, levels: [] }));
