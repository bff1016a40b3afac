import type { Writable } from 'node:stream';
import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { type TableCell, type TableColumn, type TableSink, timeOf } from './table-file.ts';
import { writeTo } from './text-out.ts';

const TYPES: Readonly<Record<TableColumn['type'], BasicType>> = {
  ...{ text: 'STRING', link: 'STRING', number: 'DOUBLE', boolean: 'BOOLEAN', date: 'TIMESTAMP' },
};

/** Maximum number of cells, and of characters, that wait in memory for their row group. */
const GROUP_CELLS = 200_000;
const GROUP_CHARACTERS = 4_000_000;

/**
 * Writes a table as Parquet, one row group at a time, so that memory is bounded. Columns have the names of JSON; their
 * units are JSON in the metadata `units`. A value of another type than its column is null, and counted. The same rows
 * give the same bytes.
 */
export function parquetSink(out: Writable, columns: readonly TableColumn[]): TableSink {
  // `writeTo` reports the error.
  if (out.listenerCount('error') === 0) out.on('error', () => {});
  const bytes = new ByteWriter();
  const group = columns.map(({ name, type }) => ({ name, type: TYPES[type], data: [] as unknown[] }));
  const units = columns.flatMap(({ name, unit }) => (unit === undefined ? [] : [[name, unit] as const]));
  const file = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: group }),
    kvMetadata: [{ key: 'units', value: JSON.stringify(Object.fromEntries(units)) }],
    createdBy: 'trace',
  });
  let [rows, waiting, characters, mistyped] = [0, 0, 0, 0];

  async function flush(): Promise<void> {
    const piece = bytes.getBytes().slice();
    bytes.index = 0;
    if (piece.length > 0) await writeTo(out, piece);
  }

  function writeGroup(): Promise<void> {
    if (waiting > 0) file.write({ columnData: group, rowGroupSize: waiting });
    for (const column of group) column.data = [];
    [waiting, characters] = [0, 0];
    return flush();
  }

  return {
    writeRow(row) {
      for (const [at, { data }] of group.entries()) {
        const cell = row[at] ?? null;
        const value = typed(cell, columns[at]!.type);
        if (value === null && cell !== null) mistyped++;
        if (typeof value === 'string') characters += value.length;
        data.push(value);
      }
      rows++;
      waiting++;
      if (waiting * group.length >= GROUP_CELLS || characters >= GROUP_CHARACTERS) return writeGroup();
    },
    async end() {
      await writeGroup();
      file.finish();
      await flush();
      return { rows, guarded: 0, cut: 0, plainLinks: 0, ...(mistyped > 0 && { mistyped }) };
    },
  };
}

/** The value of a cell in a column of a type; null for an empty cell and for a value of another type. */
function typed(cell: TableCell, type: TableColumn['type']): TableCell | Date {
  if (cell === null || type === 'text' || type === 'link') return cell === null ? null : String(cell);
  if (type !== 'date') return typeof cell === type ? cell : null;
  const time = typeof cell === 'string' ? timeOf(cell) : undefined;
  return time === undefined ? null : new Date(time);
}
