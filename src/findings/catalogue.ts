import { INPUT_FINDINGS } from './input-findings.ts';
import { RULE_FINDINGS } from './rule-findings.ts';

/**
 * Every finding, by its stable code. New ones are added in `input-findings.ts` or `rule-findings.ts`;
 * `docs/findings.md` is generated from them.
 */
export const CATALOGUE = { ...INPUT_FINDINGS, ...RULE_FINDINGS } as const;

export type FindingCode = keyof typeof CATALOGUE;

/**
 * Whether a finding is a check that trace adds. `--severity` can lower it or turn it off, unlike a rule of the
 * interface.
 */
export const isOurs = (code: FindingCode): boolean => 'ours' in CATALOGUE[code];
