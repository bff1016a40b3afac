import { describe, expect, test } from 'vitest';
import { KINDS } from '../../../src/contract/registry.ts';
import { updatePath } from '../../../src/contract/v3/update-paths.ts';
import { documentWith } from '../../contract/document/generate.ts';
import { createsOf, expectEnd, trace } from './harness.ts';
import { csv, type Report, world } from './purchases.ts';

/** Every field is optional, as in most OpenAPI documents. */
const LOOSE = documentWith({
  '/purchased-items': {
    type: 'object',
    properties: { uniqueIdentifier: { type: 'string' }, purchaseOrder: { type: 'string' } },
  },
  '/suppliers': { type: 'object', properties: { uniqueIdentifier: { type: 'string' } } },
});

describe('a row without an identifier, which an imported document makes optional', () => {
  test('a row without an identifier is an error of import and of update, and is not sent', async () => {
    const { cwd, mock, run } = await world({
      'api.json': JSON.stringify(LOOSE),
      'new.csv': csv(
        ['uniqueIdentifier', 'siteName'],
        ['', 'Mill'],
        ['', 'Shop'],
        ['AURORE-SITE-0009', 'Dye'],
      ),
      'changes.csv': csv(
        ['uniqueIdentifier', 'purchaseOrder'],
        ['', 'PO-1'],
        ['P-1', 'PO-P-1'],
        ['..', 'PO-2'],
      ),
      'headless.csv': csv(['siteName', 'siteEmails'], ['Mill', 'mill@example.com']),
    });
    const sent = createsOf(mock);
    const taken = await trace(['taxonomy', 'import', 'api.json', '--env', 'sandbox'], { cwd });
    expectEnd(taken, 0, 'stays a required text');

    const found = ({ findings }: Report) =>
      findings
        .filter(({ severity }) => severity === 'error')
        .map(({ code, origin: { row, column } }) => `${code} ${column ?? ''}${row ?? ''}`);
    const created = await run('import', 'new.csv', '--interface', 'v3', '--sheet', 'new.csv=supplier');
    expect([created.code, found(created.report)]).toEqual([3, ['required A2', 'required A3']]);
    const updated = await run('purchased-items', 'update', 'changes.csv');
    expect([updated.code, found(updated.report)]).toEqual([3, ['required A2', 'required A4']]);
    const headless = await run(
      ...['import', 'headless.csv', '--interface', 'v3', '--sheet', 'headless.csv=supplier'],
    );
    expect([headless.code, found(headless.report)]).toEqual([3, ['header-missing 1']]);
    expect(createsOf(mock)).toBe(sent);

    const rest = await run(
      ...['import', 'new.csv', '--interface', 'v3', '--sheet', 'new.csv=supplier', '--skip-invalid'],
    );
    expect(rest.report.records.map(({ key, outcome }) => `${key} ${outcome}`).sort()).toEqual([
      ' invalid',
      ' invalid',
      'AURORE-SITE-0009 created',
    ]);
  });

  test.each(['', '.', '..'])(
    'a row without an identifier has no path for an update: the identifier %j is rejected',
    (named) => {
      expect(() => updatePath(KINDS.v3['purchased-item'], { uniqueIdentifier: named })).toThrow(
        'no path can name',
      );
      expect(() => updatePath(KINDS.v3['brand-product'], { id: named })).toThrow('no path can name');
    },
  );
});
