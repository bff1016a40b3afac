import type { Answered } from '../../service/read-record.ts';
import type { StudyKey } from '../../service/reads.ts';

/** Something to export, before its record is fetched. */
export interface Item {
  /** Unique within an export. */
  readonly key: string;
  readonly id?: string;
  /** The key by which a study is read if its id is unknown. */
  readonly study?: StudyKey;
  /** The product reference, for messages and the list of problems. */
  readonly productRef?: string;
  /** The complete record, if the list contains it. */
  readonly record?: Answered;
  /** The sort key, for records from which it cannot be computed. */
  readonly place?: ItemOrder;
}

/** The key by which the rows of an export are sorted. The property is named `place`, also in the files of a spool. */
export type ItemOrder = readonly [collection: string, productRef: string, color: string, id: string];

/** The first reference that the client gave to a product. */
export function refOf(product: Answered): string {
  return refsOf(product)[0] ?? '';
}

export function refsOf(product: Answered): string[] {
  const refs = Array.isArray(product.ref) ? product.ref : [product.ref];
  return refs.filter((ref) => typeof ref === 'string');
}

/** Compares by code units, so that the order is the same on every machine. */
export function compareSortKeys(one: ItemOrder, other: ItemOrder): number {
  for (let index = 0; index < one.length; index++) {
    const part = one[index]!;
    const otherPart = other[index]!;
    if (part !== otherPart) return part < otherPart ? -1 : 1;
  }
  return 0;
}
