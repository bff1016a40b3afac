import type { Field } from '../field.ts';
import { reference, text } from '../field-rows.ts';

/** The family and the import wave. Every v2 body has both. */
export const projectType: Field = text(
  'projectType',
  'Project type | Type de projet',
  'The family of the record: it selects the path. May be left to --family.',
  'STANDARD',
  { required: 'always' },
);

export const importationBatch: Field = text(
  'importationBatch',
  "Importation batch | Import batch | Batch | Import wave | Lot d'import | Vague d'import | Lot d'importation",
  'Free text that marks the import wave; brand, collection, wave and date read well. May be left to --batch.',
  'AURORE-SS27-W1-2026-11',
  { required: 'always' },
);

export const supplierRef = (note: string, example: string): Field =>
  reference(
    'supplierRef',
    'Supplier reference | Supplier ref | Supplier code | Supplier | Référence fournisseur | Réf. fournisseur | Code fournisseur | Fournisseur',
    note,
    example,
    { required: 'always' },
  );
