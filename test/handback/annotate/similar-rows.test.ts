import { expect, it } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import type { FindingCode } from '../../../src/findings/catalogue.ts';
import type { Finding } from '../../../src/findings/finding.ts';
import { similarRows, wrongCells } from '../../../src/handback/annotate/similar-rows.ts';
import { useLanguage } from '../../../src/say.ts';
import type { Cell } from '../../../src/sheets/cell.ts';

const COLUMNS = { productRef: 'A', category: 'B', weight: 'C', fabric: 'D' };
const ROWS: readonly (readonly Cell[])[] = [
  ['ROB-1', 'DRESSES', 410.5, 'a'],
  ['ROB-1', 'SHIRT', null, 'b'],
  ['ROB-2', 'SHIRTS', 1, 'c'],
  [' ROB-1 ', 'DRESSES', 'léger', 'd'],
  ['ROB-1', 'SHIRTZ', { type: 'error', code: '#REF!' }, 'e'],
  ['ROB-3', null, null, 'f'],
  ['ROB-1', 'DRESSES', 410.5, null],
];

const finding = (code: FindingCode, row: number, column: string, kind = 'product'): Finding => ({
  ...{ code, severity: 'error', kind, message: '' },
  origin: { file: 'a.xlsx', sheet: 'Products', row, column },
});

let reads = 0;
const source = {
  sheets: [
    {
      name: 'Products',
      hidden: false,
      async *rows() {
        reads++;
        yield ROWS.map((cells, at) => ({ row: at + 2, cells }));
      },
    },
  ],
};

const similarTo = async (findings: readonly Finding[]) => {
  reads = 0;
  const wanted = wrongCells(findings, kindsOf('v2'), () => COLUMNS);
  const similar = await similarRows(source, wanted, new AbortController().signal);
  return findings.map(({ origin, kind }) => similar(origin, kind)?.values ?? null);
};

it('similarRows shows the values of the other rows of the same product, without other wrong cells', async () => {
  await useLanguage('fr');
  const found = [
    finding('not-in-list', 3, 'B'),
    finding('not-in-list', 6, 'B'),
    finding('number-unreadable', 5, 'C'),
    finding('required', 7, 'B'),
  ];
  expect(await similarTo(found)).toEqual([['DRESSES'], ['DRESSES'], ['410,5'], null]);
  await useLanguage('en');
});

it('similarRows shows for a cell neither its own value nor a wrong one, whatever else is wrong in its row', async () => {
  const found = [
    finding('site-kind' as FindingCode, 5, 'B'),
    finding('number-unreadable', 5, 'C'),
    finding('not-in-list', 3, 'B'),
  ];
  expect(await similarTo(found)).toEqual([null, ['410.5'], ['DRESSES', 'SHIRTZ']]);
});

it('wrongCells asks for no cell of a file with more than 1000 wrong cells, so the file is not read again', () => {
  const findings = (count: number) =>
    Array.from({ length: count }, (_, at) => finding('not-in-list', at + 2, 'B'));
  expect(wrongCells(findings(1000), kindsOf('v2'), () => COLUMNS).length).toBe(1);
  expect(wrongCells(findings(1001), kindsOf('v2'), () => COLUMNS).length).toBe(0);
  // It also stops after 1001 findings of a kind without rows of the same product.
  let seen = 0;
  function* endless(): Generator<Finding> {
    for (;;) yield finding('required', ++seen + 1, 'B', 'supplier');
  }
  expect(wrongCells(endless(), kindsOf('v2'), () => COLUMNS).length).toBe(0);
  expect(seen).toBe(1001);
});

it('similarRows shows nothing if the values differ, the reference is wrong, or no other row can have the value', async () => {
  const found = [
    finding('required', 8, 'D'),
    finding('reference-exponent', 3, 'A'),
    finding('duplicate-different', 3, 'B'),
    finding('required', 3, 'B', 'supplier'),
  ];
  expect(await similarTo(found)).toEqual([null, null, null, null]);
  expect(await similarTo(found.slice(1))).toEqual([null, null, null]);
  expect(reads).toBe(0);
});
