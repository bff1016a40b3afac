import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { InterfaceName } from '../../src/contract/kind.ts';
import { kindsOf } from '../../src/contract/registry.ts';
import { recogniseFirst } from '../../src/import/input/recognise-first.ts';
import type { InputSettings } from '../../src/import/input/settings.ts';
import { fieldNamed } from '../../src/map/map-file/targets.ts';
import { proposeSheet } from '../../src/map/propose.ts';
import { numberedPath } from '../../src/records/column-paths.ts';
import { interfaceOf } from '../../src/records/recognise.ts';
import type { Cell, Row } from '../../src/sheets/cell.ts';
import { openSource } from '../../src/sheets/open.ts';
import type { SheetHandle, Source } from '../../src/sheets/source.ts';
import { EXHAUSTIVE, SLOW } from '../effort.ts';
import { BATCH_LAYOUTS, PLAIN_GRIDS } from '../layouts/batch-layouts.ts';
import { STAND_IN } from '../mock/sound-body.ts';
import { columnsOf, EXPORTS } from './headers/sheets.ts';

/** A sheet, and the interface of its kinds if its headers do not show it. */
interface Sheet {
  readonly file: string;
  readonly name: string;
  readonly rows: readonly Row[];
  readonly interfaceName?: InterfaceName;
}

const CONTRACT = { v2: kindsOf('v2'), v3: kindsOf('v3') };

const SETTINGS: Omit<InputSettings, 'interface'> = {
  ...{ files: [], family: 'STANDARD', projectTypes: STAND_IN, batch: null, only: [], sheets: new Map() },
  ...{ strict: false, externalRefs: true, allowEmpty: true, stdin: Readable.from([]) },
};

/** Findings about headers with which a check is not certain of the columns, besides unknown headers. */
const UNSURE = new Set(['header-missing', 'header-duplicate', 'rows-above-header', 'sheet-skipped']);

/** Number of first rows that are compared: both find the header row and the columns in them. */
const FIRST_ROWS = 60;

interface Comparison {
  /** Whether a check is certain of all columns: only then they are compared. */
  readonly isCertain: boolean;
  readonly differences: readonly string[];
}

/** What a check and `trace map` say of a sheet differently. Undefined if a check reads no records in it. */
async function comparison({ file, name, interfaceName, rows: all }: Sheet): Promise<Comparison | undefined> {
  const rows = all.slice(0, FIRST_ROWS);
  const generation = interfaceName ?? interfaceOf(rows, CONTRACT) ?? 'v2';
  const { map, findings } = await recogniseFirst(
    { ...SETTINGS, interface: generation },
    {
      ...{ source: { file } as Source, sheet: { name } as SheetHandle },
      ...{ asKind: undefined, mapped: undefined },
    },
    rows,
  );
  if (map === null) return undefined;
  const { kind, headerRow, columns } = proposeSheet({ file, sheet: name, kinds: CONTRACT[generation], rows });
  const isOpen = map.unmapped?.some(({ ignored }) => ignored === null);
  const isCertain = !isOpen && !findings.some(({ code }) => UNSURE.has(code));
  if (kind !== map.kind.name) return { isCertain, differences: [`${map.kind.name}, ${kind}`] };
  if (!isCertain) return { isCertain, differences: [] };
  const targets = new Map(columns.map(({ index, target }) => [index, target]));
  const differences = map.columns.flatMap(({ index, header, path: own }) => {
    const target = targets.get(index) ?? 'nothing';
    const meaning = fieldNamed(map.kind, target);
    const meant = meaning ? numberedPath(meaning, new Set()) : target;
    return meant === own ? [] : [`${header}: ${own}, ${meant}`];
  });
  if (headerRow !== map.headerRow) differences.push(`row ${map.headerRow}, row ${headerRow}`);
  return { isCertain, differences };
}

const sheetOf = (file: string, name: string, cells: readonly (readonly Cell[])[]): Sheet => ({
  ...{ file, name },
  rows: cells.map((row, at) => ({ row: at + 1, cells: row.map((cell) => (cell === '' ? null : cell)) })),
});

