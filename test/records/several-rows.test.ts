import { describe, expect, it } from 'vitest';
import { kindNamed } from '../../src/contract/registry.ts';
import { LogicalRows } from '../../src/records/layout/logical-rows.ts';
import { readRow } from '../../src/records/read.ts';
import type { Draft, SheetMap } from '../../src/records/record.ts';
import type { Cell, Row } from '../../src/sheets/cell.ts';
import { blend, recognised, rowsOf } from './sheet.ts';

/** The findings about rows of the last sheet. */
let reported: [code: string, row: number | undefined][] = [];

/** Groups rows below these headers by the columns `by`, and reads the joined rows. */
function grouped(
  headers: readonly string[],
  rows: readonly (readonly Cell[])[],
  {
    by = [0],
    add = [] as string[],
    first = [] as string[],
    unclear = [] as string[],
    fillDown = [] as number[],
  } = {},
): Draft[] {
  const all = rowsOf(headers, ...rows);
  const { map } = recognised(all, { asKind: kindNamed('v2', 'component') });
  reported = [];
  const layout = {
    fillDown,
    group: { by, add: new Set(add), first: new Set(first), unclear: new Set(unclear) },
  };
  const withGroups: SheetMap = { ...map!, layout };
  const groups = new LogicalRows(withGroups, layout, ({ code, origin }) => reported.push([code, origin.row]));
  const joined: Row[] = [];
  // A sheet has no blank rows.
  for (const row of all.slice(1).filter(({ cells }) => cells.length > 0)) {
    const whole = groups.add(row);
    if (whole) joined.push(whole);
  }
  const last = groups.finish();
  if (last) joined.push(last);
  return joined.map((row) => readRow(withGroups, row));
}

/** Rows of a component: words and numbers, and `-` for a blank cell. */
const rowsIn = (...rows: readonly string[]): Cell[][] =>
  rows.map((row) =>
    row.split(' ').map((cell) => (cell === '-' ? null : Number.isNaN(Number(cell)) ? cell : Number(cell))),
  );

const HEADERS = ['componentRef', 'type', 'material', 'percentage', 'componentWeight'];
const bodies = (...args: Parameters<typeof grouped>) => grouped(...args).map(({ body }) => body);

