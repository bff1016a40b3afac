import type { Field } from '../field.ts';
import { choice, field, reference } from '../field-rows.ts';
import type { IdentifierRule, Reference } from '../kind.ts';
import { MARKET_SEGMENTS } from './lists.ts';

const HINT = { shown: false } as const;

/** The reference of a product: brand products and generic product information have it under different paths. */
export const productReference = (path: string): Field =>
  reference(
    path,
    'Reference | Product ref | Référence | Référence produit',
    'Reference of the product as people know it.',
    'ROB-2041',
    HINT,
  );

export const colorCode: Field = reference(
  'colorCode',
  'Color code | Colour code | Color | Colour | Code couleur | Coloris | Couleur',
  'Colour reference.',
  'ECRU-012',
  HINT,
);

export const marketSegment: Field = choice(
  'marketSegment',
  MARKET_SEGMENTS,
  'Market segment | Segment | Segment de marché',
  'Whom the product is made for.',
  'Womenswear',
  HINT,
);

export const gtins: Field = field(
  'gtins[]',
  { type: 'reference', digits: 13 },
  'GTIN | GTINs | EAN | EAN13 | Gencod | Code-barres',
  'Codes of 13 digits, separated by a semicolon.',
  '3607012345678',
);

/** A record that another record belongs to. */
interface Owner {
  readonly to: Reference['to'];
  /** The field that is sent: the id of the owner. */
  readonly id: string;
  /** The local field with the unique identifier of the owner. */
  readonly named: string;
  /** What messages call the owner, and notes where that is different. */
  readonly what: string;
  readonly whole?: string;
  /** Column names of `named` and `id`, separated by ` | `. */
  readonly names: string;
  readonly idNames: string;
  readonly example?: string;
}

/** Fields, references and rule for a record that belongs to an owner: its unique identifier, which fills its id, or that id. */
export function belongingTo({ to, id, named, what, whole = what, names, idNames, example }: Owner): {
  readonly fields: readonly Field[];
  readonly references: readonly Reference[];
  readonly rule: IdentifierRule;
} {
  const identifierNote = `Unique identifier of the ${whole}: its id is filled in as ${id} once it is known.`;
  const idNote = `The service's id of the ${whole}; a unique identifier is replaced by its id.`;
  return {
    fields: [
      reference(named, names, identifierNote, example, { ...HINT, local: true }),
      reference(id, idNames, idNote, undefined, HINT),
    ],
    references: [
      { fields: [named], to, fills: id },
      { fields: [id], to, fills: id },
    ],
    rule: { type: 'exactly-one', of: `the ${what}`, fields: [id, named], optional: true },
  };
}
