import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createsOf, expectEnd, folderWith, journalOf, sandboxConfig, trace } from './harness.ts';
import { csv, HEADS, launch, outcomes, purchase, type Report, told, world } from './purchases.ts';

describe('three changed purchased items', () => {
  const changed = csv(
    HEADS,
    purchase('P-1', 'PO-NEW'),
    purchase('P-2', 'PO-P-2', '2026-05-01', 250),
    purchase('P-3', 'PO-LATE'),
    purchase('P-4', 'PO-P-4'),
  );

  test.each([
    ['purchased-items', ['purchased-items', 'update', 'changes.csv']],
    ['import', ['import', 'purchased-items-changes.csv', '--update']],
  ])(
    'three changed purchased items are sent by trace %s with only their changed fields; a launched one is locked',
    async (_, argv) => {
      const { mock, run, updates } = await world({
        'changes.csv': changed,
        'purchased-items-changes.csv': changed,
      });
      await launch(mock, 'P-3');
      const sent = createsOf(mock, 'purchased-item');
      const { code, report, stderr } = await run(...argv);
      expect([code, told(report)]).toEqual([5, 'P-1 updated, P-2 updated, P-3 rejected, P-4 unchanged']);
      expect(report.totals).toMatchObject({ updated: 2, rejected: 1, unchanged: 1, created: 0 });
      const locked = report.records.find(({ key }) => key === 'P-3')!;
      expect(locked.messages).toEqual([
        'not applied: purchaseOrder stays "PO-P-3" ("PO-LATE" was sent); the record may be locked: the service ignores updates of a record after collection was launched for it',
      ]);
      expect(stderr).toContain('may be locked: the service ignores updates');
      expect(stderr).toMatch(/planned 1 wave: .*\n\S+ wave 1 \(purchased-items\) started/);
      const second = { purchaseOrderDate: '2026-05-01', purchasedQuantity: { value: 250, unit: 'GRAMS' } };
      expect((await updates()).map(({ kind, key, body }) => [kind, key, body])).toEqual([
        ['purchased-item', 'P-1', { purchaseOrder: 'PO-NEW' }],
        ['purchased-item', 'P-2', second],
      ]);
      expect(createsOf(mock, 'purchased-item')).toBe(sent + 3);

      const again = await run(...argv);
      expect([again.code, told(again.report)]).toEqual([
        5,
        'P-1 unchanged, P-2 unchanged, P-3 rejected, P-4 unchanged',
      ]);
      expect(createsOf(mock, 'purchased-item')).toBe(sent + 4);
    },
  );

  test('three changed purchased items are outdated in an import without --update, which sends nothing and advises --update', async () => {
    const { mock, run, updates } = await world({ 'purchased-items-changes.csv': changed });
    const sent = createsOf(mock);
    const { code, report, stderr } = await run('import', 'purchased-items-changes.csv');
    expect([code, told(report)]).toEqual([5, 'P-1 outdated, P-2 outdated, P-3 outdated, P-4 unchanged']);
    expect(report.records[1]!.messages[0]).toContain('purchaseOrderDate, purchasedQuantity changed');
    expect(report.records[1]!.messages).toEqual([
      expect.stringContaining(
        'trace purchased-items update FILE --env sandbox, where FILE contains the rows',
      ),
      'purchaseOrderDate: "2026-04-15" → "2026-05-01"',
      'purchasedQuantity.value: 100 → 250',
    ]);
    expect(stderr).toContain('3 records changed; --update sends what changed of them.');
    expect(stderr).toMatch(/Next: trace import purchased-items-changes\.csv .*--update$/m);
    expect([createsOf(mock), await updates()]).toEqual([sent, []]);
    const updated = await run('import', 'purchased-items-changes.csv', '--update');
    expect([updated.code, updated.report.totals.updated]).toEqual([0, 3]);
  });

  test('three changed purchased items are printed by update --dry-run, which sends nothing', async () => {
    const { cwd, mock, updates } = await world({ 'changes.csv': changed });
    const sent = createsOf(mock);
    const argv = ['purchased-items', 'update', 'changes.csv', '--dry-run', '--env', 'sandbox'];
    const { code, stdout, stderr } = await trace(argv, { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('PO-NEW');
    expect(stdout).not.toContain('buyerKind');
    expect(stderr).toContain('3 records would be sent to sandbox; nothing was sent.');
    expect(stderr).toContain('trace purchased-items update changes.csv --env sandbox');
    expect([createsOf(mock), await updates()]).toEqual([sent, []]);
  });
});

describe('an update', () => {
  test('an update does not change fields that are blank; (clear) empties optional fields', async () => {
    const { run, updates } = await world({
      'some.csv': csv(
        ['uniqueIdentifier', 'purchaseOrder', 'purchasedQuantity.value', 'purchasedQuantity.unit'],
        ['P-1', '(clear)', '', ''],
        ['P-2', '', '(CLEAR)', ''],
        ['P-3', '', 100, 'GRAMS'],
        ['P-4', '', '', ''],
      ),
    });
    const { code, report } = await run('purchased-items', 'update', 'some.csv');
    expect([code, told(report)]).toEqual([0, 'P-1 updated, P-2 updated, P-3 unchanged, P-4 unchanged']);
    const bodies = (await updates()).map(({ body }) => body);
    expect(bodies).toEqual([{ purchaseOrder: null }, { purchasedQuantity: null }]);
    const again = await run('purchased-items', 'update', 'some.csv');
    expect([again.code, again.report.totals.unchanged]).toEqual([0, 4]);
  });

  test('an update is an error if it clears a required field, or clears and fills one field', async () => {
    const { mock, run } = await world({
      'bad.csv': csv(
        ['uniqueIdentifier', 'itemUniqueIdentifier', 'purchasedQuantity.value', 'purchasedQuantity.unit'],
        ['P-1', '(clear)', '', ''],
        ['P-2', '', '(clear)', 'GRAMS'],
      ),
    });
    const sent = createsOf(mock);
    const { code, report } = await run('purchased-items', 'update', 'bad.csv');
    expect(code).toBe(3);
    const found = report.findings.map(({ code, origin: { column, row } }) => `${code} ${column}${row}`);
    expect(found).toEqual(expect.arrayContaining(['clear-not-allowed B2', 'clear-not-allowed C3']));
    expect(createsOf(mock)).toBe(sent);
  });

  test('an update of the buyer, the seller or the identity of a record is an error at its cell; nothing is sent', async () => {
    const { mock, run } = await world({
      'identity.csv': csv(
        ['uniqueIdentifier', 'id', 'buyerKind', 'buyerUniqueIdentifier', 'sellerId', 'purchaseOrder'],
        ['P-1', '0b5e8b1e-9d4f-4b7a-8a53-0c1d2e3f4a5b', '', '', '', 'PO-X'],
        ['P-2', '', 'CUSTOMER', '', '', 'PO-X'],
        ['P-3', '', 'SUPPLIER', 'AURORE-SITE-0002', '', 'PO-X'],
        ['P-4', '', 'SUPPLIER', 'AURORE-SITE-0001', 'AURORE-SITE-0001', 'PO-X'],
      ),
    });
    const sent = createsOf(mock);
    const { code, report } = await run('purchased-items', 'update', 'identity.csv');
    const errors = report.findings.filter(({ severity }) => severity === 'error');
    const places = errors.map(({ code: of, origin }) => `${of} ${origin.column}${origin.row}`);
    expect([code, places]).toEqual([3, ['B2', 'C3', 'D4', 'E5'].map((cell) => `update-identity ${cell}`)]);
    expect(createsOf(mock)).toBe(sent);
  });

  test('an update can name its record by id; an item that is named by id and by unique identifier is an error', async () => {
    const { run, updates, first, cwd } = await world({});
    const ids = Object.fromEntries(first.records.map(({ key, id }) => [key, id!]));
    await writeFile(
      `${cwd}/ids.csv`,
      csv(['id', 'sellerId', 'purchaseOrder'], [ids['P-1']!, ids['AURORE-SITE-0002']!, 'PO-BY-ID']),
    );
    const { code, report } = await run('purchased-items', 'update', 'ids.csv');
    expect([code, told(report)]).toEqual([0, 'P-1 updated']);
    expect((await updates()).map(({ body }) => body)).toEqual([{ purchaseOrder: 'PO-BY-ID' }]);

    await writeFile(
      `${cwd}/items.csv`,
      csv(
        ['uniqueIdentifier', 'itemId', 'itemUniqueIdentifier'],
        ['P-1', ids['AURORE-MAT-LINEN']!, ''],
        ['P-2', '', 'AURORE-MAT-LINEN'],
        ['P-3', ids['AURORE-MAT-LINEN']!, 'AURORE-MAT-LINEN'],
      ),
    );
    const both = await run('purchased-items', 'update', 'items.csv', '--skip-invalid');
    expect([both.code, told(both.report)]).toEqual([5, 'P-1 updated, P-2 updated, P-3 invalid']);
    expect(both.report.findings.map(({ code: of }) => of)).toEqual(['identifier-both']);
    expect((await updates()).slice(1).map(({ body }) => body)).toEqual([
      { itemId: ids['AURORE-MAT-LINEN'] },
      { itemUniqueIdentifier: 'AURORE-MAT-LINEN' },
    ]);
    const again = await run('purchased-items', 'update', 'items.csv', '--skip-invalid');
    expect(told(again.report)).toBe('P-1 unchanged, P-2 unchanged, P-3 invalid');
  });

  test('an update of a record that the ledger does not have sends all fields; the service rejects an unknown record', async () => {
    const { cwd, mock } = await world({});
    const other = await folderWith({
      'trace.config.yaml': sandboxConfig(mock.url),
      'changes.csv': csv(
        'uniqueIdentifier,buyerKind,purchaseOrder,purchasedQuantity.value,purchasedQuantity.unit'.split(','),
        ['P-1', 'SUPPLIER', 'PO-P-1', 100, 'GRAMS'],
        ['P-9', 'SUPPLIER', 'PO-P-9', 100, 'GRAMS'],
      ),
    });
    expect(cwd).not.toBe(other);
    const argv = ['purchased-items', 'update', 'changes.csv', '--env', 'sandbox', '--json'];
    const { code, stdout } = await trace(argv, { cwd: other });
    const report = JSON.parse(stdout) as Report;
    expect([code, told(report)]).toEqual([5, 'P-1 updated, P-9 rejected']);
    expect(report.records[1]!.messages.join()).toContain('PurchasedItemNotFoundByUniqueIdentifier');
    expect(report.findings.map(({ code: of }) => of)).toEqual(['update-unknown', 'update-unknown']);
    const body = { purchaseOrder: 'PO-P-1', purchasedQuantity: { value: 100, unit: 'GRAMS' } };
    expect((await journalOf(mock)).at(-1)).toMatchObject({ key: 'P-1', body });
    const again = JSON.parse((await trace(argv, { cwd: other })).stdout) as Report;
    expect(told(again)).toBe('P-1 unchanged, P-9 rejected');
  });

  test('reaches a record with any characters in its identifier', async () => {
    const key = 'Commande n° 7/B 100% été?#';
    const { run, updates } = await world({
      'purchased-items-more.csv': csv(HEADS, purchase(key, 'PO-1')),
      'changes.csv': csv(['uniqueIdentifier', 'purchaseOrder'], [key, 'PO-2']),
    });
    expect((await run('import', 'purchased-items-more.csv')).code).toBe(0);
    const { code, report } = await run('purchased-items', 'update', 'changes.csv');
    expect([code, told(report)]).toEqual([0, `${key} updated`]);
    expect((await updates()).at(-1)).toMatchObject({ key, body: { purchaseOrder: 'PO-2' } });
  });

  test('import --update has the same rules as update, and waits for the records that it refers to', async () => {
    const { run, updates } = await world({
      'materials-2.csv': csv(['uniqueIdentifier', 'address.country'], ['AURORE-MAT-SILK', 'FR']),
      'purchased-items-2.csv': csv(
        HEADS,
        purchase('P-1', '(clear)'),
        ['P-2', ...purchase('', 'PO-P-2').slice(1)].with(4, 'AURORE-MAT-SILK'),
        purchase('P-5', '(clear)'),
      ),
      'purchased-items-3.csv': csv(HEADS, purchase('P-3', 'PO-P-3').with(2, 'AURORE-SITE-0002')),
    });
    const files = ['materials-2.csv', 'purchased-items-2.csv'];
    const { code, report } = await run('import', ...files, '--update');
    expect([code, told(report)]).toEqual([
      0,
      'AURORE-MAT-SILK created, P-1 updated, P-2 updated, P-5 created',
    ]);
    const [silk, ...taken] = await updates();
    const items = taken.toSorted((a, b) => a.key.localeCompare(b.key));
    expect(silk!.key).toBe('AURORE-MAT-SILK');
    const expected = [{ purchaseOrder: null }, { itemUniqueIdentifier: 'AURORE-MAT-SILK' }];
    expect(items.slice(0, 2).map(({ body }) => body)).toEqual(expected);
    expect(items[2]!.body).not.toHaveProperty('purchaseOrder');
    expect((await run('import', ...files, '--update')).report.totals.unchanged).toBe(4);

    const identity = await run('import', 'purchased-items-3.csv', '--update');
    const codes = identity.report.findings.map(({ code: of }) => of);
    expect([identity.code, codes]).toEqual([3, ['update-identity']]);
    const left = await run('import', 'purchased-items-3.csv');
    expect([left.code, told(left.report)]).toEqual([5, 'P-3 outdated']);
    expect(left.report.records[0]!.messages[0]).toContain('an update cannot change buyerUniqueIdentifier');
    expect(left.stderr).toContain('1 record changed; the service has no update for it.');
  });

  test('an update of a brand product sends only the changed fields, and is not subject to locks', async () => {
    const changed = csv(
      ['uniqueIdentifier', 'productName', 'gtins', 'producedQuantity', 'colorCode'],
      ['AURORE-BP-1', 'Robe', '3607012345678;3607012345679', 950, 'ECRU'],
    );
    const { run, updates } = await world({ 'changes.csv': changed });
    const { code, report } = await run('brand-products', 'update', 'changes.csv');
    expect([code, told(report)]).toEqual([0, 'AURORE-BP-1 updated']);
    expect((await updates()).map(({ kind, body }) => [kind, body])).toEqual([
      ['brand-product', { gtins: ['3607012345678', '3607012345679'], producedQuantity: 950 }],
    ]);
    const back = await run('import', 'brand-products.csv', '--update');
    expect([back.code, told(back.report)]).toEqual([0, 'AURORE-BP-1 updated']);
    expect((await run('import', 'brand-products.csv')).report.totals.unchanged).toBe(1);
  });
});

describe('the paths of updates', () => {
  const changed = csv(['uniqueIdentifier', 'purchaseOrder'], ['P-1', 'PO-A'], ['P-2', 'PO-B']);
  const pathOf = (path: string) =>
    `v3: { updatePaths: { purchased-item: { byUniqueIdentifier: "${path}" } } }\n`;
  const changing = async (more: string, of: Awaited<ReturnType<typeof world>>) => {
    await writeFile(`${of.cwd}/trace.config.yaml`, `${sandboxConfig(of.mock.url)}${more}`);
    return trace(['purchased-items', 'update', 'changes.csv', '--env', 'sandbox'], { cwd: of.cwd });
  };

  test('come from v3.updatePaths in the configuration', async () => {
    const updatePaths = { 'purchased-item': { byUniqueIdentifier: '/bought/{uniqueIdentifier}/now' } };
    const here = await world({ 'changes.csv': changed }, { mock: { updatePaths } });
    const wrong = await changing('', here);
    expectEnd(wrong, 2, 'is not the update address of a purchased-item, which v3.updatePaths');
    expect(wrong.stderr).toContain('2 not-attempted');
    const paths = pathOf('/bought/{uniqueIdentifier}/now');
    expectEnd(await changing(paths, here), 0, '2 updated');
    expect(await here.updates()).toHaveLength(2);
  });

  test.each([
    ['no placeholder', '/bought', 'byUniqueIdentifier must be a path such as /records/{uniqueIdentifier}'],
    ['another host', '//evil.example/{uniqueIdentifier}', 'must be a path'],
    ['an address', 'https://evil.example/{uniqueIdentifier}', 'must be a path'],
    ['a query', '/x?by={uniqueIdentifier}', 'must be a path'],
    ['a way up', '/../{uniqueIdentifier}', 'must be a path'],
    ['another placeholder', '/{id}/{uniqueIdentifier}', 'must be a path'],
  ])('update paths with %s are rejected before any file is read', async (_, path, said) => {
    const cwd = await folderWith({ 'trace.config.yaml': pathOf(path), 'changes.csv': changed });
    expectEnd(await trace(['purchased-items', 'update', 'changes.csv'], { cwd }), 2, said);
  });
});

test('an update of production needs a confirmation, and sheets of other kinds are skipped', async () => {
  const cwd = await folderWith({
    'trace.config.yaml':
      'environments: { production: { baseUrl: "https://service.example", tokenEnv: SANDBOX_TOKEN } }\n',
    'changes.csv': csv(['uniqueIdentifier', 'purchaseOrder'], ['P-1', 'PO-A']),
    'suppliers.csv': csv(['uniqueIdentifier', 'siteName'], ['AURORE-SITE-0001', 'Mill']),
  });
  const asked = await trace(['purchased-items', 'update', 'changes.csv', '--env', 'production'], { cwd });
  expectEnd(asked, 2, 'Add --yes');
  const other = await trace(['purchased-items', 'update', 'suppliers.csv', '--json'], { cwd });
  expect(other.code).toBe(3);
  const { findings, records } = JSON.parse(other.stdout) as Report;
  expect(findings.map(({ code }) => code)).toEqual(['sheet-skipped', 'file-empty']);
  expect(records).toEqual([]);
});

test('import --update sends all fields of a record that the service had before the first import', async () => {
  const { mock } = await world({});
  const cwd = await folderWith({
    'trace.config.yaml': sandboxConfig(mock.url),
    'suppliers.csv': csv(
      ['uniqueIdentifier', 'siteName'],
      ['AURORE-SITE-0001', 'Mill'],
      ['AURORE-SITE-0002', 'Shop'],
    ),
    'materials.csv': csv(['uniqueIdentifier', 'address.country'], ['AURORE-MAT-COTTON', 'IT']),
    'purchased-items.csv': csv(HEADS, purchase('P-1', 'PO-HERE')),
    'purchased-items-later.csv': csv(HEADS, purchase('P-1', 'PO-LATER')),
  });
  const run = async (...argv: readonly string[]) => {
    const ran = await trace([...argv, '--env', 'sandbox', '--json'], { cwd });
    return { code: ran.code, report: JSON.parse(ran.stdout) as Report };
  };
  const first = await run('import', 'suppliers.csv', 'materials.csv', 'purchased-items.csv');
  expect(outcomes(first.report)['P-1']).toBe('existing');
  const later = await run('import', 'purchased-items-later.csv');
  expect([later.code, told(later.report)]).toEqual([5, 'P-1 outdated']);
  expect(later.report.records[0]!.messages).toEqual([
    expect.stringMatching(
      /^purchaseOrder changed since the service reported .* without a comparison .* use --update$/,
    ),
    'purchaseOrder: "PO-HERE" → "PO-LATER"',
  ]);
  const { code, report } = await run('import', 'purchased-items-later.csv', '--update');
  expect([code, told(report)]).toEqual([0, 'P-1 updated']);
  expect((await journalOf(mock)).at(-1)!.body).toEqual({
    itemUniqueIdentifier: 'AURORE-MAT-COTTON',
    purchaseOrder: 'PO-LATER',
    purchaseOrderDate: '2026-04-15',
    purchasedQuantity: { value: 100, unit: 'GRAMS' },
    transports: [{ name: 'BARGE', usagePercentage: 100 }],
  });
  expect((await run('import', 'purchased-items-later.csv')).report.totals.unchanged).toBe(1);
});
