import type { Field } from '../field.ts';

/** `projectType` says the family; `importationBatch` the import wave. Every v2 body carries both. */
export const projectType: Field = {
  path: 'projectType',
  value: { type: 'text' },
  required: 'always',
  names: ['Project type', 'Type de projet'],
  note: 'The family of the record: it selects the path. May be left to --family.',
  example: 'STANDARD',
};

export const importationBatch: Field = {
  path: 'importationBatch',
  value: { type: 'text' },
  required: 'always',
  names: [
    'Importation batch',
    'Import batch',
    'Batch',
    'Import wave',
    "Lot d'import",
    "Vague d'import",
    "Lot d'importation",
  ],
  note: 'Free text that marks the import wave; brand, collection, wave and date read well. May be left to --batch.',
  example: 'AURORE-SS27-W1-2026-11',
};

export const supplierRef = (note: string, example: string): Field => ({
  path: 'supplierRef',
  value: { type: 'reference' },
  required: 'always',
  names: [
    'Supplier reference',
    'Supplier ref',
    'Supplier code',
    'Supplier',
    'Référence fournisseur',
    'Réf. fournisseur',
    'Code fournisseur',
    'Fournisseur',
  ],
  note,
  example,
});
