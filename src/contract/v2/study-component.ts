import { z } from 'zod';
import { branded, byLanguage, measured, openObject } from '../read-shape.ts';
import { CERTIFICATION_STATUSES } from './study-lists.ts';

/** A certification in a study. `isVisible`: its document may be displayed. */
const socialCertification = z.looseObject({
  ref: z.string(),
  name: z.string(),
  status: z.enum(CERTIFICATION_STATUSES),
  isVisible: z.boolean(),
});

/** The supplier of a step. Without `ref` and `name`, only its location is known. */
const stepSupplier = z.looseObject({
  ref: z.string().optional(),
  city: z.string(),
  country: z.string(),
  region: z.string(),
  socialCertifications: z.array(socialCertification),
  /** The interface does not document the fields of an item. */
  environmentalCertifications: z.array(openObject),
  isKnown: z.boolean(),
  name: z.string().optional(),
  id: z.string().optional(),
});

/** A step in the supply chain of a material (interface 2.6, traceability step). */
const traceabilityStep = z.looseObject({
  id: z.string(),
  name: z.string(),
  icon: z.string(),
  /** The position of the step in the whole tree: three groups from 001 to 999. */
  position: z.string(),
  transports: z.array(z.looseObject({ type: z.string(), distance: measured('km') })),
  transportationType: z.string().optional(),
  kmToNext: measured('km'),
  supplier: stepSupplier,
});

/** A material of a component, with its supply chain (interface 2.6, material entry). */
export const materialEntry = branded(
  {
    id: z.string(),
    percentage: measured('%'),
    raw_material: z.string(),
    materialTranslations: z.looseObject({
      en: z.string().optional(),
      fr: z.string().optional(),
      es: z.string().optional(),
      it: z.string().optional(),
    }),
    traceability_steps: z.array(traceabilityStep),
  },
  'raw_material_',
);

/** A component of a study (interface 2.6, study component item). */
export const studyComponent = z.looseObject({
  ref: z.string(),
  supplierCode: z.string(),
  type: z.string(),
  /** Materials and shares, separated by semicolons. */
  generalComposition: z.string(),
  name: z.string(),
  category: z.string(),
  weight: measured('g'),
  categoryTranslations: byLanguage,
  lotReferences: z.array(z.string()),
  composition: z.array(materialEntry),
});

export type StudyComponent = z.infer<typeof studyComponent>;
export type MaterialEntry = z.infer<typeof materialEntry>;
export type TraceabilityStep = z.infer<typeof traceabilityStep>;
export type StepSupplier = z.infer<typeof stepSupplier>;
