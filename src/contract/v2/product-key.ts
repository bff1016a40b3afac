import type { Field } from '../field.ts';
import { field, reference } from '../field-rows.ts';
import { SHAPES } from './shapes.ts';

/** The first of the three fields that identify a product. Components refer to a product by them. */
export const productRef = (note: string): Field =>
  reference(
    'productRef',
    'Product reference | Product ref | Product code | Style | Référence produit | Réf. produit | Code produit | Modèle',
    note,
    'ROB-2041',
    { required: 'always' },
  );

export const productCollectionRef: Field = reference(
  'productCollectionRef',
  'Collection | Product collection | Season | Collection produit | Saison',
  'Collection name, always spelled the same: an unknown one creates a new collection.',
  'SS27',
  { required: 'always' },
);

export const productColorCode: Field = field(
  'productColorCode',
  SHAPES.productColorCode,
  'Color code | Colour code | Color | Colour | Code couleur | Coloris | Couleur',
  'Colour reference; a product in three colours is three rows.',
  'ECRU-012',
  { also: 'object' },
);

/** The collections of an import are printed before sending. */
export const COLLECTIONS = { field: 'productCollectionRef' } as const;
