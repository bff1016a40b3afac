/** Reads a workbook with exceljs, as a stream. With `zod`, also checks each row with the interface's schema. */
import { report, Seen } from './seen.ts';

/** What is used of exceljs, which is not installed with the project. */
interface Excel {
  readonly stream: {
    readonly xlsx: {
      readonly WorkbookReader: new (
        file: string,
        options: Readonly<Record<string, string>>,
      ) => AsyncIterable<AsyncIterable<{ readonly values: readonly unknown[] }>>;
    };
  };
}

const [, , file, zod] = process.argv;
const NAME: string = 'exceljs';
const { default: excel } = (await import(NAME)) as { default: Excel };
const check = zod === undefined ? undefined : (await import('./zod-check.ts')).checkCells;
const seen = new Seen();
const options = {
  worksheets: 'emit',
  sharedStrings: 'cache',
  styles: 'cache',
  hyperlinks: 'ignore',
  entries: 'ignore',
};
for await (const sheet of new excel.stream.xlsx.WorkbookReader(file!, options)) {
  for await (const { values } of sheet) {
    const cells = values.slice(1);
    if (check && seen.rows >= 0) check(cells);
    seen.takeCells(cells);
  }
}
report({ rows: seen.rows, chars: seen.chars });
