/** Study `state`, interface 3. The interface does not document the transitions. */
export const STUDY_STATES = [
  'PLANNED',
  'REVIEWED',
  'ARCHIVED',
  'PUBLISHED',
  'COMPLETED',
  'IN_PROGRESS',
  'CANCELLED',
] as const;

export type StudyState = (typeof STUDY_STATES)[number];

/** The status of a certification in a study, interface 2.5 and 3. */
export const CERTIFICATION_STATUSES = ['NOT_VERIFIED', 'CAUTION', 'VALIDATED', 'EXPIRED'] as const;

export type CertificationStatus = (typeof CERTIFICATION_STATUSES)[number];

/** The languages of texts and claims, interface 4.2 (`lang`). */
export const LANGUAGES = ['fr', 'en', 'es', 'it'] as const;

export type Language = (typeof LANGUAGES)[number];
