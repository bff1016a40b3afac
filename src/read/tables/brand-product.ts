import { readFields } from '../../contract/read-shape.ts';
import { brandProductDescribed } from '../../contract/v3/brand-product-read.ts';
import { withListNames } from '../../contract/v3/list-names.ts';
import { partsOf, topTable } from './level.ts';
import type { Table } from './table.ts';

/** The table of brand products, with the fields of the v3 list (interface 2.8, 4.4). */
export function brandProductTable(): Table<unknown> {
  const table = topTable(
    partsOf({
      top: 'brand-product',
      fields: readFields(brandProductDescribed),
      keys: [['id'], ['uniqueIdentifier'], ['reference'], ['name'], ['colorCode'], ['gtins']],
      levels: [],
    }),
  );
  const rows = (item: unknown) =>
    table.rows(
      withListNames(item, [
        'id',
        'uniqueIdentifier',
        'reference',
        'name',
        'collections',
        'productCategories',
      ]),
    );
  return { ...table, rows };
}
