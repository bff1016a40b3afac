import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SLOW } from '../effort.ts';
import type { GridCell } from './grid.ts';
import { readLayout } from './read-layout.ts';

type Cells = readonly GridCell[];

const BATCH = { batch: 'B1' };

const PRODUCT = ['Artikel', 'Gruppe', 'Kollektion', 'Lieferant'];
const PRODUCT_COLUMNS =
  '{ Artikel: productRef, Gruppe: category, Kollektion: productCollectionRef, Lieferant: supplierRef }';
const SUPPLIER = ['Lieferant', 'Firma', 'Rolle', 'Land'];
const SUPPLIER_COLUMNS = '{ Lieferant: supplierRef, Firma: name, Rolle: category, Land: address.country }';

const products = fc.uniqueArray(
  fc.tuple(
    fc.integer({ min: 1, max: 99 }),
    fc.constantFrom('DRESSES', 'SKIRTS'),
    fc.integer({ min: 1, max: 4 }),
  ),
  { minLength: 1, maxLength: 8, selector: ([number]) => number },
);
const productRow = ([number, category, supplier]: [number, string, number]): Cells => [
  `A-${number}`,
  category,
  'SS27',
  `S-${supplier}`,
];
const supplierRow = (number: number): Cells => [
  `S-${number}`,
  `Firma ${number}`,
  'TRANSFORMATION - Weaving',
  ['FR', 'PT', 'IT', 'DE'][number % 4]!,
];

const PART = ['Teil', 'Typ', 'Art', 'Faser', '%'];
const PART_COLUMNS =
  '{ Artikel: productRef, Kollektion: productCollectionRef, Lieferant: supplierRef, Teil: componentRef, Typ: type, Art: category, Faser: composition.1.material, "%": composition.1.percentage }';
const partRow = (number: number): Cells => [`T-${number}`, 'TEXTILE', 'MAIN FABRIC (WOVEN)', 'COTTON', 100];

const map = (...tables: readonly string[]) =>
  `version: 1\nsheets:\n  - sheet: Export\n    tables:\n${tables.map((table) => `      - { ${table} }\n`).join('')}`;
const grid = (rows: readonly Cells[]) => ({ name: 'Export', rows: rows.map((cells) => [...cells]) });
const own = (kind: string, columns: string) =>
  `version: 1\nsheets:\n  - { sheet: Export, kind: ${kind}, columns: ${columns} }\n`;

/** The bodies of a sheet of each kind. */
async function apart(productRows: readonly Cells[], supplierRows: readonly Cells[]) {
  const [first, second] = await Promise.all([
    readLayout(grid([PRODUCT, ...productRows]), own('product', PRODUCT_COLUMNS), BATCH),
    readLayout(grid([SUPPLIER, ...supplierRows]), own('supplier', SUPPLIER_COLUMNS), BATCH),
  ]);
  return [...first.bodies, ...second.bodies];
}

const sorted = (bodies: readonly unknown[]) => bodies.map((body) => JSON.stringify(body)).sort();
const runs = { numRuns: SLOW ? 500 : 40 };

test(
  'a sheet with two tables, one below the other, has the same records as two sheets',
  { tags: ['sampled'] },
  () =>
    fc.assert(
      fc.asyncProperty(
        products,
        fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }),
        fc.record({ above: fc.nat(3), between: fc.nat(3), titles: fc.boolean(), named: fc.boolean() }),
        async (made, numbers, { above, between, titles, named }) => {
          const upper = made.map(productRow);
          const lower = numbers.map(supplierRow);
          const title = titles && named ? [['Lieferanten der Saison']] : [];
          const start = Array.from({ length: above }, () => ['']);
          const gap = Array.from({ length: between }, () => ['']);
          const header = above + 1;
          const last = header + upper.length;
          const below = last + between + title.length + 1;
          const read = await readLayout(
            grid([
              ...start,
              PRODUCT,
              ...upper,
              ...gap,
              ...title,
              SUPPLIER,
              ...lower,
              ...(named ? [['Stand 5']] : []),
            ]),
            map(
              `kind: product, headerRow: ${header},${named ? ` lastRow: ${last},` : ''} columns: ${PRODUCT_COLUMNS}`,
              `kind: supplier, headerRow: ${below},${named ? ` lastRow: ${below + lower.length},` : ''} columns: ${SUPPLIER_COLUMNS}`,
            ),
            BATCH,
          );
          expect(read.errors).toEqual([]);
          expect(sorted(read.bodies)).toEqual(sorted(await apart(upper, lower)));
        },
      ),
      runs,
    ),
);

test(
  'rows that describe a product, its supplier and maybe a component have the same records as a sheet of each',
  { tags: ['sampled'] },
  () =>
    fc.assert(
      fc.asyncProperty(
        products,
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        async (made, hasPart) => {
          const left = made.map(productRow);
          const middle = made.map(([, , supplier]) => supplierRow(supplier));
          const right = made.map(([number], at) => (hasPart[at] ? partRow(number) : []));
          const read = await readLayout(
            grid([
              [...PRODUCT, ...SUPPLIER.slice(1), ...PART],
              ...left.map((cells, at) => [...cells, ...middle[at]!.slice(1), ...right[at]!]),
            ]),
            map(
              `kind: product, headerRow: 1, columns: ${PRODUCT_COLUMNS}`,
              `kind: supplier, headerRow: 1, columns: ${SUPPLIER_COLUMNS}`,
              `kind: component, headerRow: 1, columns: ${PART_COLUMNS}`,
            ),
            BATCH,
          );
          const parts = right.flatMap((cells, at) =>
            cells.length > 0 ? [[left[at]![0]!, left[at]![2]!, left[at]![3]!, ...cells]] : [],
          );
          const components = await readLayout(
            grid([['Artikel', 'Kollektion', 'Lieferant', ...PART], ...parts]),
            own('component', PART_COLUMNS),
            BATCH,
          );
          expect(read.errors).toEqual([]);
          expect(sorted(read.bodies)).toEqual(sorted([...(await apart(left, middle)), ...components.bodies]));
        },
      ),
      runs,
    ),
);

