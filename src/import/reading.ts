import type { InterfaceName, KindSpec } from '../contract/kind.ts';
import type { Finding } from '../findings/finding.ts';
import { changed } from '../findings/severity.ts';
import type { Stage } from '../ledger/stage.ts';
import { severityOf } from './check/rule.ts';
import type { RunEvent } from './event.ts';
import type { InputSettings } from './input.ts';

export interface Reading {
  readonly stage: Stage;
  readonly settings: InputSettings;
  readonly emit: (event: RunEvent) => void;
  /** Every finding, after its severity was settled. */
  readonly onFinding: (finding: Finding) => void;
  readonly signal: AbortSignal;
}

/** Distinct values of the fields that are announced before sending, with the rows that hold them. */
export type Announced = Map<string, { field: string; reason: string; rows: number }>;

/** What reading came to: the number of records, and the distinct values to announce. */
export interface ReadResult {
  records: number;
  readonly announced: Announced;
  /** Names under which sheets and files can be meant by `--sheet`, in lower case. */
  readonly names: Set<string>;
  /** Columns that were ignored by their names, as `headerKey` folds them. */
  readonly ignored: Set<string>;
  /** Of the columns that are sent, where a flag names some to be. */
  readonly headers: Set<string>;
  /** The interface of the sheets, and whether one of them has shown it. */
  interfaceName: InterfaceName;
  isDetected: boolean;
  /** The signal came before all was read: what was not read would change what is found across records. */
  interrupted: boolean;
  /** Rows of sheets that are not sent, where they were counted, by `sheetKey`. */
  readonly rowsLeft: Map<string, number>;
}

/** Whether records of the kind are to be sent; the others are read for the references to them. */
export const isWanted = ({ only }: InputSettings, kind: KindSpec): boolean =>
  only.length === 0 || only.includes(kind.name);

/** Settles the severity of a finding, stages it and reports it. Returns it as stored; null when it is turned off. */
export function keep(reading: Reading, finding: Finding): Finding | null {
  const { strict, allowEmpty, severities } = reading.settings;
  if (allowEmpty && (finding.code === 'file-empty' || finding.code === 'nothing-chosen')) {
    const { suggestion, ...rest } = finding;
    return tell(reading, { ...rest, severity: 'notice' });
  }
  if (severities?.has(finding.code)) {
    const kept = changed(finding, severities);
    return kept && tell(reading, kept);
  }
  const severity =
    finding.severity === 'fixed' || finding.code === 'not-in-known-list'
      ? severityOf(finding.code, strict)
      : finding.severity;
  return tell(reading, severity === finding.severity ? finding : { ...finding, severity });
}

function tell(reading: Reading, finding: Finding): Finding {
  reading.stage.finding(finding);
  reading.onFinding(finding);
  return finding;
}
