import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { read, utils, write } from 'xlsx';
import { runReport } from '../../src/cli/view/report-schema.ts';
import {
  expectEnd,
  expectSaid,
  findingsIn,
  folderWith,
  journalOf,
  mockService,
  sandboxConfig,
  sandboxFolder,
} from '../cli/commands/harness.ts';
import { TABLE_RECORDS, TABLES_MAP, tableRows, tablesCsv } from '../cli/commands/tables.ts';
import { writeGrids } from '../layouts/write.ts';
import { runTrace, start } from './harness.ts';

const FLAGS = ['--family', 'STANDARD', '--batch', 'B1'];
const IMPORT = ['import', 'in.xlsx', '--env', 'sandbox', ...FLAGS];

const workbook = (cells: Readonly<Record<string, string>> = {}) =>
  writeGrids([{ name: 'Export', rows: tableRows(cells) }], 'xlsx');

/** The records of a report, as `TABLE_RECORDS` lists them. */
const recordsIn = (stdout: string) =>
  runReport
    .parse(JSON.parse(stdout))
    .records.map(
      ({ kind, key, origin, outcome }) => `${outcome} ${kind} ${key.split(' / ')[0]} ${origin.row}`,
    )
    .sort();
const ended = (outcome: string) => TABLE_RECORDS.map((record) => `${outcome} ${record}`).sort();

/** The values of a column of the annotated copy, by row. */
async function columnOf(file: string, header: string): Promise<Record<number, string>> {
  const rows = utils.sheet_to_json<(string | undefined)[]>(read(await readFile(file)).Sheets.Export!, {
    header: 1,
    blankrows: true,
  });
  const at = rows[2]!.indexOf(header);
  return Object.fromEntries(
    rows.flatMap((row, index) => (row[at] && index !== 2 ? [[index + 1, row[at]]] : [])),
  );
}

test('a corrected copy of a sheet with several tables is imported like the sheet, and each row says what became of its records', async () => {
  const wrong = { B6: 'DRESSSES', E7: 'Acmee', C13: 'Weavin' };
  const { cwd, mock } = await sandboxFolder({ 'in.xlsx': workbook(wrong), 'trace.map.yaml': TABLES_MAP });
  const checked = await runTrace(['check', 'in.xlsx', ...FLAGS, '--annotate', 'copy.xlsx'], cwd);
  expectEnd(checked, 3);
  expectSaid(checked.stdout, 'Export!B6', 'Export!D4', 'Export!D7', 'Export!C13');
  const ready = 'ready: sent when the errors are fixed';
  expect(await columnOf(join(cwd, 'copy.xlsx'), 'trace_status')).toEqual({
    4: `product ${ready} · supplier invalid · component ${ready}`,
    ...{ 5: ready, 6: `product invalid · supplier ${ready} · component ${ready}` },
    ...{ 7: `product ${ready} · supplier invalid`, 8: ready, 13: 'invalid', 14: ready },
  });
  const book = read(await readFile(join(cwd, 'copy.xlsx')));
  for (const address of Object.keys(wrong)) {
    const cell = book.Sheets.Export![address];
    cell.v = { B6: 'DRESSES', E7: 'Acme', C13: 'TRANSFORMATION - Weaving' }[address];
    delete cell.w;
  }
  await writeFile(join(cwd, 'back.xlsx'), write(book, { bookType: 'xlsx', type: 'buffer' }) as Buffer);
  const imported = await runTrace(
    ['import', 'back.xlsx', ...IMPORT.slice(2), '--annotate', 'sent.xlsx', '--json'],
    cwd,
  );
  expect(imported.code, imported.stderr).toBe(0);
  expect(recordsIn(imported.stdout)).toEqual(ended('created'));
  expect(await columnOf(join(cwd, 'sent.xlsx'), 'trace_status')).toEqual(
    Object.fromEntries([4, 5, 6, 7, 8, 13, 14].map((row) => [row, 'created'])),
  );
  const journal = await journalOf(mock);
  const id = (kind: string, key: string) =>
    journal.find((one) => one.kind === kind && one.key.startsWith(key))!.id;
  const ids = await columnOf(join(cwd, 'sent.xlsx'), 'trace_id');
  expect(ids[5]).toBe(id('component', 'C-2'));
  expect(ids[6]).toContain(`supplier ${id('supplier', 'S-2')} · component ${id('component', 'C-3')}`);
  // Unchanged, and each record once.
  const again = await runTrace([...IMPORT.with(1, 'back.xlsx'), '--json'], cwd);
  expect(recordsIn(again.stdout)).toEqual(ended('unchanged'));
});

