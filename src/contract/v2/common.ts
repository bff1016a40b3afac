import type { Field } from '../field.ts';
import { reference, text } from '../field-rows.ts';
import type { KindSpec } from '../kind.ts';

/** The family. Every v2 body has it. */
const projectType: Field = text('projectType', 'STANDARD', {
  required: 'always',
  note: 'The family of the record, which selects the path. Can be set with --family instead.',
});

/** The import wave. Every v2 body has it. */
export const importationBatch: Field = text('importationBatch', 'AURORE-SS27-W1-2026-11', {
  required: 'always',
  note: 'Free text that marks the import wave; for example brand, collection, wave and date. Can be set with --batch instead.',
});

export const supplierRef = (example: string): Field =>
  reference('supplierRef', example, { required: 'always' });

/** The first of the three fields that identify a product. Components refer to a product by them. */
export const productRef: Field = reference('productRef', 'ROB-2041', { required: 'always' });

export const productCollectionRef: Field = reference('productCollectionRef', 'SS27', { required: 'always' });

/** The interface describes a colour code as an object, but its examples have a text. */
export const productColorCode: Field = reference('productColorCode', 'ECRU-012', { otherForm: 'object' });

/** A v2 kind without the properties that most v2 kinds share. */
type V2Spec = Pick<KindSpec, 'name' | 'fields' | 'key'> & Partial<KindSpec>;

/** A v2 kind. Its first field is the family; its last is the import wave, unless that is among `fields`. */
export const v2Kind = (spec: V2Spec): KindSpec => ({
  interface: 'v2',
  plural: `${spec.name}s`,
  references: [],
  batchField: importationBatch.path,
  response: { id: 'id' },
  ...spec,
  fields: [
    projectType,
    ...spec.fields,
    ...(spec.fields.includes(importationBatch) ? [] : [importationBatch]),
  ],
});

/** The collections of an import are printed before sending. */
export const COLLECTIONS = { field: 'productCollectionRef' } as const;
