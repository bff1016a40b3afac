import { Writable } from 'node:stream';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import type { TableCell, TableColumn } from '../../src/sheets/table-file.ts';
import { parquetSink } from '../../src/sheets/table-parquet.ts';

const COLUMNS: readonly TableColumn[] = [
  { name: 'ref', heading: 'Référence', type: 'text' },
  { name: 'results.climateChange', heading: 'Climat (kg CO2 eq)', type: 'number', unit: 'kg CO2 eq' },
  { name: 'known', heading: 'connu', type: 'boolean' },
  { name: 'updatedAt', heading: 'modifié', type: 'date' },
];

async function parquet(rows: readonly (readonly TableCell[])[]) {
  const pieces: Buffer[] = [];
  const out = new Writable({
    write(piece, _, done) {
      pieces.push(Buffer.from(piece));
      done();
    },
  });
  const sink = parquetSink(out, COLUMNS);
  for (const row of rows) await sink.writeRow(row);
  const written = await sink.end();
  const bytes = new Uint8Array(Buffer.concat(pieces)).buffer;
  return { bytes, written, metadata: parquetMetadata(bytes) };
}

const objectsIn = async (bytes: ArrayBuffer) =>
  (await parquetReadObjects({ file: bytes })).map(Object.values);

test('a Parquet file has the names of JSON, typed values, zeros as zeros and empty cells as null', async () => {
  const rows: TableCell[][] = [
    ['0101', 0, false, '2027-03-31T22:00:00+02:00'],
    [null, null, null, null],
    ['', -0.5, true, '2027-03-31'],
  ];
  const { bytes, written, metadata } = await parquet(rows);
  expect(written).toEqual({ rows: 3, guarded: 0, cut: 0, plainLinks: 0 });
  expect(metadata.schema.slice(1).map(({ name, type }) => `${name} ${type}`)).toEqual([
    'ref BYTE_ARRAY',
    'results.climateChange DOUBLE',
    'known BOOLEAN',
    'updatedAt INT64',
  ]);
  expect(metadata.key_value_metadata).toEqual([
    { key: 'units', value: '{"results.climateChange":"kg CO2 eq"}' },
  ]);
  expect(await objectsIn(bytes)).toEqual([
    ['0101', 0, false, new Date('2027-03-31T20:00:00Z')],
    [null, null, null, null],
    ['', -0.5, true, new Date('2027-03-31T00:00:00Z')],
  ]);
  expect(Buffer.from((await parquet(rows)).bytes).equals(Buffer.from(bytes))).toBe(true);
});

test('a Parquet file without rows has its columns', async () => {
  const { bytes, metadata } = await parquet([]);
  expect([metadata.num_rows, metadata.schema.length, await objectsIn(bytes)]).toEqual([0n, 5, []]);
});

test('a value of another type than its column is left out and counted', async () => {
  const { bytes, written } = await parquet([['a', 'n/a', 'yes', '30/02/2027']]);
  expect(written.mistyped).toBe(3);
  expect(await objectsIn(bytes)).toEqual([['a', null, null, null]]);
});

test('a Parquet file is read with the values that were written, whatever they are', async () => {
  const row = fc.tuple(
    fc.option(fc.string({ unit: 'grapheme' })),
    fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.option(fc.boolean()),
    fc.constant(null),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row), async (rows) => {
      expect(await objectsIn((await parquet(rows)).bytes)).toEqual(rows);
    }),
    { numRuns: 25 },
  );
});

test('rows are written in groups, so that no more than a few megabytes wait in memory', async () => {
  const rows = Array.from({ length: 6 }, (_, at) => [`${at}`.repeat(1_500_000), at, true, null]);
  const { bytes, metadata } = await parquet(rows);
  expect(metadata.row_groups.map(({ num_rows: count }) => Number(count))).toEqual([3, 3]);
  expect((await objectsIn(bytes)).map(([, number]) => number)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('the writer of Parquet rejects if its stream fails', async () => {
  const out = new Writable({ write: (_piece, _encoding, done) => done(new Error('disk full')) });
  await expect(parquetSink(out, COLUMNS).end()).rejects.toThrow('disk full');
});
