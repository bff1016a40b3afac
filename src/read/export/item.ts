import { type Answered, textAt } from '../../service/read-record.ts';
import type { StudyKey } from '../../service/reads.ts';

/** What is exported: the answers of one kind of read path. */
export type Subject = 'studies' | 'showcases' | 'products' | 'packaging' | V3Subject;

/** The lists of v3, of which the list is all there is to read. */
type V3Subject = 'brand-products' | 'declared-fecs';

/** One thing to export, before its answer is there. */
export interface Item {
  /** What makes it itself within an export. */
  readonly key: string;
  readonly id?: string;
  /** How a study is found whose id is not known. */
  readonly study?: StudyKey;
  /** For people, and for the list of problems. */
  readonly productRef?: string;
  /** The whole answer, where the list gave it already. */
  readonly record?: Answered;
  /** Of what does not tell it itself: where it stands in the order of the rows. */
  readonly place?: Place;
}

/** Where an answer stands in the order of the rows: collection, product reference, colour, id. */
export type Place = readonly [collection: string, productRef: string, color: string, id: string];

/** The place that the answer itself tells. */
export function placeOf(subject: Subject, record: Answered, item: Item): Place {
  const id = textAt(record, 'id') || (item.id ?? '');
  switch (subject) {
    case 'studies':
      return [
        textAt(record, 'brandCollectionName'),
        textAt(record, 'productRef'),
        textAt(record, 'colorCode'),
        id,
      ];
    case 'showcases':
      return [item.place?.[0] ?? '', textAt(record, 'sku'), textAt(record, 'color'), id];
    case 'products':
      return ['', refOf(record), '', id];
    case 'packaging':
      return ['', textAt(record, 'packagingRef'), '', id];
    case 'brand-products':
    case 'declared-fecs':
      // In the order of the list, which was asked for.
      return item.place ?? ['', '', '', item.key];
  }
}

/** The first of our references that a product carries. */
export function refOf(product: Answered): string {
  return refsOf(product)[0] ?? '';
}

export function refsOf(product: Answered): string[] {
  const refs = Array.isArray(product.ref) ? product.ref : [product.ref];
  return refs.filter((ref) => typeof ref === 'string');
}

/** By the units of the text: the same on every machine, whatever its language. */
export function comparePlaces(one: Place, other: Place): number {
  for (const [at, part] of one.entries()) {
    const beside = other[at]!;
    if (part !== beside) return part < beside ? -1 : 1;
  }
  return 0;
}