describe('rows of two kinds in one list', () => {
  const LIST = ['Stufe', 'Artikel', 'Gruppe', 'Kollektion', 'Lieferant', 'Typ', 'Faser', '%'];
  const UPPER = `kind: product, headerRow: 1, rows: { Stufe: ["0", P] }, columns: { Stufe: ignore, Artikel: productRef, Gruppe: category, Kollektion: productCollectionRef, Lieferant: supplierRef, Typ: ignore, Faser: ignore, "%": ignore }`;
  const LOWER = `kind: component, headerRow: 1, rows: { Stufe: ["1"] }, columns: { Artikel: componentRef, Gruppe: category, Lieferant: supplierRef, Typ: type, Faser: composition.1.material, "%": composition.1.percentage }, keys: { productRef: "{^Artikel}", productCollectionRef: "{^Kollektion}" }`;
  const product = (number: number, level: GridCell = '0'): Cells => [
    ...[level, `A-${number}`, 'DRESSES', 'SS27', 'S-1', null, null, null],
  ];
  const part = (number: number, level: GridCell = '1'): Cells => [
    ...[level, `T-${number}`, 'MAIN FABRIC (WOVEN)', null, 'S-2', 'TEXTILE', 'COTTON', 100],
  ];
  const keys = (bodies: readonly object[]) =>
    bodies.map((body) => {
      const { productRef, componentRef, productCollectionRef } = body as Record<string, string>;
      return [productRef, productCollectionRef, ...(componentRef ? [componentRef] : [])].join(' ');
    });

  test('rows with the texts of a table are its records, and take the cells of the row of the other kind above', async () => {
    const rows = [product(1), part(1), part(9, '2'), part(2), ['Summe 4'], product(2, 'P'), part(3)];
    const { bodies, errors } = await readLayout(grid([LIST, ...rows]), map(UPPER, LOWER), BATCH);
    expect(errors).toEqual([]);
    expect(keys(bodies).sort()).toEqual(
      ['A-1 SS27', 'A-1 SS27 T-1', 'A-1 SS27 T-2', 'A-2 SS27', 'A-2 SS27 T-3'].sort(),
    );
  });

  test('the only table of a sheet takes the cells of the last row above that is not its own', async () => {
    const only = `kind: component, headerRow: 1, rows: { Stufe: [""] }, columns: { Artikel: componentRef, Gruppe: category, Kollektion: ignore, Lieferant: supplierRef, Typ: type, Faser: composition.1.material, "%": composition.1.percentage }, keys: { productRef: "{^Stufe}" }, constants: { productCollectionRef: SS27 }`;
    const rows: Cells[] = [['A-1'], part(1, null), part(2, null), ['A-2', 'Kleid'], part(3, null)];
    const { bodies, errors } = await readLayout(grid([LIST, ...rows]), map(only), BATCH);
    expect(errors).toEqual([]);
    expect(keys(bodies).sort()).toEqual(['A-1 SS27 T-1', 'A-1 SS27 T-2', 'A-2 SS27 T-3']);
  });

  test('a column that only the table of other rows reads is an error if a row of this one has a value in it', async () => {
    const withName = [...LIST, 'Bezeichnung'];
    const upper = UPPER.replace('columns: {', 'columns: { Bezeichnung: name,');
    const read = (name: string | null) =>
      readLayout(grid([withName, [...product(1), 'Kleid'], [...part(1), name]]), map(upper, LOWER), BATCH);
    expect((await read(null)).errors).toEqual([]);
    expect((await read('Stoff')).errors).toMatchObject([{ code: 'header-unknown', value: 'Bezeichnung' }]);
  });

  test('rows of one table may be the only ones that are read', async () => {
    const { bodies, errors } = await readLayout(
      grid([LIST, product(1), part(1), product(2)]),
      `version: 1\nsheets:\n  - { sheet: Export, ${UPPER} }\n`,
      BATCH,
    );
    expect([keys(bodies), errors]).toEqual([['A-1 SS27', 'A-2 SS27'], []]);
  });

  test('rows without a row of the other kind above them, or below one without the cell, are errors', async () => {
    const blank = product(1).map((cell, at) => (at === 3 ? null : cell));
    const orphan = await readLayout(grid([LIST, part(1), product(1)]), map(UPPER, LOWER), BATCH);
    expect(orphan.errors.map(({ code, origin }) => [code, origin.row])).toEqual([
      ['map-key', 2],
      ['map-key', 2],
    ]);
    const unnamed = await readLayout(grid([LIST, blank, part(1)]), map(UPPER, LOWER), BATCH);
    expect(unnamed.errors.map(({ code }) => code)).toContain('map-key');
  });

  test('rows cannot be told apart without their column: the sheet is an error', async () => {
    const without = [LIST, product(1), part(1)].map((cells) => cells.slice(1));
    const { errors, bodies } = await readLayout(grid(without), map(UPPER, LOWER), BATCH);
    expect(errors.map(({ code }) => code)).toContain('map-layout');
    expect(bodies).toEqual([]);
  });
});
