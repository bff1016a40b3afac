import { expect, test } from 'vitest';
import { noCompletion } from '../../../src/contract/completion.ts';
import { completeKinds } from '../../../src/contract/completion-apply.ts';
import { importDocument } from '../../../src/contract/document/import.ts';
import type { UpdatableKind } from '../../../src/contract/kind.ts';
import { KINDS, kindsOf } from '../../../src/contract/registry.ts';
import { updatePathsOf } from '../../../src/contract/v3/update-paths.ts';
import { bodyOf, documentWith, type Schema } from '../../contract/document/generate.ts';
import { trace } from './harness.ts';
import { csv, HEADS, purchase, told, world } from './purchases.ts';

/** The purchased item of the interface with a quantity that may be a plain number, and with its own update path. */
function document(): Schema {
  const body = bodyOf(KINDS.v3['purchased-item'], null) as { properties: Record<string, Schema> };
  const { purchasedQuantity } = body.properties;
  const properties = {
    ...body.properties,
    purchasedQuantity: { anyOf: [purchasedQuantity, { type: 'number' }] },
  };
  const made = documentWith({ '/purchased-items': { ...body, properties } });
  Object.assign(made.paths as object, {
    '/purchased-items/{purchasedItemUniqueId}/now': {
      patch: { responses: { 200: { description: 'updated' } } },
    },
  });
  return made;
}

test('with an imported document, both forms of a quantity are sent, and updates use the path of the document', async () => {
  const { completion } = await importDocument(JSON.stringify(document()), 'api.json', noCompletion(), {
    addOnly: false,
    replace: false,
  });
  const updatePaths = {
    'purchased-item': {
      ...updatePathsOf(KINDS.v3['purchased-item'] as UpdatableKind),
      byUniqueIdentifier: '/purchased-items/{uniqueIdentifier}/now',
    },
  };
  const plain = HEADS.filter((head) => head !== 'purchasedQuantity.unit').map((head) =>
    head === 'purchasedQuantity.value' ? 'purchasedQuantity' : head,
  );
  const unit = HEADS.indexOf('purchasedQuantity.unit');
  const { cwd, run, updates } = await world(
    {
      'api.json': JSON.stringify(document()),
      'purchased-items-5.csv': csv(plain, purchase('P-5', 'PO-5').toSpliced(unit, 1)),
      'purchased-items-6.csv': csv(HEADS, purchase('P-6', 'PO-6')),
      'purchased-items-7.csv': csv([...HEADS, 'purchasedQuantity'], [...purchase('P-7', 'PO-7'), 5]),
      'changes.csv': csv(['uniqueIdentifier', 'purchaseOrder'], ['P-5', 'PO-NEW']),
    },
    {
      mock: {
        updatePaths,
        kindsOf: (name) => completeKinds(kindsOf(name), completion[name], { hints: true }),
      },
    },
  );
  const taken = await trace(['taxonomy', 'import', 'api.json', '--env', 'sandbox'], { cwd });
  expect([taken.code, taken.stdout]).toEqual([
    0,
    expect.stringContaining(
      'v3 purchased-item updates: /purchased-items/by-unique-identifier/{uniqueIdentifier} → /purchased-items/{uniqueIdentifier}/now',
    ),
  ]);
  expect(taken.stdout).not.toContain('renamed');

  const { code, report } = await run('import', 'purchased-items-5.csv', 'purchased-items-6.csv');
  expect([code, told(report)]).toEqual([0, 'P-5 created, P-6 created']);
  const quantities = (await updates()).map(({ body }) => body.purchasedQuantity);
  expect(quantities).toEqual([100, { value: 100, unit: 'GRAMS' }]);
  const both = await run('import', 'purchased-items-7.csv');
  const expected = [3, expect.arrayContaining(['header-duplicate'])];
  expect([both.code, both.report.findings.map((one) => one.code)]).toEqual(expected);
  const updated = await run('purchased-items', 'update', 'changes.csv');
  expect([updated.code, told(updated.report)]).toEqual([0, 'P-5 updated']);
});
