import type { InterfaceName, KindSpec } from '../../contract/kind.ts';
import type { Finding } from '../../findings/finding.ts';
import { changed } from '../../findings/severity.ts';
import type { Stage } from '../../ledger/stage.ts';
import { severityOf } from '../check/rule.ts';
import type { RunEvent } from '../run-event.ts';
import type { InputSettings } from './settings.ts';

export interface ReadContext {
  readonly stage: Stage;
  readonly settings: InputSettings;
  readonly emit: (event: RunEvent) => void;
  /** Every finding, after its severity was settled. */
  readonly onFinding: (finding: Finding) => void;
  readonly signal: AbortSignal;
}

/** Distinct values of the fields that are listed before sending, with the number of rows. */
export type ValueCounts = Map<string, { field: string; reason: string; rows: number }>;

/** The result of reading. */
export interface ReadResult {
  records: number;
  readonly valueCounts: ValueCounts;
  /** Names that `--sheet` may use, in lower case. */
  readonly sheetNames: Set<string>;
  /** Columns that are ignored by name, as `headerKey` folds them. */
  readonly ignoredHeaders: Set<string>;
  /** Columns that are sent, if a flag names some. */
  readonly usedHeaders: Set<string>;
  /** The interface of the sheets, and whether a sheet has shown it. */
  interfaceName: InterfaceName;
  isDetected: boolean;
  /** A signal stopped the reading, so findings across records would be wrong. */
  interrupted: boolean;
  /** Rows of sheets that are not sent, where they were counted, by `sheetKey`. */
  readonly unsentRows: Map<string, number>;
}

/** Whether records of the kind are sent; other records are read so that references to them are known. */
export const isSelected = ({ only }: InputSettings, kind: KindSpec): boolean =>
  only.length === 0 || only.includes(kind.name);

/** Settles the severity of a finding, stages it and reports it. Returns it as stored; null when it is turned off. */
export function reportFinding(reading: ReadContext, finding: Finding): Finding | null {
  const { strict, allowEmpty, severities } = reading.settings;
  if (allowEmpty && (finding.code === 'file-empty' || finding.code === 'nothing-chosen')) {
    const { suggestion, ...rest } = finding;
    return store(reading, { ...rest, severity: 'notice' });
  }
  if (severities?.has(finding.code)) {
    const kept = changed(finding, severities);
    return kept && store(reading, kept);
  }
  const severity =
    finding.severity === 'fixed' || finding.code === 'not-in-known-list'
      ? severityOf(finding.code, strict)
      : finding.severity;
  return store(reading, severity === finding.severity ? finding : { ...finding, severity });
}

function store(reading: ReadContext, finding: Finding): Finding {
  reading.stage.finding(finding);
  reading.onFinding(finding);
  return finding;
}
