import type { Field } from '../field.ts';
import { reference, text } from '../field-rows.ts';

/** The family. Every v2 body has it. */
export const projectType: Field = text(
  'projectType',
  'Project type | Type de projet',
  'The family of the record, which selects the path. Can be set with --family instead.',
  'STANDARD',
  { required: 'always' },
);

/** The import wave. Every v2 body has it. */
export const importationBatch: Field = text(
  'importationBatch',
  "Importation batch | Import batch | Batch | Import wave | Lot d'import | Vague d'import | Lot d'importation",
  'Free text that marks the import wave; for example brand, collection, wave and date. Can be set with --batch instead.',
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
