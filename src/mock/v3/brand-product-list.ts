import type { ListQuery } from '../../contract/v3/query-read.ts';
import type { MockStore } from '../store.ts';
import { type BrandProduct, brandProductOf } from './brand-product.ts';
import { declaredFecOf } from './figures.ts';
import type { V3Record } from './records.ts';
import { type Row, select } from './select.ts';

/** A brand product in the list. */
export interface Listed {
  readonly record: V3Record;
  readonly product: BrandProduct;
}

interface Snapshot {
  /** What it was made at: the refresh, and without any the state of the records. */
  readonly made: number;
  readonly rows: readonly (Row & Listed)[];
}

/**
 * The list of brand products. It is made anew every `refreshMs`, counted from 1970 so that a restart changes nothing, and
 * shows each product as it stood just before; with 0 it shows everything at once (interface 4.4, freshness).
 */
export class BrandProductList {
  readonly #store: MockStore;
  readonly #refreshMs: number;
  readonly #snapshots = new Map<string, Snapshot>();

  constructor(store: MockStore, refreshMs: number) {
    this.#store = store;
    this.#refreshMs = refreshMs;
  }

  /** The page of a query among the products of one brand, and how many match in all. */
  page(brand: string, query: ListQuery, now: Date): { total: number; rows: Listed[] } {
    return select(this.#rows(brand, now), query);
  }

  #rows(brand: string, now: Date): Snapshot['rows'] {
    const refresh = this.#refreshMs;
    const tick = refresh === 0 ? null : Math.floor(now.getTime() / refresh) * refresh;
    const made = tick ?? this.#store.v3.revision;
    const kept = this.#snapshots.get(brand);
    if (kept?.made === made) return kept.rows;
    const rows = this.#store.v3
      .asOf('brand-product', brand, tick)
      .map((record) => rowOf(record, this.#store));
    this.#snapshots.set(brand, { made, rows });
    return rows;
  }
}

/** The suppliers of a product are looked up once, when a query needs them. */
function rowOf(record: V3Record, store: MockStore): Row & Listed {
  const product = brandProductOf(record.body);
  const { scoring, ...declared } = declaredFecOf(record, '');
  let supplierIds: readonly string[] | undefined;
  return {
    record,
    product,
    id: record.id,
    uniqueIdentifier: record.uniqueIdentifier,
    name: product.name,
    reference: product.reference,
    collections: product.collections,
    category: product.categories,
    colorCode: product.colorCode,
    gtins: product.gtins,
    marketSegment: product.marketSegment,
    isProductInAGECScope: product.isProductInAGECScope,
    traceabilityStartDate: product.traceabilityStartDate,
    theoreticalTraceabilityEndDate: product.theoreticalTraceabilityEndDate,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    producedQuantity: product.producedQuantity,
    brandScore: scoring?.brandScore ?? null,
    productScore: scoring?.productScore ?? null,
    frenchEnvironmentalCost: scoring?.frenchEnvironmentalCost ?? null,
    publishedFrenchEnvironmentalCost: declared.publishedFrenchEnvironmentalCost ?? null,
    publishedFrenchEnvironmentalCostPerUnitWeight:
      declared.publishedFrenchEnvironmentalCostPerUnitWeight ?? null,
    get supplierIds() {
      supplierIds ??= store.v3.reached(record, 'supplier');
      return supplierIds;
    },
  };
}
