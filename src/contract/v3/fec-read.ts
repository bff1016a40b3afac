import { z } from 'zod';
import { link, measured, openObject } from '../read-shape.ts';
import { v3PageOf } from './brand-product-read.ts';

/** A date-time with an offset or `Z`. */
const moment = z.iso.datetime({ offset: true });

/** The declared French environmental cost of a brand product (interface 2.8). Only `calculatedAt` is required. */
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
 * An item of the list of declared FEC. The interface does not document it: trace expects the fields of the look-up, and
 * the identifiers that the paths of the look-ups contain.
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

/** A life-cycle assessment. The interface documents none of its fields, so any object is accepted. */
export const lifecycleAssessment = openObject;

export type LifecycleAssessment = z.infer<typeof lifecycleAssessment>;

/** The error body of the deprecated look-ups (interface 7), with codes in `details[].reason`. */
export const lookupError = z.looseObject({
  details: z.array(z.looseObject({ reason: z.string() })),
});
