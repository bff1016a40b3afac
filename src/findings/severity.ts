import { nearest } from '../nearest.ts';
import { say } from '../say.ts';
import { CATALOGUE, type FindingCode, isOurs } from './catalogue.ts';
import type { Finding, Severity } from './finding.ts';

/** The values of `--severity`: `warning`, `error` (the row is not sent), or `off` (no finding). */
export const SEVERITY_CHANGES = ['warning', 'error', 'off'] as const;
export type SeverityChange = (typeof SEVERITY_CHANGES)[number];

/** Changed severities by code. */
export type Severities = ReadonlyMap<FindingCode, SeverityChange>;

const RANKS: Record<Severity | 'off', number> = { off: 0, fixed: 1, notice: 1, warning: 2, error: 3 };

/** Why `--severity` cannot give a code this severity, and what to do; undefined if it can. */
export function changeFault(code: string, to: string): { why: string; hint: string } | undefined {
  if (!Object.hasOwn(CATALOGUE, code)) {
    const near = nearest(code, Object.keys(CATALOGUE));
    return {
      why:
        near === undefined
          ? say().usage.severityUnknown({ code })
          : say().usage.severityNearest({ code, near }),
      hint: say().usage.severityOursAll({ names: OWN_CODES.join(', ') }),
    };
  }
  if (!isChange(to))
    return {
      why: say().usage.severityForm({ names: SEVERITY_CHANGES.join(', CODE=') }),
      hint: say().usage.severityExample(),
    };
  const known = code as FindingCode;
  if (isOurs(known) || RANKS[to] >= RANKS[CATALOGUE[known].severity]) return undefined;
  return {
    why: say().usage.severityFixed({ code }),
    hint: say().usage.severityOurs({ names: OWN_CODES.join(', ') }),
  };
}

const isChange = (text: string): text is SeverityChange =>
  (SEVERITY_CHANGES as readonly string[]).includes(text);

const OWN_CODES = (Object.keys(CATALOGUE) as FindingCode[]).filter(isOurs);

/** The finding with its changed severity; null if it is turned off. */
export function withChangedSeverity(finding: Finding, severities: Severities | undefined): Finding | null {
  const to = severities?.get(finding.code);
  if (to === undefined || to === finding.severity) return finding;
  return to === 'off' ? null : { ...finding, severity: to };
}
