import { readFields } from '../../contract/read-shape.ts';
import { declaredFecListItem } from '../../contract/v3/fec-read.ts';
import { withListNames } from '../../contract/v3/list-names.ts';
import { partsOf, topTable } from './level.ts';
import type { Table } from './table.ts';

/** The table of declared French environmental costs, with the fields of the v3 list (interface 2.8, 4.3). */
export function declaredFecTable(): Table<unknown> {
  const table = topTable(
    partsOf({
      top: 'declared-fec',
      fields: readFields(declaredFecListItem),
      keys: [['brandProductId'], ['uniqueIdentifier']],
      levels: [],
    }),
  );
  return { ...table, rows: (item) => table.rows(withListNames(item, ['uniqueIdentifier'])) };
}
