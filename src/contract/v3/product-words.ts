import type { Field } from '../field.ts';
import type { IdentifierRule, Reference } from '../kind.ts';
import { hinted } from './common.ts';
import { MARKET_SEGMENTS } from './lists.ts';

/** A word of a product that brand products and generic product information both carry, each under a name of its own. */
export const productReference = (path: string): Field =>
  hinted({
    path,
    value: { type: 'reference' },
    names: ['Reference', 'Product ref', 'Référence', 'Référence produit'],
    note: 'Reference of the product as people know it.',
    example: 'ROB-2041',
  });

export const colorCode: Field = hinted({
  path: 'colorCode',
  value: { type: 'reference' },
  names: ['Color code', 'Colour code', 'Color', 'Colour', 'Code couleur', 'Coloris', 'Couleur'],
  note: 'Colour reference.',
  example: 'ECRU-012',
});

export const marketSegment: Field = hinted({
  path: 'marketSegment',
  value: { type: 'choice', list: MARKET_SEGMENTS },
  names: ['Market segment', 'Segment', 'Segment de marché'],
  note: 'Whom the product is made for.',
  example: 'Womenswear',
});

export const gtins: Field = {
  path: 'gtins[]',
  value: { type: 'reference', digits: 13 },
  names: ['GTIN', 'GTINs', 'EAN', 'EAN13', 'Gencod', 'Code-barres'],
  note: 'Codes of 13 digits, separated by a semicolon.',
  example: '3607012345678',
};

/** How a record names another one, to which it belongs. */
interface Belonging {
  readonly to: Reference['to'];
  /** The wire name of its id, and our name for its unique identifier. */
  readonly id: string;
  readonly named: string;
  /** What it is called, and in its notes where that is more. */
  readonly what: string;
  readonly whole?: string;
  readonly names: readonly string[];
  readonly idNames: readonly string[];
  readonly example?: string;
}

/** What a kind has of a record that it belongs to: named by its unique identifier, which fills its id, or by that id. */
export function belongingTo({ to, id, named, what, whole = what, names, idNames, example }: Belonging): {
  readonly fields: readonly Field[];
  readonly references: readonly Reference[];
  readonly rule: IdentifierRule;
} {
  return {
    fields: [
      hinted({
        path: named,
        value: { type: 'reference' },
        local: true,
        names,
        note: `Unique identifier of the ${whole}: its id is filled in as ${id} once it is known.`,
        ...(example !== undefined && { example }),
      }),
      hinted({
        path: id,
        value: { type: 'reference' },
        names: idNames,
        note: `The service's id of the ${whole}; a unique identifier is replaced by its id.`,
      }),
    ],
    references: [
      { fields: [named], to, fills: id },
      { fields: [id], to, fills: id },
    ],
    rule: { type: 'exactly-one', of: `the ${what}`, fields: [id, named], optional: true },
  };
}
