import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import { provenanceOf } from '../../../src/import/report/field-sources.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { expectEnd, folderWith, trace } from '../../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../../cli/commands/sheets.ts';
import { SLOW } from '../../effort.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/', import.meta.url));

/** The text of a cell by another reader of workbooks, or of text files. */
type CellReader = (sheet: string, cell: string) => string;

async function otherReader(file: string): Promise<CellReader> {
  const bytes = await readFile(file);
  if (file.endsWith('.xlsx')) {
    const book = xlsx.read(bytes);
    return (sheet, cell) => {
      const found = book.Sheets[sheet]![cell] as xlsx.CellObject | undefined;
      return found === undefined ? '' : `${found.v}`;
    };
  }
  const text = decoded(bytes);
  const delimiter = [';', '\t', ','].find((one) => text.split('\n')[0]!.includes(one))!;
  const rows = parse(text, {
    bom: true,
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
  }) as string[][];
  return (_, cell) => {
    const { c, r } = xlsx.utils.decode_cell(cell);
    return rows[r]?.[c] ?? '';
  };
}

function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

type Sent = ReturnType<typeof provenanceOf> extends Iterable<infer Row> ? Row : never;

/** Imports files, and returns what was sent, with the folder. */
async function sentFrom(
  cwd: string,
  files: readonly string[],
  flags: readonly string[],
  exitCode = 0,
): Promise<Sent[]> {
  const state = path.join(cwd, 'state');
  const imported = await trace(['import', ...files, '--state-dir', state, ...flags], { cwd });
  expectEnd(imported, exitCode);
  using ledger = Ledger.reading(path.join(state, 'ledger.db'));
  return [...provenanceOf(ledger, ledger.runs.find('latest')!)];
}

const NUMBER = /^-?[\d.,\s]+$/;
const isSame = (cell: string, value: unknown): boolean =>
  cell.trim() === String(value) ||
  (typeof value === 'number' && NUMBER.test(cell) && Number(cell.replace(',', '.')) === value);

/** What is wrong with the sources of a field: the cells must have its value, or what the map file or a repair made from it. */
function faultOf({ origin, fields }: Sent, at: number, read: CellReader): string | undefined {
  const { field, value, from, cells, words, repairs } = fields[at]!;
  if (from === 'setting') return cells.length === 0 ? undefined : 'has cells';
  const texts = cells.map((cell) => read(origin.sheet, cell));
  const [text = ''] = texts;
  const isRepaired = repairs.some(({ message }) => message.includes(text.trim()));
  const isWord = words.some(({ word }) => word.toLowerCase() === text.trim().toLowerCase());
  const isFound =
    from === 'cell' &&
    text !== '' &&
    (isSame(text, value) || isRepaired || isWord || isPart(text, value, words));
  return isFound
    ? undefined
    : `${origin.file} ${origin.sheet} ${field}=${value} from ${from} ${cells}: "${texts}"`;
}

const COUNTRIES = ['en', 'fr'].map((language) => new Intl.DisplayNames([language], { type: 'region' }));

/** Whether the cell has a list or a composition with the value, or a word for it. */
function isPart(text: string, value: unknown, words: readonly { readonly word: string }[]): boolean {
  const country = /^[A-Z]{2}$/.test(`${value}`) ? COUNTRIES.map((names) => names.of(`${value}`)!) : [];
  const parts = [String(value), ...country, ...words.map(({ word }) => word)];
  const isIn = (part: string) => text.toLowerCase().includes(part.toLowerCase());
  return parts.some((part) => isIn(part) || isIn(part.replace('Türkiye', 'Turkey')));
}

const SETTINGS = ['--family', 'STANDARD', '--batch', 'B1'];
const exports = (name: string) => ({
  folder: `mapped/${name}`,
  flags: ['--map', `${FIXTURES}mapped/${name}.map.yaml`, ...SETTINGS],
});

/** Fields at equal distances: other ones in each run would fail now and then. */
function* sample<T>(items: readonly T[], count: number): Iterable<T> {
  const step = Math.max(1, items.length / count);
  for (let at = 0; at < items.length; at += step) yield items[Math.floor(at)]!;
}

