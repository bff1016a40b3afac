import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { headerIn, type RowKey, rowKeyIn } from '../../../src/handback/forms/form-key.ts';
import { type NewValue, withNewValues } from '../../../src/sheets/annotate/new-values.ts';
import { columnLetters } from '../../../src/sheets/cell.ts';
import { openInput } from '../../../src/sheets/input.ts';
import { DEFAULT_LIMITS } from '../../../src/sheets/limits.ts';
import { openSource } from '../../../src/sheets/open.ts';

/** A cell of a form that is open, and the cell of the source that it asks about: `Components!18 composition.0.material`. */
export interface Asked {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** The address in the form. */
  readonly cell: string;
  readonly about: string;
  readonly key: RowKey;
}

const reading = () => ({ stdin: [] as never, signal: new AbortController().signal, onFinding: () => {} });

/** The open cells of a form. */
export async function askedIn(file: string): Promise<Asked[]> {
  const asked: Asked[] = [];
  const source = (await openSource(file, {}, reading()))!;
  for (const { name, rows } of source.sheets) {
    let columns: [path: string, column: number][] = [];
    for await (const batch of rows(() => {}))
      for (const { row, cells } of batch) {
        const texts = cells.map(String);
        const header = texts.map(headerIn).find((one) => one !== null);
        if (header)
          columns = Object.entries(header.columns)
            .map(([text, one]) => [one, texts.indexOf(text)] as const)
            .map(([one, at]) => [one, at]);
        const key = texts.map(rowKeyIn).find((one) => one !== null);
        for (const [one, column] of key ? columns : [])
          if (Object.hasOwn(key!.cells, one))
            asked.push({
              ...{ sheet: name, row, column, key: key! },
              cell: `${name}!${columnLetters(column)}${row}`,
              about: `${key!.sheet}!${key!.row} ${one}`,
            });
      }
  }
  await source.close();
  return asked;
}

/** Writes values into cells of a workbook, as a person does. */
export async function fillIn(
  file: string,
  values: readonly {
    readonly sheet: string;
    readonly row: number;
    readonly column: number;
    readonly value: NewValue;
  }[],
): Promise<void> {
  const bySheet = new Map<string, Map<number, Map<number, { from: string; value: NewValue }>>>();
  for (const { sheet, row, column, value } of values) {
    const rows = bySheet.get(sheet) ?? new Map();
    bySheet.set(sheet, rows.set(row, (rows.get(row) ?? new Map()).set(column, { from: '', value })));
  }
  const input = await openInput(file, reading(), DEFAULT_LIMITS);
  const copy = path.join(path.dirname(file), `filled-${path.basename(file)}`);
  const out = await open(copy, 'wx+');
  await withNewValues(input, DEFAULT_LIMITS, bySheet, out, { onRead: () => {} });
  await input.close();
  await out.close();
  await rename(copy, file);
}
