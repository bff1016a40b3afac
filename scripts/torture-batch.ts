import type { Body, KindSpec } from '../src/contract/kind.ts';
import { component, csvOf, packaging, product, supplier } from '../test/commands/sheets.ts';
import { soundBody } from '../test/mock/sound-body.ts';
import type { Random } from './fixture-random.ts';

/** A sound batch as text files, in which every kind that can be named is. */
export interface TortureBatch {
  readonly files: Readonly<Record<string, string>>;
  /** Number of records in all files. */
  readonly size: number;
}

const IMPORTATION_BATCHES = ['SS27-W1', 'SS27-W2'] as const;

/** 6 suppliers, 5 packaging, 20 products and 40 components of the STANDARD family; who names whom is drawn. */
export function tortureBatch(random: Random): TortureBatch {
  const refs = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${prefix}-${at + 1}`);
  const suppliers = refs('FRN', 6);
  const packs = refs('EMB', 5);
  const row = (kind: KindSpec, more: Body): Body =>
    soundBody(kind, 'STANDARD', {
      fill: 'required',
      with: { ...more, importationBatch: random.pick(IMPORTATION_BATCHES) },
    });

  const products = refs('ROB', 20).map((productRef) =>
    row(product, {
      productRef,
      supplierRef: random.pick(suppliers),
      warehouseRef: random.pick(suppliers),
      packagingRefs: random.next() < 0.5 ? [random.pick(packs)] : [packs[0]!, packs[4]!],
      ...(random.next() < 0.2 ? {} : { productColorCode: random.pick(['ECRU', 'NOIR', 'SABLE']) }),
    }),
  );
  const components = refs('CMP', 40).map((componentRef) => {
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
