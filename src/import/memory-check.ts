import { usage } from '../errors.ts';
import { Ledger } from '../ledger/ledger.ts';
import { say } from '../say.ts';
import type { CheckedInput, CheckJob } from './check-input.ts';
import { beginRun } from './input/begin-run.ts';
import { kindsIn } from './input/settings.ts';
import type { Sources } from './input/sources.ts';
import type { RowRecord } from './input/staged-record.ts';
import { ledgerToInspect } from './inspect.ts';
import { MemoryIndex } from './memory/memory-index.ts';
import { MemoryStage } from './memory/memory-stage.ts';
import { RecordMemory } from './memory/record-memory.ts';
import { findingsIn } from './report/report-parts.ts';
import { newGroups, readInput } from './stage-input.ts';
import { checkAcrossRecords } from './staged/check-across.ts';
import { targetOf } from './state/target.ts';

/**
 * Checks the input in memory. Records that have a key or a shared reference in common are read a second time, to compare
 * their content.
 *
 * @throws NeedsLedger
 */
export async function checkInMemory(job: CheckJob, sources: Sources): Promise<CheckedInput> {
  const { environment, emit, signal, listsAll } = job;
  const target = targetOf(environment);
  const known = ledgerToInspect({ ...job, command: 'check' });
  const ledger = known ?? (listsAll ? Ledger.temporary(null) : null);
  try {
    const { head, settings } = await beginRun({ ...job, command: 'check' }, target, sources, ledger);
    // A run for the findings that are listed.
    const stored = listsAll ? { ledger: ledger!, run: ledger!.runs.start(head).run } : null;
    const kinds = kindsIn(settings);
    const stage = new MemoryStage(new RecordMemory(kinds), stored?.ledger.stage(stored.run) ?? null);
    const findingGroups = newGroups(settings);
    const read = await readInput({ stage, settings, emit, findingGroups, signal }, sources);
    read.records -= stage.records.repeats;
    if (!read.interrupted && (await readContents({ settings, signal }, sources, stage))) {
      const records = known?.sentRecords.recordsOf(target, settings.interface) ?? null;
      const index = new MemoryIndex(stage, records);
      const end = stage.end.bind(stage);
      const compared = { index, end, cycles: () => index.cycles(kinds) };
      checkAcrossRecords(compared, { stage, settings, findingGroups }, read);
      emit({ type: 'checked', records: read.records, findings: findingGroups.counts() });
    }
    const { id: runId } = head;
    return {
      ...{ records: read.records, findingGroups, totals: stage.totals(), notChosen: stage.notChosen() },
      ...{ ignoredColumns: stage.ignoredColumns, partlyRead: stage.partlyRead, files: stage.files },
      ...{ runId, interface: settings.interface, stored, recordRows: listsAll ? stage.recordRows() : [] },
      findings: () => (stored ? findingsIn(stored.ledger, stored.run) : []),
      [Symbol.dispose]: () => ledger?.close(),
    };
  } catch (error) {
    ledger?.close();
    throw ledger?.errorOf(error) ?? error;
  }
}

/**
 * Reads the records again whose content is compared. Returns whether the input was read to its end.
 *
 * @throws TraceError if a file is not the one that was checked
 */
async function readContents(
  { settings, signal }: Pick<CheckJob, 'settings' | 'signal'>,
  sources: Sources,
  stage: MemoryStage,
): Promise<boolean> {
  if (!stage.records.isCompared) return true;
  const sums: string[] = [];
  let read = 0;
  const again = {
    isUnchecked: true,
    addRecord: (record: RowRecord) => stage.records.compare(read++, record),
    addFile: (_: string, sha256: string) => void sums.push(sha256),
  } as const;
  sources.rewind();
  const context = { stage: again, settings, emit: () => {}, findingGroups: { add: () => {} }, signal };
  if ((await readInput(context, sources)).interrupted) {
    stage.endNotAttempted();
    return false;
  }
  const changed = stage.files.find(({ sha256 }, at) => sha256 !== sums[at]);
  if (!changed) return true;
  const advice = say().input.fileChangedAdvice();
  throw usage('file-changed', say().input.fileChanged({ file: changed.path }), advice);
}
