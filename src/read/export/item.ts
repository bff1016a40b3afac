import type { Answered } from '../../service/read-record.ts';
import type { StudyKey } from '../../service/reads.ts';

/** One thing to export, before its record is fetched. */
export interface Item {
  /** Unique within an export. */
  readonly key: string;
  readonly id?: string;
  /** By which a study is read when its id is not known. */
  readonly study?: StudyKey;
  /** For people, and for the list of problems. */
  readonly productRef?: string;
  /** The whole record, where the list had it. */
  readonly record?: Answered;
  /** Where the record itself does not say its place. */
  readonly place?: Place;
}

/** Where a record stands in the order of the rows: collection, product reference, colour, id. */
export type Place = readonly [collection: string, productRef: string, color: string, id: string];

/** The first of our references that a product carries. */
export function refOf(product: Answered): string {
  return refsOf(product)[0] ?? '';
}

export function refsOf(product: Answered): string[] {
  const refs = Array.isArray(product.ref) ? product.ref : [product.ref];
  return refs.filter((ref) => typeof ref === 'string');
}

/** Compares by code units: the same order on every machine, whatever its language. */
export function comparePlaces(one: Place, other: Place): number {
  for (const [index, part] of one.entries()) {
    const otherPart = other[index]!;
    if (part !== otherPart) return part < otherPart ? -1 : 1;
  }
  return 0;
}
