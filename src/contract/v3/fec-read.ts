import { z } from 'zod';
import { link, measured, openObject } from '../read-shape.ts';
import { v3PageOf } from './brand-product-read.ts';

/** A moment, with its offset or `Z`. */
const moment = z.iso.datetime({ offset: true });

/** The declared French environmental cost of a brand product (interface 2.8); `calculatedAt` alone is required. */
export const declaredFec = z.looseObject({
  scoring: z
    .looseObject({
      brandScore: z.number().optional(),
      productScore: z.number().optional(),
      frenchEnvironmentalCost: z.number().optional(),
    })
    .optional(),
  publishedFrenchEnvironmentalCost: z.number().optional(),
  publishedFrenchEnvironmentalCostPerUnitWeight: measured('per gram').optional(),
  pictogram: link.optional(),
  isPublishedOnGovernmentPlatform: z.boolean().optional(),
  governmentPlatformPublicationDate: moment.nullable().optional(),
  calculatedAt: moment,
});

export type DeclaredFec = z.infer<typeof declaredFec>;

/**
 * An item of the declared-FEC list. Its shape is not shown: the record of the single look-up is expected, and what
 * says whose it is under the names that the look-ups have in their paths.
 */
export const declaredFecListItem = declaredFec.extend({
  brandProductId: z.string().optional(),
  uniqueIdentifier: z.string().nullish(),
});

export const declaredFecPage = v3PageOf(declaredFecListItem);

/** The calculated French environmental cost of a brand product (interface 2.8). */
export const calculatedFec = z.looseObject({
  scoring: z.looseObject({
    brandScore: z.number().optional(),
    productScore: z.number().optional(),
    lcaScore: z.number().optional(),
    ooeuExportScore: z.number().optional(),
    microfibersScore: z.number().optional(),
    malusBonusServiceDuration: z.number().optional(),
    referenceServiceDuration: z.number().optional(),
    frenchEnvironmentalCost: z.number().optional(),
  }),
  durabilityCoefficient: z.number().optional(),
  pictogram: link.optional(),
  calculatedAt: moment,
});

export type CalculatedFec = z.infer<typeof calculatedFec>;

/** A life-cycle assessment: the interface shows no field of it, so any object is one. */
export const lifecycleAssessment = openObject;

export type LifecycleAssessment = z.infer<typeof lifecycleAssessment>;

/** The error body of the deprecated look-ups (interface 7), with codes in `details[].reason`. */
export const lookupError = z.looseObject({
  details: z.array(z.looseObject({ reason: z.string() })),
});
