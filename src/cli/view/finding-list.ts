import type { FindingCode } from '../../findings/catalogue.ts';
import type { Finding, Severity } from '../../findings/finding.ts';
import type { AnyIterable, Member } from './json-document.ts';
import type { OmittedFindings, ReportFinding } from './schema.ts';

/** Maximum number of findings of one code in a document; the others are counted. */
export const LISTED_PER_CODE = 10_000;

/** Maximum length of a message or suggestion, in characters. */
const TEXT_CHARACTERS = 2000;

/**
 * The members `findings` and `findingsOmitted` of a document: the first findings of each code, and the number of the
 * others.
 */
export function findingMembers(findings: AnyIterable<Finding>, most = LISTED_PER_CODE): readonly Member[] {
  const listed = new Map<FindingCode, number>();
  const omitted = new Map<string, { code: FindingCode; severity: Severity; count: number }>();

  async function* entries(): AsyncGenerator<ReportFinding> {
    for await (const finding of findings) {
      const { code, severity } = finding;
      const before = listed.get(code) ?? 0;
      if (before < most) {
        listed.set(code, before + 1);
        yield findingEntry(finding);
        continue;
      }
      const key = `${code} ${severity}`;
      const rest = omitted.get(key) ?? { code, severity, count: 0 };
      rest.count++;
      omitted.set(key, rest);
    }
  }

  return [
    { name: 'findings', list: entries() },
    { name: 'findingsOmitted', value: (): OmittedFindings[] => [...omitted.values()] },
  ];
}

/** A finding as JSON shows it. Unknown fields are null. */
export function findingEntry({ origin, ...finding }: Finding): ReportFinding {
  return {
    code: finding.code,
    severity: finding.severity,
    origin: {
      file: origin.file,
      sheet: origin.sheet ?? null,
      row: origin.row ?? null,
      line: origin.line ?? null,
      column: origin.column ?? null,
    },
    kind: finding.kind ?? null,
    field: finding.field ?? null,
    value: finding.value ?? null,
    message: bounded(finding.message),
    suggestion: finding.suggestion === undefined ? null : bounded(finding.suggestion),
  };
}

const bounded = (text: string): string =>
  text.length <= TEXT_CHARACTERS ? text : `${text.slice(0, TEXT_CHARACTERS - 1)}…`;
