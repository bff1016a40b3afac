import { fieldsOf } from '../../contract/v2/read-shapes.ts';
import { partsOf, topTable } from './level.ts';
import type { Table } from './table.ts';

/** The table of packagings (interface 2.3). */
export function packagingTable(): Table<unknown> {
  return topTable(
    partsOf({
      top: 'packaging',
      fields: fieldsOf('packaging'),
      keys: [['id'], ['packagingRef']],
      levels: [],
    }),
  );
}
