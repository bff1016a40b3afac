import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnPath } from '../../src/contract/field.ts';
import type { KindSpec } from '../../src/contract/kind.ts';
import { kindsOf } from '../../src/contract/registry.ts';
import type { OnCellFinding } from '../../src/recognise/coercion.ts';
import { type CellReader, ColumnReader, checkedReader } from '../../src/records/column-reader.ts';
import { shareReader } from '../../src/records/fractions.ts';
import type { Column } from '../../src/records/record.ts';
import type { Cell } from '../../src/sheets/cell.ts';
import { full, SLOW } from '../effort.ts';
import { readSheet } from './sheet.ts';

fc.configureGlobal({ seed: 20261122 });
const RUNS = SLOW ? full(1500) : 250;

/** Texts that some check or coercion reads in a special way, and the beginnings of such texts. */
const WORDS = [
  ...['', ' ', '-', '--', '.', '/', '?', '#', '#N/A', '####', 'Err:502', 'err', 'n/a', 'N/A', 'NA', 'na'],
  ...['TBD', 'tbc'],
  ...['à définir', 'A définir', 'xxx', 'XXXX', 'placeholder', 'missing', 'manquant', 'zu definieren'],
  ...["'0012", "'", '(x)'],
  ...['1-26', '12/03/2026', '2026-03-12', 'janv-26', '12-mars', 'JAN26', 'sept.-26', 'MAR-26', '1E+12'],
  ...['1e5', '12e+3'],
  ...['COTTON', 'cotton', 'COTTONN', 'TEXTILE', 'FR', 'fr', 'France', 'oui', 'yes', 'true', 'FALSE', '1'],
  ...['0', '100', '0.5'],
  ...['1,5', '1.234', '1 234,5', '12 kg', '50%', '-3', 'é', 'É1', 'Été', 'SociÃ©tÃ©', 'СOTTON', 'Ａ'],
  ...['\u200b', '\u00a0', 'a\tb'],
  ...['a@example.com', 'mailto:a@b.fr', 'https://example.com', 'L1; L2', 'L1, L2', 'L1 | L2', 'a/b'],
  ...['{"a":1}', '\ufffd'],
];

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...WORDS),
        fc.constantFrom(' ', '-', '', '1', ';', '; ', ' | ', ';;'),
        fc.constantFrom(...WORDS),
      )
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(...`tTbBdDxXeE0159-/.,;'"#?()éàñÃÂ×÷ `), maxLength: 14 }),
  },
  { weight: 1, arbitrary: fc.constantFrom(...WORDS).map((word) => word.repeat(30)) },
);
const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 12, arbitrary: text },
  fc.constantFrom<Cell>(
    1,
    0.5,
    true,
    { type: 'date', serial: 46082, iso: '2026-03-01' },
    { type: 'percent', value: 0.4 },
    { type: 'error', code: '#REF!' },
  ),
);

/** A reader, and what it noted of the last cell. */
function recording(make: (note: OnCellFinding) => CellReader): (cell: Cell) => string {
  let notes: unknown[] = [];
  const read = make((code, cell, message, suggestion) => notes.push([code, cell, message, suggestion]));
  return (cell) => {
    notes = [];
    const value = read(cell, [cell]);
    return JSON.stringify([typeof value === 'symbol' ? 'unreadable' : { value }, notes]);
  };
}

function compare(kind: KindSpec, column: Column, columns: number, cells: readonly Cell[]): void {
  const isTextFile = () => true;
  const fast = recording((note) => {
    const reader = new ColumnReader(column, kind, columns, note, isTextFile, new Map());
    return (cell, cells) => reader.read(cell, cells);
  });
  const slow = recording((note) => shareReader(kind, column, checkedReader(column, note, isTextFile), note));
  for (const cell of [...cells, ...cells]) expect(fast(cell)).toBe(slow(cell));
}

const formats = fc.record<Partial<Column>>(
  {
    decimal: fc.constantFrom(',', '.'),
    dateOrder: fc.constantFrom('day-first', 'month-first'),
    guessed: fc.constant(true),
    datesMeant: fc.constant(true),
    remark: fc.constant('lot'),
  },
  { requiredKeys: [] },
);

describe.each(
  [...kindsOf('v2'), ...kindsOf('v3')].map((kind) => [`${kind.interface} ${kind.name}`, kind] as const),
)('a column of a %s', (_, kind) => {
  const fields = kind.fields.map((field) => ({ field, path: columnPath(field.path).replace('.1.', '.0.') }));

  test('reads each cell as its checks and its coercion do, also a second time', {
    tags: ['sampled'],
  }, () => {
    const column = fc.tuple(fc.constantFrom(...fields), formats).map(
      ([{ field, path }, format]): Column => ({
        ...{ index: 0, letters: 'A', header: field.path, field, path, ...format },
      }),
    );
    const cells = fc.array(cell, { minLength: 1, maxLength: 20 });
    fc.assert(
      // With 50,000 columns, a column remembers only one text.
      fc.property(column, cells, fc.constantFrom(20, 50_000), (column, cells, columns) => {
        compare(kind, column, columns, cells);
      }),
      { numRuns: RUNS },
    );
  });
});

test('a column with thousands of texts forgets earlier ones, and still reads correctly', () => {
  const kind = kindsOf('v2').find(({ name }) => name === 'component')!;
  const field = kind.fields.find(({ path }) => path === 'componentWeight')!;
  const column = { index: 0, letters: 'A', header: 'weight', field, path: field.path };
  const cells = Array.from({ length: 6000 }, (_, at) => `${at / 4}`);
  compare(kind, column, 22, cells);
});

test('columns of the same field share the reading of a text, but each reports its own cell', () => {
  const heads = [
    'composition.1.material',
    'composition.1.origin',
    'composition.2.material',
    'composition.2.origin',
  ];
  const rows = [
    ['COTTON', 'Allemagne', 'linen', 'Narnia'],
    ['linen', 'Narnia', 'COTTON', 'Allemagne'],
  ];
  const { drafts } = readSheet('component', heads, rows);
  const found = drafts.map(({ findings }) =>
    findings.map(({ code, origin, field }) => `${code} ${origin.column}${origin.row} ${field}`),
  );
  expect(found).toEqual([
    [
      'country-converted B2 composition.0.origin',
      'list-spelling C2 composition.1.material',
      'country-unknown D2 composition.1.origin',
    ],
    [
      'list-spelling A3 composition.0.material',
      'country-unknown B3 composition.0.origin',
      'country-converted D3 composition.1.origin',
    ],
  ]);
  expect(drafts.map(({ unreadable }) => [...unreadable])).toEqual([
    ['composition.1.origin'],
    ['composition.0.origin'],
  ]);
});
