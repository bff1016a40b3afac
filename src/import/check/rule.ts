import type { FamilyName, ProjectTypes } from '../../contract/family.ts';
import type { Body, KindSpec } from '../../contract/kind.ts';
import { CATALOGUE, type FindingCode } from '../../findings/catalogue.ts';
import type { Finding, Severity } from '../../findings/finding.ts';
import type { Draft } from '../records/record.ts';
import { cut } from '../records/text.ts';

/** The input of a rule: a row as a body, and its family. */
export interface RowContext {
  readonly draft: Draft;
  readonly kind: KindSpec;
  readonly body: Body;
  /** Null if unknown, which is a finding of its own. */
  readonly family: FamilyName | null;
  readonly projectTypes: ProjectTypes;
  /** Whether the rules of supplier data collection apply. */
  readonly collection: boolean;
  /** Flags that select the environment, for commands in messages. */
  readonly place: readonly string[];
  /** Reports a finding at the cell of a body path; without a path, at the row. */
  report(
    code: FindingCode,
    path: string | null,
    message: string,
    extra?: { value?: unknown; suggestion?: string },
  ): void;
}

/** A rule checks a row and reports findings. */
export type RowRule = (context: RowContext) => void;

/** The severity of a code: with `--strict`, changed values and unknown list values are errors. */
export function severityOf(code: FindingCode, strict: boolean): Severity {
  const { severity } = CATALOGUE[code];
  return strict && (severity === 'fixed' || code === 'not-in-known-list') ? 'error' : severity;
}

/** A value for a finding, truncated to 200 characters. */
function shown(value: unknown): string {
  return cut(typeof value === 'string' ? value : JSON.stringify(value), 200);
}

/** Builds the finding of a rule on a row. */
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
