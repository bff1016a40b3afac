import { expect, test } from 'vitest';
import { folderWith, journalOf, mockService, sandboxConfig, trace } from './harness.ts';
import { csv } from './purchases.ts';

test('yes/no values and dates of a CSV have their types in extra columns that the interface knows', async () => {
  const mock = await mockService();
  for (const [at, hints] of ['true', 'false'].entries()) {
    const cwd = await folderWith({
      'trace.config.yaml': sandboxConfig(mock.url, `hints: ${hints}`),
      'brand-products.csv': csv(
        [
          ...['uniqueIdentifier', 'isProductInAGECScope', 'Communication package', 'traceabilityStartDate'],
          ...['theoreticalTraceabilityEndDate', 'isShown', 'details.is_product_in_agec_scope'],
        ],
        [`AURORE-BP-TYPED-${at}`, 'oui', 'no', '23/11/2026', '2027-02-01', 'true', 'vrai'],
      ),
    });
    const extra = [
      ...[
        'isProductInAGECScope',
        'Communication package',
        'traceabilityStartDate',
        'theoreticalTraceabilityEndDate',
      ],
      ...['isShown', 'details.is_product_in_agec_scope'],
    ].join();
    const { code } = await trace(
      ['import', 'brand-products.csv', '--env', 'sandbox', '--extra-columns', extra],
      { cwd },
    );
    expect(code).toBe(0);
  }
  const bodies = (await journalOf(mock)).map(({ body }) => body);
  expect(bodies).toEqual(
    [0, 1].map((at) => ({
      uniqueIdentifier: `AURORE-BP-TYPED-${at}`,
      isProductInAGECScope: true,
      hasCommunicationPackage: false,
      traceabilityStartDate: '2026-11-23',
      theoreticalTraceabilityEndDate: '2027-02-01',
      // The interface does not have this field: a text of a CSV stays a text.
      isShown: 'true',
      details: { is_product_in_agec_scope: true },
    })),
  );
});