describe('the named cell has the source of a sent value', () => {
  const all = [{ folder: 'batch', flags: [] }, exports('plm'), exports('erp-fr')];
  const others = [{ folder: 'batch-fr', flags: [] }, exports('sap'), exports('odoo')];
  test.each(SLOW ? [...all, ...others] : all)(
    'in $folder, for 1,000 fields in all',
    { tags: ['sampled'] },
    async ({ folder, flags }) => {
      const cwd = await folderWith();
      const files = (await readdir(FIXTURES + folder)).map((name) => path.join(FIXTURES, folder, name));
      const records = await sentFrom(cwd, files, flags);
      const readers = new Map(
        await Promise.all(files.map(async (file) => [file, await otherReader(file)] as const)),
      );
      const fields = records.flatMap((record) => record.fields.map((_, at) => ({ record, at })));
      const checked = [...sample(fields, SLOW ? fields.length : 334)];
      expect(checked.length).toBeGreaterThanOrEqual(334);
      const faults = checked.flatMap(
        ({ record, at }) => faultOf(record, at, readers.get(record.origin.file)!) ?? [],
      );
      expect(faults).toEqual([]);
    },
  );
});

/** A workbook with one sheet. */
const workbook = (name: string, rows: readonly (readonly unknown[])[]): Uint8Array => {
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows as unknown[][]), name);
  return new Uint8Array(xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }));
};

const MAP = `version: 1
sheets:
  - sheet: BOM
    kind: component
    groupBy: [Component]
    fillDown: [Product]
    addUp: [componentWeight]
    columns:
      Component: componentRef
      Product: productRef
      Season: productCollectionRef
      Colour: productColorCode
      Kind: type
      Category: category
      Supplier: supplierRef # (decided)
      Material: composition.1.material
      Share: composition.1.percentage
      Weight: componentWeight
    constants:
      componentPrint: false
    keys:
      supplierComponentCode: "{Supplier}-{Component}"
    values:
      composition.material:
        Baumwolle: COTTON
`;

test('rows that are joined, filled down or added up name each cell', async () => {
  const head = [
    'Component',
    'Product',
    'Season',
    'Colour',
    'Kind',
    'Category',
    'Supplier',
    'Material',
    'Share',
    'Weight',
  ];
  const first = ['P-1', 'SS27', 'BLK', 'TEXTILE', 'MAIN FABRIC (WOVEN)', 'S-1'];
  const second = ['', 'SS27', 'BLK', 'TEXTILE', 'LININGS', 'S-1'];
  const bom = workbook('BOM', [
    head,
    ['C-1', ...first, 'Baumwolle', 60, 100],
    ['C-1', ...first, 'LINEN', 40, 20],
    ['C-2', ...second, 'SILK', 100, 7],
  ]);
  const cwd = await folderWith({ 'bom.xlsx': bom, 'trace.map.yaml': MAP });
  const [one, two] = await sentFrom(cwd, ['bom.xlsx'], [...SETTINGS, '--external-refs'], 5);
  const sourcesOf = (sent: Sent | undefined) =>
    Object.fromEntries(sent!.fields.map(({ field, from, cells }) => [field, [from, ...cells].join(' ')]));
  expect(sourcesOf(one)).toMatchObject({
    componentRef: 'cell A2',
    'composition.1.material': 'cell H2',
    'composition.2.material': 'cell H3',
    'composition.2.percentage': 'cell I3',
    componentWeight: 'cell J2 J3',
    componentPrint: 'constant',
    supplierComponentCode: 'template G2 A2',
    projectType: 'setting',
    importationBatch: 'setting',
  });
  expect(sourcesOf(two)).toMatchObject({
    productRef: 'cell B3',
    'composition.1.material': 'cell H4',
    componentWeight: 'cell J4',
  });
  const { words, mapLine } = one!.fields.find(({ field }) => field === 'composition.1.material')!;
  expect(words).toEqual([{ word: 'Baumwolle', line: 25, text: 'Baumwolle: COTTON' }]);
  expect(mapLine).toEqual({ line: 16, text: 'Material: composition.1.material' });
  const { mapLine: decided } = one!.fields.find(({ field }) => field === 'supplierRef')!;
  expect(decided).toEqual({ line: 15, text: 'Supplier: supplierRef # (decided)' });
});

test('an item whose number differs from that of its column names that column', async () => {
  const certification = { type: 'GOTS', date_start: '2026-01-01', date_end: '2027-01-01' };
  const csv = csvOf(supplier, [supplierBody('S-1', { certifications: [certification] })]);
  const cwd = await folderWith({ 'a.csv': csv.replaceAll('certifications.1.', 'certifications.2.') });
  const [sent] = await sentFrom(cwd, ['a.csv'], []);
  const type = sent!.fields.find(({ field }) => field === 'certifications.1.type')!;
  const read = await otherReader(path.join(cwd, 'a.csv'));
  expect([type.header, read('', type.cells[0]!)]).toEqual(['certifications.2.type', 'GOTS']);
});
