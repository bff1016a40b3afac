import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectEnd, journalOf, reportIn } from '../cli/commands/harness.ts';
import { by, csv, world } from '../cli/commands/purchases.ts';
import { runTrace } from './harness.ts';

const ONE = ['uniqueIdentifier', 'transports.1.name', 'transports.1.usagePercentage'];
const BOTH = [...ONE, 'transports.2.name', 'transports.2.usagePercentage'];

/** A purchased item with transports by barge and by train, and its updates by the binary. */
async function purchase() {
  const { cwd, updates } = await world({ 'both.csv': csv(BOTH, ['P-1', 'BARGE', 80, 'TRAIN', 20]) });
  const update = async (...rows: readonly (readonly (string | number)[])[]) => {
    await writeFile(path.join(cwd, 'u.csv'), csv(...rows));
    const argv = ['purchased-items', 'update', 'u.csv', '--env', 'sandbox', '--report', 'r.json'];
    const { code, stderr } = await runTrace(argv, cwd);
    const { records } = await reportIn(cwd);
    return { code, stderr, said: records.map(({ outcome, messages }) => [outcome, ...messages]) };
  };
  const first = await runTrace(['purchased-items', 'update', 'both.csv', '--env', 'sandbox'], cwd);
  expect(first.code).toBe(0);
  return { update, sent: async () => (await updates()).slice(1).map(({ body }) => body.transports) };
}

describe('an update that gives a part of a list', () => {
  it('an update that gives a part of a list changes only that part, and the report has the old and the new values', async () => {
    const { update, sent } = await purchase();
    const saying = async (heads: readonly string[], ...cells: readonly (string | number)[]) => {
      const { code, said } = await update(heads, ['P-1', ...cells]);
      expect(code).toBe(0);
      return said[0];
    };
    expect(await saying(BOTH, 'BOAT', 80, '', '')).toEqual([
      'updated',
      'transports.1.name: "BARGE" → "BOAT"',
    ]);
    expect(await saying(ONE, 'TRUCK', 80)).toEqual(['updated', 'transports.1.name: "BOAT" → "TRUCK"']);
    expect(await saying(ONE, 'TRUCK', 80)).toEqual(['unchanged']);
    expect(await saying([...ONE, 'transports.2.name'], 'TRUCK', 100, '(clear)')).toEqual([
      'updated',
      'transports.1.usagePercentage: 80 → 100',
      'transports.2: {"name":"TRAIN","usagePercentage":20} → (none)',
    ]);
    expect(await sent()).toEqual([
      [by('BOAT', 80), by('TRAIN', 20)],
      [by('TRUCK', 80), by('TRAIN', 20)],
      [by('TRUCK', 100)],
    ]);
  });

  it('an update that gives a part of a list is refused if it is unclear what happens to the other items, with the advice to give all items', async () => {
    const { update, sent } = await purchase();
    const moved = await update(ONE, ['P-1', 'TRAIN', 70]);
    expectEnd(
      moved,
      3,
      'B2 transports.1 [update-list]\n        "name TRAIN, usagePercentage 70": transports.1 has the name of transports.2, last known as name TRAIN, usagePercentage 20, but the row does not contain all 2 items\n        → give all items of the list',
    );
    const removed = await update(['uniqueIdentifier', 'transports.2.name'], ['P-1', '(clear)']);
    expectEnd(
      removed,
      3,
      '"(clear)": transports.2 is removed, but the row does not contain transports.1, last known as name BARGE, usagePercentage 80\n        → give all items',
    );
    for (const { stderr } of [moved, removed]) expect(stderr).not.toContain('{');
    expect(await sent()).toEqual([]);
  });
});

it('numbered columns that lack values of a plain list are an error; one cell replaces the list', async () => {
  const { cwd, updates } = await world({
    'two.csv': csv(['uniqueIdentifier', 'gtins'], ['AURORE-BP-1', '3607012345678; 3607012345685']),
    'one.csv': csv(['uniqueIdentifier', 'gtins.1'], ['AURORE-BP-1', '3607012345692']),
    'whole.csv': csv(['uniqueIdentifier', 'gtins'], ['AURORE-BP-1', '3607012345692']),
  });
  const update = (file: string) => runTrace(['brand-products', 'update', file, '--env', 'sandbox'], cwd);
  expect((await update('two.csv')).code).toBe(0);
  const one = await update('one.csv');
  expectEnd(
    one,
    3,
    'gtins has 2 known values, but the row contains only 1, without 3607012345678, 3607012345685\n        → give all values in one cell of a column gtins',
  );
  expect((await update('whole.csv')).code).toBe(0);
  expect((await updates()).map(({ body }) => body.gtins)).toEqual([
    ['3607012345678', '3607012345685'],
    ['3607012345692'],
  ]);
});

