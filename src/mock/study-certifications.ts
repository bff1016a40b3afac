import type { Body, Json } from '../contract/kind.ts';
import type { CertificationStatus } from '../contract/v2/study-lists.ts';
import type { Seed } from './study-seed.ts';
import { textOf } from './study-sources.ts';

/** A certification in a study. */
export interface ShownCertification {
  [field: string]: Json;
  readonly ref: string;
  readonly name: string;
  readonly status: CertificationStatus;
  readonly isVisible: boolean;
}

/** Certifications that end before this fixed day are expired, so that responses do not depend on the date. */
const REFERENCE_DAY = '2026-01-01';

const SOCIAL = /^(SA8000|BSCI|ICS|WRAP|ISO 45001|SMETA|SEDEX|FAIR)/;

/** The certifications of a body, in the form that studies have. */
export function certificationsOf(body: Body, seed: Seed): ShownCertification[] {
  const { certifications } = body;
  if (!Array.isArray(certifications)) return [];
  return certifications.map((item) => {
    const certification = item as Body;
    const name = textOf(certification.type);
    return {
      ref: seed.id(`certification ${JSON.stringify(certification)}`),
      name,
      status: statusOf(certification),
      isVisible: textOf(certification.file) !== '',
    };
  });
}

/** Whether a certification is about people; the others are about the environment. */
export const isSocial = ({ name }: ShownCertification): boolean => SOCIAL.test(name);

function statusOf({ date_start, date_end, file }: Body): CertificationStatus {
  if (typeof date_end === 'string' && date_end < REFERENCE_DAY) return 'EXPIRED';
  if (textOf(file) === '') return 'NOT_VERIFIED';
  return textOf(date_start) === '' || textOf(date_end) === '' ? 'CAUTION' : 'VALIDATED';
}
