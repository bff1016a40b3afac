import { expect, test } from 'vitest';
import { readBytes } from '../sheets/reading.ts';
import type { Grid } from './grid.ts';
import { fileName, writeGrids } from './write.ts';

const grid: Grid = {
  name: 'Suppliers',
  rows: [
    ['supplierRef', 'name', 'Pays', 'Ville'],
    ['S1', 'Filature', 'FR', 'Lille'],
    ['S2', 'Tissage', null, 'Roubaix'],
    ['S3', 'Confection', 'PT', null],
  ],
  merges: [
    [1, 2, 2, 2],
    [3, 2, 3, 3],
  ],
  hidden: [2],
};

test.each(['xlsx', 'biff8', 'ods', 'xlml', 'html'] as const)(
  'cells merged over several rows are reported, and hidden rows are marked: %s',
  async (format) => {
    const { sheets, findings } = await readBytes(fileName(format), writeGrids([grid], format));
    expect(findings.filter(({ code }) => code === 'cells-merged')).toMatchObject([
      { value: 'C2:C3', origin: { row: 2, column: 'C' } },
    ]);
    // The writer of these two formats writes no hidden rows; the tests of their readers have some.
    if (format === 'biff8' || format === 'ods') return;
    const rows = sheets[0]!.rows.map(({ row, hidden }) => `${row}${hidden ? ' hidden' : ''}`);
    expect(rows).toEqual(['1', '2', '3 hidden', '4']);
  },
);