/** The sheets of a file that a check reads. */
async function sheetsIn(file: string): Promise<Sheet[]> {
  const onFinding = () => {};
  const source = await openSource(file, {}, { stdin: process.stdin, onFinding });
  const sheets: Sheet[] = [];
  for (const { name, hidden, rows: batches } of source?.sheets ?? []) {
    const rows: Row[] = [];
    if (!hidden) for await (const batch of batches(onFinding)) rows.push(...batch);
    if (rows.length > 0) sheets.push({ file: source!.file, name, rows });
  }
  await source?.close();
  return sheets;
}

const ROOT = path.join(import.meta.dirname, '..', '..');

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:csv|tsv|txt|xlsx|ods)$/.test(file))
    .map((file) => path.join(folder, file));

/** The differences in sheets, the number of sheets that a check reads, and of those with only certain columns. */
async function compared(sheets: readonly Sheet[]) {
  const found: Record<string, readonly string[]> = {};
  let [read, certain] = [0, 0];
  for (const sheet of sheets) {
    const own = await comparison(sheet);
    if (own === undefined) continue;
    read++;
    if (own.isCertain) certain++;
    if (own.differences.length > 0) found[`${path.basename(sheet.file)} › ${sheet.name}`] = own.differences;
  }
  return { found, read, certain };
}

describe('a check and trace map read the same columns in', () => {
  test('fixtures and templates', async () => {
    const sheets: Sheet[] = [];
    for (const folder of ['fixtures', 'templates'])
      for (const file of filesIn(path.join(ROOT, folder))) sheets.push(...(await sheetsIn(file)));
    const { found, read, certain } = await compared(sheets);
    expect(found).toEqual({});
    expect(read).toBeGreaterThanOrEqual(40);
    expect(certain).toBeGreaterThanOrEqual(26);
  });

  test('the batch in other layouts', async () => {
    const grids = [...new Set([...PLAIN_GRIDS, ...BATCH_LAYOUTS.flatMap((layout) => layout.grids)])];
    const sheets = grids.map(({ name, rows }) => sheetOf('batch.xlsx', name, rows));
    const { found, read, certain } = await compared(sheets);
    expect(found).toEqual({});
    expect({ read, certain }).toEqual({ read: 46, certain: 20 });
  });

  test('exports of other systems', async () => {
    const exported = EXPORTS.map(({ file, sheet, interfaceName, columns: text }): Sheet => {
      const columns = columnsOf(text);
      const height = Math.max(...columns.map(({ values }) => values.length));
      const values = Array.from({ length: height }, (_, at) => columns.map((one) => one.values[at] ?? ''));
      const grid = [columns.map(({ header }) => header), ...values];
      return { ...sheetOf(file, sheet, grid), interfaceName: interfaceName ?? 'v2' };
    });
    const blind = readdirSync(path.join(import.meta.dirname, 'blind'))
      .filter((name) => name.endsWith('.json'))
      .map((name): Sheet => {
        const { above, columns, rows } = JSON.parse(
          readFileSync(path.join(import.meta.dirname, 'blind', name), 'utf8'),
        ) as { above: string[][]; columns: { header: string }[]; rows: string[][] };
        const stem = name.replace('.json', '');
        const headers = columns.map(({ header }) => header);
        return { ...sheetOf(`${stem}.csv`, stem, [...above, headers, ...rows]), interfaceName: 'v2' };
      });
    const { found, read, certain } = await compared([...exported, ...blind]);
    expect(found).toEqual({});
    expect({ read, certain }).toEqual({ read: 21, certain: 0 });
  });

  test('headers with remarks that change nothing', async () => {
    const headers = ['supplierRef (requis)', 'name (recommandé)', 'category (valeur)', 'Pays (2 lettres)'];
    const rows = [headers, ...['1', '2'].map((at) => [`F-${at}`, 'Filature', 'OTHER - Warehouse', 'FR'])];
    const { found, certain } = await compared([sheetOf('suppliers.csv', 'suppliers', rows)]);
    expect({ found, certain }).toEqual({ found: {}, certain: 1 });
  });

  const samples = process.env.TRACE_SAMPLES ?? '';
  test.skipIf(!existsSync(samples))('files that others published', { tags: ['sampled'] }, async () => {
    const sheets: Sheet[] = [];
    for (const file of filesIn(samples).filter((_, at) => EXHAUSTIVE || (at % 3 === 0) !== SLOW))
      sheets.push(...(await sheetsIn(file)));
    expect((await compared(sheets)).found).toEqual({});
  });
});
