import type { Body } from '../../src/contract/kind.ts';

/** The shortest handwritten path from the cells of a component to its body. */
export function bodyOf(cells: readonly unknown[]): Body {
  const text = (at: number) => (cells[at] === '' || cells[at] == null ? undefined : (cells[at] as string));
  const body: Record<string, Body[string] | undefined> = {
    projectType: text(0),
    componentRef: text(1),
    supplierComponentCode: text(2),
    lotReferences: text(3)?.split('; '),
    productRef: text(4),
    productCollectionRef: text(5),
    productColorCode: text(6),
    componentPrint: cells[7] === 'true',
    type: text(8),
    category: text(9),
    composition: [
      { material: cells[10] as string, percentage: Number(cells[11]), origin: cells[12] as string },
      { material: cells[13] as string, percentage: Number(cells[14]) },
    ],
    dyeingCountry: text(15),
    weavingCountry: text(16),
    printingCountry: text(17),
    knittingCountry: text(18),
    componentWeight: Number(cells[19]),
    importationBatch: text(20),
    supplierRef: text(21),
  };
  return body as Body;
}
