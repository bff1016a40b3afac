const encoded = encodeURIComponent;

/** A deprecated look-up, by system id and by client identifier (interface 4.3). */
const lookupPaths = (base: string) => ({
  byId: (id: string) => `${base}/${encoded(id)}`,
  byUniqueIdentifier: (uniqueIdentifier: string) =>
    `${base}/by-unique-identifier/${encoded(uniqueIdentifier)}`,
});

/**
 * The v3 read paths (interface 4.3). The interface does not document the path of calculated FEC by id, and the paths
 * below `/lifecycle-assessment/`: trace assumes the same forms as for declared FEC.
 */
export const v3ReadPaths = {
  brandProducts: '/brand-products',
  declaredFecs: '/declared-french-environmental-cost',
  declaredFec: lookupPaths('/declared-french-environmental-cost'),
  calculatedFec: lookupPaths('/calculated-french-environmental-cost'),
  lifecycleAssessment: lookupPaths('/lifecycle-assessment'),
} as const;

export type LookupName = 'declaredFec' | 'calculatedFec' | 'lifecycleAssessment';

/** The announced replacement of each deprecated look-up (interface 9). `path` is null if it does not exist yet. */
export const LOOKUP_REPLACEMENTS = {
  declaredFec: { path: v3ReadPaths.declaredFecs },
  calculatedFec: { path: null },
  lifecycleAssessment: { path: null },
} as const satisfies Record<LookupName, { path: string | null }>;
