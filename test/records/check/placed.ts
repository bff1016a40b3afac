import type { AddressedRecord } from '../../../src/records/check/record-index.ts';

const COLUMNS = { supplierRef: 'B', productRef: 'C', componentRef: 'A' };
let ids = 0;

/** A record of a row, each with an id of its own. */
export const placed = (
  kind: string,
  key: string,
  row: number,
  more: Partial<AddressedRecord> = {},
  columns: Readonly<Record<string, string>> = COLUMNS,
): AddressedRecord => ({
  ...{ id: ++ids, kind, family: 'STANDARD', key, hash: 'h', batch: 'B' },
  ...{ file: 'batch.xlsx', sheet: 'Feuil1', row, columns: JSON.stringify(columns), ...more },
});
