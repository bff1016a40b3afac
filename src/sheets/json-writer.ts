import type { Writable } from 'node:stream';
import type { TableCell, TableColumn, TableSink } from './table-file.ts';
import { TextOut } from './text-out.ts';

/** Writes a table as a JSON list, with one object per row and line. */
export function jsonSink(out: Writable, columns: readonly TableColumn[]): TableSink {
  return sinkOf(out, columns, { first: '[\n', between: ',\n', last: '\n]\n', none: '[]\n' });
}

/** Writes a table as JSON lines, with one object per row. */
export function ndjsonSink(out: Writable, columns: readonly TableColumn[]): TableSink {
  return sinkOf(out, columns, { first: '', between: '\n', last: '\n', none: '' });
}

interface Frame {
  readonly first: string;
  readonly between: string;
  readonly last: string;
  /** The whole output if there are no rows. */
  readonly none: string;
}

function sinkOf(out: Writable, columns: readonly TableColumn[], frame: Frame): TableSink {
  const text = new TextOut(out);
  const names = columns.map(({ name }) => `${JSON.stringify(name)}:`);
  let rows = 0;
  return {
    writeRow(row) {
      const before = rows === 0 ? frame.first : frame.between;
      rows++;
      return text.add(before + objectOf(names, row));
    },
    async end() {
      await text.add(rows === 0 ? frame.none : frame.last);
      await text.flush();
      return { rows, guarded: 0, cut: 0, plainLinks: 0 };
    },
  };
}

function objectOf(names: readonly string[], row: readonly TableCell[]): string {
  return `{${names.map((name, at) => name + JSON.stringify(row[at] ?? null)).join(',')}}`;
}
