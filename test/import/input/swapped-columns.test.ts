import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ReportFinding } from '../../../src/cli/view/report-schema.ts';
import type { V2Kind } from '../../../src/contract/registry.ts';
import { swappedColumns } from '../../../src/import/input/swapped-columns.ts';
import { useLanguage } from '../../../src/say.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { folderWith, trace } from '../../cli/commands/harness.ts';
import { dataOf } from '../../data.ts';
import { EXHAUSTIVE, SLOW } from '../../effort.ts';
import { readSheet, rowsOf } from '../../records/sheet.ts';

/** Two columns by their headers. */
type Columns = Readonly<Record<string, readonly Cell[]>>;

/** The columns that look swapped, as `A1` and the message. */
function swapped(kind: V2Kind, columns: Columns) {
  const headers = Object.keys(columns);
  const [first = [], second = []] = Object.values(columns);
  const rows = first.map((cell, at) => [cell, second[at]!]);
  const found = swappedColumns(readSheet(kind, headers, rows).map, rowsOf(headers, ...rows).slice(1));
  return found.map(({ origin, message }) => `${origin.column}${origin.row} ${message}`);
}

const both = ([first, second]: readonly string[]) =>
  ['A1', 'B1'].map((at) => `${at} the values of columns A (${first}) and B (${second}) look swapped`);

const CASES = dataOf<Record<'swapped' | 'sound', [string, V2Kind, Columns][]>>(
  import.meta.dirname,
  'swapped-columns.yaml',
);
const PLACES: Columns = {
  'address.country': ['Roubaix', 'Prato', 'Braga'],
  'address.city': ['FR', 'Italie', 'PT'],
};

describe('two columns', () => {
  test.each(CASES.swapped)('two columns are reported as swapped at both headers: %s', (_, kind, columns) => {
    expect(swapped(kind, columns)).toEqual(both(Object.keys(columns)));
  });

  test.each(CASES.sound)('two columns are not reported as swapped: %s', (_, kind, columns) => {
    expect(swapped(kind, columns)).toEqual([]);
  });

  test('columns that look swapped are reported in French', async () => {
    await useLanguage('fr');
    expect(swapped('supplier', PLACES)[0]).toBe(
      'A1 les valeurs des colonnes A (address.country) et B (address.city) semblent interverties',
    );
  });
});

describe('a sheet with swapped columns', () => {
  const rows = Array.from(
    { length: 5 },
    (_, at) => `STANDARD,R-${at},Robe,DRESSES,"80% cotton, 20% linen",350,SS27,`,
  );
  const header = 'projectType,productRef,name,category,weight,composition,productCollectionRef,supplierRef';
  const files = { 'products.csv': `${[header, ...rows].join('\n')}\n` };

  /** The command, and whether each finding of swapped columns is an error. */
  async function found(command: string, ...argv: readonly string[]) {
    const cwd = await folderWith(files);
    const more = command === 'check' ? ['--json'] : ['--report', 'report.json', '--yes'];
    const { stdout, code } = await trace([command, 'products.csv', ...more, ...argv], { cwd });
    const text = command === 'check' ? stdout : await readFile(path.join(cwd, 'report.json'), 'utf8');
    const { findings } = JSON.parse(text) as { findings: ReportFinding[] };
    const swapped = findings.filter((one) => one.code === 'columns-swapped');
    return [code, ...swapped.map(({ severity, origin }) => `${severity} ${origin.column}${origin.row}`)];
  }

  test('a sheet with swapped columns is reported by check and import with two warnings', async () => {
    expect(await found('check')).toEqual([3, 'warning E1', 'warning F1']);
    expect(await found('import')).toEqual([3, 'warning E1', 'warning F1']);
  });

  test('a sheet with swapped columns is reported with two errors or not at all, as --severity says', async () => {
    const severity = (change: string) => found('check', '--severity', `columns-swapped=${change}`);
    expect(await severity('error')).toEqual([3, 'error E1', 'error F1']);
    expect(await severity('off')).toEqual([3]);
  });
});

const samples = process.env.TRACE_SAMPLES;

const LONG = { tags: ['sampled'], timeout: 300_000 };

test.skipIf(!samples)('no columns of the sample files look swapped', LONG, async () => {
  const files = (await readdir(samples!, { recursive: true })).filter((file) =>
    /\.(?:csv|tsv|txt|xlsx|ods)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(40);
  const cwd = await folderWith();
  for (const file of files.filter((_, at) => EXHAUSTIVE || (at % 6 === 0) !== SLOW)) {
    const { stdout } = await trace(['check', path.join(samples!, file), '--json'], { cwd });
    expect([file, stdout.includes('"columns-swapped"')]).toEqual([file, false]);
  }
});
