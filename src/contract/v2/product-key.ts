import type { Field } from '../field.ts';
import { SHAPES } from './shapes.ts';

/** The three fields that make a product itself, and by which a component names it. */
export const productRef = (note: string): Field => ({
  path: 'productRef',
  value: { type: 'reference' },
  required: 'always',
  names: [
    'Product reference',
    'Product ref',
    'Product code',
    'Style',
    'Référence produit',
    'Réf. produit',
    'Code produit',
    'Modèle',
  ],
  note,
  example: 'ROB-2041',
});

export const productCollectionRef: Field = {
  path: 'productCollectionRef',
  value: { type: 'reference' },
  required: 'always',
  names: ['Collection', 'Product collection', 'Season', 'Collection produit', 'Saison'],
  note: 'Collection name, spelled the same everywhere: an unknown one makes a new collection.',
  example: 'SS27',
};

export const productColorCode: Field = {
  path: 'productColorCode',
  value: SHAPES.productColorCode,
  also: 'object',
  names: ['Color code', 'Colour code', 'Color', 'Colour', 'Code couleur', 'Coloris', 'Couleur'],
  note: 'Colour reference; a product in three colours is three rows.',
  example: 'ECRU-012',
};

/** Both kinds that name a collection have theirs listed before sending. */
export const COLLECTIONS = {
  field: 'productCollectionRef',
  reason: 'a name that the service does not know makes a new collection',
} as const;
