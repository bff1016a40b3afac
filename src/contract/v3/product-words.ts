import type { Field } from '../field.ts';
import { choice, field, reference } from '../field-rows.ts';
import type { IdentifierRule, Reference } from '../kind.ts';
import { MARKET_SEGMENTS } from './lists.ts';

const HINT = { documented: false } as const;

/** The reference of a product. Its path is different in brand products and generic product information. */
export const productReference = (path: string): Field => reference(path, 'ROB-2041', HINT);

export const colorCode: Field = reference('colorCode', 'ECRU-012', HINT);

export const marketSegment: Field = choice('marketSegment', MARKET_SEGMENTS, 'Womenswear', HINT);

export const gtins: Field = field('gtins[]', { type: 'reference', digits: 13 }, '3607012345678', {
  checkDigit: true,
});

/** A record that another record belongs to. */
interface Owner {
  readonly to: Reference['to'];
  /** The start of the names of its fields: `product` for `productId` and `productUniqueIdentifier`. */
  readonly prefix: string;
  /** The noun for the owner in messages. */
  readonly noun: string;
  readonly example?: string;
}

/**
 * The fields, references and rule of a record that belongs to an owner. The id of the owner is sent; a person may give its
 * unique identifier instead.
 */
export function belongingTo({ to, prefix, noun, example }: Owner): {
  readonly fields: readonly Field[];
  readonly references: readonly Reference[];
  readonly rule: IdentifierRule;
} {
  const [id, named] = [`${prefix}Id`, `${prefix}UniqueIdentifier`];
  return {
    fields: [reference(named, example, { ...HINT, local: true }), reference(id, undefined, HINT)],
    references: [
      { fields: [named], to, fills: id },
      { fields: [id], to, fills: id },
    ],
    rule: { type: 'exactly-one', of: `the ${noun}`, fields: [id, named], optional: true },
  };
}