describe('(clear) in a list of plain values', () => {
  const GTINS = ['3607012345678', '3607012345685', '3607012345692'];
  const NUMBERED = ['uniqueIdentifier', 'gtins.1', 'gtins.2', 'gtins.3'];

  /** A brand product with three GTINs, and its updates by the binary. */
  async function brandProduct() {
    const { cwd, updates } = await world({
      'three.csv': csv(['uniqueIdentifier', 'gtins'], ['AURORE-BP-1', GTINS.join('; ')]),
    });
    const run = (...argv: string[]) => runTrace([...argv, '--env', 'sandbox'], cwd);
    expect((await run('brand-products', 'update', 'three.csv')).code).toBe(0);
    const update = async (heads: readonly string[], ...cells: readonly string[]) => {
      await writeFile(path.join(cwd, 'u.csv'), csv(heads, cells));
      const { code, stderr } = await run('brand-products', 'update', 'u.csv');
      return [code, stderr] as const;
    };
    return { update, sent: async () => (await updates()).slice(1).map(({ body }) => body.gtins) };
  }

  it('removes one value if the row gives all others, or all values if the column is the whole list', async () => {
    const { update, sent } = await brandProduct();
    const [first, , third] = GTINS as [string, string, string];
    const row = ['AURORE-BP-1', first, '(clear)', third];
    expect((await update(NUMBERED, ...row))[0]).toBe(0);
    const again = await update(NUMBERED, ...row);
    expect([again, (await sent()).length]).toEqual([[0, expect.stringContaining('unchanged')], 1]);
    expect((await update(NUMBERED, 'AURORE-BP-1', '(clear)', third, ''))[0]).toBe(0);
    expect((await update(['uniqueIdentifier', 'gtins'], 'AURORE-BP-1', '(clear)'))[0]).toBe(0);
    expect(await sent()).toEqual([[first, third], [third], []]);
  });

  it('(clear) in a list of plain values is an error that asks for all values if the row lacks some of the others', async () => {
    const { update, sent } = await brandProduct();
    const [first, second, third] = GTINS as [string, string, string];
    for (const [heads, cells, said] of [
      [
        ['gtins.2'],
        ['(clear)'],
        `gtins.2 is removed, but the row does not contain other known values of gtins: ${first}, ${third}`,
      ],
      [
        ['gtins.1', 'gtins.2', 'gtins.7'],
        [first, second, '(clear)'],
        `gtins.7 is removed, but the row does not contain other known values of gtins: ${third}`,
      ],
    ] as const) {
      const [code, stderr] = await update(['uniqueIdentifier', ...heads], 'AURORE-BP-1', ...cells);
      expect([code, stderr]).toEqual([3, expect.stringContaining(said)]);
      expect(stderr).toContain('→ give all values in one cell of a column gtins');
    }
    expect(await sent()).toEqual([]);
  });

  it('(clear) in a list of plain values is an error that asks for all values if the ledger does not have the record', async () => {
    const { update, sent } = await brandProduct();
    const [code, stderr] = await update(['uniqueIdentifier', 'gtins.2'], 'ELSEWHERE', '(clear)');
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('gtins.2 is removed, but the ledger does not know the values of gtins'),
    ]);
    expect(await sent()).toEqual([]);
  });

  it('(clear) in a list of plain values is an error if its cell also has a value, or if another column gives several values of the list', async () => {
    const { update, sent } = await brandProduct();
    const heads = ['uniqueIdentifier', 'collections', 'gtins', 'gtins.2'];
    const [code, stderr] = await update(heads, 'AURORE-BP-1', 'SS27; (clear)', GTINS[0]!, '(clear)');
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('(clear) would be sent as text; "collections" also contains values'),
    ]);
    expect(stderr).toContain(
      'gtins is partly cleared here, but another column contains several of its values',
    );
    expect(await sent()).toEqual([]);
  });
});

