import type { FamilyName, ProjectTypes } from '../../contract/family.ts';
import type { Body, KindSpec } from '../../contract/kind.ts';
import { CATALOGUE, type FindingCode } from '../../findings/catalogue.ts';
import type { Finding, Severity } from '../../findings/finding.ts';
import type { Draft } from '../records/record.ts';

/** What a rule sees: one row as a body, with the family it will be sent to. */
export interface RowContext {
  readonly draft: Draft;
  readonly kind: KindSpec;
  readonly body: Body;
  /** Null when nothing says it (a finding of its own). */
  readonly family: FamilyName | null;
  readonly projectTypes: ProjectTypes;
  /** The rules of supplier data collection count too. */
  readonly collection: boolean;
  /** Flags of the environment whose contract it is, for commands that messages name. */
  readonly place: readonly string[];
  /** Adds a finding at the cell of a body path; without a path, at the row. */
  report(
    code: FindingCode,
    path: string | null,
    message: string,
    extra?: { value?: unknown; suggestion?: string },
  ): void;
}

/** A rule is a small named function in a list; the list is the documentation. */
export type RowRule = (context: RowContext) => void;

/** How severe a finding is in this run: `--strict` takes changed values and unknown list values as errors. */
export function severityOf(code: FindingCode, strict: boolean): Severity {
  const { severity } = CATALOGUE[code];
  return strict && (severity === 'fixed' || code === 'not-in-known-list') ? 'error' : severity;
}

/** A value as a finding shows it, at most 200 characters. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

/** The finding of a rule on one row. */
export function rowFinding(
  draft: Draft,
  code: FindingCode,
  severity: Severity,
  path: string | null,
  message: string,
  extra: { value?: unknown; suggestion?: string } = {},
): Finding {
  const column = path === null ? undefined : draft.columnOf(path);
  return {
    code,
    severity,
    origin: {
      file: draft.map.file,
      sheet: draft.map.sheet,
      row: draft.row,
      ...(draft.line === undefined ? {} : { line: draft.line }),
      ...(column ? { column } : {}),
    },
    kind: draft.map.kind.name,
    ...(path === null ? {} : { field: path }),
    ...(extra.value === undefined ? {} : { value: shown(extra.value) }),
    message,
    ...(extra.suggestion === undefined ? {} : { suggestion: extra.suggestion }),
  };
}
