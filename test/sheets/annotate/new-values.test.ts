import { open } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type CellChange, withNewValues } from '../../../src/sheets/annotate/new-values.ts';
import { openInput } from '../../../src/sheets/input.ts';
import { DEFAULT_LIMITS } from '../../../src/sheets/limits.ts';
import { folderWith } from '../../cli/commands/harness.ts';
import { nothing, readFile } from '../reading.ts';
import { relation, relationships, workbook } from '../workbook-builder.ts';

/** A workbook with answers in its cells, by row and column. */
async function answered(
  rows: string,
  answers: Readonly<Record<number, Readonly<Record<number, CellChange>>>>,
  parts: Parameters<typeof workbook>[0]['parts'] = [],
) {
  const folder = await folderWith({ 'book.xlsx': workbook({ rows, parts }) });
  const input = await openInput(path.join(folder, 'book.xlsx'), { stdin: nothing() }, DEFAULT_LIMITS);
  const copy = path.join(folder, 'copy.xlsx');
  const out = await open(copy, 'wx+');
  const byRow = new Map(
    Object.entries(answers).map(([row, cells]) => [
      Number(row),
      new Map(Object.entries(cells).map(([column, change]) => [Number(column), change])),
    ]),
  );
  const read: string[] = [];
  const kept = await withNewValues(input, DEFAULT_LIMITS, new Map([['Sheet1', byRow]]), out, {
    onRead: (sheet, formula) => read.push(`${sheet} ${formula}`),
  });
  const bytes = await out.readFile({ encoding: 'latin1' });
  await out.close();
  await input.close();
  const { sheets } = await readFile(copy);
  return { rows: sheets[0]!.rows.map(({ cells }) => cells), kept, read, names: bytes };
}

test('rows get cells that they lack, between and after those that they have', async () => {
  const rows = '<row r="1"><c r="B1"><v>2</v></c><c r="D1"><v>4</v></c></row>';
  const values = { 0: 'a', 2: 'c', 3: 'd', 4: 5 };
  const changes = Object.fromEntries(
    Object.entries(values).map(([column, value]) => [column, { from: '', value }]),
  );
  const made = await answered(rows, { 1: changes });
  expect(made.rows).toEqual([['a', 2, 'c', 'd', 5]]);
  expect(made.kept).toEqual([]);
});

test('a cell without an address stays where it is', async () => {
  const made = await answered('<row><c><v>1</v></c><c r="C1"><v>3</v></c><c><v>4</v></c></row>', {
    1: { 1: { from: '', value: 'b' }, 5: { from: '', value: 'f' } },
  });
  expect(made.rows).toEqual([[1, 'b', 3, 4, null, 'f']]);
});

test('a formula without a result is replaced, and no order of calculation names its cell', async () => {
  const chain = [
    { name: 'xl/calcChain.xml', content: '<calcChain><c r="A1" i="1"/></calcChain>' },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
          relation('rId2', 'calcChain', 'calcChain.xml'),
      ),
    },
  ];
  const rows = '<row r="1"><c r="A1"><f>17*5</f></c><c r="B1"><f>A1*2</f><v>4</v></c></row>';
  const replaced = await answered(rows, { 1: { 0: { from: '', value: 85, replacesFormula: true } } }, chain);
  expect(replaced.rows).toEqual([[85, 4]]);
  expect(replaced.names).not.toContain('calcChain.xml');
  expect(replaced.read).toEqual(['Sheet1 Sheet1!B1']);
  const kept = await answered(rows, { 1: { 0: { from: '', value: 85 } } }, chain);
  expect(kept.kept).toEqual([{ sheet: 'Sheet1', row: 1, column: 0, why: 'formula' }]);
  expect(kept.names).toContain('calcChain.xml');
});
