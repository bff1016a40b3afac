import { CELL_FINDINGS } from './cell-findings.ts';
import { INPUT_FINDINGS } from './input-findings.ts';
import { MAP_FINDINGS } from './map-findings.ts';
import { RULE_FINDINGS } from './rule-findings.ts';

/**
 * Every finding, by its stable code. New ones are added in one of the four tables; `docs/findings.md` is generated from
 * them.
 */
export const CATALOGUE = { ...INPUT_FINDINGS, ...MAP_FINDINGS, ...CELL_FINDINGS, ...RULE_FINDINGS } as const;

export type FindingCode = keyof typeof CATALOGUE;

/**
 * Whether a finding is a check that trace adds. `--severity` can lower it or turn it off, unlike a rule of the
 * interface.
 */
export const isOurs = (code: FindingCode): boolean => 'ours' in CATALOGUE[code];
