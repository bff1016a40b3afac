import { describe, expect, it } from 'vitest';
import type { Body, Json, KindSpec } from '../../src/contract/kind.ts';
import { convertFractions, shareColumns } from '../../src/records/fractions.ts';
import type { Cell } from '../../src/sheets/cell.ts';
import { blend, readCell, readSheet } from './sheet.ts';

const HEADERS = [1, 2, 3].flatMap((at) => [`composition.${at}.material`, `composition.${at}.percentage`]);
const MATERIALS = ['COTTON', 'WOOL', 'SILK'];

/** The shares of a component with these cells, and its findings. */
function read(shares: readonly Cell[], headers = HEADERS) {
  const cells = shares.flatMap((share, at) => [share === undefined ? null : MATERIALS[at]!, share]);
  const { drafts } = readSheet('component', headers, [cells]);
  const { body, findings } = drafts[0]!;
  const items = (body as { composition?: Body[] }).composition ?? [];
  return {
    shares: items.map(({ percentage }): Json | undefined => percentage),
    codes: findings.map(({ code }) => code),
    findings,
  };
}

const percent = (value: number): Cell => ({ type: 'percent', value });

describe('the shares of a composition', () => {
  it('shares that add up to 1 are fractions, and become percentages', () => {
    const { shares, findings } = read([0.3, 0.7]);
    expect(shares).toEqual([30, 70]);
    expect(findings).toMatchObject([
      {
        code: 'composition-fractions',
        severity: 'fixed',
        field: 'composition.0.percentage',
        origin: { column: 'B' },
        value: '0.3',
        message: '0.3 + 0.7 add up to 1, so they are fractions → 30 + 70',
      },
    ]);
  });

  it.each<[shares: readonly number[], ...cells: Cell[]]>([
    [[30, 70], '0,3', '0,7'],
    [[57, 43], 0.57, 0.43],
    [[33.3, 33.3, 33.3], 0.333, 0.333, 0.333],
    [[0.5, 99.5], 0.005, 0.995],
    [[50, 49.5], 0.5, 0.495],
    [[50, 50.5], 0.5, 0.505],
    [[50, 50], { type: 'padded', value: 0.5, text: '0.50' }, 0.5],
  ])('shares become %j, since the cells are fractions: %j %j', (shares, ...cells) => {
    const found = read(cells);
    expect(found.shares).toEqual(shares);
    expect(found.codes).toContain('composition-fractions');
  });

  it('a single 1 is the whole if rows above have fractions', () => {
    const rows = [[1], [0.3, 0.7], [1], [0.9]].map((shares) =>
      shares.flatMap((share, at) => [MATERIALS[at]!, share]),
    );
    const { drafts } = readSheet('component', HEADERS, rows);
    expect(drafts.map(({ body }) => (body.composition as Body[])[0]!.percentage)).toEqual([1, 30, 100, 0.9]);
    expect(drafts[2]!.findings).toMatchObject([
      { code: 'composition-fractions', message: 'rows above have fractions, so 1 is the whole → 100' },
    ]);
  });

  it.each<[shares: readonly number[], ...cells: Cell[]]>([
    [[30, 70], '30 %', '70%'],
    [[30, 70], percent(0.3), percent(0.7)],
    // With a percent sign the number is not a fraction, and the total is an error.
    [[0.3, 0.7], '0.3%', '0.7%'],
    [[0.3, 0.7], '0.3 %', 0.7],
    [[0.3, 0.7], percent(0.003), percent(0.007)],
    [[30, 0.7], percent(0.3), 0.7],
    ...[
      ...[
        [30, 70],
        [99.5, 0.5],
        [1, 0],
        [1, 0.004],
        [0.4, 0.6, 0],
        [0.6, 0.6, -0.2],
      ],
      // Not certain: 1 % or 100 %.
      ...[[1], [0.999]],
      ...[
        [0.5, 0.494],
        [0.5, 0.506],
        [1.2, -0.2],
      ],
    ].map((shares): [number[], ...number[]] => [shares, ...shares]),
  ])('stay %j, since the cells are not certainly fractions: %j %j', (shares, ...cells) => {
    const found = read(cells);
    expect(found.shares).toEqual(shares);
    expect(found.codes).not.toContain('composition-fractions');
  });

  it('the shares of a composition stay as they are if one is missing or unreadable', () => {
    const rows = [null, 'half'].map((share) => ['COTTON', 0.3, 'WOOL', 0.7, 'SILK', share]);
    const { drafts } = readSheet('component', HEADERS, rows);
    for (const { body } of drafts)
      expect((body.composition as Body[]).slice(0, 2)).toEqual(blend({ COTTON: 0.3, WOOL: 0.7 }));
  });

  it('the shares of a composition become percentages in their items where a blank item is dropped', () => {
    const { drafts } = readSheet('component', HEADERS, [[null, null, 'WOOL', 0.7, 'SILK', 0.3]]);
    expect(drafts[0]!.body).toEqual({ composition: blend({ WOOL: 70, SILK: 30 }) });
    expect(drafts[0]!.findings).toMatchObject([
      { field: 'composition.0.percentage', origin: { column: 'D' } },
    ]);
  });

  it('the shares of a composition are added up with those of other lists', () => {
    const columns = ['usedMaterials[].share', 'name', 'purchasedItems[].share'].map((path, at) => ({
      ...{ index: at + 3, letters: 'A', header: path, path },
      field: { path, value: { type: 'number' as const }, names: [], note: '' },
    }));
    const totals = [{ items: 'usedMaterials', share: 'share', with: ['purchasedItems'] }];
    const map = (kind: object) => ({ file: '', sheet: '', headerRow: 1, kind: kind as KindSpec, columns });
    const [shares, other] = shareColumns(map({ totals }));
    expect(other).toBeUndefined();
    expect(shares!.columns).toEqual([
      { at: 0, index: 3 },
      { at: 2, index: 5 },
    ]);
    expect(shareColumns(map({ totals, partial: true }))).toEqual([]);
    expect(shareColumns(map({}))).toEqual([]);
    expect(shareColumns(map({ totals: [{ items: 'usedMaterials', share: 'share' }] }))).toEqual([]);

    const body = { usedMaterials: [{ share: 0.2 }], purchasedItems: [{ share: 0.8 }] };
    const message = '0.2 + 0.8 add up to 1, so they are fractions → 20 + 80';
    expect(convertFractions(shares!, [], [0.2, 'x', 0.8], body)).toEqual({ at: 0, message });
    expect(body).toEqual({ usedMaterials: [{ share: 20 }], purchasedItems: [{ share: 80 }] });
    const more = { usedMaterials: [{ share: 0.2 }, { share: 3 }], purchasedItems: [{ share: 0.8 }] };
    expect(convertFractions(shares!, [], [0.2, 'x', 0.8], more)).toBeUndefined();
    expect(convertFractions(shares!, [], [undefined, 'x', undefined], {})).toBeUndefined();
  });

  it('shares below a header with the word "fraction" are always fractions', () => {
    const headers = HEADERS.map((header) => header.replace('percentage', 'percentage (fraction)'));
    expect(read([1], headers).shares).toEqual([100]);
    expect(read([0.3, 0.7], headers).shares).toEqual([30, 70]);
    expect(read(['30 %', percent(0.7)], headers).shares).toEqual([30, 70]);
  });
});

