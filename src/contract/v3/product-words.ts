import type { Field } from '../field.ts';
import { choice, field, reference } from '../field-rows.ts';
import type { IdentifierRule, Reference } from '../kind.ts';
import { MARKET_SEGMENTS } from './lists.ts';

const HINT = { shown: false } as const;

/** The reference of a product. Its path is different in brand products and generic product information. */
export const productReference = (path: string): Field =>
  reference(
    path,
    'Reference | Product ref | Référence | Référence produit',
    'Reference by which people know the product.',
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
  'Target group of the product.',
  'Womenswear',
  HINT,
);

export const gtins: Field = field(
  'gtins[]',
  { type: 'reference', digits: 13 },
  'GTIN | GTINs | EAN | EAN13 | Gencod | Code-barres',
  'Codes of 13 digits, separated by a semicolon.',
  '3607012345678',
  { checkDigit: true },
);

/** A record that another record belongs to. */
interface Owner {
  readonly to: Reference['to'];
  /** The field with the id of the owner, which is sent. */
  readonly id: string;
  /** The field with the unique identifier of the owner, which is not sent. */
  readonly named: string;
  /** The noun for the owner in messages. */
  readonly what: string;
  /** The noun for the owner in notes, if it differs from `what`. */
  readonly whole?: string;
  /** Column names of `named` and `id`, separated by ` | `. */
  readonly names: string;
  readonly idNames: string;
  readonly example?: string;
}

/** The fields, references and rule of a record that belongs to an owner, which is given by unique identifier or by id. */
export function belongingTo({ to, id, named, what, whole = what, names, idNames, example }: Owner): {
  readonly fields: readonly Field[];
  readonly references: readonly Reference[];
  readonly rule: IdentifierRule;
} {
  const identifierNote = `Unique identifier of the ${whole}: its id is filled in as ${id} once it is known.`;
  const idNote = `Id of the ${whole} in the service. trace replaces a unique identifier with its id.`;
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