test('a text file may have several tables, and dry runs, runs show and plan show each record at its row', async () => {
  const map = TABLES_MAP.replace('sheet: Export', 'file: "*.csv"');
  const { cwd } = await sandboxFolder({ 'in.csv': tablesCsv(), 'trace.map.yaml': map });
  const words = IMPORT.with(1, 'in.csv');
  expectEnd(await runTrace([...words, '--dry-run'], cwd), 0, '12 records would be sent');
  const sent = await runTrace([...words, '--json'], cwd);
  expect(sent.code, sent.stderr).toBe(0);
  expect(recordsIn(sent.stdout)).toEqual(ended('created'));
  const { stdout } = await runTrace(['runs', 'show', '--json'], cwd);
  const shown = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  expect(shown.map(({ kind, origin }) => `${kind} ${origin.row}`).sort()).toEqual(
    TABLE_RECORDS.map((record) => record.replace(/ \S+ /, ' ')).sort(),
  );
});

test('an import of a sheet with several tables that is killed is resumed, and sends each record once', async () => {
  const arrived = Promise.withResolvers<void>();
  let creates = 0;
  const mock = await mockService({
    before: async ({ method }) => {
      if (method === 'POST' && ++creates === 6) {
        arrived.resolve();
        return new Promise(() => {});
      }
      return null;
    },
  });
  const cwd = await folderWith({
    'in.xlsx': workbook(),
    'trace.map.yaml': TABLES_MAP,
    'trace.config.yaml': sandboxConfig(mock.url, 'concurrency: 1'),
  });
  const running = start(IMPORT, cwd);
  await arrived.promise;
  running.child.kill('SIGKILL');
  await running.done;
  // A resumed run needs neither the input nor its map file.
  await rename(join(cwd, 'in.xlsx'), join(cwd, 'gone.xlsx'));
  const resumed = await runTrace(['resume', '--json'], cwd);
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(recordsIn(resumed.stdout)).toEqual(ended('created'));
  const sent = (await journalOf(mock)).map(({ kind, key }) => `${kind} ${key}`);
  expect(sent).toHaveLength(TABLE_RECORDS.length);
  expect(new Set(sent).size).toBe(sent.length);
});

test('fix repairs a cell that several tables read, once, and its copy sends the same records', async () => {
  const cwd = await folderWith({
    'in.xlsx': workbook({ D4: ' S-1', G4: 'Portugal', G5: 'Portugal', G7: 'Portugal' }),
    'trace.map.yaml': TABLES_MAP,
  });
  const fixed = await runTrace(['fix', 'in.xlsx', '--out', 'fixed.xlsx', ...FLAGS], cwd);
  expectEnd(fixed, 0);
  expectSaid(fixed.stdout, '4 values were written into the copy');
  expect(fixed.stdout.match(/D4/g)).toHaveLength(1);
  expect(await columnOf(join(cwd, 'fixed.xlsx'), 'Land')).toMatchObject({ 4: 'PT', 5: 'PT', 7: 'PT' });
  const { stdout } = await runTrace(['check', 'fixed.xlsx', ...FLAGS, '--json'], cwd);
  expect(findingsIn(stdout).filter(({ severity }) => severity === 'error')).toEqual([]);
});