describe('a record on several rows', () => {
  it('a record on several rows has the items of all its rows, and the values of the first one', () => {
    const rows = rowsIn(
      'C1 TEXTILE COTTON 97 120',
      'C1 - ELASTANE 3 -',
      'C2 TEXTILE WOOL 100 80',
      '- - SILK 0.5 -',
    );
    const [first, second] = bodies(HEADERS, rows);

    expect(first).toEqual({
      ...{ componentRef: 'C1', type: 'TEXTILE', componentWeight: 120 },
      composition: blend({ COTTON: 97, ELASTANE: 3 }),
    });
    expect(second).toEqual({
      ...{ componentRef: 'C2', type: 'TEXTILE', componentWeight: 80 },
      composition: blend({ WOOL: 100, SILK: 0.5 }),
    });
  });

  it('lists its rows, and knows the cell of each value', () => {
    const [draft] = grouped(HEADERS, rowsIn('C1 TEXTILE COTTON 97 -', 'C1 - ELASTANE 3 120'));
    expect(draft!.rows).toEqual([2, 3]);
    expect(draft!.rowOf!('composition.0.material')).toMatchObject({ row: 2 });
    expect(draft!.rowOf!('composition.1.material')).toMatchObject({ row: 3 });
    expect(draft!.columnOf('composition.1.material')).toBe('C');
    expect(draft!.rowOf!('componentWeight')).toMatchObject({ row: 3 });
    expect(draft!.columnOf('componentWeight')).toBe('E');
  });

  it('a record whose rows repeat a whole list has the list once', () => {
    const headers = [...HEADERS.slice(0, 2), 'Matière 1', '% 1', 'Matière 2', '% 2'];
    const row = ['C1', 'TEXTILE', 'COTTON', 97, 'ELASTANE', 3];
    expect(bodies(headers, [row, row])).toMatchObject([
      { composition: [{ material: 'COTTON' }, { material: 'ELASTANE' }] },
    ]);
  });

  it('a record with two values for one field has an error that names both rows', () => {
    const [draft] = grouped(HEADERS, rowsIn('C1 TEXTILE COTTON 97 120', 'C1 TRIM ELASTANE 3 80'));
    const where = 'in row 2 of the same component';
    const suggestion = expect.stringContaining('list componentWeight in addUp of the map file');
    expect(draft!.findings.filter(({ code }) => code === 'row-conflict')).toMatchObject([
      {
        severity: 'error',
        origin: { row: 3, column: 'B' },
        message: `type is "TRIM", but "TEXTILE" ${where}`,
      },
      { origin: { row: 3, column: 'E' }, message: `componentWeight is "80", but "120" ${where}`, suggestion },
    ]);
    expect(draft!.body).toMatchObject({ type: 'TEXTILE', componentWeight: 120 });
  });

  it('a record has the value of its first row that has one, where the map file says so', () => {
    const rows = rowsIn('C1 - COTTON 97 120', 'C1 TEXTILE ELASTANE 3 80', 'C1 TRIM - - -');
    const [draft] = grouped(HEADERS, rows, { first: ['componentWeight', 'type'] });
    expect(draft!.body).toMatchObject({ type: 'TEXTILE', componentWeight: 120 });
    expect(draft!.findings).toEqual([]);
  });

  it('a record on several rows has the sum of a number only where the map file says so, of equal numbers too', () => {
    const rows = rowsIn('C1 TEXTILE COTTON 97 120.1', 'C1 - - - 120.1', 'C1 - - - 0.3');
    expect(bodies(HEADERS, rows, { add: ['componentWeight'] })).toMatchObject([{ componentWeight: 240.5 }]);
  });

  it('a record on several rows is an error if two rows have a quantity that may be repeated or be a part of the whole', () => {
    const rows = rowsIn('C1 TEXTILE COTTON 97 120', 'C1 - ELASTANE 3 120', 'C2 TEXTILE WOOL 100 80');
    const found = grouped(HEADERS, rows, { unclear: ['componentWeight'] });
    const message =
      'componentWeight is "120", as in row 2 of the same component: it may be repeated, or be a part of the whole';
    expect(found.map(({ findings }) => findings)).toMatchObject([
      [{ code: 'row-conflict', origin: { row: 3, column: 'E' }, message }],
      [],
    ]);
    expect(grouped(HEADERS, rows).flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('a record on several rows keeps the findings of all its cells, with the numbers of their items', () => {
    const [draft] = grouped(HEADERS, rowsIn('C1 TEXTILE COTTON 97 -', 'C1 - ELASTANE three -'));
    expect(draft!.findings).toMatchObject([
      { origin: { row: 3, column: 'D' }, field: 'composition.1.percentage' },
    ]);
    expect([...draft!.unreadable]).toEqual(['composition.1.percentage']);
  });

  it('a record on several rows is not joined with a later record that has the same key', () => {
    const rows = rowsIn('C1 TEXTILE COTTON 97 1', 'C2 TEXTILE WOOL 100 1', 'C1 TEXTILE ELASTANE 3 1');
    expect(bodies(HEADERS, rows)).toHaveLength(3);
  });

  it('a record on several rows is not continued by a row with only a part of its key, which is reported as unclear', () => {
    const [first, second] = rowsIn('C1 TEXTILE COTTON 97 1', 'C1 TEXTILE ELASTANE 3 -');
    bodies(HEADERS, [first!, second!.with(0, '')], { by: [0, 1] });
    expect(reported).toEqual([['row-unclear', 3]]);
    bodies(HEADERS, [first!, second!], { by: [0, 1] });
    expect(reported).toEqual([]);
  });

  it('a record on several rows is grouped by all the columns of the group', () => {
    const rows = rowsIn('C1 TEXTILE COTTON 97 1', 'C1 TRIM ELASTANE 3 1');
    expect(bodies(HEADERS, rows, { by: [0, 1] })).toHaveLength(2);
  });

  it.each([1000, 1001, 1003])('a record on several rows may have at most 1,000 rows: %d', (length) => {
    const rows = Array.from({ length }, (_, at): Cell[] => ['C1', 'TEXTILE', 'COTTON', at, null]);
    const [draft, ...others] = grouped(HEADERS, rows);
    expect(others).toEqual([]);
    const message = 'more than 1,000 rows have the same key: one component cannot have as many';
    expect(draft!.findings).toMatchObject(length > 1000 ? [{ code: 'row-conflict', message }] : []);
    expect(draft!.rows).toHaveLength(Math.min(length, 1001));
  });

  it('a record on several rows keeps the errors of formulas without a result, which are not blank', () => {
    const uncached = { type: 'uncached' } as const;
    const codes = (...args: Parameters<typeof grouped>) =>
      grouped(...args).map(({ row, findings }) => [row, ...findings.map(({ code }) => code)]);
    const first: Cell[] = ['C1', 'TEXTILE', 'COTTON', 97, 1];
    const found = [[2], [3, 'cell-uncached']];
    const rows: Cell[][] = [first, ['C2', uncached, 'WOOL', 100, 1]];
    expect(codes(HEADERS, rows, { fillDown: [1] })).toEqual(found);
    expect(codes(HEADERS, [first, [uncached, 'TEXTILE', 'ELASTANE', 3, null]])).toEqual(found);
    const blank: Cell[][] = [first.with(1, null), ['C1', uncached, 'ELASTANE', 3, null]];
    expect(codes(HEADERS, blank, { by: [0, 1] })).toEqual(found);
  });

  it('a record on several rows has each plain value of a list once, and is joined in time that grows with the number of values', () => {
    const many = Array.from({ length: 900 }, (_, at): Cell[] => {
      const lots = Array.from({ length: 200 }, (_, lot) => `L${at}-${lot}`);
      return ['C1', ['L-0', ...lots].join('; ')];
    });
    const [body] = bodies(['componentRef', 'lotReferences'], many);
    expect(new Set(body!.lotReferences as string[]).size).toBe((body!.lotReferences as string[]).length);
    expect(body!.lotReferences).toHaveLength(180_001);
  }, 60_000);

  it('a record on several rows gets the value above in the columns that are filled down', () => {
    const rows = [
      ['C1', 'TEXTILE', 'COTTON', 100, 1],
      ['C2', null, 'WOOL', 100, null],
      ['C3', 'TRIM', 'SILK', 100, null],
      ['C4', ' ', 'SILK', 100, null],
    ];
    expect(bodies(HEADERS, rows, { fillDown: [1] })).toMatchObject([
      { componentRef: 'C1', type: 'TEXTILE', componentWeight: 1 },
      { componentRef: 'C2', type: 'TEXTILE' },
      { componentRef: 'C3', type: 'TRIM' },
      { componentRef: 'C4', type: 'TRIM' },
    ]);
    expect(bodies(HEADERS, rows, { fillDown: [1] })[1]).not.toHaveProperty('componentWeight');
  });

  it('a season is filled down below a blank row, too, and no other value', () => {
    const headers = ['componentRef', 'productCollectionRef', 'productRef', 'type', 'componentWeight'];
    const rows: Cell[][] = [['C1', 'SS27', 'P1', 'TEXTILE', 1], [], ['C2', null, 'P2', 'TRIM', 2]];
    const read = (fillDown: number[]) => [bodies(headers, rows, { fillDown })[1], reported] as const;
    expect(read([1])).toMatchObject([{ componentRef: 'C2', productCollectionRef: 'SS27' }, []]);
    const other = rows.with(2, ['C2', null, null, 'TRIM', 2]);
    expect(bodies(headers, other, { fillDown: [1, 2] })).toHaveLength(2);
    expect(reported).toEqual([['row-unclear', 4]]);
  });
});
