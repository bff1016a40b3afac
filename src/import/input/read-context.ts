import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import type { KindSpec } from '../../contract/kind.ts';
import { entryOf } from '../../findings/catalogue.ts';
import type { Finding } from '../../findings/finding.ts';
import type { FindingGroups } from '../../findings/group.ts';
import { withChangedSeverity } from '../../findings/severity.ts';
import { severityOf } from '../../records/check/check-row.ts';
import type { RunEvent } from '../report/run-event.ts';
import type { InputSettings } from './settings.ts';
import type { StageOfInput } from './staged-record.ts';
import type { TableCount } from './table-count.ts';

/** What the readers of files, sheets and rows share. */
export interface ReadContext {
  readonly stage: StageOfInput;
  readonly settings: InputSettings;
  readonly emit: (event: RunEvent) => void;
  /** Whether the tables are counted, to be compared with those of earlier runs. A check does not. */
  readonly isCounted?: boolean;
  /** Receives every finding that is stored, with its final severity. `counts` is missing if nobody needs the numbers. */
  readonly findingGroups: Pick<FindingGroups, 'add'> & Partial<Pick<FindingGroups, 'counts'>>;
  readonly signal: AbortSignal;
}

/** Number of rows by value, for fields whose values are listed before sending. */
export type ValueCounts = Map<string, { field: string; rows: number }>;

/** The result of reading the input, updated while it is read. */
export interface ReadResult {
  records: number;
  readonly valueCounts: ValueCounts;
  /** Names that `--sheet` may use, as the files have them, by the name in lower case. */
  readonly sheetNames: Map<string, string>;
  /** Headers of columns that `--ignore-columns` names, as `headerKey` folds them. */
  readonly ignoredHeaders: Set<string>;
  /** Headers of the columns that are sent; collected only if `--extra-columns` is given. */
  readonly usedHeaders: Set<string>;
  /** Whether a signal stopped the reading. Findings across records would then be wrong. */
  interrupted: boolean;
  /** Number of rows of sheets that are not sent, by `sheetKey`. */
  readonly unsentRows: Map<string, number>;
  /** The tables that share their rows with others, by `tableKey`. */
  readonly sharedTables: Set<string>;
  /** The tables of records that are counted, by the ids of their sheets. */
  readonly tables: Map<number, TableCount>;
}

export const newResult = (): ReadResult => ({
  records: 0,
  valueCounts: new Map(),
  sheetNames: new Map(),
  ignoredHeaders: new Set(),
  usedHeaders: new Set(),
  interrupted: false,
  unsentRows: new Map(),
  sharedTables: new Set(),
  tables: new Map(),
});

/** Whether records of the kind are sent. Other records are read, so that references to them resolve. */
export const isSelected = ({ only }: InputSettings, kind: KindSpec): boolean =>
  only.length === 0 || only.includes(kind.name);

/**
 * Applies the severity settings to a finding, stores it and reports it. Returns the stored finding;
 * null if its code is turned off.
 */
export function reportFinding(context: ReadContext, finding: Finding): Finding | null {
  const { strict, allowEmpty, severities } = context.settings;
  if (allowEmpty && entryOf(finding.code).isEmpty) {
    const { suggestion, ...rest } = finding;
    return storeFinding(context, { ...rest, severity: 'notice' });
  }
  if (severities?.has(finding.code)) {
    const adjusted = withChangedSeverity(finding, severities);
    return adjusted && storeFinding(context, adjusted);
  }
  const severity =
    finding.severity === 'fixed' || entryOf(finding.code).strict
      ? severityOf(finding.code, strict)
      : finding.severity;
  return storeFinding(context, severity === finding.severity ? finding : { ...finding, severity });
}

function storeFinding(context: ReadContext, finding: Finding): Finding {
  context.stage.addFinding?.(finding);
  context.findingGroups.add(finding);
  return finding;
}

/** Whether an error is the abort reason of the signal. */
export const isInterrupt = ({ signal }: ReadContext, error: unknown): boolean =>
  signal.aborted && error === signal.reason;

/** Yields batches until the signal is aborted. */
export async function* untilInterrupted<T>(
  context: ReadContext,
  batches: AsyncIterable<T>,
): AsyncGenerator<T> {
  try {
    for await (const batch of batches) {
      if (context.signal.aborted) return;
      yield batch;
    }
  } catch (error) {
    if (!isInterrupt(context, error)) throw error;
  }
}

/** The size at which V8's young generation stops growing. It would grow to 130 MB, which saves no measurable CPU time. */
const MAX_YOUNG_BYTES = 30_000_000;
let isLimited = false;

/** Keeps V8's young generation at its present size, for work that keeps nothing. */
export function keepYoungGeneration(): void {
  isLimited = true;
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Calls `keepYoungGeneration` once that generation is large enough. Call it from time to time while rows are read. */
export function limitYoungGeneration(): void {
  if (isLimited) return;
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  if ((young?.space_size ?? 0) >= MAX_YOUNG_BYTES) keepYoungGeneration();
}
