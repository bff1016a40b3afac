import type { Body, KindSpec } from '../../src/contract/kind.ts';
import { component, csvOf, packaging, product, supplier } from '../../test/cli/commands/sheets.ts';
import { soundBody } from '../../test/mock/sound-body.ts';
import type { Random } from '../fixtures/random.ts';

/** A valid batch of text files. Every record that can be referenced is. */
export interface TortureBatch {
  readonly files: Readonly<Record<string, string>>;
  /** Number of records in all files. */
  readonly size: number;
}

const IMPORTATION_BATCHES = ['SS27-W1', 'SS27-W2'] as const;

/**
 * About `size` records (at least 20) of the STANDARD family. Of 254 records, 12 are suppliers, 12 packaging, 70
 * products and 160 components. References are drawn at random.
 */
export function tortureBatch(random: Random, size: number): TortureBatch {
  const share = (of: number, least: number) => Math.max(least, Math.round((size * of) / 254));
  const refs = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${prefix}-${at + 1}`);
  const suppliers = refs('FRN', share(12, 4));
  const packs = refs('EMB', share(12, 4));
  const row = (kind: KindSpec, more: Body): Body =>
    soundBody(kind, 'STANDARD', {
      fill: 'required',
      with: { ...more, importationBatch: random.pick(IMPORTATION_BATCHES) },
    });

  const products = refs('ROB', share(70, 4)).map((productRef) =>
    row(product, {
      productRef,
      supplierRef: random.pick(suppliers),
      warehouseRef: random.pick(suppliers),
      packagingRefs: random.next() < 0.5 ? [random.pick(packs)] : [packs[0]!, packs.at(-1)!],
      ...(random.next() < 0.2 ? {} : { productColorCode: random.pick(['ECRU', 'NOIR', 'SABLE']) }),
    }),
  );
  const components = refs('CMP', share(160, 8)).map((componentRef) => {
    const { productRef, productCollectionRef, productColorCode } = random.pick(products);
    return row(component, {
      componentRef,
      supplierRef: random.pick(suppliers),
      productRef: productRef!,
      ...(productCollectionRef === undefined ? {} : { productCollectionRef }),
      ...(productColorCode === undefined ? {} : { productColorCode }),
      composition: [{ material: 'COTTON', percentage: 100 }],
    });
  });
  return {
    files: {
      'suppliers.csv': csvOf(
        supplier,
        suppliers.map((supplierRef) => row(supplier, { supplierRef })),
      ),
      'packaging.csv': csvOf(
        packaging,
        packs.map((packagingRef) => row(packaging, { packagingRef })),
      ),
      'products.csv': csvOf(product, products),
      'components.csv': csvOf(component, components),
    },
    size: suppliers.length + packs.length + products.length + components.length,
  };
}
