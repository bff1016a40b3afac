import { readFields } from '../contract/read-shape.ts';
import { brandProductDescribed } from '../contract/v3/brand-product-read.ts';
import { partsOf, topTable } from './level.ts';
import type { Table } from './table.ts';

/** The table of brand products as the v3 list shows them (interface 2.8, 4.4). */
export function brandProductTable(): Table<unknown> {
  return topTable(
    partsOf({
      top: 'brand-product',
      fields: readFields(brandProductDescribed),
      keys: [['id'], ['uniqueIdentifier'], ['reference'], ['name'], ['colorCode'], ['gtins']],
      levels: [],
    }),
  );
}
