import type { Body } from '../src/contract/kind.ts';
import type { V2Kind } from '../src/contract/registry.ts';
import { componentsOf } from './fixture-components.ts';
import { packaging } from './fixture-packaging.ts';
import { products } from './fixture-products.ts';
import { Random } from './fixture-random.ts';
import { suppliers } from './fixture-suppliers.ts';

/**
 * The valid batch of "Maison Aurore", an invented brand: 40 suppliers, 12 packaging, 120 products, 400 components, as
 * bodies of the STANDARD family. It is always the same.
 */
export function batchRecords(): Record<V2Kind, Body[]> {
  const random = new Random(20_261_121);
  const styled = products(random);
  return {
    supplier: suppliers(),
    packaging: packaging(),
    product: styled.map(({ body }) => body),
    // Every third product has four components, the others have three: 400 in total.
    component: styled.flatMap(({ body, components }, at) =>
      componentsOf(body, components.slice(0, at % 3 === 0 ? 4 : 3), random),
    ),
  };
}
