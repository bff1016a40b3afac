import type { InterfaceName } from '../contract/kind.ts';
import type { FindingGroups } from '../findings/group.ts';
import type { FileRow, IgnoredRow } from '../ledger/history.ts';
import type { History, Ledger } from '../ledger/ledger.ts';
import type { Totals } from '../send/push/outcome.ts';
import { Sources } from './input/sources.ts';
import { type Inspection, type InspectJob, inspect } from './inspect.ts';
import type { RowsOfSheet } from './memory/memory-stage.ts';
import { NeedsLedger } from './memory/record-memory.ts';
import { checkInMemory } from './memory-check.ts';
import { findingsIn, type ReportedFinding } from './report/report-parts.ts';
import type { RunEvent } from './report/run-event.ts';
import { totalsOf } from './report/run-result.ts';

export interface CheckJob extends Omit<InspectJob, 'command' | 'skipInvalid'> {
  /** Whether each finding is listed, and not only counted. */
  readonly listsAll: boolean;
}

/** The result of a check. The caller disposes it. */
export interface CheckedInput {
  readonly runId: string;
  readonly records: number;
  readonly findingGroups: FindingGroups;
  readonly totals: Totals;
  /** The number of records that were read only because other records reference them. */
  readonly notChosen: number;
  readonly ignoredColumns: readonly IgnoredRow[];
  readonly partlyRead: ReturnType<History['partlyRead']>;
  readonly files: readonly FileRow[];
  readonly interface: InterfaceName;
  /** The run that has the listed findings, and its ledger; null if nothing is stored. */
  readonly stored: { readonly ledger: Ledger; readonly run: number } | null;
  /** The rows of the records by sheet; null if the stored run has the records. */
  readonly recordRows: readonly RowsOfSheet[] | null;
  /** All findings in their order; none if the job does not list them. */
  findings(): Iterable<ReportedFinding>;
  [Symbol.dispose](): void;
}

/**
 * Reads and checks the input, in memory if the records fit in it. Rules about updates and links compare records with
 * known ones in a ledger.
 */
export async function checkInput(job: CheckJob): Promise<CheckedInput> {
  const { updates, update, collection } = job.settings;
  if (updates !== undefined || update || collection)
    return resultOf(await inspect({ ...job, command: 'check' }));
  const sources = new Sources();
  let runId: string | undefined;
  let emitted = 0;
  const emit = (event: RunEvent) => {
    emitted++;
    if (event.type === 'run-started') runId = event.run;
    job.emit(event);
  };
  try {
    return await checkInMemory({ ...job, emit }, sources);
  } catch (error) {
    if (!(error instanceof NeedsLedger)) throw error;
    sources.rewind();
    // The second reading emits the same events up to the record that did not fit: skip them.
    const emitNew = (event: RunEvent) => {
      if (emitted-- <= 0) job.emit(event);
    };
    const inspection = await inspect({ ...job, emit: emitNew, command: 'check' }, sources);
    return resultOf({ ...inspection, runId: runId ?? inspection.runId });
  } finally {
    await sources.closeAll();
  }
}

function resultOf(inspection: Inspection): CheckedInput {
  const { ledger, run, runId, records, findingGroups } = inspection;
  const history = ledger.history(run);
  return {
    ...{ runId, records, findingGroups, totals: totalsOf(ledger, run), notChosen: history.notChosen() },
    ...{ ignoredColumns: history.ignoredColumns(), partlyRead: history.partlyRead(), files: history.files() },
    ...{ interface: inspection.interface, stored: { ledger, run }, recordRows: null },
    findings: () => findingsIn(ledger, run),
    [Symbol.dispose]: () => ledger.close(),
  };
}
