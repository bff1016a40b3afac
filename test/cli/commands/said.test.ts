import { describe, expect, test } from 'vitest';
import { httpSide, json } from '../../service/far-side.ts';
import { expectEnd, folderWith, sandboxConfig, sandboxFolder, trace } from './harness.ts';
import { csv, told, world } from './purchases.ts';
import { csvOf, SMALL_BATCH, SMALL_SIZE, smallBatch, supplier, supplierBody } from './sheets.ts';

const suppliers = (...refs: readonly string[]) =>
  csvOf(
    supplier,
    refs.map((ref) => supplierBody(ref)),
  );

describe('what plan and import print', () => {
  test('counts the records that the service already has as existing', async () => {
    const { cwd } = await sandboxFolder(smallBatch());
    const to = [...SMALL_BATCH, '--env', 'sandbox', '--state-dir'];
    expect((await trace(['import', ...to, 'one'], { cwd })).code).toBe(0);
    await trace(['import', ...to, 'two'], { cwd });
    const words = new RegExp(`planned \\d waves: no records to send, ${SMALL_SIZE} existing`);
    for (const command of ['plan', 'import'])
      expect((await trace([command, ...to, 'two'], { cwd })).stderr).toMatch(words);
  });

  test('an input with errors prints "once the errors are fixed", and the next command repeats --report', async () => {
    const rows = [supplierBody('FRN-A'), supplierBody('FRN-B', { category: 'none' })];
    const { cwd } = await sandboxFolder({ 'suppliers.csv': csvOf(supplier, rows) });
    const argv = ['import', 'suppliers.csv', '--env', 'sandbox', '--report', 'r5.json'];
    const { code, stderr } = await trace(argv, { cwd });
    expectEnd({ code, stderr }, 3, 'planned 1 wave: 1 record to send once the errors are fixed, 1 invalid');
    expect(stderr).toMatch(
      /Next: .*trace import suppliers\.csv --report r5\.json --env sandbox --skip-invalid/,
    );
    const dry = await trace([...argv, '--dry-run'], { cwd });
    expect(dry.stderr).toContain('to send once the errors are fixed');
    const skipping = await trace([...argv, '--skip-invalid'], { cwd });
    expect(skipping.stderr).toContain('planned 1 wave: 1 record to send, 1 invalid');
  });

  test('an input whose rows are all invalid announces no records to send', async () => {
    const { cwd } = await sandboxFolder({
      'suppliers.csv': csvOf(supplier, [supplierBody('FRN-A', { category: 'none' })]),
    });
    const { code, stderr } = await trace(['import', 'suppliers.csv', '--env', 'sandbox'], { cwd });
    expectEnd({ code, stderr }, 3, /planned \w+ waves?: no records to send, 1 invalid/);
  });

  test('a redirect is printed with its status once', async () => {
    const side = await httpSide((response) => response.writeHead(301, { location: '/x' }).end());
    const cwd = await folderWith({
      'suppliers.csv': suppliers('FRN-A'),
      'trace.config.yaml': sandboxConfig(side.baseUrl),
    });
    const { stderr } = await trace(['import', 'suppliers.csv', '--env', 'sandbox'], { cwd });
    expect(stderr).toContain(
      'is not the create address (HTTP 301): redirected to another path of the same host',
    );
  });

  test('a record in doubt is printed as "in doubt", and the next command is the one in its message', async () => {
    const side = await httpSide((response, { method }) =>
      method === 'POST' ? response.destroy() : json(response, 500, {}),
    );
    const cwd = await folderWith({
      ...smallBatch(),
      'trace.config.yaml': sandboxConfig(side.baseUrl, 'settle: 0s'),
    });
    const ran = await trace(['import', 'products.csv', '--external-refs', '--env', 'sandbox'], { cwd });
    expectEnd(ran, 6, 'in doubt: product');
    expect(ran.stderr).not.toContain('in-doubt');
    const [, run] = /; trace resume (\S+) settles it/.exec(ran.stderr)!;
    expect(ran.stderr).toContain(`Next: trace resume ${run}`);
  });
});

test('an update whose response has a third value is rejected, and that value counts as known afterwards', async () => {
  let patches = 0;
  const { run, mock } = await world(
    {
      'changes.csv': csv(['uniqueIdentifier', 'purchaseOrder'], ['P-1', 'PO-NEW']),
      'back.csv': csv(['uniqueIdentifier', 'purchaseOrder'], ['P-1', 'PO-P-1']),
    },
    {
      mock: {
        before: async ({ method }) => {
          if (method !== 'PATCH') return null;
          patches++;
          return Response.json({ uniqueIdentifier: 'P-1', purchaseOrder: 'PO-THIRD' });
        },
      },
    },
  );
  const { code, report } = await run('purchased-items', 'update', 'changes.csv');
  expect([code, told(report)]).toEqual([5, 'P-1 rejected']);
  expect(report.records[0]!.messages[0]).toContain(
    'purchaseOrder is "PO-THIRD" ("PO-NEW" was sent, "PO-P-1" was known before)',
  );
  expect(report.records[0]!.messages.join()).not.toContain('locked');
  // The earlier content is no longer current: reverting to it sends it.
  await run('purchased-items', 'update', 'back.csv');
  expect([patches, mock.stats().requests > 0]).toEqual([2, true]);
});