describe('a percentage without a total', () => {
  const recycled = (cell: Cell, header = 'percentageRecycled') => readCell('packaging', header, cell);

  it.each<[Cell, string, string]>([
    [0.8, '0.8', '80'],
    ['0,55', '0,55', '55'],
    [1, '1', '100'],
  ])(
    'a percentage of at most 1 without a total is an error, since it can be a fraction: %j',
    (cell, text, fraction) => {
      const { value, findings } = recycled(cell);
      expect(value).toBeUndefined();
      const share = Number(text.replace(',', '.'));
      const message = `"${text}" can mean ${share} % or, as a fraction, ${fraction} %`;
      expect(findings.at(-1)).toMatchObject({ code: 'percent-fraction', severity: 'error', message });
    },
  );

  it.each<[Cell, string, number]>([
    [0, 'percentageRecycled', 0],
    [1.5, 'percentageRecycled', 1.5],
    ['0.8 %', 'percentageRecycled', 0.8],
    [percent(0.008), 'percentageRecycled', 0.8],
    [0.8, 'Recycled %', 0.8],
    [0.8, 'percentageRecycled (fraction)', 80],
  ])('a certain percentage without a total is read: %j below "%s" is %d', (cell, header, value) => {
    const read = recycled(cell, header);
    expect(read.value).toBe(value);
    expect(read.codes).not.toContain('percent-fraction');
  });
});
