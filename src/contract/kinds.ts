import type { InterfaceName, KindSpec } from './kind.ts';
import { component } from './v2/component.ts';
import { packaging } from './v2/packaging.ts';
import { product } from './v2/product.ts';
import { supplier } from './v2/supplier.ts';
import { brandProduct } from './v3/brand-product.ts';
import { component as component3 } from './v3/component.ts';
import { genericProductInfo } from './v3/generic-product-info.ts';
import { material } from './v3/material.ts';
import { product as product3 } from './v3/product.ts';
import { purchasedItem } from './v3/purchased-item.ts';
import { supplier as supplier3 } from './v3/supplier.ts';

/** The kinds of each interface by name, in the order of lists and docs. The order of sending follows from references. */
export const KINDS = {
  v2: { supplier, packaging, product, component },
  v3: {
    supplier: supplier3,
    material,
    component: component3,
    product: product3,
    'purchased-item': purchasedItem,
    'generic-product-info': genericProductInfo,
    'brand-product': brandProduct,
  },
} as const satisfies Record<InterfaceName, Readonly<Record<string, KindSpec>>>;