it.each([
  ['v2', 'suppliers-2.csv', ['supplierRef', 'name'], ['FRN-1', '(clear)']],
  ['v3', 'suppliers-2.csv', ['uniqueIdentifier', 'siteName'], ['AURORE-SITE-9', '(Clear) ']],
  [
    'v3',
    'brand-products-2.csv',
    ['uniqueIdentifier', 'productName', 'collections'],
    ['AURORE-BP-9', 'Robe', 'SS27;(clear)'],
  ],
])(
  '(clear) in a row that creates a record is an error, and is not sent as text (%s, %s)',
  async (name, file, heads, cells) => {
    const { cwd, updates } = await world({ [file]: csv(heads, cells) });
    const argv = ['import', file, '--interface', name, '--env', 'sandbox'];
    expectEnd(await runTrace(argv, cwd), 3, '(clear) would be sent as text; the row creates a');
    expect(await updates()).toEqual([]);
  },
);

describe('the shares of transports', () => {
  it.each([
    ['100', '100', [100, 100]],
    ['50', '', [50, undefined]],
    ['0.5', '0.5', [0.5, 0.5]],
    ['70%', '0.2 %', [70, 0.2]],
  ])(
    'shares of transports of %s and %s are sent as written: the interface does not define their total',
    async (one, two, sent) => {
      const create = ['buyerKind', 'buyerUniqueIdentifier', 'sellerUniqueIdentifier', 'itemUniqueIdentifier'];
      const cells = ['SUPPLIER', 'AURORE-SITE-0001', 'AURORE-SITE-0002', 'AURORE-MAT-COTTON'];
      const { cwd, mock } = await world({
        'purchased-items-9.csv': csv([...BOTH, ...create], ['P-9', 'BOAT', one, 'TRAIN', two, ...cells]),
      });
      const ran = await runTrace(['import', 'purchased-items-9.csv', '--env', 'sandbox'], cwd);
      expect([ran.code, ran.stderr.includes('warning')]).toEqual([0, false]);
      const { body } = (await journalOf(mock)).find(({ key }) => key === 'P-9')!;
      const { transports } = body as { transports: { usagePercentage?: number }[] };
      expect(transports.map((each) => each.usagePercentage)).toEqual(sent);
    },
  );
});

describe('a created record', () => {
  it('a created record with (clear) in a cell gets a warning, because there is nothing to clear', async () => {
    const create = ['buyerKind', 'buyerUniqueIdentifier', 'sellerUniqueIdentifier', 'itemUniqueIdentifier'];
    const cells = ['SUPPLIER', 'AURORE-SITE-0001', 'AURORE-SITE-0002', 'AURORE-MAT-COTTON'];
    const { cwd } = await world({
      'new.csv': csv(['uniqueIdentifier', 'purchaseOrderDate', ...create], ['P-9', '(clear)', ...cells]),
    });
    for (const flags of [[], ['--update']]) {
      const argv = ['import', 'new.csv', '--sheet', 'new=purchased-item', '--env', 'sandbox', '--dry-run'];
      const { code, stdout, stderr } = await runTrace([...argv, ...flags], cwd);
      expect([code, stdout + stderr]).toEqual([
        0,
        expect.stringMatching(/B2 purchaseOrderDate \[clear-in-create\]/),
      ]);
    }
  });
});

describe('(clear) in an item of a list of a created record', () => {
  it('(clear) in an item of a created record is an error at its own cell, also if other items of the list have values', async () => {
    const { cwd } = await world({
      'new.csv': csv(
        [...BOTH, 'itemUniqueIdentifier'],
        ['P-9', '(clear)', '', 'TRUCK', '100', 'AURORE-MAT-COTTON'],
      ),
    });
    const argv = ['check', 'new.csv', '--interface', 'v3', '--sheet', 'new=purchased-item'];
    const { stdout } = await runTrace(argv, cwd);
    expect(stdout).toMatch(/B2 transports\.1\.name \[clear-not-allowed\]/);
    expect(stdout).not.toContain('clear-in-create');
  });
});
