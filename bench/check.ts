/**
 * Measures a check of components in a text file: each stage against csv-parse reading the same rows into arrays, and
 * the whole against csv-parse with the interface's zod schema. `node bench/check.ts [ROWS]`; CPU seconds.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import type { Body } from '../src/contract/kind.ts';
import { bodySchema } from '../src/contract/schema.ts';
import { checkRow, complete } from '../src/import/check/check-row.ts';
import { readRow } from '../src/import/records/read.ts';
import type { Row } from '../src/sheets/cell.ts';
import { openSource } from '../src/sheets/open.ts';
import { checkFiles, SETTINGS } from './check-files.ts';
import { companions, component, componentCells, componentMap, componentsCsv, rowsOf } from './components.ts';
import { apart, cpuLine, cpuOf, inFolder, size, tell } from './measure.ts';

const count = size(20_000);

const filesIn = (folder: string) =>
  ['components.csv', 'suppliers.csv', 'products.csv'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];

await inFolder(async (folder) => {
  const [file, suppliers, products] = filesIn(folder);
  const map = componentMap(rowsOf(1000, componentCells));
  const schema = bodySchema(component, 'STANDARD', { openLists: true });

  const stage = (work: (row: Row) => void) => () => cpuOf(() => read(file, work));
  const cost = await apart({
    arrays: () => cpuOf(() => parseAll(file, () => {})),
    zod: () =>
      cpuOf(() =>
        parseAll(file, (cells) => {
          const { error } = schema.safeParse(bodyOf(cells));
          if (error) throw error;
        }),
      ),
    rows: stage(() => {}),
    records: stage((row) => void readRow(map, row)),
    rules: stage((row) => {
      const draft = readRow(map, row);
      const { body, family } = complete(draft, SETTINGS);
      checkRow(draft, body, family, SETTINGS);
    }),
    all: () => cpuOf(async () => expectAll(await checkFiles([suppliers, products, file], folder))),
  });
  const parser = 'csv-parse, arrays';
  const pace = (name: string, { cpu }: { cpu: number }) =>
    `${name} (${Math.round(count / cpu / 1000)}k rows/CPU s)`;
  tell(`check: ${count} components as csv`, [
    cpuLine(pace('rows', cost.rows), cost.rows, parser, cost.arrays),
    cpuLine(pace('rows, records', cost.records), cost.records, parser, cost.arrays),
    cpuLine(pace('rows, records, rules', cost.rules), cost.rules, parser, cost.arrays),
    cpuLine(pace('whole check', cost.all), cost.all, parser, cost.arrays),
    cpuLine('whole check', cost.all, 'csv-parse, zod', cost.zod, { most: 0.4 }),
  ]);
}, prepare);

async function prepare(folder: string): Promise<void> {
  const [file, suppliers, products] = filesIn(folder);
  await pipeline(Readable.from(componentsCsv(count)), createWriteStream(file));
  await writeFile(suppliers, companions().suppliers);
  await writeFile(products, companions().products);
}

async function parseAll(file: string, take: (cells: readonly string[]) => void): Promise<void> {
  let rows = 0;
  for await (const cells of createReadStream(file).pipe(parse())) if (rows++ > 0) take(cells as string[]);
  expectAll(rows - 1);
}

/** The shortest handwritten path from cells to a body. */
function bodyOf(cells: readonly string[]): Body {
  const text = (at: number) => (cells[at] === '' ? undefined : cells[at]!);
  const body: Record<string, Body[string] | undefined> = {
    projectType: text(0),
    componentRef: text(1),
    supplierComponentCode: text(2),
    lotReferences: text(3)?.split('; '),
    productRef: text(4),
    productCollectionRef: text(5),
    productColorCode: text(6),
    componentPrint: cells[7] === 'true',
    type: text(8),
    category: text(9),
    composition: [
      { material: cells[10]!, percentage: Number(cells[11]), origin: cells[12]! },
      { material: cells[13]!, percentage: Number(cells[14]) },
    ],
    dyeingCountry: text(15),
    weavingCountry: text(16),
    printingCountry: text(17),
    knittingCountry: text(18),
    componentWeight: Number(cells[19]),
    importationBatch: text(20),
    supplierRef: text(21),
  };
  return body as Body;
}

async function read(file: string, take: (row: Row) => void): Promise<void> {
  const onFinding = () => {
    throw new Error(`${file} is not sound`);
  };
  const source = await openSource(file, {}, { stdin: process.stdin, onFinding });
  let rows = 0;
  for await (const batch of source!.sheets[0]!.rows(onFinding)) {
    for (const row of batch) if (rows++ > 0) take(row);
  }
  await source!.close();
  expectAll(rows - 1);
}

function expectAll(rows: number): void {
  if (rows < count) throw new Error(`${rows} rows, fewer than ${count}`);
}
